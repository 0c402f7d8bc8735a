/** A real database, made once and copied; the rules of keeping it are in empty-database.test.ts. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { scratchFolder } from '../testing/scratch.ts'
import { makeEmptyDatabase } from './empty-database.ts'
import { openPglite } from './pglite-connection.ts'

let folder: string
let cache: string

beforeEach(() => {
  folder = scratchFolder('empty')
  cache = join(folder, 'cache')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

async function tablesOf(path: string): Promise<unknown> {
  const connection = await openPglite(path)
  try {
    await connection.run({ sql: 'create table mine (note text)', parameters: [] })
    return (await connection.run({ sql: 'select relname from pg_stat_user_tables', parameters: [] })).rows
  } finally {
    await connection.close()
  }
}

test('a database is made once and copied after that; what one writes is not in the next', async () => {
  const [first, second] = [join(folder, 'first'), join(folder, 'second')]
  await makeEmptyDatabase(first, cache)
  const kept = readdirSync(cache)
  expect(kept).toHaveLength(1)
  expect(await tablesOf(first)).toEqual([{ relname: 'mine' }])
  // Only a copy brings it along.
  const mark = join(cache, kept[0] ?? '', 'mark')
  writeFileSync(mark, 'kept')
  await makeEmptyDatabase(second, cache)
  expect(readFileSync(join(second, 'mark'), 'utf8')).toBe('kept')
  expect(await tablesOf(second)).toEqual([{ relname: 'mine' }])
  expect(readdirSync(folder).sort()).toEqual(['cache', 'first', 'second'])
  expect(readdirSync(cache)).toEqual(kept)
})
