/** The operator's way in: over the real socket file, on a real gateway, as the command line does it. */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { createConnection, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readEvents } from '@agio/engine/event-buffer.ts'
import { asAssetId } from '@agio/engine/ids/id.ts'
import { instrumentsOf, openOrdersOf, userOf } from '@agio/engine/read.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Profile } from '../core/tenant-config.ts'
import { type Refusal, Refused } from '../sequencer/exchange.ts'
import { type HttpWorld, httpWorld, userIdOf } from '../testing/http-world.ts'
import { readCommandLine } from './command-line.ts'
import { OPERATOR_COMMANDS } from './commands.ts'
import { controlSocketPath, openControlSocket } from './control-socket.ts'
import { machineAccount } from './machine-account.ts'
import { type OperatorAnswer, runOperatorCommand } from './run-command.ts'

const ORDER = '/api/user-web/v1/order'

let world: HttpWorld
let dataDir: string
let control: Server
let profile: Profile
beforeEach(async () => {
  profile = 'test'
  world = await httpWorld()
  dataDir = mkdtempSync(join(tmpdir(), 'agio-operator-'))
  const snapshot = () => Promise.resolve({ seq: world.exchange.durableSeq, stateHash: '', byteLength: 7 })
  const tenant = { ...world.agio, exchange: Object.assign(world.exchange, { snapshot }) }
  control = await openControlSocket(dataDir, (request) => runOperatorCommand([tenant], request, profile))
})
afterEach(async () => {
  control.close()
  await world.close()
  rmSync(dataDir, { recursive: true, force: true })
})

/** What a line written to the socket is answered with; '' when the line is cut. */
function say(line: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = createConnection(controlSocketPath(dataDir), () => socket.write(line))
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk.toString()
    })
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(text))
  })
}

async function send(command: string, given: object, over: object = {}): Promise<OperatorAnswer> {
  const request = { tenantId: 'agio', command, given, why: 'a test of it', actor: 'tester', ...over }
  return JSON.parse(await say(`${JSON.stringify(request)}\n`)) as OperatorAnswer
}

/** A command that takes one argument. */
const act = (command: string, target: string, over: object = {}): Promise<OperatorAnswer> =>
  send(command, { [command === 'halt' || command === 'resume' ? 'pair' : 'account']: target }, over)

async function customer(email: string) {
  const reply = await world.register(email)
  const userId = userIdOf(reply)
  world.exchange.must({ kind: 'creditUser', userId, assetId: asAssetId(1), amount: 10n ** 12n, cause: 'airdrop', reference: '' })
  const order = { symbol: 'BTC/USDT', direction: 'BUY', type: 'LIMIT', price: '100', amount: '1' }
  const place = () => world.post(`${ORDER}/createOrder`, order, { token: reply.data.token })
  return { userId, token: reply.data.token, place }
}

it('AUTH-019 SEC-003 [part] freezing cancels open orders and ends sessions at once; letting go takes a new login', async () => {
  const ann = await customer('ann@example.com')
  const bob = await customer('bob@example.com')
  expect((await ann.place()).code).toBe('0')
  expect(await act('freeze', 'ANN@example.com')).toMatchObject({ ok: true, text: expect.stringMatching(/done, entry \d+$/) })
  expect(openOrdersOf(world.exchange.state, ann.userId)).toEqual([])
  expect(await ann.place()).toMatchObject({ status: 401, code: '10106' })
  expect((await world.login('ann@example.com')).failure.name).toBe('ACCOUNT_DISABLED')
  expect((await bob.place()).code).toBe('0')
  expect((await act('unfreeze', String(ann.userId), { actor: 'first' })).text).toContain('another operator has to confirm')
  expect((await act('unfreeze', String(ann.userId), { actor: 'second' })).ok).toBe(true)
  expect(userOf(world.exchange.state, ann.userId)?.status).toBe('active')
  expect((await ann.place()).status).toBe(401)
  expect((await world.login('ann@example.com')).data.stage).toBe('done')
})

