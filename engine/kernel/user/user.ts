/** User rows: their position is their id. */
import { allocateZeroed } from '../memory/tables'
import { USER_BYTES, USER_ID, USER_LEVEL, USER_LEVEL_OVERRIDE, USER_ROLE, USER_TRADING } from '../constants/layout'
import { T_USERS, TABLE_USED, USERS } from '../constants/map'

export const FIRST_USER_ID: i32 = 100_001

/** Row of a user, 0 = no such user. User id 0 is the tenant itself. */
@inline export function userHandle(userId: i32): usize {
  if (userId == 0) return USER_BYTES
  if (userId < FIRST_USER_ID) return 0
  // in 64 bits: an id of an entry may be anything
  const handle = <u64>(userId - FIRST_USER_ID + 2) * <u64>USER_BYTES
  return handle < <u64>load<u32>(T_USERS, TABLE_USED) ? <usize>handle : 0
}

/** Adds a user, or at first the tenant, who has no id. Returns the row. */
export function addUser(role: i32): usize {
  const user = allocateZeroed(USERS, T_USERS, USER_BYTES)
  store<u8>(user, 1, USERS + USER_TRADING)
  if (user == USER_BYTES) return user
  store<i32>(user, <i32>(user / USER_BYTES) - 2 + FIRST_USER_ID, USERS + USER_ID)
  store<u8>(user, <u8>role, USERS + USER_ROLE)
  store<i32>(user, -1, USERS + USER_LEVEL)
  store<i32>(user, -1, USERS + USER_LEVEL_OVERRIDE)
  return user
}
