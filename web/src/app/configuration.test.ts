import { expect, test } from 'vitest'
import { configOf, configValue, forbiddenPaths } from './configuration.ts'

test('TEN-003 a configured string is kept only when it means something or is 0', () => {
  expect(configValue('0')).toBe(0)
  for (const empty of ['', 'null', 'false', ' ', null, false]) expect(configValue(empty)).toBeUndefined()
  expect(configValue('1')).toBe(1)
  expect(configValue('text')).toBe('text')
  expect(configValue('{"amountLimit":"5000"}')).toEqual({ amountLimit: '5000' })
  expect(configOf({ a: '', b: '0', theme: '#4b5bff' })).toEqual({ b: 0, theme: { color: '#4B5BFF' } })
})

test('ROUTE-014 [part] without the invite switch its path is forbidden', () => {
  const switches = { financialSwitch: 2, flashConvertSwitch: 0, contractSwitch: false, inviteSwitch: 0 }
  expect(forbiddenPaths(switches)).toEqual(['/invite'])
  expect(forbiddenPaths({ ...switches, inviteSwitch: 1 })).toEqual([])
})
