import fc from 'fast-check'
import { expect, test } from 'vitest'
import { KEY_BYTES, KEY_LENGTH, KEY_TEXT, KEY_USER } from '../layout.ts'
import { Rows } from '../memory/rows.ts'
import { hashOfRow } from './key-hash.ts'
import { KeyIndex } from './key-index.ts'

/** Key rows of one user whose text is a number, and their index, kept as the engine keeps them. */
class Keys {
  readonly rows = new Rows(KEY_BYTES, 64)
  readonly index = new KeyIndex()

  add(id: number): number {
    const key = this.rows.allocate()
    const keys = this.rows.view
    keys.setUint8(key + KEY_LENGTH, 4)
    keys.setInt32(key + KEY_USER, 88, true)
    keys.setInt32(key + KEY_TEXT, id, true)
    if (this.rows.liveCount > this.index.keysMost) this.index.grow(keys, this.rows.used)
    else this.index.add(keys, hashOfRow(keys, key), key)
    return key
  }

  remove(key: number): void {
    this.index.remove(this.rows.view, key)
    this.rows.release(key)
  }

  /** Ids that a look-up of this id's hash comes by. */
  bucket(id: number): number[] {
    const probe = this.rows.view
    const found: number[] = []
    probe.setUint8(KEY_LENGTH, 4)
    probe.setInt32(KEY_USER, 88, true)
    probe.setInt32(KEY_TEXT, id, true)
    const first = this.index.first(hashOfRow(probe, 0))
    for (let key = first; key !== 0; key = this.index.next(probe, key)) found.push(probe.getInt32(key + KEY_TEXT, true))
    return found
  }
}

test('an index of keys finds what is in it and nothing else, while keys come and go in any order and it grows', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9_000 }), fc.array(fc.nat(9_000), { maxLength: 900 }), (count, removed) => {
      const keys = new Keys()
      const known = new Map<number, number>()
      const drop = (id: number): void => {
        const key = known.get(id)
        if (key !== undefined) keys.remove(key)
        known.delete(id)
      }
      for (let id = 1; id <= count; id += 1) {
        known.set(id, keys.add(id))
        drop(removed[id % 1000] ?? 0)
      }
      for (const id of removed) drop(id)
      const restored = new KeyIndex()
      restored.restore(new Uint8Array(keys.index.buckets.buffer))
      for (let id = 1; id <= 9_000; id += 1) expect(keys.bucket(id).filter((one) => one === id)).toEqual(known.has(id) ? [id] : [])
      expect([restored.shift, restored.keysMost]).toEqual([keys.index.shift, keys.index.keysMost])
      for (const id of [...known.keys()]) drop(id)
      expect(new Uint8Array(keys.index.buckets.buffer).every((byte) => byte === 0)).toBe(true)
    }),
    { numRuns: 10 },
  )
})

test('a bucket holds any number of keys, newest first, and its filter forgets those that left', () => {
  const sizes = new Map<number, number[]>()
  const spread = new Keys()
  for (let id = 1; id <= 40_000; id += 1) {
    const bucket = bucketOf(spread, id)
    sizes.set(bucket, [...(sizes.get(bucket) ?? []), id])
  }
  const shared = [...sizes.values()].reduce((most, ids) => (ids.length > most.length ? ids : most)).slice(0, 40)
  expect(shared.length).toBe(40)
  const rows = shared.map((id) => spread.add(id))
  expect(spread.bucket(shared[0] ?? 0)).toEqual([...shared].reverse())
  for (const position of [0, 39, 20, 19, 1]) spread.remove(rows[position] ?? 0)
  const stay = shared.filter((_, position) => ![0, 39, 20, 19, 1].includes(position))
  expect(spread.bucket(stay[0] ?? 0)).toEqual([...stay].reverse())
  for (const id of stay.slice(1)) spread.remove(rows[shared.indexOf(id)] ?? 0)
  const maybe = shared.filter((id) => spread.bucket(id).length !== 0)
  expect(maybe).toContain(stay[0])
  expect(maybe.length).toBeLessThan(4)
})

function bucketOf(keys: Keys, id: number): number {
  const row = new DataView(new ArrayBuffer(KEY_BYTES))
  row.setUint8(KEY_LENGTH, 4)
  row.setInt32(KEY_USER, 88, true)
  row.setInt32(KEY_TEXT, id, true)
  return keys.index.bucketOf(hashOfRow(row, 0))
}
