/** User rows: their position is their id. */
import * as layout from '../layout.ts'
import type { State } from '../state.ts'

const { USER_BYTES, USER_ID, USER_LEVEL, USER_LEVEL_OVERRIDE, USER_ROLE, USER_TRADING } = layout

export const FIRST_USER_ID = 100_001

/** Row of a user, 0 = no such user. User id 0 is the tenant itself. */
export function userHandle(state: State, userId: number): number {
  if (userId === 0) return USER_BYTES
  const handle = (userId - FIRST_USER_ID + 2) * USER_BYTES
  return userId >= FIRST_USER_ID && handle < state.users.used ? handle : 0
}

/** Adds a user and returns the id. */
export function addUser(state: State, role: number): number {
  const handle = state.users.allocateZeroed()
  const userId = handle / USER_BYTES - 2 + FIRST_USER_ID
  const view = state.users.view
  view.setInt32(handle + USER_ID, userId, true)
  view.setUint8(handle + USER_ROLE, role)
  view.setUint8(handle + USER_TRADING, 1)
  view.setInt32(handle + USER_LEVEL, -1, true)
  view.setInt32(handle + USER_LEVEL_OVERRIDE, -1, true)
  return userId
}
