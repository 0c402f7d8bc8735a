/** Each key of the storage: documented, one name, unset when it holds what cannot be read, and written again. */
import { afterEach, describe, expect, test, vi } from 'vitest'
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

describe('a browser that keeps nothing', () => {
  const warned = () => vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const refuse = (): never => {
    throw new DOMException('refused', 'SecurityError')
  }
  /** What is kept and what is not belongs to one page. */
  async function page() {
    vi.resetModules()
    return import('./storage.ts')
  }
  afterEach(() => {
    vi.restoreAllMocks()
    vi.resetModules()
  })

  test.each<[string, object]>([
    ['blocked', Object.defineProperties({}, { localStorage: { get: refuse }, sessionStorage: { get: refuse } })],
    ['absent', { localStorage: null, sessionStorage: null }],
    ['full', { localStorage: { ...storage(), setItem: refuse }, sessionStorage: { ...storage(), setItem: refuse } }],
  ])('lets every value live in this page when its storage is %s', async (_, window) => {
    warned()
    vi.stubGlobal('window', window)
    const { isUnkept, readStored, STORED, writeStored } = await page()
    expect(readStored('token')).toBeUndefined()
    for (const key of ['token', 'language', 'selectedLanguage'] as const) {
      expect(STORED[key].area).toBe('local')
      writeStored(key, 'one')
      expect([readStored(key), isUnkept(key)]).toEqual(['one', true])
      writeStored(key, undefined)
      expect([readStored(key), isUnkept(key)]).toEqual([undefined, false])
    }
    writeStored('balanceVisible', false)
    expect(readStored('balanceVisible')).toBe(false)
  })

  test('reads what was refused before what is still there, and lets go of it once something is kept', async () => {
    warned()
    const localStorage = storage()
    localStorage.kept.set('token', '"of-before"')
    const setItem = vi.spyOn(localStorage, 'setItem').mockImplementation(refuse)
    vi.stubGlobal('window', { localStorage })
    const { isUnkept, readStored, writeStored } = await page()
    writeStored('token', 'of-now')
    expect(readStored('token')).toBe('of-now')
    setItem.mockRestore()
    writeStored('token', 'kept')
    expect([readStored('token'), isUnkept('token'), localStorage.kept.get('token')]).toEqual(['kept', false, '"kept"'])
  })
})
