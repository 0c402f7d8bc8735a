import { afterEach, expect, test } from 'vitest'
import { DiskWatch } from './disk-watch.ts'

const MEBI = 2 ** 20
const watches: DiskWatch[] = []
afterEach(() => {
  for (const watch of watches.splice(0)) watch.stop()
})

test('the log tells when 2 GB and 500 MB are left, once each on the way down, and when the disk is full and has room again', async () => {
  const said: string[] = []
  let free = 9000
  let outOfSpace = false
  const room = () => ({ bytes: 0, outOfSpace })
  const watch = new DiskWatch({ dir: '/data', journal: { room }, say: (line) => said.push(line), freeBytes: async () => free * MEBI })
  watches.push(watch)
  const at = async (mebi: number, isFull = false): Promise<string[]> => {
    said.length = 0
    free = mebi
    outOfSpace = isFull
    await watch.look()
    expect(watch.freeBytes).toBe(mebi * MEBI)
    return [...said]
  }
  expect(await at(5000)).toEqual([])
  expect(await at(2000)).toEqual([expect.stringContaining('less than 2048 MiB are left, 2000 MiB free at /data')])
  expect(await at(1900)).toEqual([])
  expect(await at(2100)).toEqual([])
  expect(await at(400)).toEqual([expect.stringContaining('less than 500 MiB')])
  expect(await at(3, true)).toEqual([expect.stringContaining('full, 3 MiB free')])
  expect(await at(2, true)).toEqual([])
  expect([await at(80), watch.isFull]).toEqual([[], true])
  // What is left below 64 MiB is for what has to be written all the same.
  expect(await at(97)).toEqual([expect.stringContaining('room again, 97 MiB')])
  expect([await at(65), watch.isFull]).toEqual([[], false])
  expect([await at(63), watch.isFull]).toEqual([[expect.stringContaining('full, 63 MiB')], true])
  expect(await at(9000)).toEqual([expect.stringContaining('room again, 9000 MiB')])
  expect(await at(400)).toEqual([expect.stringContaining('less than 500 MiB')])
})
