/** State of contracts in the reference. Amounts are minor units of the margin coin, prices ticks, quantities contracts. */
import type { ContractTerms } from '@agio/engine/command.ts'
import type { Attached, TriggerPrice } from '@agio/engine/event.ts'

export interface RefContract {
  readonly instrumentId: number
  terms: ContractTerms
  isShut: boolean
  /** At its last index: nobody trades it again. */
  isSettled: boolean
  /** The last order id given when the index went, and when that was. */
  frozenAfter: number
  frozenAt: number
  /** 0 = there never was one. */
  mark: number
  index: number
  /** 1e-12 of what it is priced in. */
  indexFine: bigint
  /** The last thirty, 1e-12 of what it is priced in; 0 where there are not so many yet. */
  basis: bigint[]
  /** Samples of the premium in this minute, and how many of them there are. */
  slots: bigint[]
  liveSlots: number
  /** Value that customers traded with each other, by five seconds, and the last of those that anything was asked of. */
  traded: { readonly window: number; value: bigint }[]
  tradedAt: number
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
  /** While it is being liquidated: since when, and when it is looked at again. */
  begun: number
  lookAt: number
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
  /** What its fills lost against the mark beyond what a price may be worse. */
  booked: bigint
  margin: bigint
  /** Part of the margin that another leverage never sets free. */
  added: bigint
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
  /** While it is being liquidated, or offered by the house: since when its price falls. */
  begun: number
  /** When it is looked at again while it is being liquidated; the house's: when it was offered last. */
  lookAt: number
  /** The house's: whose it was, at what price nothing was left, since when it has it, and until when it is offered to the book. */
  readonly broken: number
  readonly brokenId: number
  readonly bankruptcy: number
  taken: number
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
  /** The next window of five seconds in which all contracts are sampled, and the instant in it; Infinity = there is none. */
  window: number
  nextSample: number
  /** Of the entries up to now, and the two secret words that instants of samples are made with. */
  chain: bigint
  secret: readonly [bigint, bigint]
  /** Seats whose positions changed in the entry: what closes them is cut at its end. */
  touched: { readonly userId: number; readonly instrumentId: number }[]
  /** Every change of an insurance fund, what bankruptcies cost it, and what it owes the house. */
  readonly fundChanges: { readonly assetId: number; readonly at: number; readonly amount: bigint; readonly isDeposit: boolean }[]
  readonly losses: { readonly assetId: number; readonly userId: number; readonly at: number; readonly amount: bigint }[]
  readonly debts: Map<number, bigint>
  hints: Hints
  /** Resting orders that the entry ended because their owners could not bear a fill. */
  cuts: number
  /** Resting orders that the entry passed over where there is no index. */
  passed: number
}

export const newPerp = (): RefPerp => ({
  contracts: new Map(),
  traders: new Map(),
  seats: new Map(),
  crosses: new Map(),
  positions: [],
  count: 0,
  window: 0,
  nextSample: Number.POSITIVE_INFINITY,
  chain: 0n,
  secret: [0n, 0n],
  touched: [],
  fundChanges: [],
  losses: [],
  debts: new Map(),
  hints: noHints(),
  cuts: 0,
  passed: 0,
})

export const FUNDING_ONE = 10n ** 12n
export const HOUSE = 0
