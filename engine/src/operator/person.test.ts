import { expect, it } from 'vitest'
import { ExchangeDriver } from '../../scenarios/exchange-driver.ts'
import { strangeSnapshot } from '../../scenarios/strange-snapshot.ts'
import { contentHash } from '../content.ts'
import { apply } from '../engine.ts'
import { entryLength } from '../entry.ts'
import { asUserId } from '../ids/id.ts'
import { userOf } from '../read.ts'
import type { Reason } from '../reason.ts'
import { decodeSnapshot, encodeSnapshot } from '../snapshot.ts'
import type { State } from '../state.ts'

const NOBODY = asUserId(0)

/** Six accounts, named by numbers from 0. */
function sixAccounts() {
  const exchange = new ExchangeDriver()
  const users = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => exchange.join(name, {}))
  const idAt = (place: number) => users[place] ?? NOBODY
  const join = (one: number, other: number): Reason =>
    exchange.run({ kind: 'setPerson', userId: idAt(one), withUserId: idAt(other), actor: 'ops', why: 'test' }).reason
  const part = (one: number): Reason => join(one, -1)
  const persons = (state: State = exchange.state) => users.map((userId) => users.indexOf(userOf(state, userId)?.personId ?? NOBODY))
  return { exchange, join, part, persons }
}

it('whoever is one person with one of them is one person with all, and who is told apart leaves the others together', () => {
  const { join, part, persons } = sixAccounts()
  expect(persons()).toEqual([0, 1, 2, 3, 4, 5])
  expect([join(4, 1), join(5, 3), join(3, 4)]).toEqual(['none', 'none', 'none'])
  expect(persons()).toEqual([0, 1, 2, 1, 1, 1])
  expect([join(1, 4), join(2, 0)]).toEqual(['none', 'none'])
  expect(persons()).toEqual([0, 1, 0, 1, 1, 1])
  expect(part(1)).toBe('none')
  expect(persons()).toEqual([0, 1, 0, 3, 3, 3])
  expect([part(2), part(2), join(1, 5), join(1, 1)]).toEqual(['none', 'none', 'none', 'badParameter'])
  expect(persons()).toEqual([0, 1, 2, 1, 1, 1])
})

it('REL-006 [part] a snapshot keeps who is one person, and the rows of a build that knew none are persons of their own', () => {
  const { exchange, join, part, persons } = sixAccounts()
  join(1, 4)
  join(4, 5)
  join(0, 2)
  const { state, length: from } = exchange
  const opened = [encodeSnapshot(state), strangeSnapshot(state, { seed: 1, longerBy: 24 })].map((bytes) => decodeSnapshot(bytes))
  expect(persons(decodeSnapshot(strangeSnapshot(state, { seed: 1, without: ['user.person'] })))).toEqual([0, 1, 2, 3, 4, 5])
  part(1)
  join(5, 2)
  expect(persons()).toEqual([0, 1, 0, 3, 0, 0])
  for (const again of opened) {
    for (let at = from; at < exchange.length; at += entryLength(exchange.bytes, at)) apply(again, exchange.bytes, at)
    expect(persons(again)).toEqual(persons())
    expect(contentHash(again)).toBe(contentHash(state))
  }
})
