/** Who is one person: see `operator/person-admin.ts`. */
import type { UserId } from '../ids/id.ts'
import type { State } from '../state.ts'
import { userHandle } from './user.ts'

/** All accounts of the person whose account a user is, the lowest id first. */
export function accountsOfPersonOf(state: State, userId: UserId): readonly UserId[] {
  const { accountsOfPerson, users } = state
  const user = userHandle(state, userId)
  if (user === 0 || userId === 0) return []
  const rows = accountsOfPerson.get(users.at(user).person) ?? [user]
  return [...rows].map((row) => users.at(row).id).sort((one, other) => one - other)
}
