/** What testers do from outside: the test profile alone, from the machine itself. */
import { asAssetId } from '@agio/engine/ids/id.ts'
import { indexOf } from '@agio/engine/index/read-index.ts'
import { balanceOf } from '@agio/engine/read.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type HttpWorld, httpWorld, userIdOf } from '../../testing/http-world.ts'

const DEV = '/api/auth/v1/dev'
const DAY = 86_400_000
const CALLS = [
  ['clock', { advance: 0 }],
  ['index', { coinName: 'USDT', price: null }],
  ['operator', { command: ['help'] }],
  ['grant', { userId: '1', coinName: 'USDT', amount: '1' }],
] as const

let world: HttpWorld
beforeAll(async () => {
  world = await httpWorld()
})
afterAll(() => world.close())

const post = (call: string, body: object, ip = '127.0.0.1') => world.ask('POST', `${DEV}/${call}`, body, { ip })

it('answers the test profile and the machine itself alone', async () => {
  for (const [call, body] of CALLS) {
    for (const ip of ['203.0.113.9', '::ffff:198.51.100.1', '2001:db8::1'])
      expect(await post(call, {}, ip), `${call} from ${ip}`).toMatchObject({ status: 404, data: { name: 'PATH_NOT_FOUND' } })
    expect((await post(call, body, '::1')).failure.name, call).toMatch(call === 'grant' ? /VALIDATION_FAILED/ : /^$/)
  }
  for (const profile of ['demo', 'production'] as const) {
    const other = await httpWorld({ profile })
    for (const [call, body] of CALLS)
      expect(await other.ask('POST', `${DEV}/${call}`, body), `${call} ${profile}`).toMatchObject({ status: 404, code: '20005' })
    await other.close()
  }
})

it('one clock: after a jump the header, the time call, new records and lives of sessions follow it', async () => {
  const registered = await world.register('clock@example.com')
  const { token } = registered.data
  const before = world.clock.at
  const read = await post('clock', { advance: 0 })
  expect(read.data).toEqual({ serverTime: before })
  expect(await post('clock', { advance: 400 * DAY })).toMatchObject({ code: '0', data: { serverTime: before + 400 * DAY } })
  const time = await world.get('/api/home-web/v1/open/system/time')
  expect([time.data.serverTime, Number(time.headers['x-server-time'])]).toEqual([before + 400 * DAY, before + 400 * DAY])
  expect((await world.get('/api/user-web/v1/user/getLoginInfo', { token })).status).toBe(401)
  expect(world.exchange.now()).toBe(before + 400 * DAY)
  expect((await world.agio.models.documents(userIdOf(registered), 'clock')).length).toBe(0)
  for (const advance of [-1, 1.5, 3661 * DAY, '1']) expect((await post('clock', { advance })).failure.name).toBe('VALIDATION_FAILED')
})

it('a gift is a posting like any other, and nobody gets one who is not there', async () => {
  const userId = userIdOf(await world.register('gift@example.com'))
  const usdt = asAssetId(1)
  expect((await post('grant', { userId: String(userId), coinName: 'USDT', amount: '12.5' })).code).toBe('0')
  expect(balanceOf(world.exchange.state, userId, usdt).available).toBe(1_250_000_000n)
  expect(world.history.lines.at(-1)).toMatchObject({ userId, cause: 'airdrop' })
  const refused = async (body: object) => (await post('grant', { userId: String(userId), coinName: 'USDT', amount: '1', ...body })).failure
  expect(await refused({ userId: '99999999' })).toMatchObject({ name: 'VALIDATION_FAILED', params: { issues: [{ path: 'userId' }] } })
  expect(await refused({ userId: 'ann' })).toMatchObject({ params: { issues: [{ path: 'userId' }] } })
  expect((await refused({ coinName: 'NOPE' })).name).toBe('COIN_NOT_FOUND')
  expect((await refused({ amount: '0.000000001' })).name).toBe('DECIMAL_SCALE')
  expect((await refused({ amount: '9'.repeat(19) })).name).toBe('VALIDATION_FAILED')
  expect(balanceOf(world.exchange.state, userId, usdt).available).toBe(1_250_000_000n)
})

it('a pin of the index stays fresh over a jump, and other sources are read anew before the answer', async () => {
  let quoted = '50000'
  const read = async () => ({ quotes: new Map([['BTC', { last: quoted, ageMs: 0 }]]) })
  const priced = await httpWorld({ sources: ['one', 'two', 'three'].map((name) => ({ name, paceMs: 3_600_000, read })) })
  const ask = (call: string, body: object) => priced.post(`${DEV}/${call}`, body)
  const price = () => indexOf(priced.exchange.state, asAssetId(2))
  const pin = async (body: object) => (await ask('index', { coinName: 'BTC', ...body })).failure.name
  expect(await pin({ price: '60000.5' })).toBe('')
  expect(price()).toMatchObject({ price: 60_000_500_000_000_000n, live: 3 })
  await ask('clock', { advance: DAY })
  expect(price()).toMatchObject({ price: 60_000_500_000_000_000n, live: 3 })
  quoted = '51000'
  expect(await pin({ price: null })).toBe('')
  expect(price()).toMatchObject({ price: 51_000_000_000_000_000n, live: 3 })
  quoted = '52000'
  await ask('clock', { advance: DAY })
  expect(price()).toMatchObject({ price: 52_000_000_000_000_000n, live: 3 })
  await priced.close()
})

it("runs the operator's command line, and exits as it does", async () => {
  const run = async (...command: string[]) => (await post('operator', { command })).data
  expect(await run('help')).toMatchObject({ exit: 0, output: expect.stringContaining('npm run operator') })
  expect(await run('nothing', 'such')).toMatchObject({ exit: 2, output: expect.stringContaining('no command') })
  expect(await run('halt', 'NO/PAIR', '--actor', 'ann', '--reason', 'a test of it')).toMatchObject({ exit: 1 })
  expect(await run('halt', 'BTC/USDT', '--actor', 'ann', '--reason', 'a test of it')).toMatchObject({ exit: 0 })
  expect(await run('halt', 'BTC/USDT', '--actor', 'ann')).toMatchObject({ exit: 2, output: expect.stringContaining('why') })
  const nova = { host: 'nova.localhost' }
  const there = async (...command: string[]) => (await world.post(`${DEV}/operator` as string, { command }, nova)).data
  expect(await there('kv', 'set', 'theme', '#123456', '--why', 'of this tenant')).toMatchObject({ exit: 0 })
  expect(await run('kv', 'get', 'theme', '--tenant=nova')).toMatchObject({ output: expect.stringContaining('#123456') })
  expect(await run('kv', 'get', 'theme')).toMatchObject({ output: expect.not.stringContaining('#123456') })
  expect(await run('kv', 'set', 'theme', '@/etc/hostname', '--why', 'files stay closed')).toMatchObject({ exit: 1 })
})
