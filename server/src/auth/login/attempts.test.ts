/** The count of failed tries behind logins, codes and resets. */
import { expect, it } from 'vitest'
import { ApiError } from '../../http/errors.ts'
import { Attempts, FAILURES_MAX, LOCK_MS } from './attempts.ts'

it('AUTH-007 right tries that are in flight together do not count as failures once they are judged', () => {
  const clock = { at: 1_000_000, now: () => clock.at }
  const attempts = new Attempts(clock)
  const inFlight = Array.from({ length: FAILURES_MAX }, () => attempts.begin('ann'))
  expect(() => attempts.begin('ann')).toThrow(ApiError)
  for (const attempt of inFlight) attempt.takeBack()
  for (let left = FAILURES_MAX - 1; left >= 0; left -= 1) expect(attempts.begin('ann').left).toBe(left)
  expect(() => attempts.begin('ann')).toThrow(ApiError)
})

it('AUTH-007 a try that is taken back when it is long over takes no other one with it', () => {
  const clock = { at: 1_000_000, now: () => clock.at }
  const attempts = new Attempts(clock)
  const slow = attempts.begin('ann')
  clock.at += LOCK_MS
  for (let round = 0; round < FAILURES_MAX; round += 1) attempts.begin('ann')
  slow.takeBack()
  expect(() => attempts.begin('ann')).toThrow(ApiError)
})
