/** Accounts of one person: they have the same number, which the command `setPerson` gives them. */
import { User } from '../../generated/rows'

/** Are two accounts one person’s? An account is its own person’s. */
@inline export function isSamePerson(a: User, b: User): bool {
  return a.person == b.person
}
