import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mixId } from '../memory/handle-index.ts'
import { KeyIndex } from './key-index.ts'

/** The handle is the id itself, so that a look-up can tell which key it found; `mixer` may let ids share a hash. */
function find(index: KeyIndex, id: number, hash: number): number {
  if (!index.mayHave(hash)) return 0
  const { table } = index
  for (let slot = table.start(hash); table.handleAt(slot) !== 0; slot = table.after(slot)) if (table.handleAt(slot) === id) return id
  for (let at = index.nextWaiting(hash, 0); at >= 0; at = index.nextWaiting(hash, at + 8)) if (index.waitingAt(at) === id) return id
  return 0
}

test('an index of keys finds what is in it and nothing else, in table or waiting, while keys come and go in any order', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 2_500 }),
      fc.array(fc.nat(5_000), { maxLength: 600 }),
      fc.boolean(),
      fc.constantFrom(1, 3),
      (count, removed, readds, sharing) => {
        const hashOf = (id: number): number => mixId(Math.floor(id / sharing))
        const index = new KeyIndex()
        const known = new Set<number>()
        const add = (id: number): void => {
          if (known.has(id)) return
          known.add(id)
          index.add(hashOf(id), id)
        }
        for (let id = 1; id <= count; id += 1) {
          add(id)
          const gone = removed[id % 700] ?? 0
          if (known.delete(gone)) index.remove(hashOf(gone), gone)
          if (readds && gone !== 0 && id % 3 === 0) add(gone)
        }
        for (const id of removed) if (known.delete(id)) index.remove(hashOf(id), id)
        const found = (): number[] => Array.from({ length: 5_000 }, (_, at) => find(index, at + 1, hashOf(at + 1))).filter((id) => id !== 0)
        const sorted = [...known].sort((first, second) => first - second)
        expect(found()).toEqual(sorted)
        index.makeFilter()
        expect(found()).toEqual(sorted)
      },
    ),
    { numRuns: 40 },
  )
})

test('the filter forgets keys that left: it is made anew once they outnumber those that stayed', () => {
  const index = new KeyIndex()
  for (let id = 1; id <= 20_000; id += 1) index.add(mixId(id), id)
  for (let id = 1; id <= 19_000; id += 1) index.remove(mixId(id), id)
  let maybe = 0
  for (let id = 1; id <= 19_000; id += 1) if (index.mayHave(mixId(id))) maybe += 1
  expect(maybe).toBeLessThan(9_500)
  for (let id = 19_001; id <= 20_000; id += 1) expect(find(index, id, mixId(id))).toBe(id)
})
