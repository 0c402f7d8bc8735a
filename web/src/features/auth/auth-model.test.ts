import { describe, expect, test } from 'vitest'
import { characterClasses, failedPasswordRules, isEmail, isPhone, missingParts, passwordStrength } from './auth-model.ts'
import { digitsOf } from './digits.ts'

describe('what may be typed', () => {
  test('AUTH-001 e-mail addresses', () => {
    expect(isEmail('a.b+c_d%e-f@mail.example.com')).toBe(true)
    for (const wrong of ['a@b', 'a@b.c', '@b.com', 'a b@c.com', 'a@b.c1', `${'a'.repeat(250)}@b.com`]) expect(isEmail(wrong)).toBe(false)
  })

  test('AUTH-002 phone numbers', () => {
    for (const right of ['1234', '123456789012345']) expect(isPhone(right)).toBe(true)
    for (const wrong of ['123', '1234567890123456', '+4912345', '12 345', '12a45']) expect(isPhone(wrong)).toBe(false)
  })

  test('AUTH-004 each password rule that fails is named', () => {
    const account = 'marek@mail.com'
    expect(failedPasswordRules('tern-Harbour-41', account)).toEqual([])
    expect(failedPasswordRules('Ab1-5678', account)).toEqual(['length'])
    expect(failedPasswordRules(`Ab1${'x'.repeat(126)}`, account)).toEqual(['length'])
    expect(failedPasswordRules('onlylettershere', account)).toEqual(['classes'])
    expect(failedPasswordRules('Password1234!', account)).toEqual(['leaked'])
    expect(failedPasswordRules('Marek-2026-xyz', account)).toEqual(['account'])
    expect(failedPasswordRules('', account)).toEqual(['length', 'classes', 'leaked', 'account'])
    expect(characterClasses('aA1-')).toBe(4)
  })

  test('AUTH-003 [part] what is missing from a registration is named in the order of the form', () => {
    const whole = { account: 'a@mail.com', code: '123456', password: 'tern-Harbour-41', agreement: true, privacy: true }
    expect(missingParts(whole)).toEqual([])
    expect(missingParts({ ...whole, privacy: false, code: '12345' })).toEqual(['code', 'privacy'])
    expect(missingParts({ account: '', code: '', password: '', agreement: false, privacy: false })).toEqual([
      'account',
      'code',
      'password',
      'agreement',
      'privacy',
    ])
  })

  test('a code keeps only its digits and a weak password never looks strong', () => {
    expect(digitsOf('381 204')).toBe('381204')
    expect(digitsOf('12345678')).toBe('123456')
    expect(passwordStrength('', 'a@b.com')).toBe(0)
    expect(passwordStrength('Password1234!', 'a@b.com')).toBeLessThan(3)
    expect(passwordStrength('tern-Harbour-41-violet', 'a@b.com')).toBe(4)
  })
})
