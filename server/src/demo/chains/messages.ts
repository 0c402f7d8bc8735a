/** What the server and the keeper of its nodes say to each other. Messages travel as structured clones: amounts are bigints. */
import type { Payment } from '@agio/chain/port.ts'

interface PlanOf {
  /** Name of the network: `ethereum`. */
  readonly blockchain: string
  /** Port of the node, of the loopback; 0: a free one. */
  readonly port: number
}

export type ChainPlan = PlanOf &
  (
    | { readonly kind: 'evm'; readonly chainId: number }
    | { readonly kind: 'bitcoin' }
    | { readonly kind: 'simulated'; readonly hrp: string; readonly genesis: number }
  )

/** Blocks that are mined behind the last one with a transaction, by the name of the network. */
export type Depths = Readonly<Record<string, number>>

export type Question =
  | { readonly kind: 'pay'; readonly blockchain: string; readonly payments: readonly Payment[] }
  | { readonly kind: 'standing'; readonly blockchain: string }

/** How a chain stands: nothing is on the way when nothing waits and somebody read all of its blocks. */
export interface Standing {
  readonly height: number
  readonly waits: boolean
}

export type ToKeeper =
  | {
      readonly kind: 'begin'
      /** Of all chains; made when it is not there. */
      readonly folder: string
      readonly chains: readonly ChainPlan[]
      readonly depths: Depths
      /** ms between blocks. */
      readonly paceMs: number
    }
  | { readonly kind: 'depths'; readonly depths: Depths }
  | { readonly kind: 'ask'; readonly id: number; readonly question: Question }
  | { readonly kind: 'stop' }

/** `short`: the chain will never have so many coins. `away`: it does not answer now, and nothing is known of what was asked. */
export type Fault = { readonly why: 'short' | 'away'; readonly text: string }

export type FromKeeper =
  /** All that answer now. */
  | { readonly kind: 'urls'; readonly urls: Readonly<Record<string, string>> }
  | { readonly kind: 'paid'; readonly id: number; readonly txs: readonly string[] }
  | { readonly kind: 'stands'; readonly id: number; readonly standing: Standing }
  | { readonly kind: 'fault'; readonly id: number; readonly fault: Fault }
  | { readonly kind: 'told'; readonly level: 'info' | 'warn'; readonly text: string }
