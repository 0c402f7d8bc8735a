import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { compile } from './compile.ts'

it('the committed contracts are what the compiler makes of their sources', () => {
  const committed: unknown = JSON.parse(readFileSync(new URL('built.json', import.meta.url), 'utf8'))
  expect(compile()).toEqual(committed)
})
