import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { asUserId } from '@agio/engine/ids/id.ts'
import { instrumentsOf } from '@agio/engine/read.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { TenantConfig } from '../core/tenant-config.ts'
import { FolderLocked } from '../folder-lock/lock-folder.ts'
import { readConfig } from './config.ts'
import { type StartedTenant, startTenant } from './first-start.ts'

const AGIO: TenantConfig = { tenantId: 'agio', name: 'Agio', themeColor: '#FF5F1F', hosts: ['localhost'] }
const silent = { line: () => undefined, bar: () => undefined }

let dataDir: string
/** Stands in the folder while a first start is under way. */
let mark: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'agio-first-start-'))
  mark = join(dataDir, 'agio', 'first-start-unfinished')
  mkdirSync(join(dataDir, 'agio'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const start = (): Promise<StartedTenant> =>
  startTenant(readConfig({ AGIO_DATA_DIR: dataDir, AGIO_DEMO: 'off' }), AGIO, silent, { now: () => Date.now() })
const note = (id: string) =>
  ({ kind: 'saveDocument', userId: asUserId(0), collection: 'favorites', id, document: {}, actor: 'test' }) as const

it('REL-001 [part] a first start that was cut off before it was complete begins again and is whole', async () => {
  const cutOff = await start()
  const whole = { entries: cutOff.exchange.durableSeq, pairs: instrumentsOf(cutOff.exchange.state).length }
  await cutOff.exchange.submit(note('of the half world'))
  await cutOff.exchange.stop()
  writeFileSync(mark, '')
  const second = await start()
  expect({ entries: second.exchange.durableSeq, pairs: instrumentsOf(second.exchange.state).length }).toEqual(whole)
  expect(whole.pairs).toBeGreaterThan(10)
  await second.exchange.stop()
})

it('REL-001 [part] once complete, nothing is ever discarded', async () => {
  const first = await start()
  expect(existsSync(mark)).toBe(false)
  const { seq } = await first.exchange.submit(note('kept'))
  await first.exchange.stop()
  const second = await start()
  expect(second.exchange.durableSeq).toBeGreaterThanOrEqual(seq)
  await second.exchange.stop()
})

it('REL-001 [part] a second process does not discard a first start that is still under way', async () => {
  const first = await start()
  // the one that a first start makes in the end
  await first.exchange.snapshot()
  writeFileSync(mark, '')
  // Without what the first one makes ready for its next segment meanwhile.
  const files = () => readdirSync(join(dataDir, 'agio', 'journal')).filter((name) => !name.startsWith('reserve-'))
  const before = files()
  await expect(start()).rejects.toBeInstanceOf(FolderLocked)
  expect(files()).toEqual(before)
  await first.exchange.stop()
})

it('REL-005 [part] keys or pictures without a journal are not the beginning of an exchange, and stay as they are', async () => {
  for (const name of ['keys', 'files']) {
    const kept = join(dataDir, 'agio', name, 'one')
    mkdirSync(join(dataDir, 'agio', name))
    writeFileSync(kept, '')
    await expect(start()).rejects.toThrow(/journal is missing or empty, but .*; nothing was changed/)
    expect(readdirSync(join(dataDir, 'agio'))).toEqual([name])
    rmSync(join(dataDir, 'agio', name), { recursive: true })
  }
})