it('USER-011 [part] who registered by telephone is found by his number in any spelling, and by his UID', async () => {
  const { accounts } = world.agio
  const created = async (areaCode: string, account: string) =>
    (await accounts.create({ name: accounts.nameOf({ type: 2, account, areaCode }), password: 'Correct-horse-7', lang: 'en_US' })).userId
  const ann = await created('44', '7911123456')
  for (const typed of ['+44 7911 123456', '0044 7911-123456', '44 (0)7911 123456', '447911123456', String(ann)]) {
    expect([typed, (await act('freeze', typed)).ok, userOf(world.exchange.state, ann)?.status]).toEqual([typed, true, 'frozen'])
    world.exchange.must({ kind: 'setUserStatus', userId: ann, status: 'active', actor: 'test', why: '' })
  }
  expect(await act('freeze', '+44 7911 123457')).toMatchObject({ ok: false, text: 'no user +44 7911 123457 at agio' })
})

it('USER-011 lifting a freeze takes two operators, a day at most apart, and one approval lifts one freeze', async () => {
  const { userId } = await customer('eve@example.com')
  const status = () => userOf(world.exchange.state, userId)?.status
  const unfreeze = (actor: string) => act('unfreeze', 'eve@example.com', { actor })
  expect((await unfreeze('ann')).text).toContain('not frozen')
  await world.agio.freezes.freeze(userId, 'asked by its owner')
  expect((await unfreeze('ann')).ok).toBe(true)
  for (const same of ['ann', ' Ann']) expect((await unfreeze(same)).ok).toBe(false)
  world.clock.at += 86_400_000
  expect((await unfreeze('bob')).text).toContain('asked for')
  expect(status()).toBe('frozen')
  expect((await unfreeze('ann')).text).toContain('done')
  expect(status()).toBe('active')
  await world.agio.freezes.freeze(userId, 'asked by its owner')
  expect((await unfreeze('ann')).text).toContain('asked for')
  expect(status()).toBe('frozen')
})

it('USER-011 [part] a request that an earlier version kept is asked for again: nobody confirms it alone', async () => {
  const { userId } = await customer('updated@example.com')
  await world.agio.freezes.freeze(userId, 'asked by its owner')
  const kept = { by: 'ann', account: '', why: 'before the update', at: world.exchange.now() }
  world.exchange.must({ kind: 'saveDocument', userId, collection: 'unfreeze', id: 'request', document: kept, actor: 'ann' })
  const unfreeze = (actor: string) => act('unfreeze', String(userId), { actor })
  expect((await unfreeze('bob')).text).toContain('asked for')
  expect((await unfreeze('bob')).ok).toBe(false)
  expect(userOf(world.exchange.state, userId)?.status).toBe('frozen')
  expect((await unfreeze('ann')).text).toContain('done')
})

it('USER-011 in production two operators have two accounts of the machine, and the journal keeps both names of each', async () => {
  const { userId } = await customer('four-eyes@example.com')
  const unfreeze = (actor: string, account?: string) => act('unfreeze', String(userId), { actor, ...(account && { account }) })
  await world.agio.freezes.freeze(userId, 'asked by its owner')
  profile = 'production'
  expect((await unfreeze('ann', 'a.adams')).text).toContain('asked for')
  expect((await unfreeze('bob', 'a.adams')).text).toContain('the same account of the machine, a.adams')
  expect((await unfreeze('bob', 'A.Adams\u200b ')).ok).toBe(false)
  expect((await unfreeze('bob')).text).toContain('not told')
  expect((await unfreeze('Ann', 'b.brown')).text).toContain('asked for it')
  expect(userOf(world.exchange.state, userId)?.status).toBe('frozen')
  const signed: string[] = []
  world.exchange.onDurable(({ events }) => {
    for (const { event } of readEvents(events)) if (event.kind === 'userStatusChanged') signed.push(event.actor)
  })
  expect((await unfreeze('bob', 'b.brown')).ok).toBe(true)
  expect(signed).toEqual(['bob (b.brown)'])
  for (const actor of ['user', 'System', 'closure']) expect((await unfreeze(actor, 'a.adams')).text).toContain('is no operator')
})

