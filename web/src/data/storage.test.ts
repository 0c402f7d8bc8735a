/** Each key of the storage: documented, one name, unset when it holds what cannot be read, and written again. */
import { afterEach, expect, test, vi } from 'vitest'
import { readStored, STORED, type StoredKey, type StoredValue, writeStored } from './storage.ts'

afterEach(() => vi.unstubAllGlobals())

/** What the specification names. */
const NAMED =
  'token userInfo inviteInfo language languageList selectedLanguage isDayMode currencyPairs currentPair currentCoin coinList rateData rateKey cachedRateData usdtRate kvConfig flashConfig publicInfo userConfig financialConfig countryList contractAssets currentContractInfo outMoney pathForbidden cachedMenus cachedBulletins'.split(
    ' ',
  )

function storage() {
  const kept = new Map<string, string>()
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}

test('SHELL-048 everything that is kept has one key of its own', () => {
  expect(NAMED.filter((name) => !(name in STORED))).toEqual([])
  const places = Object.values(STORED).map(({ key, area }) => `${area} ${key}`)
  expect(new Set(places).size).toBe(places.length)
})

test('SHELL-049 what cannot be read counts as unset under any key, and the next use writes it', () => {
  const [localStorage, sessionStorage] = [storage(), storage()]
  vi.stubGlobal('window', { localStorage, sessionStorage })
  const samples: readonly unknown[] = [
    'text',
    true,
    {},
    [],
    ['text'],
    { userId: '1', avatarUrl: null, registerAccount: 'a***', nickname: '' },
  ]
  for (const [name, { key, area, check }] of Object.entries(STORED)) {
    const place = area === 'session' ? sessionStorage : localStorage
    for (const broken of ['{broken', '', 'undefined', '7']) {
      place.kept.set(key, broken)
      expect([name, broken, readStored(name as StoredKey)]).toEqual([name, broken, undefined])
    }
    const good = samples.find((sample) => check(sample)) as StoredValue<StoredKey>
    writeStored(name as StoredKey, good)
    expect([name, readStored(name as StoredKey)]).toEqual([name, good])
  }
})
