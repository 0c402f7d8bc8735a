import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openPglite } from './pglite-connection.ts'

const MB = 1024 * 1024
const ROW = `${'x'.repeat(1023)}\n`

function bytesOf(folder: string): number {
  const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile())
  return files.reduce((sum, { name }) => sum + statSync(join(folder, name)).size, 0)
}

test('the log of the database stays small however long it runs, and so does what a start after a kill reads', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'agio-pglite-'))
  const connection = await openPglite(folder)
  try {
    await connection.run({ sql: 'create table notes (note text)', parameters: [] })
    for (let written = 0; written < 200; written += 4) {
      await connection.copy({ target: 'notes', lines: ROW.repeat(4 * 1024) })
      await connection.settle()
    }
    const { rows } = await connection.run({ sql: 'select count(*) as count from notes', parameters: [] })
    expect(rows).toEqual([{ count: String(200 * 1024) }])
    expect(bytesOf(join(folder, 'pg_wal'))).toBeLessThan(128 * MB)
  } finally {
    await connection.close()
    rmSync(folder, { recursive: true, force: true })
  }
}, 60_000)
