/** Every table as full as it can be, in the memory that it really has: some 3 GB and two minutes. */
import { expect, test } from 'vitest'
import { INDEX_COUNT, S_ARENA, X_ACCOUNTS, X_DESKS, X_ORDERS } from '../generated/layout.ts'
import { ARENA, ARENA_SPACE } from '../generated/map.ts'
import { ANSWERS, faultsOfService, fillAll, notFull } from '../scenarios/check-full.ts'
import { FullExchange } from '../scenarios/full-exchange.ts'
import type { State } from './state.ts'
import { tablesOf } from './tables.ts'

/** What a row given out or taken back changes: the hash of content would take minutes. */
function digest(state: State): string {
  const rows = tablesOf(state).map(({ rows: { used, freeHead, liveCount } }) => [used, freeHead, liveCount])
  const indexed = [X_ORDERS, X_ACCOUNTS, X_DESKS].map((index) => state.memory.getUint32(index + INDEX_COUNT, true))
  return JSON.stringify([rows, indexed, state.issued.map(String), state.memory.getUint32(S_ARENA, true)])
}

test('with all rows of all tables in use each refuses by name, and cancels, fills and reads go on', { timeout: 3_600_000 }, () => {
  const full = new FullExchange(1, digest)
  expect(fillAll(full)).toEqual(ANSWERS)
  expect(notFull(full.state)).toEqual([])
  expect(faultsOfService(full)).toEqual([])
  const used = full.state.memory.getUint32(S_ARENA, true) - ARENA
  expect(used).toBeLessThan(ARENA_SPACE / 2)
})
