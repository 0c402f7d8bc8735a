/** The catalogue of errors. */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { ERRORS } from './codes.ts'

it('API-001 [part] no two errors have one code: a caller knows each by it', () => {
  const names = Map.groupBy(Object.entries(ERRORS), ([, { code }]) => code)
  const shared = [...names].filter(([, entries]) => entries.length > 1).map(([code, entries]) => [code, ...entries.map(([name]) => name)])
  expect(shared).toEqual([])
})

it('every answer in the picture of a request stands in the catalogue', () => {
  const architecture = readFileSync(new URL('../../ARCHITECTURE.md', import.meta.url), 'utf8')
  const picture = architecture.slice(architecture.indexOf('## Life of a request'), architecture.indexOf('## Life of a command'))
  const names = [...picture.matchAll(/\b[A-Z][A-Z0-9]+_[A-Z0-9_]+\b/g)].map(([name]) => name)
  expect(names.length).toBeGreaterThan(15)
  expect(names.filter((name) => !Object.hasOwn(ERRORS, name))).toEqual([])
})