it('USER-011 [part] a name that looks like another one is no name: it could confirm what the other asked for', async () => {
  const { userId } = await customer('zoe@example.com')
  await act('freeze', String(userId))
  expect((await act('unfreeze', String(userId), { actor: 'ann' })).text).toContain('another operator has to confirm')
  for (const actor of ['ann\u200b', 'ann ', 'аnn', 'ann\u00ad', 'ann\u0301', 'a\u202enn', ''])
    expect(await act('unfreeze', String(userId), { actor }), JSON.stringify(actor)).toMatchObject({
      ok: false,
      text: expect.stringMatching(/^actor: /),
    })
  expect((await act('unfreeze', String(userId), { actor: 'bob.b-2@desk_1' })).ok).toBe(true)
})

it('tells the account that logged in, also behind sudo, and the one that runs the process where no login is kept', () => {
  const facts = { accounts: 'root:x:0:0\nann:x:1000:1000\nagio:x:990:990', sudoUser: '', user: 'agio' }
  expect(machineAccount({ ...facts, loginId: '1000' })).toBe('ann')
  expect(machineAccount({ ...facts, loginId: '4242', sudoUser: 'eve' })).toBe('#4242')
  for (const loginId of ['', '4294967295']) {
    expect(machineAccount({ ...facts, loginId })).toBe('agio')
    expect(machineAccount({ ...facts, loginId, sudoUser: 'ann' })).toBe('ann')
  }
})

it('USER-011 USER-014 [part] a closed account is neither frozen nor let go, also when it was closed after the request', async () => {
  const { userId } = await customer('gone@example.com')
  const setStatus = (status: 'frozen' | 'disabled') =>
    world.exchange.must({ kind: 'setUserStatus', userId, status, actor: 'closure', why: 'a test of it' })
  const target = String(userId)
  setStatus('frozen')
  expect((await act('unfreeze', target, { actor: 'ann' })).ok).toBe(true)
  setStatus('disabled')
  for (const command of ['freeze', 'unfreeze'])
    expect(await act(command, target, { actor: 'bob' })).toEqual({ ok: false, text: `${command} ${target}: the account is closed` })
  expect(userOf(world.exchange.state, userId)?.status).toBe('disabled')
})

it('SPOT-047 [part] the breaker of a pair is set in shares and minutes, and what is not named stays', async () => {
  const terms = () => instrumentsOf(world.exchange.state)[0]?.terms
  const set = (given: object): Promise<OperatorAnswer> => send('breaker', { pair: 'BTC/USDT', ...given })
  const before = terms()
  expect(await set({ 'long-move': '0.2' })).toMatchObject({
    ok: true,
    text: expect.stringMatching(/more than 0\.2 within 60 minutes, entry/),
  })
  expect(terms()).toEqual({ ...before, breakerLongMoveE8: 20_000_000, breakerLongWindowMs: 3_600_000 })
  expect((await set({ move: '0.05', halt: '2', 'long-window': '30' })).ok).toBe(true)
  const now = { breakerMoveE8: 5_000_000, breakerHaltMs: 120_000, breakerLongMoveE8: 20_000_000, breakerLongWindowMs: 1_800_000 }
  expect(terms()).toEqual({ ...before, ...now })
  for (const wrong of [
    { move: '1' },
    { move: '-0.1' },
    { 'long-move': 'a lot' },
    { halt: '0' },
    { 'long-window': '1441' },
    { halt: '1.5' },
  ])
    expect((await set(wrong)).ok, JSON.stringify(wrong)).toBe(false)
  expect(terms()).toEqual({ ...before, ...now })
  expect((await set({ move: '0', 'long-move': '0' })).text).toContain('never halts by itself')
  expect(terms()).toMatchObject({ breakerMoveE8: 0, breakerLongMoveE8: 0, breakerLongWindowMs: 0 })
})

