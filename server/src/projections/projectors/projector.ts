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

export interface Projector {
  /** What it makes rows of; nothing else is folded. */
  readonly kinds: readonly Event['kind'][]
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
