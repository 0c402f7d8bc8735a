import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { listSnapshots, newestSnapshot, type Snapshot, saveSnapshot } from './snapshot-store.ts'

let dir = ''
afterEach(() => rmSync(dir, { recursive: true, force: true }))

const snapshot = (seq: number): Snapshot => ({ seq, stateHash: `hash-${seq}`, bytes: new Uint8Array(1000).fill(seq & 255) })

test('REL-006 [part] the newest whole snapshot is taken; one with a wrong checksum is passed over for the older one', async () => {
  dir = mkdtempSync(join(tmpdir(), 'agio-snapshot-'))
  for (const seq of [10, 20, 30, 40]) saveSnapshot(dir, snapshot(seq))
  expect(listSnapshots(dir)).toEqual([40, 30, 20])
  expect(await newestSnapshot(dir)).toEqual(snapshot(40))
  expect((await newestSnapshot(dir, 39))?.seq).toBe(30)
  expect(await newestSnapshot(dir, 19)).toBeUndefined()
  const newest = join(dir, 'snapshot-000000000000040.snap')
  const good = readFileSync(newest)
  for (const position of [0, 9, 20, 45, 128, good.length - 1]) {
    const bad = Buffer.from(good)
    bad[position] = (bad[position] ?? 0) ^ 16
    writeFileSync(newest, bad)
    expect((await newestSnapshot(dir))?.seq).toBe(30)
  }
  writeFileSync(newest, good.subarray(0, good.length - 1))
  expect((await newestSnapshot(dir))?.seq).toBe(30)
  expect(readdirSync(dir).filter((name) => name.endsWith('.tmp'))).toEqual([])
})
