import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { scratchFolder } from '../testing/scratch.ts'
import { makeEmptyDatabase } from './empty-database.ts'

let folder: string
let cache: string

beforeEach(() => {
  folder = scratchFolder('empty')
  cache = join(folder, 'cache')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

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
