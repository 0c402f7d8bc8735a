import { expect, test } from 'vitest'
import { missingParts } from './registration.ts'

test('AUTH-003 [part] what is missing from a registration is named in the order of the form', () => {
  const whole = {
    kind: 'email' as const,
    areaCode: '',
    account: 'a@mail.com',
    code: '123456',
    password: 'tern-Harbour-41',
    agreement: true,
    privacy: true,
  }
  expect(missingParts(whole)).toEqual([])
  expect(missingParts({ ...whole, privacy: false, code: '12345' })).toEqual(['code', 'privacy'])
  expect(missingParts({ kind: 'email', areaCode: '', account: '', code: '', password: '', agreement: false, privacy: false })).toEqual([
    'account',
    'code',
    'password',
    'agreement',
    'privacy',
  ])
})
