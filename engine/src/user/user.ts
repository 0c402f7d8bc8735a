/** User rows: their position is their id. */
import { asHandle, type Handle } from '../memory/handle.ts'
import type { State } from '../state.ts'

export const FIRST_USER_ID = 100_001

/** Row of a user, 0 = no such user. User id 0 is the tenant itself. */
export function userHandle({ users }: Pick<State, 'users'>, userId: number): Handle<'user'> {
  const { rowBytes, scalars } = users
  if (userId === 0) return asHandle(rowBytes)
  const handle = (userId - FIRST_USER_ID + 2) * rowBytes
  return userId >= FIRST_USER_ID && handle < scalars.used ? asHandle(handle) : 0
}
