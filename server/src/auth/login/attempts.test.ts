/** The count of failed tries behind logins, codes and resets. */
import { expect, it } from 'vitest'
import { Failure } from '../../core/failure.ts'
import { CODE_MS, CodeBook } from '../factors/codes.ts'
import { Attempts, FAILURES_MAX, LOCK_MS } from './attempts.ts'

it('AUTH-007 right tries that are in flight together do not count as failures once they are judged', () => {
  const clock = { at: 1_000_000, now: () => clock.at }
  const attempts = new Attempts(clock)
  const inFlight = Array.from({ length: FAILURES_MAX }, () => attempts.begin('ann'))
  expect(() => attempts.begin('ann')).toThrow(Failure)
  for (const attempt of inFlight) attempt.takeBack()
  for (let left = FAILURES_MAX - 1; left >= 0; left -= 1) expect(attempts.begin('ann').left).toBe(left)
  expect(() => attempts.begin('ann')).toThrow(Failure)
})

it('AUTH-007 a try that is taken back when it is long over takes no other one with it', () => {
  const clock = { at: 1_000_000, now: () => clock.at }
  const attempts = new Attempts(clock)
  const slow = attempts.begin('ann')
  clock.at += LOCK_MS
  for (let round = 0; round < FAILURES_MAX; round += 1) attempts.begin('ann')
  slow.takeBack()
  expect(() => attempts.begin('ann')).toThrow(Failure)
})

it('AUTH-007 AUTH-012 [part] locks and codes last as long as they were said to, whoever sets the clock meanwhile', () => {
  const clock = { at: 50_000_000, steadyAt: 50_000_000, now: () => clock.at, steady: () => clock.steadyAt }
  const attempts = new Attempts(clock)
  const codes = new CodeBook(clock)
  const refusal = (work: () => unknown) => {
    try {
      work()
      return undefined
    } catch (error) {
      return error
    }
  }
  for (let count = 0; count < FAILURES_MAX; count += 1) attempts.begin('ann')
  const { code, expireTime } = codes.issue('LOGIN', 'ann')
  expect(expireTime - clock.at).toBe(CODE_MS)
  for (const step of [-7_200_000, 14_400_000]) {
    clock.at += step
    expect(refusal(() => attempts.begin('ann'))).toMatchObject({ errorName: 'LOGIN_LOCKED', params: { until: clock.at + LOCK_MS } })
    expect(refusal(() => codes.issue('LOGIN', 'ann'))).toMatchObject({ errorName: 'CODE_RESEND_TOO_SOON', params: { retryAfter: 60 } })
    codes.check('LOGIN', 'ann', code)
  }
  clock.steadyAt += LOCK_MS
  expect(refusal(() => attempts.begin('ann'))).toBeUndefined()
  expect(refusal(() => codes.check('LOGIN', 'ann', code))).toMatchObject({ errorName: 'CODE_EXPIRED' })
})
