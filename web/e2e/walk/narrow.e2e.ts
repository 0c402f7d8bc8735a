/** A sample of what `narrow.long.e2e.ts` looks at: the languages with the longest words. */
import { expect, test } from 'vitest'
import { inventedTerminal } from '../contracts/invented.ts'
import { narrowTrade } from './narrow-trade.ts'

const invented = inventedTerminal()

test.each([['ru_RU'], ['es_ES']] as const)('A11Y-004 [part] contracts with positions in %s are as wide as a phone', async (lang) => {
  expect(await narrowTrade(invented, lang, false)).toEqual([])
})
