import { expect, test } from 'vitest'
import { DEFAULT_POLICY, reaches, readPolicy } from './policy.ts'
import { factsOf, type RiskSources, reviewsOf } from './risk.ts'
import { comparable, readSanctions, sanctionParts } from './sanctions.ts'

const HOUR = 3_600_000
const NOW = Date.UTC(2026, 10, 21, 12)
const U = 100_000_000n
const ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

/** Nothing that anybody would look at, whatever it is worth below 20,000. */
const CALM: RiskSources = {
  now: NOW,
  address: ADDRESS,
  memo: null,
  isSanctioned: false,
  amount: 10n,
  assetId: 1,
  daySum: 0n,
  withdrawable: 1000n,
  value: 6000n * U,
  earlier: [{ at: NOW - 48 * HOUR, address: ADDRESS, memo: null, value: 10n * U, assetId: 1, amount: 1n, isNothing: false, isLetGo: true }],
  book: [],
  deviceSince: NOW - 48 * HOUR,
  isByKey: false,
  lock: null,
  kycLevel: 1,
}
const reviews = (changes: Partial<RiskSources> = {}) => reviewsOf(factsOf({ ...CALM, ...changes }, DEFAULT_POLICY), DEFAULT_POLICY, NOW)
const lock = (hours: number, isShort: boolean) => ({ until: NOW + hours * HOUR, cause: 'passwordChanged', isShort })

test('OPS-011 [part] each fact that a reviewer is shown is a reason to look above its value, and none below', () => {
  expect(reviews()).toEqual([])
  expect(reviews({ value: 20_000n * U })).toEqual(['large'])
  expect(reviews({ earlier: [] })).toEqual(['first', 'newAddress'])
  expect(reviews({ earlier: [], value: 499n * U })).toEqual([])
  expect(reviews({ address: '0x52908400098527886E0F7030069857D2E4169EE7' })).toEqual(['newAddress'])
  expect(reviews({ deviceSince: NOW - 23 * HOUR })).toEqual(['newDevice'])
  expect(reviews({ deviceSince: undefined })).toEqual(['newDevice'])
  expect(reviews({ deviceSince: undefined, isByKey: true }), 'a key has no device').toEqual([])
  expect(reviews({ isSanctioned: true, value: 1n }), 'listed since it was asked for').toEqual(['sanctioned'])
  expect(reviews({ amount: 900n })).toEqual(['share'])
  expect(reviews({ amount: 900n, value: 4999n * U })).toEqual([])
  expect(reviews({ earlier: undefined })).toEqual(['newAddress', 'historyMissing'])
  const many = Array.from({ length: 20 }, () => ({
    at: NOW - HOUR,
    address: ADDRESS,
    memo: null,
    value: U,
    assetId: 1,
    amount: 0n,
    isNothing: false,
    isLetGo: true,
  }))
  expect(reviews({ earlier: many, value: U })).toEqual(['velocity'])
  expect(reviews({ earlier: many.slice(1), value: U })).toEqual([])
})

test('a lock is a reason while it runs, a long one for a day after it', () => {
  const seen = [lock(1, true), lock(-1, true), lock(1, false), lock(-23, false), lock(-24, false)].map((one) =>
    reviews({ lock: one, value: U }),
  )
  expect(seen).toEqual([['lock'], [], ['lock'], ['lock'], []])
})

test('what nobody let go makes no address known and no withdrawal the second one; one that looks like a known one is told', () => {
  const [first] = CALM.earlier ?? []
  const asked = first === undefined ? [] : [{ ...first, isLetGo: false }]
  expect(factsOf({ ...CALM, earlier: asked }, DEFAULT_POLICY)).toMatchObject({ isNewAddress: true, isFirst: true, averageValue: null })
  expect(reviews({ earlier: asked, value: 500n * U })).toEqual(['first'])
  expect(reviews({ earlier: asked, value: 2000n * U })).toEqual(['first', 'newAddress'])
  const alike = `${ADDRESS.slice(0, 6)}${'1'.repeat(32)}${ADDRESS.slice(-4)}`
  expect(factsOf({ ...CALM, address: alike }, DEFAULT_POLICY)).toMatchObject({ looksLikeKnown: true, isNewAddress: true })
  expect(factsOf({ ...CALM, book: [{ address: alike, memo: null }] }, DEFAULT_POLICY)).toMatchObject({
    looksLikeKnown: true,
    isInBook: false,
  })
})

test('OPS-011 [part] where one address serves many another tag is a new address, whoever went to the address before', () => {
  const [first] = CALM.earlier ?? []
  const earlier = first === undefined ? [] : [{ ...first, memo: '77' }]
  const to = (memo: string | null | undefined) => factsOf({ ...CALM, earlier, book: earlier, memo }, DEFAULT_POLICY)
  expect(to('77')).toMatchObject({ isNewAddress: false, isInBook: true, looksLikeKnown: false })
  expect(to('78')).toMatchObject({ isNewAddress: true, isInBook: false, looksLikeKnown: false })
  expect(to(null)).toMatchObject({ isNewAddress: true, isInBook: false })
  expect(to(undefined), 'not said yet').toMatchObject({ isNewAddress: false, isInBook: true })
  expect(reviews({ earlier, memo: '78' })).toEqual(['newAddress'])
})

test('a policy of fewer fields has the defaults, and one with a field that is none does not fit', () => {
  expect(readPolicy(undefined)).toEqual(DEFAULT_POLICY)
  expect(readPolicy({ twoFactorsFrom: null, why: 'x' })).toEqual({ ...DEFAULT_POLICY, twoFactorsFrom: null })
  for (const wrong of [{ twoFactors: '1' }, { kycLevel: 3 }, { reviewFrom: '1.000000001' }, { sharePercent: 0 }])
    expect(readPolicy(wrong)).toBeUndefined()
  expect([reaches('1', U), reaches('1', U - 1n), reaches('0', 0n), reaches(null, 10n ** 20n)]).toEqual([true, false, true, false])
})

test('sanctioned addresses are read from the text, the CSV and the XML of OFAC, or one a line, and fit into entries', () => {
  const text =
    'Digital Currency Address - XBT 12QtD5BFwRsdNsAZY76UVE1xyCGNTojH9h; alt. Digital Currency Address - USDT TBkKaKZk9cYBLgqCnZ2i5Ws8rk4GKXMA5k;'
  expect(readSanctions(text)).toEqual(['12QtD5BFwRsdNsAZY76UVE1xyCGNTojH9h', 'TBkKaKZk9cYBLgqCnZ2i5Ws8rk4GKXMA5k'])
  const xml = `<id><idType>Digital Currency Address - ETH</idType>\n<idNumber>${ADDRESS}</idNumber></id>`
  expect(readSanctions(xml)).toEqual([ADDRESS.toLowerCase()])
  expect(readSanctions(`# list\n${ADDRESS} # one\n\n${ADDRESS.toLowerCase()}\nnot an address\n`)).toEqual([ADDRESS.toLowerCase()])
  expect([comparable('BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4'), comparable('3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy')]).toEqual([
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy',
  ])
  const parts = sanctionParts(Array.from({ length: 1001 }, (_, index) => `a${index}`))
  expect([...parts.keys()]).toEqual(['part-000', 'part-001', 'part-002'])
})
