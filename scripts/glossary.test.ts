/** The glossary has a word for everything that the descriptions name. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { COMMANDS } from '../engine/src/schema/commands.ts'
import { EVENTS } from '../engine/src/schema/events.ts'
import { TABLES } from '../engine/src/schema/rows.ts'

test('every command, event and table that is described stands in the glossary by its name', () => {
  const glossary = readFileSync(new URL('../docs/glossary.md', import.meta.url), 'utf8')
  const names = [...Object.keys(COMMANDS), ...Object.keys(EVENTS), ...TABLES.map(({ name }) => name)]
  expect(names.filter((name) => !glossary.includes(`\`${name}\``))).toEqual([])
})
