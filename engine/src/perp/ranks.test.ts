import { expect, test } from 'vitest'
import { ContractRow, PositionRow } from '../../generated/views.ts'
import { asInstrumentId, asPositionId } from '../ids/id.ts'
import { asHandle, type Handle } from '../memory/handle.ts'
import { CONTRACT, POSITION } from '../schema/perp.ts'
import { classOf, RankBook, type Scored } from './ranks.ts'

const CONTRACT_ROW: Handle<'contract'> = asHandle(8)
const instrumentId = asInstrumentId(3)

/** Positions of one contract with these scores, every other one short when `isMixed`; a freed row stands between each two. */
function positionsOf(scores: readonly bigint[], isMixed = false): Scored & { looks: number } {
  const rowBytes = POSITION.bytes
  const view = new DataView(new ArrayBuffer(rowBytes * (2 * scores.length + 1)))
  const contract = new ContractRow(new DataView(new ArrayBuffer(CONTRACT_ROW + CONTRACT.bytes)), CONTRACT_ROW)
  contract.instrument = instrumentId
  for (const [place] of scores.entries()) {
    const position = new PositionRow(view, asHandle(rowBytes * (2 * place + 1)))
    position.id = asPositionId(place + 1)
    position.seat = asHandle(40)
    position.contract = CONTRACT_ROW
    position.isShort = isMixed && place % 2 === 1
  }
  const made = {
    looks: 0,
    positions: { at: (row: Handle<'position'>) => new PositionRow(view, row), rowBytes, used: view.byteLength },
    contracts: { at: () => contract },
    kernel: {
      scoreOf: (row: number): bigint => {
        made.looks += 1
        return scores[(row / rowBytes - 1) / 2] ?? 0n
      },
    },
  }
  return made
}

const at = (score: bigint, isShort = false) => ({ instrumentId, isShort, score })

test('PERP-044 [part] classes of scores keep their order, of losses too', () => {
  const ends = [1n, 3n, 100n, 12_345_678n, 1n << 40n, 1n << 62n, (1n << 63n) - 1n]
  const scores = [...ends.map((score) => -score).reverse(), 0n, ...ends]
  const classes = scores.map(classOf)
  expect(classes).toEqual([...new Set(classes)].sort((one, other) => one - other))
  expect(Math.min(...classes)).toBeGreaterThanOrEqual(0)
  expect(Math.max(...classes)).toBeLessThanOrEqual(4096)
  expect(classOf(1_000_000n)).toBeLessThan(classOf(1_040_000n))
})

test('PERP-044 [part] lights are fifths of a side, and sides do not mix', () => {
  const scores = [-900n, 5n, 100n, 2_000n, 70_000n, 800_000n, -5n, 0n, 30n, 900n]
  const book = new RankBook(
    () => positionsOf(scores),
    () => 0,
    () => undefined,
  )
  expect(scores.map((score) => book.rankOf(at(score)))).toEqual([1, 2, 3, 4, 5, 5, 1, 2, 3, 4])
  const mixed = new RankBook(
    () => positionsOf(scores, true),
    () => 0,
    () => undefined,
  )
  // long: -900, 100, 70000, -5, 30; short: 5, 2000, 800000, 0, 900
  expect([-900n, -5n, 30n, 100n, 70_000n].map((score) => mixed.rankOf(at(score)))).toEqual([1, 2, 3, 4, 5])
  expect([0n, 5n, 900n, 2_000n, 800_000n].map((score) => mixed.rankOf(at(score, true)))).toEqual([1, 2, 3, 4, 5])
  expect(mixed.rankOf({ ...at(1n), instrumentId: asInstrumentId(4) })).toBe(3)
})

test('PERP-044 [part] counting goes in slices, and what is told is never older than a second', () => {
  let now = 0
  let scores = Array.from({ length: 10_000 }, (_, place) => BigInt(place) ** 3n)
  let state = positionsOf(scores)
  const slices: (() => void)[] = []
  const book = new RankBook(
    () => state,
    () => now,
    (slice) => slices.push(slice),
  )
  const lightOf = (place: number): number => book.rankOf(at(scores[place] ?? 0n))
  expect([500, 2_500, 5_000, 7_500, 9_500].map(lightOf)).toEqual([1, 2, 3, 4, 5])
  expect(state.looks).toBeLessThanOrEqual(2_048)

  // everybody's fortune turns; what was counted stands until the slices are through
  scores = scores.map((score) => -score)
  state = positionsOf(scores)
  now = 600
  expect(lightOf(9_500)).toBe(1)
  let ran = 0
  while (slices.length > 0) {
    const before = state.looks
    slices.shift()?.()
    expect(state.looks - before).toBeLessThanOrEqual(2_048)
    ran += 1
  }
  expect(ran).toBe(10)
  expect(state.looks).toBe(10_000)
  expect([9_500, 7_500, 5_000, 2_500, 500].map(lightOf)).toEqual([1, 2, 3, 4, 5])

  now = 2_000
  scores = scores.map((score) => -score)
  state = positionsOf(scores)
  expect([500, 9_500].map(lightOf)).toEqual([1, 5])
})
