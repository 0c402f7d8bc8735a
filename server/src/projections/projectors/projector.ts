/**
 * A projector turns events into rows of its own tables. It folds in memory and writes what it gathered in one transaction with the
 * position, so that a batch of any size is a handful of statements.
 */
import type { Event } from '@agio/engine/event.ts'
import type { UserId } from '@agio/engine/ids/id.ts'
import type { CopyIn, Statement } from '../store/sql-connection.ts'

export interface Moment {
  readonly seq: number
  /** Stamp of the entry, ms. */
  readonly at: number
}

/** What projectors fold. The rest, depth and holds above all, is most of the stream and is not even made into objects. */
export const FOLDED = ['orderPlaced', 'orderUpdated', 'orderClosed', 'traded', 'balanceChanged', 'userRegistered', 'documentSaved'] as const

export interface Projector {
  /** Those that it makes rows of; it is not asked about others. */
  readonly kinds: readonly (typeof FOLDED)[number][]
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