it('SPOT-029 [part] how far a stop may trade that fires at the market is set as a share, and is never none', async () => {
  const terms = () => instrumentsOf(world.exchange.state)[0]?.terms
  const before = terms()
  const set = (share: string): Promise<OperatorAnswer> => send('stops bound', { pair: 'BTC/USDT', share })
  for (const wrong of ['0', '1', '-0.1', 'far']) expect((await set(wrong)).ok, wrong).toBe(false)
  expect(terms()).toEqual(before)
  expect(await set('0.03')).toMatchObject({ ok: true, text: expect.stringMatching(/^stops bound BTC\/USDT: 0\.03, entry \d+$/) })
  expect(terms()).toEqual({ ...before, firedBoundE8: 3_000_000 })
})

it('SPOT-047 [part] a halted pair takes no order, cancelling goes on, and resuming opens it', async () => {
  const ann = await customer('cat@example.com')
  const placed = await ann.place()
  expect((await act('halt', 'btc_usdt')).ok).toBe(true)
  expect(instrumentsOf(world.exchange.state)[0]?.status).toBe('halt')
  expect((await ann.place()).failure.name).toBe('PAIR_HALTED')
  const cancelled = await world.post(`${ORDER}/revocationOrder`, { orderId: placed.data.orderId }, { token: ann.token })
  expect(cancelled.data.list).toMatchObject([{ result: 1 }])
  expect((await act('resume', 'BTC/USDT')).ok).toBe(true)
  expect((await ann.place()).code).toBe('0')
})

it('says why nothing was done: unknown tenants, targets, actions, missing reasons, and lines that are none', async () => {
  const seq = world.exchange.durableSeq
  expect(await act('freeze', 'nobody@example.com')).toEqual({ ok: false, text: 'no user nobody@example.com at agio' })
  expect(await act('freeze', '999999')).toMatchObject({ ok: false })
  expect(await act('halt', 'NO/PAIR')).toEqual({ ok: false, text: 'no pair NO/PAIR at agio' })
  expect(await act('freeze', '100001', { tenantId: 'none' })).toMatchObject({ ok: false, text: expect.stringContaining('there are agio') })
  expect(await act('credit', '100001')).toEqual({ ok: false, text: 'no command credit' })
  expect(await send('freeze', { account: '100001', colour: 'red' })).toEqual({ ok: false, text: 'freeze: unknown argument colour' })
  expect(await act('freeze', '100001', { why: '' })).toMatchObject({ ok: false, text: expect.stringContaining('why') })
  expect(JSON.parse(await say('{\n'))).toEqual({ ok: false, text: 'the request is not JSON' })
  expect(await say('x'.repeat(1 << 21))).toBe('')
  expect(world.exchange.durableSeq).toBe(seq)
  expect(await send('snapshot', {}, { why: '' })).toEqual({ ok: true, text: `snapshot of entry ${seq}: 7 bytes` })
})

