import { expect, test } from 'vitest'

type Texts = Readonly<Record<string, string>>
const files = import.meta.glob<Texts>('../../i18n/locales/*/orders.json', { eager: true, import: 'default' })
const textsOf = (locale: string): Texts => files[`../../i18n/locales/${locale}/orders.json`] ?? {}

const KINDS = ['trade', 'fee', 'airdrop', 'adjustment', 'deposit', 'withdraw', 'transfer', 'convert', 'earn', 'commission']

test.each(['en_US', 'zh_CN', 'ar_SA'])('ORD-003 [part] every kind of bill has a text of its own in %s', (locale) => {
  const texts = textsOf(locale)
  const words = KINDS.map((kind) => texts[`bill.${kind}`])
  expect(words).not.toContain(undefined)
  expect(new Set(words).size).toBe(KINDS.length)
  if (locale !== 'en_US') for (const kind of KINDS) expect(texts[`bill.${kind}`]).not.toBe(textsOf('en_US')[`bill.${kind}`])
})

test('ORD-003 EARN-021 [part] in every language kinds of lines and states of earn orders have texts of their own', () => {
  const savings = import.meta.glob<Texts>('../../i18n/locales/*/savings.json', { eager: true, import: 'default' })
  expect(Object.keys(savings)).toHaveLength(12)
  for (const [path, texts] of Object.entries(savings))
    for (const group of [
      ['bill.1', 'bill.2', 'bill.3'],
      ['status.0', 'status.1', 'status.2'],
    ])
      expect({ path, words: new Set(group.map((key) => texts[key] ?? '')).size }).toEqual({ path, words: 3 })
})
