import { describe, expect, test } from 'vitest'
import {
  characterClasses,
  failedPasswordRules,
  isAccount,
  isEmail,
  isPhone,
  isRecoveryCode,
  passwordStrength,
  typedAccount,
} from './auth-model.ts'
import { digitsOf } from './digits.ts'
import { verdictOf } from './guesser.ts'

describe('what may be typed', () => {
  test('AUTH-001 e-mail addresses', () => {
    expect(isEmail('a.b+c_d%e-f@mail.example.com')).toBe(true)
    for (const wrong of ['a@b', 'a@b.c', '@b.com', 'a b@c.com', 'a@b.c1', `${'a'.repeat(250)}@b.com`]) expect(isEmail(wrong)).toBe(false)
  })

  test('AUTH-002 phone numbers', () => {
    for (const right of ['1234', '123456789012345']) expect(isPhone(right)).toBe(true)
    for (const wrong of ['123', '1234567890123456', '+4912345', '12 345', '12a45']) expect(isPhone(wrong)).toBe(false)
  })

  test('AUTH-002 a telephone account needs its country code', () => {
    expect(isAccount({ kind: 'phone', account: '13812345678', areaCode: '86' })).toBe(true)
    expect(isAccount({ kind: 'phone', account: '13812345678', areaCode: '' })).toBe(false)
    expect(isAccount({ kind: 'phone', account: 'a@mail.com', areaCode: '86' })).toBe(false)
    expect(typedAccount('phone', '(138) 1234-5678')).toBe('13812345678')
    expect(typedAccount('phone', '+86138')).toBe('+86138')
    expect(typedAccount('email', ' a@mail.com ')).toBe('a@mail.com')
    expect(isRecoveryCode('7kd2q-9xw4m')).toBe(true)
    expect(isRecoveryCode('123456')).toBe(false)
  })

  test('AUTH-004 each password rule that fails is named', () => {
    const account = 'marek@mail.com'
    expect(failedPasswordRules('tern-Harbour-41', account)).toEqual([])
    expect(failedPasswordRules('Ab1-5678', account)).toEqual(['length'])
    expect(failedPasswordRules(`Ab1${'x'.repeat(126)}`, account)).toEqual(['length'])
    expect(failedPasswordRules('onlylettershere', account)).toEqual(['classes'])
    expect(failedPasswordRules('Password1234!', account, verdictOf('Password1234!', account, 'Agio'))).toEqual(['guessable'])
    expect(failedPasswordRules('Marek-2026-xyz', account)).toEqual(['account'])
    expect(failedPasswordRules('', account)).toEqual(['length', 'classes', 'guessable', 'account'])
    expect(characterClasses('aA1-')).toBe(4)
  })

  test('a code keeps only its digits and a weak password never looks strong', () => {
    expect(digitsOf('381 204')).toBe('381204')
    expect(digitsOf('12345678')).toBe('123456')
    const strength = (password: string) => passwordStrength(password, 'a@b.com', verdictOf(password, 'a@b.com', 'Agio'))
    expect(strength('')).toBe(0)
    expect(strength('Password1234!')).toBe(1)
    expect(strength('tern-Harbour-41-violet')).toBe(4)
    // Before the estimator has come, nothing looks good.
    expect(passwordStrength('tern-Harbour-41-violet', 'a@b.com')).toBe(2)
  })

  test('AUTH-004 [part] the meter tells why a password is easy', () => {
    const reason = (password: string) => {
      const { isEnough, reason } = verdictOf(password, 'marek@mail.com', 'Agio')
      return isEnough ? 'none' : reason
    }
    expect(reason('Qwerty12345!')).toBe('known')
    expect(reason('P@ssw0rd123!')).toBe('known')
    expect(reason('Agio2026!!')).toBe('own')
    expect(reason('Abcdefgh1!')).toBe('sequence')
    expect(reason('Ab1!Ab1!Ab1!')).toBe('repeat')
    expect(reason('tern-Harbour-41')).toBe('none')
  })
})