it('shows and skips scheduled work that breaks the engine, and says in words why an exchange takes nothing', async () => {
  expect((await send('due list', {}, { why: '' })).text).toBe('nothing is poisoned, nothing was skipped')
  expect((await send('due skip', {})).text).toContain('nothing is poisoned')
  const skipped: string[][] = []
  const poisoned = { row: { due: 1, id: 64, at: Date.UTC(2026, 0, 1), detail: 0 }, error: 'it breaks' }
  Object.assign(world.exchange, { due: { poisoned, decisions: [], setAside: (...by: string[]) => skipped.push(by) } })
  const { text } = await send('due list', {}, { why: '' })
  for (const part of ['expiry of order 64', '2026-01-01T00:00:00.000Z', 'it breaks']) expect(text).toContain(part)
  expect(await send('due skip', {}, { why: '' })).toMatchObject({ ok: false })
  expect((await send('due skip', {})).text).toContain('expiry of order 64 is left out')
  expect(skipped).toEqual([['tester', 'a test of it']])
  const refusing = (refusal: Refusal): void => {
    world.exchange.submit = () => Promise.reject(new Refused(refusal, 1))
  }
  const { submit } = world.exchange
  Object.assign(world.exchange, { trouble: () => ({ state: 'readOnly', freeBytes: 3 * 2 ** 20 }) })
  refusing('readOnly')
  expect(await act('halt', 'BTC/USDT')).toEqual({ ok: false, text: expect.stringContaining('the disk is full, 3 MiB are free') })
  refusing('duePoisoned')
  expect((await act('halt', 'BTC/USDT')).text).toContain('see due list')
  world.exchange.submit = submit
})

it.skipIf(process.platform === 'win32')(
  'SEC-007 [part] only the owner can open the socket, and the command line speaks through it',
  async () => {
    expect(statSync(controlSocketPath(dataDir)).mode & 0o777).toBe(0o600)
    const cli = fileURLToPath(new URL('./cli.ts', import.meta.url))
    const run = (...args: string[]) =>
      new Promise<{ code: number; text: string }>((resolve) => {
        // an operator has no use for the master key, and is not asked for it
        const env = { ...process.env, AGIO_DATA_DIR: dataDir, AGIO_PROFILE: 'production' }
        execFile(process.execPath, [cli, ...args], { env }, (error, stdout, stderr) =>
          resolve({ code: typeof error?.code === 'number' ? error.code : 0, text: `${stdout}${stderr}` }),
        )
      })
    expect(await run('halt', 'BTC/USDT', '--why', 'a test')).toMatchObject({
      code: 0,
      text: expect.stringContaining('halt BTC/USDT: done'),
    })
    expect(await run('halt', 'NO/PAIR', '--why', 'a test')).toMatchObject({ code: 1, text: expect.stringContaining('no pair NO/PAIR') })
    expect(await run('halt', 'BTC/USDT')).toMatchObject({ code: 2, text: expect.stringContaining('why is missing') })
    expect(await run('halt', 'BTC/USDT', '--why', '\u3164\u3164\u3164')).toMatchObject({ code: 2 })
    expect(await run('help')).toMatchObject({ code: 0, text: expect.stringContaining('halt <pair> --why') })
    control.close()
    rmSync(controlSocketPath(dataDir), { force: true })
    expect(await run('halt', 'BTC/USDT', '--why', 'a test')).toMatchObject({
      code: 1,
      text: expect.stringContaining('no exchange is running'),
    })
  },
)

it('reads places and names, and refuses by name what a command does not take', () => {
  const read = (...words: string[]) => readCommandLine(OPERATOR_COMMANDS, words, 'me')
  expect(read('freeze', 'ann@example.com', '--why=a = b', '--tenant', 'nova')).toEqual({
    tenantId: 'nova',
    command: 'freeze',
    given: { account: 'ann@example.com' },
    actor: 'me',
    why: 'a = b',
  })
  expect(() => read('freeze', 'a', 'b', '--why', 'test')).toThrow('freeze: unexpected b')
  expect(() => read('freeze', 'a', '--why', 'test', '--colour', 'red')).toThrow('freeze: unknown option --colour')
  expect(() => read('freeze', '--why', 'test')).toThrow('freeze: account is missing')
  expect(() => read('freeze', 'a', '--why')).toThrow('--why has no value')
  expect(() => read('freeze', 'a', '--why', 'test', '--why', 'again')).toThrow('--why stands there twice')
  expect(() => read('lend', 'a')).toThrow('no command lend a')
})
