import { describe, expect, test } from 'vitest'
import { coloursOf, dayModeOf, hotkeysOn, themeOf } from '../../data/account/settings.ts'
import { addAddresses, EMPTY_KEY, isNetwork, keyFaults, permissionFlags } from './key-model.ts'
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
})
