/** User rows: their position is their id. */
import { allocateZeroed } from '../memory/tables'
import { none, User, usersTable } from '../../generated/rows'
import { ACTIVE, DISABLED } from '../constants/code'
import { USER_BYTES } from '../constants/layout'
import { USERS } from '../constants/map'
import { ACCOUNT_DISABLED, ACCOUNT_FROZEN, NONE } from '../constants/reason'

export const FIRST_USER_ID: i32 = 100_001

/** Row of a user, none = no such user. User id 0 is the tenant itself. */
@inline export function userHandle(userId: i32): User {
  if (userId == 0) return changetype<User>(USER_BYTES)
  if (userId < FIRST_USER_ID) return none<User>()
  // in 64 bits: an id of an entry may be anything
  const handle = <u64>(userId - FIRST_USER_ID + 2) * <u64>USER_BYTES
  return handle < <u64>usersTable.used ? changetype<User>(<usize>handle) : none<User>()
}

/** May this user move anything? Whoever owes something may not. */
export function checkStanding(user: User): i32 {
  const status: i32 = user.status
  if (status != ACTIVE) return status == DISABLED ? ACCOUNT_DISABLED : ACCOUNT_FROZEN
  return user.debts == 0 ? NONE : ACCOUNT_FROZEN
}

/** Adds a user, or at first the tenant, who has no id. Returns the row. */
export function addUser(role: i32): User {
  const user = allocateZeroed<User>(USERS, usersTable, USER_BYTES)
  user.trading = 1
  const handle = changetype<usize>(user)
  if (handle == USER_BYTES) return user
  user.id = <i32>(handle / USER_BYTES) - 2 + FIRST_USER_ID
  user.role = role
  user.person = user.id
  user.level = -1
  user.levelOverride = -1
  return user
}
