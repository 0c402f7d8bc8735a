/** The owner's freeze, cut behind every entry that it writes: wherever the process dies, the next start makes all of it. */
import type { Command } from '@agio/engine/command.ts'
import { asUserId, type UserId } from '@agio/engine/ids/id.ts'
import { userStatusOf } from '@agio/engine/read.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runOperatorCommand } from '../../operator/run-command.ts'
import { SoftAuthenticator } from '../../testing/authenticator.ts'
import { type HttpWorld, httpWorld } from '../../testing/http-world.ts'
import { Member } from '../../testing/member.ts'
import { FREEZES, Freezes } from './freezes.ts'

let world: HttpWorld
beforeAll(async () => {
  world = await httpWorld()
})
afterAll(() => world.close())

/** Somebody with a passkey and an API key that came today. */
async function victim(email: string): Promise<UserId> {
  const userId = asUserId((await Member.join(world, email)).userId)
  const { passkeys, apiKeys } = world.agio
  const permissions = { read: 1, trade: 1, futures: 0, withdraw: 0 } as const
  await apiKeys.create(userId, { label: 'bot', ipList: [], expireDays: null, publicKey: null, permissions }, async () => undefined)
  const party = { id: 'localhost', name: 'Agio', origins: ['http://localhost:8080'] }
  const { challenge, challengeId, user } = await passkeys.registerOptions(userId, 'x', party)
  const credential = new SoftAuthenticator().create({ challenge, userHandle: user.id })
  await passkeys.register(userId, { challengeId, credential, name: 'x' }, party, async () => undefined)
  return userId
}

/** The exchange stops behind so many entries of what `work` journals. */
async function dyingAfter(entries: number, work: () => Promise<unknown>): Promise<void> {
  const submit = world.exchange.submit.bind(world.exchange)
  let left = entries
  world.exchange.submit = async (command: Command, key?: string) => {
    if (left === 0) throw new Error('killed')
    left -= 1
    return submit(command, key)
  }
  try {
    await work().catch(() => undefined)
  } finally {
    world.exchange.submit = submit
  }
}

function started(): Freezes {
  const { models, accounts, sessions, mailer } = world.agio
  const onFault = (error: unknown): never => {
    throw error
  }
  return new Freezes({ exchange: world.exchange, models, accounts, sessions, mailer, devices: world.agio, freezing: new Set(), onFault })
}

const told = async (userId: UserId) =>
  (await world.agio.models.messages({ userId, pageNo: 1, pageSize: 100 })).rows.filter(({ kind }) => kind === 'accountFrozen').length
const openKeys = async (userId: UserId) =>
  (await world.agio.apiKeys.list(userId)).filter(({ status }) => status === 1).length + (await world.agio.passkeys.count(userId))

it('USER-011 REL-001 [part] a freeze that is cut behind any of its entries is whole after the next start, and told', async () => {
  for (let survived = 0; survived <= 5; survived += 1) {
    const userId = await victim(`frozen${survived}@example.com`)
    await dyingAfter(survived, () => world.agio.freezes.freeze(userId, 'asked by its owner'))
    expect(await openKeys(userId), `cut behind ${survived}`).toBe(survived === 0 ? 2 : Math.max(0, 3 - survived))
    await started().resume()
    const isFrozen = userStatusOf(world.exchange.state, userId) === 'frozen'
    expect([isFrozen, await openKeys(userId)], `behind ${survived}`).toEqual(survived === 0 ? [false, 2] : [true, 0])
    if (survived > 0) expect(await told(userId)).toBeGreaterThan(0)
    expect(await world.agio.models.documents(asUserId(0), FREEZES)).toEqual([])
    const before = world.exchange.durableSeq
    await started().resume()
    expect(world.exchange.durableSeq).toBe(before)
  }
})

it('USER-011 an account is let go in one entry, and not before its freeze is whole', async () => {
  const userId = await victim('let-go@example.com')
  await dyingAfter(1, () => world.agio.freezes.freeze(userId, 'asked by its owner'))
  const tenant = { ...world.agio, exchange: Object.assign(world.exchange, { snapshot: () => Promise.reject(new Error('none')) }) }
  const unfreeze = (actor: string) =>
    runOperatorCommand(
      [tenant],
      { tenantId: 'agio', command: 'unfreeze', given: { account: String(userId) }, actor, why: 'a test of it' },
      'test',
    )
  expect((await unfreeze('ann')).text).toContain('asked for')
  expect(await openKeys(userId)).toBe(2)
  // Behind the request only the keys, the message and the note are written before the process dies: the request still stands.
  await dyingAfter(4, () => unfreeze('bob'))
  expect([userStatusOf(world.exchange.state, userId), await openKeys(userId)]).toEqual(['frozen', 0])
  // A session that a stop left in its file.
  const device = { identity: 'thief', clientType: 'pc', device: '', os: '', browser: '', ip: '127.0.0.1' }
  world.agio.sessions.create(userId, device)
  expect((await unfreeze('bob')).text).toContain('done')
  expect(world.agio.sessions.list(userId)).toEqual([])
  expect([userStatusOf(world.exchange.state, userId), await openKeys(userId)]).toEqual(['active', 0])
  expect((await unfreeze('bob')).text).toContain('not frozen')
})
