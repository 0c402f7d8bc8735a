import { afterEach, describe, expect, test, vi } from 'vitest'
import { coloursOf, dayModeOf, hotkeysOn, keepHotkeys, themeOf } from '../../data/account/settings.ts'
import { readStored, writeStored } from '../../data/storage.ts'
import { addAddresses, EMPTY_KEY, ed25519Key, formOfKey, growsKey, isNetwork, keyFaults, permissionFlags } from './key-model.ts'
import { loginFile, machineKind, machineName, placeName, reasonOf, shortAddress, sortedSessions } from './login-model.ts'

describe('API keys', () => {
  test('USER-015 [part] addresses and networks are told from slips', () => {
    for (const right of ['18.196.20.41', '10.0.0.0/8', '2a05:d014::/64', '::1']) expect(isNetwork(right)).toBe(true)
    for (const wrong of ['18.196.20', '18.196.20.256', '10.0.0.0/33', '2a05::/129', 'home', '1.2.3.4/8/8', ':::1'])
      expect(isNetwork(wrong)).toBe(false)
    expect(addAddresses(['1.2.3.4'], '1.2.3.4, 5.6.7.8 nine')).toEqual({ accepted: ['1.2.3.4', '5.6.7.8'], rest: 'nine' })
    const full = Array.from({ length: 20 }, (_, index) => `10.0.0.${index}`)
    expect(addAddresses(full, '9.9.9.9')).toEqual({ accepted: full, rest: '9.9.9.9' })
  })

  test('USER-015 [part] withdrawing is off unless asked for, and then needs an address', () => {
    expect(EMPTY_KEY.permissions.withdraw).toBe(false)
    expect(keyFaults(EMPTY_KEY)).toEqual(['label'])
    const withdraw = { ...EMPTY_KEY, label: 'bot', permissions: { ...EMPTY_KEY.permissions, withdraw: true } }
    expect(keyFaults(withdraw)).toEqual(['withdraw'])
    expect(keyFaults({ ...withdraw, addresses: ['1.2.3.4'] })).toEqual([])
    expect(keyFaults({ ...EMPTY_KEY, label: 'bot', typed: 'nine' })).toEqual(['addresses'])
    expect(permissionFlags(EMPTY_KEY.permissions)).toEqual({ read: 1, trade: 0, futures: 0, withdraw: 0 })
  })
})

describe('changing and signing of keys', () => {
  const row = {
    id: '1',
    label: 'bot',
    apiKey: 'k',
    algorithm: 'HMAC-SHA256',
    permissions: { read: 1, trade: 1, futures: 0, withdraw: 0 },
    ipList: ['1.2.3.4'],
    expireTime: null,
    lastUseTime: null,
    createTime: 1,
    status: 1,
  } as const

  test('USER-015 [part] a key that may do more, or from more places, is told from one that may do less', () => {
    const form = formOfKey({ ...row, ipList: [...row.ipList] })
    const grows = (change: object, before: object = {}) => growsKey({ ...row, ipList: ['1.2.3.4'], ...before }, { ...form, ...change })
    expect(form).toMatchObject({ label: 'bot', addresses: ['1.2.3.4'], permissions: { read: true, trade: true, futures: false } })
    expect([grows({}), grows({ label: 'other' }), grows({ permissions: { ...form.permissions, trade: false } })]).toEqual([
      false,
      false,
      false,
    ])
    expect(grows({ permissions: { ...form.permissions, withdraw: true } })).toBe(true)
    expect([grows({ addresses: ['1.2.3.4', '5.6.7.8'] }), grows({ addresses: [] })]).toEqual([true, true])
    expect([
      grows({ addresses: ['9.9.9.9'] }, { ipList: [] }),
      grows({ addresses: ['1.2.3.4'] }, { ipList: ['1.2.3.4', '2.2.2.2'] }),
    ]).toEqual([false, false])
  })

  test('USER-015 [part] a public key is read from Base64, Base64url and a PEM file; other keys are refused', () => {
    const url = '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo'
    const base64 = `${url.replace('_', '/')}=`
    const pem = '-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEA11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=\n-----END PUBLIC KEY-----\n'
    expect([ed25519Key(url), ed25519Key(` ${base64}\n`), ed25519Key(pem)]).toEqual([url, url, url])
    const x25519 = pem.replace('K2VwAyEA', 'K2VuAyEA')
    for (const wrong of ['', 'hello', url.slice(1), `${url}AAAA`, x25519, 'not base64!']) expect(ed25519Key(wrong)).toBeUndefined()
    expect(keyFaults({ ...EMPTY_KEY, label: 'bot', publicKey: '' })).toEqual(['publicKey'])
    expect(keyFaults({ ...EMPTY_KEY, label: 'bot', publicKey: pem })).toEqual([])
  })
})

describe('logins and devices', () => {
  const row = {
    id: '1',
    time: 0,
    ip: '81.193.44.7',
    region: 'Europe/Lisbon',
    device: 'desktop',
    os: 'macOS',
    browser: 'Chrome',
    isNewDevice: 0,
  } as const

  test('USER-010 [part] a device is named, its place read from its clock, its address shortened', () => {
    expect(machineName(row)).toBe('Chrome · macOS')
    expect(machineName({ browser: '', os: '', device: 'robot' })).toBe('robot')
    expect(placeName('America/New_York')).toBe('New York')
    expect(placeName('')).toBe('')
    expect(shortAddress('81.193.44.7')).toBe('81.193.44.•••')
    expect(shortAddress('2a05:d014:1:2::7')).toBe('2a05:d014:1:•••')
    expect(machineKind({ browser: '', os: 'iOS', device: 'mobile' })).toBe('phone')
    const session = {
      sessionId: 'a',
      current: 0,
      clientType: 'pc',
      device: '',
      os: '',
      browser: '',
      ip: '',
      region: '',
      createTime: 1,
      lastTime: 5,
    } as const
    const sorted = sortedSessions([
      session,
      { ...session, sessionId: 'b', lastTime: 9 },
      { ...session, sessionId: 'c', current: 1, lastTime: 1 },
    ])
    expect(sorted.map(({ sessionId }) => sessionId)).toEqual(['c', 'b', 'a'])
  })

  test('a file of logins runs no formula', () => {
    const file = loginFile([{ ...row, browser: '=1+1', method: 'password', result: 0, reason: 'LOGIN_FAILED' }])
    expect(file).toContain("'=1+1")
    expect(file).toContain('failure,LOGIN_FAILED')
    expect(reasonOf('LOGIN_LOCKED')).toBe('LOGIN_LOCKED')
    expect(reasonOf('SOMETHING')).toBe('other')
  })
})

describe('settings', () => {
  test('USER-012 [part] the look of an account and the look of a browser are two names of one thing', () => {
    for (const theme of ['system', 'day', 'night'] as const) expect(themeOf(dayModeOf(theme))).toBe(theme)
    expect(coloursOf('blue-up')).toBe('blind')
    expect(hotkeysOn({})).toBe(true)
    expect(hotkeysOn({ all: 'off' })).toBe(false)
  })

  afterEach(() => vi.unstubAllGlobals())

  test('PERP-019 [part] the keys of the ticket are kept beside the settings of a contract', () => {
    const kept = new Map<string, string>()
    const localStorage = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    }
    vi.stubGlobal('window', { localStorage, sessionStorage: localStorage })
    writeStored('userConfig', { contract: { contractId: '7', nowLevel: 20 } })
    keepHotkeys(false)
    expect(readStored('userConfig')).toEqual({ contract: { contractId: '7', nowLevel: 20 }, hotkeys: false })
  })
})
