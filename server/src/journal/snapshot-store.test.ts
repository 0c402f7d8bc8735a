import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { goodSnapshots, listSnapshots, type Snapshot, saveSnapshot } from './snapshot-store.ts'

let dir = ''
afterEach(() => rmSync(dir, { recursive: true, force: true }))

const snapshot = (seq: number): Snapshot => ({ seq, stateHash: `hash-${seq}`, bytes: new Uint8Array(1000).fill(seq & 255) })

const newest = (atMostSeq = Number.MAX_SAFE_INTEGER): Snapshot | undefined => [...goodSnapshots(dir, atMostSeq)][0]

test('REL-006 [part] the newest whole snapshot is taken; one with a wrong checksum is passed over for the older one', () => {
  dir = mkdtempSync(join(tmpdir(), 'agio-snapshot-'))
  writeFileSync(join(dir, 'snapshot-000000000000005.snap.tmp'), 'cut off by a stop')
  for (const seq of [10, 20, 30, 40]) saveSnapshot(dir, snapshot(seq))
  expect(listSnapshots(dir)).toEqual([40, 30, 20])
  expect(newest()).toEqual(snapshot(40))
  expect(newest(39)?.seq).toBe(30)
  expect(newest(19)).toBeUndefined()
  const file = join(dir, 'snapshot-000000000000040.snap')
  const good = readFileSync(file)
  for (const position of [0, 9, 20, 45, 128, good.length - 1]) {
    const bad = Buffer.from(good)
    bad[position] = (bad[position] ?? 0) ^ 16
    writeFileSync(file, bad)
    expect(newest()?.seq).toBe(30)
  }
  writeFileSync(file, good.subarray(0, good.length - 1))
  expect(newest()?.seq).toBe(30)
  expect(readdirSync(dir).filter((name) => name.endsWith('.tmp'))).toEqual([])
})
