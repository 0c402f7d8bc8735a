/** How long withdrawals rest after a change of what protects an account. */

const HOUR_MS = 3_600_000
/** After something was added that can act for the account. */
export const SHORT_LOCK_MS = 6 * HOUR_MS
/** After something was changed or taken away. */
export const LONG_LOCK_MS = 24 * HOUR_MS

export interface RunningLock {
  /** ms since 1970 */
  readonly until: number
  readonly isLong: boolean
}

/**
 * The lock after a change. Any change while a long lock runs starts a long one again; else the later end holds.
 *
 * @param running the lock before, over or not; null: none
 * @param at of the change, ms since 1970
 */
export function lockAfter(running: RunningLock | null, at: number, isLong: boolean): RunningLock {
  const runs = running !== null && running.until > at
  if (isLong || (runs && running.isLong)) return { until: at + LONG_LOCK_MS, isLong: true }
  const until = at + SHORT_LOCK_MS
  return runs && running.until > until ? running : { until, isLong: false }
}

/** End of the lock after changes in the order they came, ms since 1970; null after none. */
export function lockedUntil(changes: readonly { readonly at: number; readonly isLong: boolean }[]): number | null {
  let lock: RunningLock | null = null
  for (const { at, isLong } of changes) lock = lockAfter(lock, at, isLong)
  return lock === null ? null : lock.until
}
