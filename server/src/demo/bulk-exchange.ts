/** What the lapse trades on: an exchange that takes commands with stamps of their own, and a clock that stands in the past. */
import type { Outcome } from '@agio/engine/event.ts'
import type { Clock } from '../core/clock.ts'
import type { DemoCommand, DemoExchange } from './accounts.ts'

/** A command with its time. */
export interface StampedCommand {
  readonly at: number
  readonly key: string
  readonly command: DemoCommand
}

/** An exchange that also takes a chunk of stamped commands: the lapse's simulated clock. */
export interface BulkExchange extends DemoExchange {
  submitMany(items: readonly StampedCommand[]): Promise<readonly Outcome[]>
}

/** A clock that can stand in the past while the lapse runs. */
export interface SimulatedClock extends Clock {
  /** Simulated time; undefined = the real clock. */
  set(at: number | undefined): void
}

export function simulatedClock(real: Clock): SimulatedClock {
  let simulated: number | undefined
  return {
    now: () => simulated ?? real.now(),
    get isHeld() {
      return real.isHeld === true
    },
    set: (at) => {
      simulated = at
    },
  }
}
