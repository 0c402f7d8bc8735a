/** The journal of an account's changes, cut after every entry: wherever the process dies, what is left is whole. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Command } from '@agio/engine/command.ts'
import { readEvents } from '@agio/engine/event-buffer.ts'
import { asUserId, type UserId } from '@agio/engine/ids/id.ts'
import { userByAccountKey } from '@agio/engine/read.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ReadModels, UserRow } from '../projections/port.ts'
import { type HttpWorld, httpWorld, PASSWORD } from '../testing/http-world.ts'
import { Member } from '../testing/member.ts'
import { MemoryExchange } from '../testing/memory-exchange.ts'
import { memoryModels } from '../testing/memory-models.ts'
import { emailName, phoneName } from './account/account-name.ts'
import { Accounts } from './account/accounts.ts'
import { verifyPassword } from './factors/password.ts'

const NEXT = 'Another-Horse-10'

let world: HttpWorld
const journal: Command[] = []
/** Live sessions on the disk at the moment in which a change is journaled. */
const liveAtChange: number[] = []

const liveOnDisk = async (): Promise<number> => {
  const text = await readFile(join(world.dir, 'agio', 'soft', 'sessions.jsonl'), 'utf8')
  const newest = new Map<string, boolean>()
  for (const line of text.split('\n').filter((each) => each !== '')) {
    const { tokenHash, ended } = JSON.parse(line) as { tokenHash: string; ended: unknown }
    newest.set(tokenHash, ended === null)
  }
  return [...newest.values()].filter((isLive) => isLive).length
}

beforeAll(async () => {
  world = await httpWorld()
  const submit = world.exchange.submit.bind(world.exchange)
  world.exchange.submit = async (command, key) => {
    journal.push(command)
    if ('collection' in command && command.collection === 'security') liveAtChange.push(await liveOnDisk())
    return submit(command, key)
  }
})
afterAll(() => world.close())

/** Accounts as a process finds them that starts over these commands. */
function reopened(commands: readonly Command[]): { readonly accounts: Accounts; readonly exchange: MemoryExchange } {
  const exchange = new MemoryExchange()
  const users = new Map<UserId, UserRow>()
  exchange.onDurable(({ events }) => {
    for (const { at, event } of readEvents(events))
      if (event.kind === 'userRegistered') users.set(event.userId, { ...event, createdAt: at })
  })
  const models: ReadModels = { ...memoryModels(exchange), user: (userId) => Promise.resolve(users.get(userId)) }
  for (const command of commands) exchange.apply(command)
  return { accounts: new Accounts({ exchange, models, vault: world.agio.vault }), exchange }
}

it('REL-001 USER-007 [part] every prefix of an account’s history has the keys, addresses and methods that belong together', async () => {
  const ann = await Member.join(world, 'ann.history@example.com')
  await world.login(ann.email, PASSWORD, { identity: 'other' })
  const phone = { areaCode: '49', phone: '15100000009' }
  expect((await ann.bindPhone(phone)).code).toBe('0')
  expect((await ann.bindGoogle(['email', 'phone'])).code).toBe('0')
  const all = ['email', 'phone', 'google'] as const
  expect((await ann.bindEmail('ann.second@example.com', all)).code).toBe('0')
  const off = await ann.seal('/api/auth/v1/secondFactor/switch', {
    method: 'phone',
    status: 0,
    codes: await ann.codes('CHANGE_FACTOR', all),
  })
  expect(off.code).toBe('0')
  const pair = await ann.codes('CHANGE_PASSWORD', ['email', 'google'])
  expect((await ann.seal('/api/auth/v1/password/change', { oldPassword: PASSWORD, newPassword: NEXT, codes: pair })).code).toBe('0')
  const two = await ann.codes('CHANGE_FACTOR', ['email', 'google'])
  expect((await ann.seal('/api/auth/v1/email/unbind', { codes: two })).code).toBe('0')
  world.clock.at += 60_000
  const [recovery = ''] = ann.recoveryCodes
  expect((await ann.post('/api/auth/v1/secondFactor/stepUp', { codes: { google: recovery } })).code).toBe('0')

  const userId = asUserId(ann.userId)
  const names = [
    emailName('ann.history@example.com'),
    emailName('ann.second@example.com'),
    phoneName({ areaCode: '49', number: phone.phone }),
  ]
  const passwords = new Set<string>()
  for (let length = 0; length <= journal.length; length += 1) {
    const { accounts, exchange } = reopened(journal.slice(0, length))
    const owned = names.filter((name) => userByAccountKey(exchange.state, accounts.keyOf(name)) !== undefined)
    if (owned.length === 0) continue
    const account = await accounts.get(asUserId(100_001))
    const bound = [account.email === null ? [] : emailName(account.email), account.phone === null ? [] : phoneName(account.phone)].flat()
    expect(owned, `after ${length} commands`).toEqual(names.filter((name) => bound.some((each) => each.account === name.account)))
    expect([account.factors.google && account.totp === null, account.factors.email && account.email === null]).toEqual([false, false])
    expect(account.factors.google || account.factors.email || account.factors.phone).toBe(true)
    expect(account.recovery.length).toBe(account.totp === null ? 0 : length === journal.length ? 9 : 10)
    passwords.add(account.password)
  }
  const last = await reopened(journal).accounts.get(asUserId(100_001))
  expect(passwords.size).toBe(2)
  expect(await verifyPassword(NEXT, last.password)).toBe(true)
  expect({ ...last, userId }).toEqual({
    ...(await world.agio.accounts.get(userId)),
    createdAt: last.createdAt,
    passwordAt: last.passwordAt,
  })
  expect(last.lock?.cause).toBe('factorRemoved')
})

it('AUTH-021 [part] the other sessions have ended on the disk before a change is journaled', () => {
  expect(liveAtChange.length).toBeGreaterThanOrEqual(7)
  for (const live of liveAtChange) expect(live).toBe(1)
})
