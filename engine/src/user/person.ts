/** Who is one person: see `operator/person-admin.ts`. */

import { USER_ID, USER_PERSON } from '../../generated/layout.ts'
import { asUserId, type UserId } from '../ids/id.ts'
import type { State } from '../state.ts'
import { userHandle } from './user.ts'

/** All accounts of the person whose account a user is, the lowest id first. */
export function accountsOfPersonOf(state: State, userId: UserId): readonly UserId[] {
  const user = userHandle(state, userId)
  if (user === 0 || userId === 0) return []
  const { view } = state.users
  const rows = state.accountsOfPerson.get(view.getInt32(user + USER_PERSON, true)) ?? [user]
  return [...rows].map((row) => asUserId(view.getInt32(row + USER_ID, true))).sort((one, other) => one - other)
}
