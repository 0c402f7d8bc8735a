/** Which passwords are refused, and by which rule. */
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { BreachedPasswords } from './breached-passwords.ts'
import { PasswordPolicy } from './password-policy.ts'

const policy = new PasswordPolicy('Agio')
const ACCOUNT = 'alexander@example.com'

/** Each has ten characters of three kinds, and is among the first that somebody tries. */
const WEAK = [
  'Qwerty12345!',
  'P@ssw0rd123!',
  'Aaaaaaaaaa1',
  'Agio2026!!',
  'Password123!',
  'Welcome2026!',
  'Summer2026!',
  'Admin12345!',
  'Iloveyou123!',
  'Abcdefgh1!',
  'Bitcoin2026!',
  'Letmein123!',
  '1q2w3e4r5T!',
  'Qwertyuiop1!',
  'Football123!',
  'Michael1985!',
  'Zaq12wsxCDE3',
  'November25!',
  'Ab1!Ab1!Ab1!',
  'London2024!!',
]

describe('passwords', () => {
  it('AUTH-004 every broken rule is named', async () => {
    const broken = (password: string, account = ACCOUNT) => policy.brokenRules(password, account)
    expect(await broken('Correct-Horse-9')).toEqual([])
    expect(await broken('short')).toEqual(['length', 'classes'])
    expect(await broken(`${'kJ3xQz-A7pLm2vB'.repeat(9)}`)).toEqual(['length'])
    expect(await broken('quiet-lantern-marble')).toEqual(['classes'])
    expect(await broken('Password123!')).toEqual(['common'])
    expect(await broken('Agio2026!!')).toEqual(['guessable'])
    expect(await broken('My-alexander-quiet-99')).toEqual(['account'])
    expect(await broken('ann@example.com-A1', 'ann@example.com')).toContain('account')
  })

  it.each(WEAK)('AUTH-004 [part] %s is refused: it takes fewer than a thousand million guesses', async (password) => {
    const [rule, ...more] = await policy.brokenRules(password, ACCOUNT)
    expect(['common', 'guessable']).toContain(rule)
    expect(more).toEqual([])
  })

  it('AUTH-004 [part] a password of the site or of the account is as weak as a known one', async () => {
    expect(await new PasswordPolicy('Zirkonia').brokenRules('Zirkonia#26', ACCOUNT)).toEqual(['guessable'])
    expect(await policy.brokenRules('Zirkonia#26', ACCOUNT)).toEqual([])
    expect(await policy.brokenRules('Zirkonia#26', 'me@zirkonia.example')).toEqual(['guessable'])
  })

  it('AUTH-004 [part] passwords that managers and people with a system make are taken', async () => {
    for (const password of [
      'kJ3xQz-A7pLm2vB',
      'tern-Harbour-41',
      'Quiet-Lantern-58',
      '海豚-Marble-77-Lamp',
      `${'x'.repeat(40)}Q7-marble-Lantern-tern`,
    ])
      expect(await policy.brokenRules(password, ACCOUNT), password).toEqual([])
  })

  it('AUTH-004 [part] the longest and most crooked ones end in a bounded time, and orders go on meanwhile', async () => {
    const crooked = ['4@8({[<3&69$5!|1'.repeat(8), `${'aA1!'.repeat(31)}x`, '20261125Aa'.repeat(12)]
    const before = performance.eventLoopUtilization()
    await Promise.all(crooked.map((password) => policy.brokenRules(password, ACCOUNT)))
    expect(performance.eventLoopUtilization(before).utilization).toBeLessThan(0.5)
  })
})

describe('a full list of breached passwords', () => {
  const dir = mkdtempSync(join(tmpdir(), 'agio-breached-'))
  const path = join(dir, 'list.txt')
  afterAll(() => rmSync(dir, { recursive: true, force: true }))
  const sha1 = (text: string): string => createHash('sha1').update(text).digest('hex').toUpperCase()

  it.each(['\n', '\r\n'])('AUTH-004 [part] is searched where it lies, every line of it (end of line %j)', async (end) => {
    const words = Array.from({ length: 3000 }, (_, index) => `Leaked-Marble-${index}`)
    const lines = words.map(sha1).sort()
    writeFileSync(path, lines.map((line, index) => (index % 2 === 0 ? line : `${line}:${index}`)).join(end) + end)
    const list = await BreachedPasswords.open(path)
    for (const word of words) expect(await list.has(word), word).toBe(true)
    for (let index = 0; index < 200; index += 1) expect(await list.has(`Never-Leaked-${index}`)).toBe(false)
    expect(await new PasswordPolicy('Agio', list).brokenRules('Leaked-Marble-7', ACCOUNT)).toEqual(['common'])
    expect(await new PasswordPolicy('Agio', list).brokenRules('Quiet-Lantern-58', ACCOUNT)).toEqual([])
    await list.close()
  })

  it('of another form or order stops the start, because it would find nothing', async () => {
    writeFileSync(path, 'password\n123456\n')
    await expect(BreachedPasswords.open(path)).rejects.toThrow('no SHA-1 in capitals at byte 0')
    writeFileSync(path, '')
    await expect(BreachedPasswords.open(path)).rejects.toThrow('empty list')
    writeFileSync(path, `${['b', 'a', 'c', 'd'].map(sha1).sort().reverse().join('\n')}\n`)
    await expect(BreachedPasswords.open(path)).rejects.toThrow('not in order')
    await expect(BreachedPasswords.open(join(dir, 'none'))).rejects.toThrow('ENOENT')
  })
})
