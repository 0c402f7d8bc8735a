/** State of contracts in the reference. Amounts are minor units of the margin coin, prices ticks, quantities contracts. */
import type { ContractTerms } from '@agio/engine/command.ts'
import type { Attached, TriggerPrice } from '@agio/engine/event.ts'

export interface RefContract {
  readonly instrumentId: number
  terms: ContractTerms
  isShut: boolean
  /** 0 = there never was one. */
  mark: number
  index: number
  /** 1e-12 of what it is priced in. */
  indexFine: bigint
  /** The last thirty, 1e-12 of what it is priced in. */
  basis: bigint[]
  /** Of the interval, one a minute that has one, 1e-12. */
  premiums: bigint[]
  shutMinutes: number
  /** Settled last: part of the mark, 1e-12. */
  fundingRate: bigint
  nextFunding: number
  /** When positions are looked at and what the house took over is offered. */
  riskAt: number
  /** When what the house has of it may be offered next. */
  offerAt: number
}

export interface RefTrader {
  readonly openedAt: number
  isHedged: boolean
}

/** What a user has set for a contract. */
export interface RefSeat {
  leverage: number
  isIsolated: boolean
}

/** All crossed positions of a user in a coin. */
export interface RefCross {
  isWarned: boolean
  isBroken: boolean
}

export interface RefPosition {
  readonly id: number
  /** 0 = the house. */
  readonly userId: number
  readonly instrumentId: number
  isShort: boolean
  quantity: number
  entry: bigint
  settled: bigint
  margin: bigint
  leverage: number
  isIsolated: boolean
  isWarned: boolean
  isBroken: boolean
  opened: number
  openedValue: bigint
  closed: number
  closedValue: bigint
  profit: bigint
  fees: bigint
  funding: bigint
  shared: bigint
  readonly createdAt: number
  updatedAt: number
  /** The house's: whose it was, and until when it is offered to the book. */
  readonly broken: number
  readonly brokenId: number
  deadline: number
}

/** What a contract order has besides. */
export interface RefContractOrder {
  isClose: boolean
  /** Of who hedges: it is about the short position. */
  isShortLeg: boolean
  isWhole: boolean
  /** Take profit or stop loss of a position. */
  readonly isProtection: boolean
  readonly by: TriggerPrice
  readonly callbackRate: bigint
  readonly callback: number
  /** Attached, until they are placed. */
  takeProfit: Attached | null
  stopLoss: Attached | null
  readonly receiptId: number
  /** What its owner had set when it ended: he may set something else in the same entry. */
  ended?: RefSeat
}

/** What the engine did in an entry of all that may come in more than one order: the reference checks that it was due, and does the same. */
export interface Hints {
  /** Whom it looked at, in order: `position 7`, or `cross 100001/1`. */
  readonly looked: readonly string[]
  /** Contracts in which the house got rid of something that it had taken over, in order. */
  readonly offered: readonly number[]
  /** Contracts that its queue had before the entry, and for when: those that come meanwhile are due at the time of the entry. */
  readonly due: Map<number, number>
}

export const noHints = (): Hints => ({ looked: [], offered: [], due: new Map() })

export interface RefPerp {
  readonly contracts: Map<number, RefContract>
  readonly traders: Map<number, RefTrader>
  /** By user and contract. */
  readonly seats: Map<string, RefSeat>
  /** By user and coin. */
  readonly crosses: Map<string, RefCross>
  /** Open ones, the house's too, oldest first. */
  positions: RefPosition[]
  count: number
  /** The next full five seconds at which all contracts are sampled; Infinity = there is none. */
  nextSample: number
  /** Seats whose positions changed in the entry: what closes them is cut at its end. */
  touched: { readonly userId: number; readonly instrumentId: number }[]
  hints: Hints
  /** Steps of liquidations that the last entry with one took, and its sequence. */
  steps: number
  steppedSeq: number
  /** A liquidation waits for the next entry. */
  isWaiting: boolean
}

export const newPerp = (): RefPerp => ({
  contracts: new Map(),
  traders: new Map(),
  seats: new Map(),
  crosses: new Map(),
  positions: [],
  count: 0,
  nextSample: Number.POSITIVE_INFINITY,
  touched: [],
  hints: noHints(),
  steps: 0,
  steppedSeq: 0,
  isWaiting: false,
})

export const FUNDING_ONE = 10n ** 12n
export const HOUSE = 0
