/** The catalogue of errors. */
import { expect, it } from 'vitest'
import { ERRORS } from './codes.ts'

it('API-001 [part] no two errors have one code: a caller knows each by it', () => {
  const names = Map.groupBy(Object.entries(ERRORS), ([, { code }]) => code)
  const shared = [...names].filter(([, entries]) => entries.length > 1).map(([code, entries]) => [code, ...entries.map(([name]) => name)])
  expect(shared).toEqual([])
})
