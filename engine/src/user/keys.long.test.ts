/** So many keys that their buckets are made anew. */
import { expect, test } from 'vitest'
import { S_OLD_BUCKETS } from '../../generated/layout.ts'
import { Keyring } from '../../scenarios/keyring.ts'
import { createState } from '../create-state.ts'
import { stateHash } from '../hash.ts'
import type { UserId } from '../ids/id.ts'
import { decodeSnapshot, encodeSnapshot } from '../snapshot.ts'

test('SPOT-044 [part] while a million keys move to more buckets, each of them stays known and new ones are not', () => {
  const ring = new Keyring()
  const users = ring.join(1000)
  const round = (number: number): (readonly [UserId, string])[] => users.map((userId) => [userId, `key ${number}`] as const)
  // The move begins at 917,504 keys and takes some 8,000 new ones.
  for (let number = 0; number < 917; number += 1) ring.use(round(number))
  const isMoving = (): boolean => ring.states[0]?.memory.getUint32(S_OLD_BUCKETS, true) !== 0
  expect(isMoving()).toBe(false)
  for (let number = 917; number < 930; number += 1) {
    expect(ring.use(round(number))).not.toContain(true)
    expect(isMoving()).toBe(number < 925)
    for (const old of [0, 1, 500, 916, number]) expect(ring.use(round(old))).not.toContain(false)
    if (number === 920) ring.states.push(decodeSnapshot(encodeSnapshot(ring.states[0] ?? createState())))
  }
  const [live, restored] = ring.states.map(stateHash)
  expect(restored).toBe(live)
})
