/** Which accounts are one person: what they do with each other counts for nothing that a second person would have to be there for. */
import type { SetPerson } from '../command.ts'
import { writeDocument } from '../events/write-document.ts'
import { asUserId, type UserId } from '../ids/id.ts'
import { asHandle, type Handle } from '../memory/handle.ts'
import type { Reason } from '../reason.ts'
import type { State } from '../state.ts'
import { userHandle } from '../user/user.ts'

export function setPerson(state: State, user: Handle<'user'>, { userId, withUserId, actor, why }: SetPerson): Reason {
  const other = withUserId === 0 ? 0 : userHandle(state, withUserId)
  if (withUserId !== 0 && other === 0) return 'userNotFound'
  if (other === user) return 'badParameter'
  if (other === 0) part(state, user)
  else join(state, personOf(state, user), personOf(state, other))
  const document = { userId: Number(userId), withUserId: Number(withUserId), why }
  writeDocument(state.out, { kind: 'documentSaved', userId: asUserId(0), collection: 'persons', id: String(userId), document, actor })
  return 'none'
}

const personOf = ({ users }: State, user: Handle<'user'>): UserId => users.at(user).person

/** Gives the accounts of both persons the lower of the two numbers. */
function join(state: State, one: UserId, other: UserId): void {
  if (one === other) return
  const [kept, gone] = one < other ? [one, other] : [other, one]
  state.kernel.joinConversions(kept, gone)
  const accounts = accountsOf(state, kept)
  for (const account of accountsOf(state, gone)) {
    state.users.edit(account).person = kept
    accounts.add(account)
  }
  state.accountsOfPerson.delete(gone)
  state.accountsOfPerson.set(kept, accounts)
}

/** The others stay one person, whose number is the lowest id among them. */
function part(state: State, user: Handle<'user'>): void {
  const { users } = state
  const person = personOf(state, user)
  const others = accountsOf(state, person)
  others.delete(user)
  state.accountsOfPerson.delete(person)
  users.edit(user).person = idOf(state, user)
  if (others.size === 0) return
  // rows stand in the order of ids
  const lowest = idOf(state, asHandle(Math.min(...others)))
  state.kernel.partConversions(person, idOf(state, user), lowest)
  if (others.size > 1) state.accountsOfPerson.set(lowest, others)
  for (const account of others) users.edit(account).person = lowest
}

const idOf = ({ users }: State, user: Handle<'user'>): UserId => users.at(user).id

const accountsOf = (state: State, person: UserId): Set<Handle<'user'>> =>
  state.accountsOfPerson.get(person) ?? new Set([userHandle(state, person)])

/** Notes which rows are one person's, for an exchange that was restored. A row of a build that knew no persons is a person of its own. */
export function notePersons(state: State): void {
  const { users, accountsOfPerson } = state
  for (const user of users.live()) {
    const id = idOf(state, user)
    if (personOf(state, user) === 0) users.edit(user).person = id
    const person = personOf(state, user)
    if (person !== id) accountsOfPerson.set(person, accountsOf(state, person).add(user))
  }
}
