/** What the conductor is given, and what it shows. */
import type { SignerPort } from '@agio/chain/signer/protocol.ts'
import type { NetworkId, PaymentId, WithdrawalId } from '@agio/engine/ids/id.ts'
import type { Clock } from '../../core/clock.ts'
import type { Log } from '../../core/log.ts'
import type { ReadModels } from '../../projections/port.ts'
import type { PaymentHistory } from '../../projections/rows/payment-rows.ts'
import type { Exchange } from '../../sequencer/exchange.ts'
import type { NetworkBook } from '../network-book.ts'
import type { AddressTexts, NetworkChain } from '../parts.ts'
import type { PayWhy, Waiting } from './waiting.ts'

export interface PayParts {
  readonly tenantId: string
  readonly exchange: Exchange<'system'>
  readonly history: PaymentHistory & Pick<ReadModels, 'reached'>
  readonly book: Pick<NetworkBook, 'networks' | 'network' | 'listings' | 'onChange' | 'isReady'>
  readonly texts: Pick<AddressTexts, 'textOf'>
  /** Undefined while no node of the network is known. */
  readonly portOf: (networkId: NetworkId) => NetworkChain | undefined
  readonly signer: SignerPort | undefined
  /** Why nothing may be signed on a network whatever the signer says: other keys than addresses were made of, or a chain that nobody follows. */
  readonly faultOf?: (networkId: NetworkId) => Waiting | undefined
  /** Why nothing may be paid to an address now. What was asked for and approved before somebody listed it is not paid either. */
  readonly barOf?: (address: string) => Waiting | undefined
  readonly clock: Clock
  readonly log: Log
  /** Between looks at what waits, ms. */
  readonly followMs?: number
}

export interface HotHealth {
  readonly address: string
  readonly unconfirmed: number
  readonly waiting: Waiting | undefined
}

/** How payments of a network are, for pages and operators. */
export interface PayHealth {
  readonly networkId: NetworkId
  /** `waiting`: something is to be paid, and is not. */
  readonly state: 'idle' | 'paying' | 'waiting'
  readonly why: PayWhy | undefined
  readonly text: string
  readonly queued: number
  /** Payments that no block has, and those of them that no node is known to have. */
  readonly underWay: number
  readonly unsent: number
  readonly hot: readonly HotHealth[]
  readonly payments: readonly (Waiting & { readonly paymentId: PaymentId })[]
  readonly withdrawals: readonly (Waiting & { readonly withdrawalId: WithdrawalId; readonly until: number })[]
}
