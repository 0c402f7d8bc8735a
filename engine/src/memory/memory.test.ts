import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Ladder } from '../book/ladder.ts'
import { Deadlines } from './deadlines.ts'
import { HandleIndex, mixId } from './handle-index.ts'
import { Rows } from './rows.ts'

test('a ladder finds, orders and removes like a sorted list', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 3000 }), { maxLength: 2000 }), (keys) => {
      const ladder = new Ladder()
      const known = new Set<number>()
      for (const key of keys) {
        if (known.delete(key)) ladder.remove(key)
        else {
          known.add(key)
          ladder.insert(key, key)
          const sorted = [...known].sort((a, b) => a - b)
          const at = sorted.indexOf(key)
          expect([ladder.worse, ladder.better]).toEqual([sorted[at - 1] ?? 0, sorted[at + 1] ?? 0])
        }
        expect(ladder.count).toBe(known.size)
        expect(ladder.best).toBe(known.size === 0 ? 0 : Math.max(...known))
      }
      for (let key = 1; key <= 3000; key += 7) expect(ladder.find(key)).toBe(known.has(key) ? key : 0)
    }),
    { numRuns: 30 },
  )
})

test('an index finds what is in it and nothing else through growth and removal', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 400 }), { maxLength: 1500 }), (ids) => {
      const index = new HandleIndex(16)
      const known = new Set<number>()
      const find = (id: number): number => {
        for (let slot = index.start(mixId(id)); index.handleAt(slot) !== 0; slot = index.after(slot))
          if (index.handleAt(slot) === id) return id
        return 0
      }
      for (const id of ids) {
        if (known.delete(id)) index.remove(mixId(id), id)
        else {
          known.add(id)
          index.add(mixId(id), id)
        }
      }
      for (let id = 1; id <= 400; id += 1) expect(find(id)).toBe(known.has(id) ? id : 0)
      expect(index.count).toBe(known.size)
    }),
    { numRuns: 100 },
  )
})

test('rows keep their content while a table grows, and freed rows come back', () => {
  const rows = new Rows(16, 2)
  const handles = Array.from({ length: 100 }, (_, position) => {
    const handle = rows.allocateZeroed()
    rows.view.setFloat64(handle, position, true)
    return handle
  })
  expect(handles.map((handle) => rows.view.getFloat64(handle, true))).toEqual(handles.map((_, position) => position))
  rows.release(handles[5] ?? 0)
  rows.release(handles[9] ?? 0)
  expect([rows.allocate(), rows.allocate(), rows.liveCount]).toEqual([handles[9], handles[5], 100])
})

test('deadlines come out by time, class and id, whatever was set and cleared', () => {
  const entry = fc.record({
    at: fc.integer({ min: 0, max: 50 }),
    due: fc.integer({ min: 0, max: 3 }),
    id: fc.integer({ min: 1, max: 20 }),
    detail: fc.constant(0),
  })
  fc.assert(
    fc.property(fc.array(entry), fc.array(fc.nat(19)), (entries, cleared) => {
      const deadlines = new Deadlines()
      const known = new Map<string, (typeof entries)[number]>()
      for (const one of entries) {
        deadlines.set(one)
        known.set(`${one.due}:${one.id}`, one)
      }
      for (const id of cleared) {
        deadlines.clear(1, id, 0)
        known.delete(`1:${id}`)
      }
      const taken = [...known].map(() => deadlines.take())
      const sorted = [...known.values()].sort((a, b) => a.at - b.at || a.due - b.due || a.id - b.id)
      expect(taken).toEqual(sorted)
      expect(deadlines.next()).toBe(Infinity)
    }),
  )
})
