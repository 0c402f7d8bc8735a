import { expect, test } from 'vitest'
import { displayName, maskAccount, maskEmail, maskPhone } from './mask.ts'

test('AUTH-026 e-mail addresses are masked', () => {
  expect(maskEmail('alexander@mail.com')).toBe('al***er@mail.com')
  expect(maskEmail('john@x.io')).toBe('***hn@x.io')
  expect(maskEmail('a@x.io')).toBe('***a@x.io')
})

test('AUTH-027 phone numbers are masked, short ones more', () => {
  expect(maskPhone('13812345678')).toBe('138***678')
  expect(maskPhone('12345')).toBe('12***')
  expect(maskPhone('123456')).toBe('12***')
  expect(maskPhone('1234567')).toBe('123***567')
})

test('AUTH-025 an empty nickname becomes IMUSER- and the id; what is masked stays as it is', () => {
  expect(displayName({ nickname: '', userId: '100001' })).toBe('IMUSER-100001')
  expect(displayName({ nickname: 'Maya', userId: '100001' })).toBe('Maya')
  expect(maskAccount('al***er@mail.com')).toBe('al***er@mail.com')
})
