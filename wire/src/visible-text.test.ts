import { expect, it } from 'vitest'
import { apiKeyCreate, apiKeyUpdate } from './account/api-keys.ts'
import { antiPhishingSave } from './account/auth-factors.ts'
import { saveIdentityVerification } from './account/identity.ts'
import { passkeyRename } from './account/passkeys.ts'
import { updateUserCenter } from './account/user.ts'
import { asSeen, visible } from './visible-text.ts'

it('letters that show nothing are none', () => {
  const blanks = [
    '\u3164',
    '\u2800',
    '\uffa0',
    '\u115f',
    '\u1160',
    '\u200b',
    '\u2060',
    '\u202e',
    '\ufe0f',
    '\u00ad',
    '\u034f',
    '\u0301',
    '\u{e0041}',
  ]
  for (const blank of [...blanks, '\u{1d159}', ' ', '\u00a0', '\u3000', '\t', '\ud800', '\u3164\u0301'])
    expect(visible(blank.repeat(3)), blank.codePointAt(0)?.toString(16)).toBe('')
  expect(asSeen('ann\u3164 \u200blee\u2800')).toBe('ann lee')
})

it('letters of every script, accents on them and pictures show', () => {
  for (const name of ['Zoë', 'Zoe\u0308', 'की', '한글', 'سارا', '👍', '李', 'ก็', 'x\u{1f3fd}']) expect(visible(name)).toBe(name)
  expect(visible('❤\ufe0f')).toBe('❤')
})

it('USER-003 no call takes a name that shows nothing', () => {
  const blank = '\u3164\u2800\uffa0\u115f'
  const code = { codes: {} }
  const permissions = { read: 1, trade: 0, futures: 0, withdraw: 0 }
  const asked = [
    [updateUserCenter, { nickname: blank }],
    [apiKeyCreate, { label: blank, permissions, ipList: [], ...code }],
    [apiKeyUpdate, { id: 'a', label: blank, ...code }],
    [passkeyRename, { passkeyId: 'a', name: blank }],
    [antiPhishingSave, { antiPhishingCode: blank }],
    [saveIdentityVerification, { level: 1, firstName: blank }],
    [saveIdentityVerification, { level: 1, lastName: blank }],
  ] as const
  for (const [call, body] of asked) {
    const parsed = call.request.safeParse(body)
    const rules = parsed.error?.issues.map((issue) => issue.code === 'custom' && issue.params?.rule)
    expect(rules, call.path).toEqual(['length'])
  }
})
