/** Accounts of one person: each has the lowest id among them as its number. */
import type { SetPerson } from '@agio/engine/command.ts'
import { type Answer, no, ok } from './answer.ts'
import { type RefUser, smaller, userAt, type World } from './model.ts'
import { today, usedToday } from './stock.ts'
import { joinTakers } from './takers.ts'

export const isSamePerson = (world: World, userId: number, otherId: number): boolean =>
  userAt(world, userId).person === userAt(world, otherId).person

export function setPerson(world: World, { userId, withUserId }: SetPerson): Answer {
  const user = world.users.get(userId)
  const other = world.users.get(withUserId)
  if (user === undefined || (withUserId !== 0 && other === undefined)) return no('userNotFound')
  if (other === user) return no('badParameter')
  const own = accountsOf(world, user.person)
  if (other !== undefined) join(world, user.person, other.person)
  else if (own.length > 1) {
    const used = usedToday(world, userId)
    number(own.filter((account) => account !== user))
    number([user])
    for (const { person } of own) world.convert.used.set(person, { day: today(world), value: used })
  }
  return ok()
}

/** What both converted today, and took of stocks, is one person's. */
function join(world: World, one: number, other: number): void {
  if (one === other) return
  const [kept, gone] = [Math.min(one, other), Math.max(one, other)]
  const value = smaller(usedToday(world, kept) + usedToday(world, gone), 1n << 60n)
  joinTakers(world, kept, gone)
  number([...accountsOf(world, kept), ...accountsOf(world, gone)])
  world.convert.used.set(kept, { day: today(world), value })
}

const accountsOf = (world: World, person: number): RefUser[] => [...world.users.values()].filter((user) => user.person === person)

function number(accounts: readonly RefUser[]): void {
  const lowest = Math.min(...accounts.map(({ userId }) => userId))
  for (const account of accounts) account.person = lowest
}
