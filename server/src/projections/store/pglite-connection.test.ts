import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { scratchFolder } from '../testing/scratch.ts'
import { makeEmptyDatabase } from './empty-database.ts'
import { openPglite } from './pglite-connection.ts'

const utf8 = new TextEncoder()

let folder: string
let path: string

beforeEach(() => {
  folder = scratchFolder('pglite')
  path = join(folder, 'pg')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('lines are those of the last copy only, however long the ones before were', async () => {
  await makeEmptyDatabase(path)
  const connection = await openPglite(path)
  const notes = async () => (await connection.run({ sql: 'select note from notes order by note', parameters: [] })).rows
  try {
    await connection.run({ sql: 'create table notes (note text)', parameters: [] })
    await connection.copy({ target: 'notes', lines: utf8.encode('a\nb\nc\n') })
    await connection.copy({ target: 'notes', lines: utf8.encode('d\n') })
    // What looks like the mark behind the last line is text when it is escaped.
    await connection.copy({ target: 'notes', lines: utf8.encode('\\\\.\n') })
    expect(await notes()).toEqual(['\\.', 'a', 'b', 'c', 'd'].map((note) => ({ note })))
  } finally {
    await connection.close()
  }
})
