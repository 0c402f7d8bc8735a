/** Many keys of many users: which of them are known, and whether the rows of the others come back. */
import { expect, test } from 'vitest'
import { START_MS } from '../../scenarios/exchange-driver.ts'
import { Keyring } from '../../scenarios/keyring.ts'
import { drawFrom } from '../../scenarios/random-commands.ts'
import type { Command } from '../command.ts'
import { createState } from '../create-state.ts'
import { applyAll } from '../engine.ts'
import { encodeEntry } from '../entry.ts'
import { readOutcomes } from '../event-buffer.ts'
import { stateHash } from '../hash.ts'
import { asInstrumentId, asUserId, type UserId } from '../ids/id.ts'
import { decodeSnapshot, encodeSnapshot } from '../snapshot.ts'
import { FIRST_USER_ID } from './user.ts'

const KEYS_OF_USER_MAX = 1000
const DAY_MS = 86_400_000

/** What is known by a plain list: of each user the last thousand keys. */
class Model {
  readonly #keys = new Map<UserId, Set<string>>()

  use(userId: UserId, key: string): boolean {
    const keys = this.#keys.get(userId) ?? new Set()
    this.#keys.set(userId, keys)
    if (keys.has(key)) return true
    keys.add(key)
    const [oldest] = keys
    if (keys.size > KEYS_OF_USER_MAX) keys.delete(oldest ?? '')
    return false
  }
}

test('SPOT-044 REL-008 [part] among tens of thousands of keys exactly the last thousand of each user are known, also across a snapshot', () => {
  const ring = new Keyring()
  const users = ring.join(40)
  const model = new Model()
  const draw = drawFrom(5)
  for (let round = 0; round < 10; round += 1) {
    const uses = Array.from({ length: 8000 }, () => {
      const userId = users[draw(users.length)] ?? asUserId(0)
      // Three forms of keys, among them the longest; often one that was used before.
      const id = draw(2) === 0 ? draw(3000) : round * 3000 + draw(3000)
      return [userId, id % 3 === 0 ? `k${id}` : id % 3 === 1 ? `a key with ${id}` : `${id}`.padStart(36, '-')] as const
    })
    const expected = uses.map(([userId, key]) => model.use(userId, key))
    expect(ring.use(uses)).toEqual(expected)
    if (round === 4) ring.states.push(decodeSnapshot(encodeSnapshot(ring.states[0] ?? createState())))
  }
  expect(ring.states[0]?.keys.liveCount).toBeGreaterThan(30_000)
  const [live, restored] = ring.states.map(stateHash)
  expect(restored).toBe(live)
})

test('rows of keys that are not among the last thousand of their user come back', () => {
  const ring = new Keyring()
  const [ann = asUserId(0), bob = asUserId(0)] = ring.join(2)
  expect(ring.use([[bob, 'first']])).toEqual([false])
  for (let round = 0; round < 20; round += 1) {
    ring.use(Array.from({ length: 2000 }, (_, position) => [ann, `${round} ${position}`] as const))
    expect(ring.states[0]?.keys.liveCount).toBeLessThan(3 * KEYS_OF_USER_MAX)
  }
  expect(ring.use([[bob, 'first']])).toEqual([true])
  expect(ring.use(Array.from({ length: 1000 }, (_, position) => [ann, `19 ${1000 + position}`] as const))).not.toContain(false)
})

test('SPOT-044 [part] rows of keys that are a day old come back', () => {
  const ring = new Keyring()
  const users = ring.join(40)
  const all = (name: string, count: number) =>
    users.flatMap((userId) => Array.from({ length: count }, (_, position) => [userId, `${name} ${position}`] as const))
  ring.use(all('old', 900))
  ring.now += DAY_MS - 1
  expect(ring.use(all('old', 900))).not.toContain(false)
  ring.now += 1
  expect(ring.use(all('old', 10))).not.toContain(true)
  const rows = ring.states[0]?.keys.used
  for (let round = 0; round < 8; round += 1) {
    ring.use(all(`new ${round}`, 100))
    if (round === 3) ring.states.push(decodeSnapshot(encodeSnapshot(ring.states[0] ?? createState())))
  }
  expect(ring.states[0]?.keys.used).toBeLessThan((rows ?? 0) * 1.1)
  expect(ring.states[0]?.keys.liveCount).toBe(40 * 810)
  const [live, restored] = ring.states.map(stateHash)
  expect(restored).toBe(live)
})

test('SPOT-044 [part] a key of a user whom the entry before registers is known afterwards, in whatever groups entries are applied', () => {
  const commands: readonly (readonly [string, Command])[] = [
    ['', { kind: 'registerUser', accountKey: 'ann', document: {}, role: 'customer' }],
    ['first', { kind: 'cancelAllOrders', userId: asUserId(FIRST_USER_ID), instrumentId: asInstrumentId(0) }],
    ['first', { kind: 'cancelAllOrders', userId: asUserId(FIRST_USER_ID), instrumentId: asInstrumentId(0) }],
  ]
  const bytes = new Uint8Array(1024)
  const ends = commands.map(() => 0)
  let length = 0
  commands.forEach(([key, command], index) => {
    length += encodeEntry(bytes, length, index + 1, START_MS, key, command)
    ends[index] = length
  })
  const hashes = [ends, [length]].map((stops) => {
    const state = createState()
    let from = 0
    for (const to of stops) {
      applyAll(state, bytes, from, to)
      from = to
    }
    expect([...readOutcomes(state.out.bytes())].map(({ replayed }) => replayed)).toEqual([false, false, true])
    return stateHash(state)
  })
  expect(hashes[0]).toBe(hashes[1])
})
