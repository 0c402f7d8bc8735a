/** What runs a command that travels as a document: the outcome's value, or the reason why nothing was done. */
import type { Reason } from '../reason.ts'
import type { CommandByKind, DocumentKind } from '../schema/commands.ts'
import type { State } from '../state.ts'

/** One for each kind. `user` is the row of the user that the command names. */
export type Runners<Kind extends DocumentKind> = {
  readonly [K in Kind]: (state: State, user: number, command: CommandByKind[K]) => number | Reason
}

/** Of a command that needs no row of a user. */
export const ofHouse =
  <C>(run: (state: State, command: C) => number | Reason) =>
  (state: State, _user: number, command: C): number | Reason =>
    run(state, command)

/** Of a command that names a customer, and is refused where there is none to name. */
export const ofUser =
  <C extends { readonly userId: number }>(run: (state: State, user: number, command: C) => number | Reason) =>
  (state: State, user: number, command: C): number | Reason =>
    command.userId === 0 ? 'userNotFound' : run(state, user, command)
