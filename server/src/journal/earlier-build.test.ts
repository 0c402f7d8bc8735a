/** A folder of a development build from before engine version 1, as that build left it: refused by name, and not a byte of it touched. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openExchange } from '../sequencer/open-exchange.ts'
import { EarlierBuild, refuseEarlierBuild } from './earlier-build.mjs'
import { openFileJournal } from './file-journal.ts'

const KEPT = new URL('testing/earlier/', import.meta.url)
const MAIN = new URL('../main.ts', import.meta.url).pathname
const SEGMENT = 'segment-000000000001-e1.log'
const SNAPSHOT = 'snapshot-000000000000002.snap'

let dataDir: string
let dir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'agio-earlier-'))
  dir = join(dataDir, 'agio', 'journal')
  mkdirSync(dir, { recursive: true })
  for (const file of readdirSync(KEPT)) writeFileSync(join(dir, file.replace(/\.gz$/, '')), gunzipSync(readFileSync(new URL(file, KEPT))))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

/** Everything below the data folder: bytes of files, and when each was written last. */
const contents = (): readonly (readonly [string, string, number])[] =>
  readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort()
    .map(
      (path) =>
        [
          path,
          statSync(path).isFile() ? createHash('sha256').update(readFileSync(path)).digest('hex') : '',
          statSync(path).mtimeMs,
        ] as const,
    )

/** What an opening is refused with; the folder has to be as it was. */
async function refusalOf(open: () => unknown): Promise<string> {
  const before = contents()
  const refused = await Promise.resolve()
    .then(open)
    .then(
      () => 'opened',
      (error: unknown) => (error instanceof EarlierBuild ? error.message : String(error)),
    )
  expect(contents()).toEqual(before)
  return refused
}

const message = (): string => `${dir} was made by an earlier development build, whose rules are no longer kept; nothing in it was changed`
const open = (): unknown => openExchange({ tenantId: 'agio', dir })

test('REL-003 [part] a data folder of an earlier development build is refused by name, and stays as it is byte for byte', async () => {
  expect(contents().length).toBe(readdirSync(KEPT).length + 2)
  expect(await refusalOf(open)).toContain(message())
  expect(await refusalOf(() => openFileJournal(dir))).toContain(message())
  expect(await refusalOf(() => refuseEarlierBuild(dataDir))).toContain(message())
})

test('REL-003 [part] so is one of which only the journal, or only a snapshot, is left, and one of the first builds of all', async () => {
  rmSync(join(dir, SNAPSHOT))
  expect(await refusalOf(open)).toContain(message())
  renameSync(join(dir, SEGMENT), join(dir, SEGMENT.replace('-e1', '')))
  expect(await refusalOf(() => refuseEarlierBuild(dataDir))).toContain(message())
  expect(await refusalOf(open)).toContain(message())
  rmSync(join(dir, SEGMENT.replace('-e1', '')))
  writeFileSync(join(dir, SNAPSHOT), gunzipSync(readFileSync(new URL(`${SNAPSHOT}.gz`, KEPT))))
  expect(await refusalOf(open)).toContain(message())
  expect(await refusalOf(() => refuseEarlierBuild(dataDir))).toContain(message())
})

test('REL-003 [part] the process of the server ends before it opens anything', async () => {
  const told = await refusalOf(() => {
    const env = { ...process.env, AGIO_DATA_DIR: dataDir, PORT: '0', FUTURES_PORT: '0', CONSOLE_PORT: '0' }
    const { status, stderr } = spawnSync(process.execPath, [MAIN], { env, encoding: 'utf8' })
    throw new Error(`${status} ${stderr}`)
  })
  expect(told).toContain(`1 agio: ${message()}`)
})

test('a folder that this build made is none of them, nor is one that nobody may read or that is not there', async () => {
  rmSync(dir, { recursive: true })
  const exchange = await openExchange({ tenantId: 'agio', dir })
  await exchange.snapshot()
  await exchange.stop()
  refuseEarlierBuild(dataDir)
  refuseEarlierBuild(join(dataDir, 'nowhere'))
  const again = await openExchange({ tenantId: 'agio', dir })
  await again.stop()
})
