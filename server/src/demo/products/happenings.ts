/** What happens once in the lapse, at its own instant and over what was traded until then. */
import type { Outcome } from '@agio/engine/event.ts'
import type { State } from '@agio/engine/state.ts'
import type { DemoCommand } from '../accounts.ts'

/** The exchange at an instant of the lapse. */
export interface Moment {
  readonly at: number
  readonly state: State
  /** @returns the outcome's value @throws Error when it was refused: then this file is wrong */
  does(command: DemoCommand): Promise<number>
}

export interface Happening {
  readonly at: number
  run(moment: Moment): Promise<void>
}

export type SubmitAt = (at: number, command: DemoCommand) => Promise<Outcome>

export async function happen({ at, run }: Happening, state: State, submit: SubmitAt): Promise<void> {
  await run({
    at,
    state,
    async does(command) {
      const { reason, value } = await submit(at, command)
      if (reason !== 'none') throw new Error(`demo: ${command.kind} of ${new Date(at).toISOString()} was refused: ${reason}`)
      return value
    },
  })
}
