/** Accounts of one person: each has the lowest id among them as its number. */
import type { SetPerson } from '@agio/engine/command.ts'
import { type Answer, no, ok } from './answer.ts'
import { type RefUser, userAt, type World } from './model.ts'

export const isSamePerson = (world: World, userId: number, otherId: number): boolean =>
  userAt(world, userId).person === userAt(world, otherId).person

export function setPerson(world: World, { userId, withUserId }: SetPerson): Answer {
  const user = world.users.get(userId)
  const other = world.users.get(withUserId)
  if (user === undefined || (withUserId !== 0 && other === undefined)) return no('userNotFound')
  if (other === user) return no('badParameter')
  const own = accountsOf(world, user.person)
  if (other !== undefined) number([...own, ...accountsOf(world, other.person)])
  else {
    number(own.filter((account) => account !== user))
    number([user])
  }
  return ok()
}

const accountsOf = (world: World, person: number): RefUser[] => [...world.users.values()].filter((user) => user.person === person)

function number(accounts: readonly RefUser[]): void {
  const lowest = Math.min(...accounts.map(({ userId }) => userId))
  for (const account of accounts) account.person = lowest
}
