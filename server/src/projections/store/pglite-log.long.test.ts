/** How much the log of the database grows while much is written. */
import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { scratchFolder } from '../testing/scratch.ts'
import { makeEmptyDatabase } from './empty-database.ts'
import { openPglite } from './pglite-connection.ts'

const MB = 1024 * 1024
const ROW = `${'x'.repeat(1023)}\n`
const utf8 = new TextEncoder()

let folder: string
let path: string

beforeEach(() => {
  folder = scratchFolder('pglite')
  path = join(folder, 'pg')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function bytesOf(folder: string): number {
  const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile())
  return files.reduce((sum, { name }) => sum + statSync(join(folder, name)).size, 0)
}

test('the log of the database stays small however long it runs, and so does what a start after a kill reads', async () => {
  await makeEmptyDatabase(path)
  const connection = await openPglite(path)
  const lines = utf8.encode(ROW.repeat(4 * 1024))
  try {
    await connection.run({ sql: 'create table notes (note text)', parameters: [] })
    for (let written = 0; written < 200; written += 4) {
      await connection.copy({ target: 'notes', lines })
      await connection.settle()
    }
    const { rows } = await connection.run({ sql: 'select count(*) as count from notes', parameters: [] })
    expect(rows).toEqual([{ count: String(200 * 1024) }])
    expect(bytesOf(join(path, 'pg_wal'))).toBeLessThan(128 * MB)
  } finally {
    await connection.close()
  }
})
