/** Texts that are kept are those that were made, whatever became of the file. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { asAddressId } from '@agio/engine/ids/id.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { KeptTexts } from './kept-texts.ts'

const ACCOUNT = { form: 'xpub', xpub: 'one' } as const
const warned: string[] = []
const note = (text: string): void => void warned.push(text)
const log = { info: note, warn: note, error: note }
let dir: string
const open = (): KeptTexts => new KeptTexts(join(dir, 'soft', 'addresses.txt'), log)
const file = (): string => join(dir, 'soft', 'addresses.txt')
const [first, second] = [asAddressId(12), asAddressId(3)]

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'watch-kept-'))
  warned.length = 0
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

it('what was kept is found by its key and number alone', () => {
  expect(open().of(ACCOUNT, first)).toBeUndefined()
  open().add(ACCOUNT, [
    [first, 'text-12'],
    [second, 'text-3'],
  ])
  expect([open().of(ACCOUNT, first), open().of(ACCOUNT, second)]).toEqual(['text-12', 'text-3'])
  expect(open().of({ form: 'xpub', xpub: 'another' }, first)).toBeUndefined()
  expect(open().of(ACCOUNT, asAddressId(1))).toBeUndefined()
})

it('a line that was torn or spoilt counts for nothing, wherever it was torn', () => {
  open().add(ACCOUNT, [[first, 'text-12']])
  const whole = readFileSync(file(), 'utf8')
  for (let kept = 0; kept < whole.length - 1; kept += 1) {
    writeFileSync(file(), whole.slice(0, kept))
    open().add(ACCOUNT, [[second, 'text-3']])
    expect(open().of(ACCOUNT, second), `torn at ${kept}`).toBe('text-3')
    expect(open().of(ACCOUNT, first), `torn at ${kept}`).toBeUndefined()
    expect(open().of(ACCOUNT, asAddressId(1)), `torn at ${kept}`).toBeUndefined()
  }
  // Somebody's text under another number.
  writeFileSync(file(), whole.replace('12 ', '13 '))
  expect(open().of(ACCOUNT, asAddressId(13))).toBeUndefined()
  expect(warned).toEqual([])
})
