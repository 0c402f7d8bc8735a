/** Durations in memory, such as waits, locks and lives of codes: by time that only passes, whoever sets the machine's clock meanwhile. */
import type { Clock } from './http/context.ts'

/** ms; to be compared with other steady instants of this process alone. */
export const steadyNow = (clock: Clock): number => clock.steady?.() ?? clock.now()

/** A steady instant as whoever reads an answer has it, ms since the epoch. */
export const wallTime = (clock: Clock, instant: number): number => instant - steadyNow(clock) + clock.now()
