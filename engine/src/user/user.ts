/** User rows: their position is their id. */
import * as layout from '../layout.ts'
import type { State } from '../state.ts'

export const FIRST_USER_ID = 100_001

/** Row of a user, 0 = no such user. User id 0 is the tenant itself. */
export function userHandle(state: State, userId: number): number {
  if (userId === 0) return layout.USER_BYTES
  const handle = (userId - FIRST_USER_ID + 2) * layout.USER_BYTES
  return userId >= FIRST_USER_ID && handle < state.users.used ? handle : 0
}

/** Adds a user and returns the id. */
export function addUser(state: State, role: number): number {
  const handle = state.users.allocateZeroed()
  const userId = handle / layout.USER_BYTES - 2 + FIRST_USER_ID
  const view = state.users.view
  view.setInt32(handle + layout.USER_ID, userId, true)
  view.setUint8(handle + layout.USER_ROLE, role)
  view.setUint8(handle + layout.USER_TRADING, 1)
  view.setInt32(handle + layout.USER_LEVEL, -1, true)
  view.setInt32(handle + layout.USER_LEVEL_OVERRIDE, -1, true)
  return userId
}
