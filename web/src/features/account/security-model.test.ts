import { describe, expect, test } from 'vitest'
import type { SecurityInfo } from '../../data/account/account.ts'
import { CallError } from '../../data/call-error.ts'
import { askedMethods, completeProof, isAboutCodes, isProof, proofMethods, wrongMethod } from '../../proof/proof-model.ts'
import { causeOf, timeLeft } from '../../user-centre/lock-model.ts'
import { checksOf, levelOf, mayRemove, nextCheck, scoreOf } from './security-model.ts'

const FRESH: SecurityInfo = {
  googleStatus: 0,
  emailStatus: 1,
  phoneStatus: 0,
  googleBound: 0,
  emailBound: 1,
  phoneBound: 0,
  emailMask: 'al***er@mail.com',
  phoneMask: null,
  loginMode: 0,
  loginMethods: ['email'],
  passwordMethods: ['email'],
  withdrawMethods: ['email'],
  passkeyCount: 0,
  antiPhishing: 0,
  whitelistStatus: 2,
  passwordTime: 1,
  withdrawLockUntil: null,
  withdrawLockCause: null,
  frozen: 0,
}
const refusal = (errorName: string, params: Record<string, unknown>) =>
  new CallError({ code: '1', message: 'no', errorName, params, requestId: '', status: 200 })

describe('security centre', () => {
  test('USER-005 the score counts what is met and names the most useful step that is missing', () => {
    const checks = checksOf(FRESH)
    expect(scoreOf(checks)).toBe(1)
    expect(nextCheck(checks)).toBe('google')
    expect([0, 1, 2, 3, 4, 5].map(levelOf)).toEqual(['weak', 'weak', 'fair', 'fair', 'good', 'strong'])
    const whole = { ...FRESH, googleStatus: 1, passkeyCount: 1, antiPhishing: 1, recoveryCodesLeft: 3 } as const
    expect(nextCheck(checksOf(whole))).toBeUndefined()
    expect(nextCheck(checksOf({ ...whole, recoveryCodesLeft: 2 }))).toBe('recovery')
  })

  test('USER-008 [part] a lock never seems shorter than it is', () => {
    expect(timeLeft(24 * 3_600_000, 0)).toEqual({ hours: 24, minutes: 0 })
    expect(timeLeft(3_600_001, 0)).toEqual({ hours: 1, minutes: 1 })
    expect(timeLeft(0, 1)).toEqual({ hours: 0, minutes: 0 })
    expect(causeOf('factorRemoved')).toBe('factorRemoved')
    expect(causeOf('something new')).toBe('other')
  })

  test('USER-007 [part] the last method stays, and codes are asked for in a fixed order', () => {
    expect(mayRemove(FRESH, 'email')).toBe(false)
    expect(mayRemove({ ...FRESH, withdrawMethods: ['google', 'email'] }, 'email')).toBe(true)
    expect(proofMethods(['phone', 'email', 'google', 'pigeon'])).toEqual(['google', 'email', 'phone'])
    expect(completeProof(['google', 'email'], { google: '7KD2Q-9XW4M', email: '123456' })).toBe(true)
    expect(completeProof(['google', 'email'], { google: '123456' })).toBe(false)
    expect(isProof('email', '7KD2Q-9XW4M')).toBe(false)
  })

  test('refusals are sorted into those about codes and others', () => {
    expect(askedMethods(refusal('SECOND_FACTOR_REQUIRED', { methods: ['email', 'google'] }))).toEqual(['google', 'email'])
    expect(askedMethods(refusal('EMAIL_IN_USE', {}))).toBeUndefined()
    expect(isAboutCodes(refusal('CODE_USED', { method: 'google' }))).toBe(true)
    expect(isAboutCodes(refusal('PASSWORD_WRONG', { left: 4 }))).toBe(false)
    expect(wrongMethod(refusal('SECOND_FACTOR_INVALID', { method: 'email', left: 3 }))).toBe('email')
    expect(wrongMethod(new Error('offline'))).toBeUndefined()
  })
})
