/** Codes of authenticators against the published values, and the base32 of their secrets. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { asUserId } from '@agio/engine/ids/id.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { AppendLog } from '../append-log.ts'
import { base32, fromBase32, hotp, matchingStep, newSecret, otpauthUrl, stepAt } from './totp.ts'
import { type StepLine, UsedSteps } from './used-steps.ts'

const KEY = Buffer.from('12345678901234567890')

it('AUTH-011 [part] makes the codes of RFC 4226 and RFC 6238', () => {
  expect([0, 1, 2, 9].map((counter) => hotp(KEY, counter))).toEqual(['755224', '287082', '359152', '520489'])
  expect([59_000, 1_111_111_109_000, 20_000_000_000_000].map((at) => hotp(KEY, stepAt(at), 8))).toEqual([
    '94287082',
    '07081804',
    '65353130',
  ])
})

it('AUTH-011 [part] a code fits the current step and its two neighbours, and no other', () => {
  const now = 1_800_000_000_000
  const found = [-2, -1, 0, 1, 2].map((distance) => matchingStep(KEY, hotp(KEY, stepAt(now) + distance), now))
  expect(found).toEqual([undefined, stepAt(now) - 1, stepAt(now), stepAt(now) + 1, undefined])
  for (const other of ['', '12345', '1234567', 'abcdef']) expect(matchingStep(KEY, other, now)).toBeUndefined()
})

it('USER-006 [part] a secret is 32 letters of base32 and reads back', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
      expect(fromBase32(base32(bytes))).toEqual(bytes)
    }),
  )
  expect(base32(Buffer.from('foobar'))).toBe('MZXW6YTBOI')
  expect(newSecret((count) => new Uint8Array(count).fill(255))).toBe('7'.repeat(32))
  expect(() => fromBase32('A1')).toThrow(RangeError)
  expect(otpauthUrl('ABC', 'Agio & Co', 'an***n@x.io')).toBe(
    'otpauth://totp/Agio%20%26%20Co:an***n%40x.io?secret=ABC&issuer=Agio%20%26%20Co&algorithm=SHA1&digits=6&period=30',
  )
})

it('AUTH-011 [part] a used step stays used after a restart, and old ones are forgotten', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'agio-steps-'))
  const userId = asUserId(100_001)
  const open = async (now: number): Promise<UsedSteps> => {
    const steps = new UsedSteps(new AppendLog<StepLine>(join(dir, 'soft', 'steps.jsonl')))
    await steps.open(now)
    return steps
  }
  const now = 1_800_000_000_000
  const before = await open(now)
  expect([before.use(userId, stepAt(now)), before.use(userId, stepAt(now)), before.use(userId, stepAt(now) - 1)]).toEqual([
    true,
    false,
    true,
  ])
  await before.flush()
  const after = await open(now + 30_000)
  expect([after.isUsed(userId, stepAt(now)), after.isUsed(userId, stepAt(now) + 1)]).toEqual([true, false])
  const later = await open(now + 86_400_000)
  expect(later.isUsed(userId, stepAt(now))).toBe(false)
  await rm(dir, { recursive: true, force: true })
})
