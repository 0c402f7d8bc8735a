import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const textsOf = (locale: string): Readonly<Record<string, string>> =>
  JSON.parse(readFileSync(new URL(`../../i18n/locales/${locale}/orders.json`, import.meta.url), 'utf8'))

const KINDS = ['trade', 'fee', 'airdrop', 'adjustment', 'deposit', 'withdraw', 'transfer', 'convert', 'earn', 'commission']

test.each(['en_US', 'zh_CN', 'ar_SA'])('ORD-003 [part] every kind of bill has a text of its own in %s', (locale) => {
  const texts = textsOf(locale)
  const words = KINDS.map((kind) => texts[`bill.${kind}`])
  expect(words).not.toContain(undefined)
  expect(new Set(words).size).toBe(KINDS.length)
  if (locale !== 'en_US') for (const kind of KINDS) expect(texts[`bill.${kind}`]).not.toBe(textsOf('en_US')[`bill.${kind}`])
})
