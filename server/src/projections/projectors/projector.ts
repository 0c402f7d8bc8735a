/**
 * A projector turns events into rows of its own tables. It folds in memory and writes what it gathered in one transaction with the
 * position, so that a batch of any size is a handful of statements.
 */
import type { Event } from '@agio/engine/event.ts'
import type { UserId } from '@agio/engine/ids/id.ts'
import type { EventKind } from '@agio/engine/schema/events.ts'
import { type Ignored, ignored } from '@agio/engine/schema/handlers.ts'
import type { CopyIn, Statement } from '../store/sql-connection.ts'

export interface Moment {
  readonly seq: number
  /** When it happened, ms: the stamp of the entry, or the instant at which work was due that the entry did late. */
  readonly at: number
}

/** What chains bring, and what the house sends there. */
const WALLET = {
  depositChanged: 'folded',
  withdrawalChanged: 'folded',
  paymentChanged: 'folded',
  blockReached: ignored('depth is counted when somebody asks, from the engine’s height'),
  networkDefined: 'folded',
  networkChanged: 'folded',
  listingDefined: 'folded',
  listingChanged: 'folded',
  listingHalted: ignored('read from the engine; who did it stands in the operator’s log'),
  addressAssigned: 'folded',
  depositSeen: 'folded',
  waitingLeft: 'folded',
  depositJudged: 'folded',
  withdrawalRequested: 'folded',
  withdrawalReviewed: 'folded',
  paymentBegun: 'folded',
  paymentSigned: 'folded',
  paymentFound: 'folded',
  paymentDropped: 'folded',
  holdingFunded: ignored('read from the engine'),
} as const

/** What contracts do. */
const CONTRACTS = {
  contractFilled: 'folded',
  positionChanged: 'folded',
  fundingSettled: 'folded',
  markChanged: 'folded',
  liquidated: 'folded',
  insuranceChanged: 'folded',
  marginWarned: 'folded',
  contractSettingsChanged: ignored('read from the engine'),
  contractDefined: 'folded',
  contractChanged: ignored('read from the engine'),
  contractSettled: ignored('what it made of orders and positions is told'),
  insuranceFunded: ignored('what it made of the fund is told; who did it stands in the operator’s log'),
} as const

/** What becomes of each event. Of what is ignored, depth and holds above all, most of the stream is, not even objects are made. */
const PROJECTED = {
  orderPlaced: 'folded',
  orderUpdated: 'folded',
  orderClosed: 'folded',
  traded: 'folded',
  balanceChanged: 'folded',
  transferred: 'folded',
  converted: 'folded',
  userRegistered: 'folded',
  documentSaved: 'folded',
  sourcePriced: 'folded',
  indexChanged: 'folded',
  levelChanged: ignored('the book is read from the engine'),
  instrumentStatusChanged: ignored('read from the engine'),
  instrumentDefined: ignored('read from the engine'),
  instrumentChanged: ignored('read from the engine'),
  assetDefined: ignored('read from the engine'),
  userStatusChanged: ignored('read from the engine; who did it stands in the operator’s log'),
  userTermsChanged: ignored('read from the engine'),
  feeScheduleChanged: ignored('read from the engine'),
  cancelAllTimerSet: ignored('read from the engine'),
  indexTermsSet: 'folded',
  inventoryMoved: ignored('read from the engine'),
  convertValued: 'folded',
  convertTermsSet: ignored('read from the engine'),
  stockTermsSet: ignored('read from the engine'),
  stockClosed: ignored('read from the engine'),
  earnChanged: 'folded',
  productDefined: 'folded',
  productChanged: 'folded',
  productStatusChanged: ignored('read from the engine'),
  productStatusSet: ignored('read from the engine'),
  productRateSet: 'folded',
  ...WALLET,
  ...CONTRACTS,
} as const satisfies Readonly<Record<EventKind, 'folded' | Ignored>>

export type FoldedKind = { [Kind in EventKind]: (typeof PROJECTED)[Kind] extends 'folded' ? Kind : never }[EventKind]

/** What projectors fold. */
export const FOLDED: ReadonlySet<EventKind> = new Set(
  Object.entries(PROJECTED).flatMap(([kind, fate]) => (fate === 'folded' ? [kind as EventKind] : [])),
)

export interface Projector {
  /** Those that it makes rows of; it is not asked about others. */
  readonly kinds: readonly FoldedKind[]
  fold(event: Event, moment: Moment): void
  /** Rows gathered since the last `take`. */
  readonly pending: number
  /** What stores the rows gathered, in order; the projector is empty afterwards. */
  take(): readonly (Statement | CopyIn)[]
}

/** Who is a customer. Asked for nearly every event, so it is a set in memory; the users projector fills it. */
export interface Customers {
  has(userId: UserId): boolean
}

export const MINUTE_MS = 60_000
export const DAY_MS = 86_400_000

/** Start of the UTC day, ms. */
export function dayStart(at: number): number {
  return at - (at % DAY_MS)
}
