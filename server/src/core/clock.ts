/** What time it is. Durations in memory, such as waits, locks and lives of codes, go by time that only passes. */
export interface Clock {
  /** ms since the epoch; it steps when somebody sets the machine's clock. For what others read or compare. */
  now(): number
  /** ms that only pass, equal to `now` until somebody sets it; absent = nobody does. Read it by `steadyNow`. */
  steady?(): number
  /** It jumped, and nobody said yet that it is right: no order is taken by it. Absent = it never does. */
  readonly isHeld?: boolean
}

/** ms; to be compared with other steady instants of this process alone. */
export const steadyNow = (clock: Clock): number => clock.steady?.() ?? clock.now()

/** A steady instant as whoever reads an answer has it, ms since the epoch. */
export const wallTime = (clock: Clock, instant: number): number => instant - steadyNow(clock) + clock.now()
