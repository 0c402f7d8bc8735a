import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
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
}, 60_000)

/** Stands in for initdb where only its place matters. */
async function quickly(path: string): Promise<boolean> {
  mkdirSync(path)
  writeFileSync(join(path, 'PG_VERSION'), '18')
  return true
}

test('what a killed copy left goes, and what other boots kept', async () => {
  const path = join(folder, 'pg')
  mkdirSync(join(cache, 'empty-database-of-another-boot'), { recursive: true })
  mkdirSync(`${path}.copy`)
  await makeEmptyDatabase(path, cache, quickly)
  expect(readdirSync(folder).sort()).toEqual(['cache', 'pg'])
  expect(readdirSync(cache)).toHaveLength(1)
  expect(readdirSync(cache)).not.toContain('empty-database-of-another-boot')
})

test('what another process is just copying for the same version and boot stays', async () => {
  await makeEmptyDatabase(join(folder, 'first'), cache, quickly)
  const [kept = ''] = readdirSync(cache)
  rmSync(join(cache, kept), { recursive: true })
  mkdirSync(join(cache, `${kept}.of-another`))
  await makeEmptyDatabase(join(folder, 'second'), cache, quickly)
  expect(readdirSync(cache)).toEqual([kept, `${kept}.of-another`])
})

test('where nothing can be kept the database is made all the same', async () => {
  const path = join(folder, 'pg')
  writeFileSync(cache, 'a file stands where the folder should be')
  await makeEmptyDatabase(path, cache, quickly)
  expect(readFileSync(join(path, 'PG_VERSION'), 'utf8')).toBe('18')
  expect(readdirSync(folder).sort()).toEqual(['cache', 'pg'])
})

test('what could not be made is not kept', async () => {
  await makeEmptyDatabase(join(folder, 'pg'), cache, async () => false)
  expect(readdirSync(folder)).toEqual([])
})
