/** User rows: their position is their id. */
import { USER_BYTES } from '../../generated/layout.ts'
import type { State } from '../state.ts'

export const FIRST_USER_ID = 100_001

/** Row of a user, 0 = no such user. User id 0 is the tenant itself. */
export function userHandle(state: State, userId: number): number {
  if (userId === 0) return USER_BYTES
  const handle = (userId - FIRST_USER_ID + 2) * USER_BYTES
  return userId >= FIRST_USER_ID && handle < state.users.used ? handle : 0
}
