import { expect, it } from 'vitest'
import { T_KEYS, TABLE_USED } from '../../generated/layout.ts'
import { KEYS_SPACE } from '../../generated/map.ts'
import { createState } from '../create-state.ts'
import { stateHash } from '../hash.ts'
import { AHEAD_BYTES, RoomAhead } from './room-ahead.ts'

const PAGES = AHEAD_BYTES / 4096

it('readies room page by page, follows the keys, and changes nothing that the exchange knows', () => {
  const state = createState()
  const hash = stateHash(state)
  const room = new RoomAhead(state)
  expect(room.grow(10)).toBe(10)
  expect(room.grow(Infinity)).toBe(PAGES - 10)
  expect(room.grow(Infinity)).toBe(0)
  expect(stateHash(state)).toBe(hash)
  state.memory.setUint32(T_KEYS + TABLE_USED, 5 * 4096 + 96, true)
  expect(room.grow(3)).toBe(3)
  expect(room.grow(Infinity)).toBe(2)
  // Further than what was ready: what was filled meanwhile needs no touch.
  state.memory.setUint32(T_KEYS + TABLE_USED, 2 * AHEAD_BYTES, true)
  expect(room.grow(Infinity)).toBe(PAGES)
  state.memory.setUint32(T_KEYS + TABLE_USED, KEYS_SPACE, true)
  expect(room.grow(Infinity)).toBe(0)
})
