/** The life of a session: idle and absolute ends, one a device, ten a user, and a restart. */
import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { asUserId } from '@agio/engine/ids/id.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Failure } from '../../core/failure.ts'
import { AppendLog } from '../append-log.ts'
import { type SessionLine, SessionStore } from './sessions.ts'

const HOUR = 3_600_000
const ANN = asUserId(100_001)
let dir: string
let now: number
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'agio-sessions-'))
  now = 1_000_000_000_000
})
afterEach(() => rm(dir, { recursive: true, force: true }))

async function store(): Promise<SessionStore> {
  const sessions = new SessionStore({
    clock: { now: () => now },
    random: (count) => randomBytes(count),
    log: new AppendLog<SessionLine>(join(dir, 'sessions.jsonl')),
    isDisabled: () => false,
    isForeign: () => false,
  })
  await sessions.open()
  return sessions
}

const device = (identity: string) => ({ identity, clientType: 'pc', device: identity, os: '', browser: '', ip: '127.0.0.1' })

const endingOf = (sessions: SessionStore, token: string): string => {
  try {
    sessions.authenticate(token)
    return 'live'
  } catch (error) {
    return (error as Failure).errorName
  }
}

it('AUTH-020 a session dies after 24 hours without a call', async () => {
  const sessions = await store()
  const { token } = sessions.create(ANN, device('a'))
  now += 24 * HOUR - 1
  expect(endingOf(sessions, token)).toBe('live')
  now += 24 * HOUR
  expect(endingOf(sessions, token)).toBe('SESSION_EXPIRED')
  expect(endingOf(sessions, token)).toBe('SESSION_EXPIRED')
})

it('AUTH-020 a session dies 7 days after login, however much it is used', async () => {
  const sessions = await store()
  const { token } = sessions.create(ANN, device('a'))
  for (let day = 0; day < 14; day += 1) {
    now += 12 * HOUR - 1
    expect(endingOf(sessions, token)).toBe('live')
  }
  now += 14
  expect(endingOf(sessions, token)).toBe('SESSION_EXPIRED')
})

it('AUTH-020 the same device replaces its session, an eleventh ends the oldest', async () => {
  const sessions = await store()
  const tokens = Array.from({ length: 10 }, (_, index) => {
    now += 1
    return sessions.create(ANN, device(`device ${index}`)).token
  })
  now += 1
  const again = sessions.create(ANN, device('device 9')).token
  expect(tokens.map((token) => endingOf(sessions, token))).toEqual([...Array(9).fill('live'), 'SESSION_REPLACED'])
  now += 1
  const eleventh = sessions.create(ANN, device('device 10')).token
  expect([tokens[0] ?? '', tokens[1] ?? '', again, eleventh].map((token) => endingOf(sessions, token))).toEqual([
    'SESSION_REPLACED',
    'live',
    'live',
    'live',
  ])
})

it('AUTH-019 sessions and the reason of their end survive a restart', async () => {
  const before = await store()
  const live = before.create(ANN, device('a')).token
  const revoked = before.create(ANN, device('b'))
  before.revoke(ANN, revoked.session.sessionId, 'revoked')
  await before.flush()
  const after = await store()
  expect(endingOf(after, live)).toBe('live')
  expect(endingOf(after, revoked.token)).toBe('SESSION_REVOKED')
})

it('AUTH-019 tells listeners once when a session ends', async () => {
  const sessions = await store()
  const heard: string[] = []
  sessions.onEnded((sessionId, ending) => heard.push(`${sessionId} ${ending}`))
  const { session } = sessions.create(ANN, device('a'))
  sessions.disable(ANN)
  sessions.disable(ANN)
  expect(heard).toEqual([`${session.sessionId} ACCOUNT_DISABLED`])
})

it('SEC-003 tokens are 256 random bits and differ', async () => {
  const sessions = await store()
  const tokens = new Set(Array.from({ length: 200 }, () => sessions.create(ANN, device('a')).token))
  expect(tokens.size).toBe(200)
  for (const token of tokens) expect(Buffer.from(token, 'base64url')).toHaveLength(32)
})

it('USER-014 [part] nothing tells where the owner of a closed account was, while the tokens still learn why they ended', async () => {
  const sessions = await store()
  const { token } = sessions.create(ANN, { ...device('secret-laptop'), ip: '203.0.113.77' })
  sessions.create(asUserId(100_002), device('other'))
  sessions.disable(ANN)
  await sessions.forgetDevices(ANN)
  const kept = await readFile(join(dir, 'sessions.jsonl'), 'utf8')
  for (const trace of ['secret-laptop', '203.0.113.77']) expect(kept).not.toContain(trace)
  expect(kept).toContain('other')
  expect(endingOf(sessions, token)).toBe('ACCOUNT_DISABLED')
  expect(endingOf(await store(), token)).toBe('ACCOUNT_DISABLED')
})

it('AUTH-021 [part] a disk that takes no ending is told, because a crash would bring the session back', async () => {
  const sessions = await store()
  sessions.create(ANN, device('a'))
  await sessions.persist()
  await rm(dir, { recursive: true })
  sessions.revokeOthers(ANN, '', 'revoked')
  await expect(sessions.persist()).rejects.toMatchObject({ errorName: 'ENGINE_BUSY' })
})

it('REL-005 [part] where lines are damaged everybody logs in again: one of them may have ended a session', async () => {
  const first = await store()
  const { token } = first.create(ANN, device('a'))
  await first.persist()
  const path = join(dir, 'sessions.jsonl')
  const kept = await readFile(path, 'utf8')
  expect(endingOf(await store(), token)).toBe('live')
  await writeFile(path, `{"tokenHash":"x\0${kept.slice(9)}${kept}`)
  expect(endingOf(await store(), token)).not.toBe('live')
})
