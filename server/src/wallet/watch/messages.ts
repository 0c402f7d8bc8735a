/** What a network's watcher and its thread say to each other. Plain values: they are copied from one thread to the other. */
import type { AdapterSettings } from '@agio/chain/adapters.ts'
import type { Arrival, ChainFault, Slot } from '@agio/chain/port.ts'
import type { BlockName } from '@agio/engine/command.ts'
import type { BookedBlock } from '@agio/engine/wallet/read-holdings.ts'

/** First: the node that is followed. Second: one of another hand. */
export type Hand = 'first' | 'second'

/** Calls of a port that others than the watcher make. */
export const ASKED = ['head', 'blockAt', 'holdings', 'coins', 'fee', 'nextSlot', 'work', 'build', 'bump', 'send', 'find'] as const
export type AskedCall = (typeof ASKED)[number]

export interface WatchStart {
  readonly settings: AdapterSettings
  readonly blockchain: string
  readonly urls: readonly string[]
  readonly secondUrls: readonly string[]
  /** Of the deepest rule of the network's listings. */
  readonly confirmations: number
  readonly deadDepth: number
  /** ms between two looks at the node when there is nothing new. */
  readonly pollMs: number
  /** Where it keeps names of blocks and outputs. */
  readonly file: string
  /** The journal, which has the names of blocks too; undefined for one that is not on a disk. */
  readonly journal: { readonly dir: string; readonly networkId: number } | undefined
}

/** Amounts from which on a second node has to agree, in units of the chain: of its own coin, and by token. */
export interface QuorumBounds {
  readonly coin: bigint
  readonly tokens: ReadonlyMap<string, bigint>
}

export type ToWatch =
  | { readonly kind: 'watch'; readonly entries: readonly (readonly [address: string, handle: number])[]; readonly ackId: number }
  | { readonly kind: 'own'; readonly own: ReadonlyMap<string, Slot>; readonly ackId: number }
  | { readonly kind: 'tokens'; readonly tokens: ReadonlySet<string> }
  /** Undefined: nothing is ever asked of a second node. */
  | { readonly kind: 'bounds'; readonly bounds: QuorumBounds | undefined }
  /** Go on behind the last booked block. `beginAt`: where, when none was booked yet. */
  | { readonly kind: 'follow'; readonly booked: BookedBlock; readonly durableSeq: number; readonly beginAt: number | 'head' }
  /** The step that was told last is booked; whatever else became of it, another `follow` says. */
  | { readonly kind: 'booked'; readonly stepId: number }
  /** Nothing is read, told or written any more when it is acknowledged. */
  | { readonly kind: 'end'; readonly ackId: number }
  | { readonly kind: 'ask'; readonly askId: number; readonly hand: Hand; readonly call: AskedCall; readonly args: readonly unknown[] }

/** An arrival with its business key. */
export interface SeenArrival extends Arrival {
  readonly key: string
  /** Of its block; 0 = it is in none. */
  readonly height: number
  /** Number of arrivals of the same transaction that were summed into this arrival; absent: 1. */
  readonly count?: number
  /** Key that the first of them has by itself. */
  readonly firstKey?: string
  /** A transaction of the house brings it. */
  readonly isOwn: boolean
}

/** A transaction of the house that a block has. */
export interface SeenOwn {
  readonly tx: string
  readonly height: number
  readonly succeeded: boolean
  /** In the chain's own coin. */
  readonly fee: bigint
}

/** A block that was read without the calls inside its transactions. */
export interface UntracedBlock {
  readonly height: number
  readonly hash: string
  readonly why: string
}

export type WatchStep =
  | {
      readonly kind: 'blocks'
      readonly after: BlockName
      readonly upTo: BlockName
      readonly arrivals: readonly SeenArrival[]
      readonly own: readonly SeenOwn[]
      readonly untraced: readonly UntracedBlock[]
      /** Nothing of these blocks follows: one that brings much is told in several steps. */
      readonly isWhole: boolean
    }
  | { readonly kind: 'left'; readonly from: BlockName; readonly backTo: BlockName }

export type WatchTrouble = 'silent' | 'behind' | 'wiped' | 'tooDeep' | 'unsteady' | 'disagreement' | 'lost' | 'broken'

export type FromWatch =
  | { readonly kind: 'ack'; readonly ackId: number }
  | { readonly kind: 'step'; readonly stepId: number; readonly step: WatchStep }
  /** All that waits for a block and comes to watched addresses. */
  | { readonly kind: 'waiting'; readonly arrivals: readonly SeenArrival[] }
  /** Trouble: undefined while it follows. */
  | { readonly kind: 'state'; readonly trouble: WatchTrouble | undefined; readonly text: string }
  /** Something that is no trouble of a node: the channel closes behind it. */
  | { readonly kind: 'broken'; readonly text: string }
  | { readonly kind: 'answer'; readonly askId: number; readonly value: unknown }
  | { readonly kind: 'fault'; readonly askId: number; readonly fault: AskFault }

export type AskFault =
  | { readonly name: 'ChainFault'; readonly why: ChainFault['why']; readonly text: string }
  | { readonly name: 'RangeError' | 'Error'; readonly text: string }
