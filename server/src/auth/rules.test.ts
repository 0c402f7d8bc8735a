/** The small rules of accounts: passwords, codes, masks, methods. */
import { describe, expect, it } from 'vitest'
import type { Failure } from '../core/failure.ts'
import { maskEmail, maskPhone } from './account/mask.ts'
import { CodeBook } from './factors/codes.ts'
import { HASHERS, hashPassword, verifyPassword } from './factors/password.ts'
import { loginMethods, passwordMethods, requiredMethods } from './factors/second-factor.ts'
import { WAITING_MAX } from './factors/task-threads.ts'

describe('passwords', () => {
  it('SEC-007 are kept with Argon2id and their own salt', async () => {
    const [one, two] = [await hashPassword('Correct-Horse-9'), await hashPassword('Correct-Horse-9')]
    expect(one).toMatch(/^argon2id\.19456\.2\.1\./)
    expect(one).not.toBe(two)
    expect(await verifyPassword('Correct-Horse-9', one)).toBe(true)
    expect(await verifyPassword('Correct-Horse-8', one)).toBe(false)
    expect(await verifyPassword('Correct-Horse-9', undefined)).toBe(false)
  })

  it('SEC-007 hashing leaves the event loop free, and a flood is refused instead of queued without end', async () => {
    const before = performance.eventLoopUtilization()
    const results = await Promise.allSettled(Array.from({ length: 80 }, () => verifyPassword('x', undefined)))
    const refused = results.filter((result) => result.status === 'rejected')
    expect(refused).toHaveLength(80 - HASHERS - WAITING_MAX)
    // Share of the time in which the loop had work: near 1 if it hashed itself, however slow the machine is.
    expect(performance.eventLoopUtilization(before).utilization).toBeLessThan(0.5)
  })
})

describe('one-time codes', () => {
  const nameOf = (work: () => unknown): string => {
    try {
      work()
      return 'ok'
    } catch (error) {
      return (error as Failure).errorName
    }
  }

  it('AUTH-012 have six digits, serve one purpose and one account, and work once', () => {
    let now = -600_000
    const book = new CodeBook({ now: () => now })
    now = 0
    const { code } = book.issue('REGISTER', 'ann')
    expect(code).toMatch(/^\d{6}$/)
    expect(nameOf(() => book.use('LOGIN', 'ann', code))).toBe('CODE_INVALID')
    expect(nameOf(() => book.use('REGISTER', 'bob', code))).toBe('CODE_INVALID')
    expect(nameOf(() => book.use('REGISTER', 'ann', code))).toBe('ok')
    expect(nameOf(() => book.use('REGISTER', 'ann', code))).toBe('CODE_INVALID')
  })

  it('AUTH-012 live ten minutes and are sent again after one', () => {
    let now = 0
    const book = new CodeBook({ now: () => now })
    const { code } = book.issue('REGISTER', 'ann')
    now = 59_001
    expect(() => book.issue('REGISTER', 'ann')).toThrow(
      expect.objectContaining({ errorName: 'CODE_RESEND_TOO_SOON', params: { retryAfter: 1 } }),
    )
    now = 600_000
    expect(nameOf(() => book.use('REGISTER', 'ann', code))).toBe('CODE_EXPIRED')
    expect(nameOf(() => book.issue('REGISTER', 'ann'))).toBe('ok')
  })

  it('AUTH-012 REL-001 [part] of before a restart have expired, as long as there may be any', () => {
    let now = 0
    const book = new CodeBook({ now: () => now })
    now = 599_999
    expect(nameOf(() => book.use('REGISTER', 'ann', '123456'))).toBe('CODE_EXPIRED')
    now = 600_000
    expect(nameOf(() => book.use('REGISTER', 'ann', '123456'))).toBe('CODE_INVALID')
  })

  it('AUTH-012 die after five wrong tries', () => {
    const book = new CodeBook({ now: () => 0 })
    const { code } = book.issue('REGISTER', 'ann')
    const wrong = code === '000000' ? '000001' : '000000'
    const names = Array.from({ length: 5 }, () => nameOf(() => book.use('REGISTER', 'ann', wrong)))
    expect(names).toEqual([...Array(4).fill('CODE_INVALID'), 'CODE_TOO_MANY_TRIES'])
    expect(nameOf(() => book.use('REGISTER', 'ann', code))).toBe('CODE_TOO_MANY_TRIES')
  })
})

it('AUTH-026 e-mail addresses are masked', () => {
  expect(['alexander@mail.com', 'john@x.io', 'a@x.io'].map(maskEmail)).toEqual(['al***er@mail.com', '***hn@x.io', '***a@x.io'])
})

it('AUTH-027 telephone numbers are masked', () => {
  expect(['13812345678', '12345', '123456'].map(maskPhone)).toEqual(['138***678', '12***', '12***'])
})

const FLAGS = [0, 1, 2, 3, 4, 5, 6, 7].map((bits) => ({ google: (bits & 4) > 0, email: (bits & 2) > 0, phone: (bits & 1) > 0 }))

it('AUTH-008 mode 1 offers every enabled method, any other only the first of google, email, phone', () => {
  expect(FLAGS.map((flags) => loginMethods(flags, 1).join())).toEqual([
    '',
    'phone',
    'email',
    'email,phone',
    'google',
    'google,phone',
    'google,email',
    'google,email,phone',
  ])
  expect(FLAGS.map((flags) => loginMethods(flags, 0).join())).toEqual([
    '',
    'phone',
    'email',
    'email',
    'google',
    'google',
    'google',
    'google',
  ])
})

it('AUTH-009 a password change asks for one method, or for a pair', () => {
  expect(FLAGS.map((flags) => passwordMethods(flags).join())).toEqual([
    '',
    'phone',
    'email',
    'email,phone',
    'google',
    'google,phone',
    'google,email',
    'google,email',
  ])
})

it('AUTH-010 AUTH-008 with no method on, every purpose asks for a code to the address that names the account', () => {
  const none = { google: false, email: false, phone: false }
  for (const purpose of ['login', 'password', 'all'] as const) {
    for (const loginMode of [0, 1]) {
      expect(requiredMethods({ factors: none, loginMode, name: { type: 1 } }, purpose)).toEqual(['email'])
      expect(requiredMethods({ factors: none, loginMode, name: { type: 2 } }, purpose)).toEqual(['phone'])
    }
  }
  expect(FLAGS.slice(1).map((factors) => requiredMethods({ factors, loginMode: 0, name: { type: 1 } }, 'all').join())).toEqual([
    'phone',
    'email',
    'email,phone',
    'google',
    'google,phone',
    'google,email',
    'google,email,phone',
  ])
})
