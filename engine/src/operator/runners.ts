/** Runners of document commands. Each returns the outcome's value, or the reason for a refusal. */
import type { Handle } from '../memory/handle.ts'
import type { Reason } from '../reason.ts'
import type { CommandByKind, DocumentKind } from '../schema/commands.ts'
import type { State } from '../state.ts'

/** A runner for each kind. `user` is the row of the user in the command. */
export type Runners<Kind extends DocumentKind> = {
  readonly [K in Kind]: (state: State, user: Handle<'user'>, command: CommandByKind[K]) => number | Reason
}

/** Runs a command without a user's row. */
export const ofHouse =
  <C>(run: (state: State, command: C) => number | Reason) =>
  (state: State, _user: Handle<'user'>, command: C): number | Reason =>
    run(state, command)

/** Runs a command about a customer, and refuses user 0. */
export const ofUser =
  <C extends { readonly userId: number }>(run: (state: State, user: Handle<'user'>, command: C) => number | Reason) =>
  (state: State, user: Handle<'user'>, command: C): number | Reason =>
    command.userId === 0 ? 'userNotFound' : run(state, user, command)
