/**
 * A projector turns events into rows of its own tables. It folds in memory and writes what it gathered in one transaction with the
 * position, so that a batch of any size is a handful of statements.
 */
import type { Event } from '@agio/engine/event.ts'
import type { UserId } from '@agio/engine/ids/id.ts'
import type { CHAIN_EVENTS } from '@agio/engine/schema/chain-events.ts'
import type { EventByKind, EventKind } from '@agio/engine/schema/events.ts'
import { type Ignored, ignored, type KindsRead, kindsIn, kindsRead } from '@agio/engine/schema/handlers.ts'
import type { PERP_EVENTS } from '@agio/engine/schema/perp-events.ts'
import type { CopyIn, Statement } from '../store/sql-connection.ts'

export interface Moment {
  readonly seq: number
  /** When it happened, ms: the stamp of the entry, or the instant at which work was due that the entry did late. */
  readonly at: number
}

/** Names of projectors for each kind of event. */
type FoldersOf<Kind extends EventKind> = Readonly<Record<Kind, readonly string[] | Ignored>>

/** What chains bring, and what the house sends there. */
const WALLET = {
  depositChanged: ['statement', 'walletTxs', 'messages'],
  withdrawalChanged: ['statement', 'walletTxs', 'messages'],
  paymentChanged: ['payments'],
  blockReached: ignored('depth is counted when somebody asks, from the engine’s height'),
  networkDefined: ['documents'],
  networkChanged: ['documents'],
  listingDefined: ['documents'],
  listingChanged: ['documents'],
  listingHalted: ignored('read from the engine; who did it stands in the operator’s log'),
  addressAssigned: ['addresses'],
  depositSeen: ['walletTxs'],
  waitingLeft: ['walletTxs'],
  depositJudged: ['walletTxs'],
  withdrawalRequested: ['walletTxs'],
  withdrawalReviewed: ['walletTxs', 'messages'],
  paymentBegun: ['payments'],
  paymentSigned: ['payments', 'walletTxs'],
  paymentFound: ['payments', 'walletTxs'],
  paymentDropped: ['payments', 'walletTxs'],
  holdingFunded: ignored('read from the engine'),
} as const satisfies FoldersOf<keyof typeof CHAIN_EVENTS>

/** What contracts do. */
const CONTRACTS = {
  contractFilled: ['contractFills', 'contractLines'],
  positionChanged: ['contractLines', 'contractPositions', 'positionDays', 'messages'],
  fundingSettled: ['eventRows', 'messages'],
  markChanged: ['markMinutes', 'priceCandles'],
  liquidated: ['contractPositions', 'contractReceipts', 'messages'],
  insuranceChanged: ['eventRows'],
  marginWarned: ['messages'],
  contractSettingsChanged: ignored('read from the engine'),
  contractDefined: ['contracts'],
  contractChanged: ignored('read from the engine'),
  contractSettled: ignored('what it made of orders and positions is told'),
  insuranceFunded: ignored('what it made of the fund is told; who did it stands in the operator’s log'),
} as const satisfies FoldersOf<keyof typeof PERP_EVENTS>

/** Projectors of each event. Most of the stream is ignored, depth and holds above all, and read without making objects. */
const PROJECTED = {
  orderPlaced: ['orders'],
  orderUpdated: ['orders'],
  orderLowered: ['orders'],
  orderClosed: ['orders', 'messages'],
  traded: ['fills', 'trades', 'candles', 'tickers', 'contractLines', 'markMinutes'],
  balanceChanged: ['statement', 'earn', 'messages'],
  transferred: ['history'],
  converted: ['history'],
  userRegistered: ['users'],
  documentSaved: ['documents', 'messages'],
  sourcePriced: ['indexMinutes'],
  indexChanged: ['indexMinutes'],
  levelChanged: ignored('the book is read from the engine'),
  instrumentStatusChanged: ignored('read from the engine'),
  instrumentDefined: ignored('read from the engine'),
  instrumentChanged: ignored('read from the engine'),
  assetDefined: ignored('read from the engine'),
  userStatusChanged: ignored('read from the engine; who did it stands in the operator’s log'),
  userTermsChanged: ignored('read from the engine'),
  feeScheduleChanged: ignored('read from the engine'),
  cancelAllTimerSet: ignored('read from the engine'),
  indexTermsSet: ['indexMinutes'],
  inventoryMoved: ignored('read from the engine'),
  convertValued: ['convertDays'],
  convertTermsSet: ignored('read from the engine'),
  stockTermsSet: ignored('read from the engine'),
  stockClosed: ignored('read from the engine'),
  earnChanged: ['earn', 'messages'],
  productDefined: ['documents'],
  productChanged: ['documents'],
  productStatusChanged: ignored('read from the engine'),
  productStatusSet: ignored('read from the engine'),
  productRateSet: ['earn'],
  ...WALLET,
  ...CONTRACTS,
} as const satisfies FoldersOf<EventKind>

export type FoldedKind = { [Kind in EventKind]: (typeof PROJECTED)[Kind] extends Ignored ? never : Kind }[EventKind]

/** What projectors fold. */
export const FOLDED: ReadonlySet<EventKind> = new Set(kindsIn(PROJECTED).filter((kind) => !('ignored' in PROJECTED[kind])))

type Folder = Extract<(typeof PROJECTED)[FoldedKind], readonly string[]>[number]
export type FoldedBy<Name extends Folder> = EventByKind[KindsRead<typeof PROJECTED, Name>]

/** Kinds of events for a projector. */
export const foldedBy = <Name extends Folder>(name: Name) => kindsRead(PROJECTED, name)

export const isFoldedBy = <Name extends Folder>(name: Name, event: Event): event is Event & FoldedBy<Name> => {
  const folders: Ignored | readonly string[] = PROJECTED[event.kind]
  return !('ignored' in folders) && folders.includes(name)
}

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
