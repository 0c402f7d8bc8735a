/** Conversion as an operator changes it, and what a customer then sees. */
import { asAssetId, asUserId } from '@agio/engine/ids/id.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type HttpWorld, httpWorld } from '../testing/http-world.ts'
import { Member } from '../testing/member.ts'
import { openConversion } from '../testing/open-products.ts'
import { readCommandLine } from './command-line.ts'
import { OPERATOR_COMMANDS } from './commands.ts'
import type { OperatorTenant } from './operator-command.ts'
import { runOperatorCommand } from './run-command.ts'

const ROOT = '/api/user-web/v1/trade_convert'
let world: HttpWorld
let member: Member
let tenants: OperatorTenant[]
beforeAll(async () => {
  world = await httpWorld()
  await openConversion(world.agio)
  const snapshot = () => Promise.resolve({ seq: 1, stateHash: '', byteLength: 7 })
  tenants = [{ ...world.agio, exchange: Object.assign(world.agio.exchange, { snapshot }) } as OperatorTenant]
  member = await Member.join(world, 'converts@example.com')
  const grant = { kind: 'creditUser', userId: asUserId(member.userId), assetId: asAssetId(1), amount: 10n ** 12n } as const
  world.exchange.must({ ...grant, cause: 'airdrop', reference: 'test' })
})
afterAll(() => world.close())

/** As it is typed, with who and why. */
const type = (line: string) =>
  runOperatorCommand(tenants, readCommandLine(OPERATOR_COMMANDS, [...line.split(' '), '--actor', 'ann', '--reason', 'a test of it'], 'ann'))
const look = (line: string) => runOperatorCommand(tenants, readCommandLine(OPERATOR_COMMANDS, line.split(' '), 'ann'))
const quote = async (amount = '100', pair = 'USDT/BTC') => {
  const answer = await member.get(`${ROOT}/pre_trade/${pair}?sendAmount=${amount}` as `${typeof ROOT}/pre_trade/USDT/BTC`)
  return answer.code === '0' ? answer.data.spread : answer.failure.name
}
const config = async () => (await member.post(`${ROOT}/config`)).data

it('sets limits, of which each is in force for the next quote', async () => {
  expect(await type('convert limit --daily-u 5000 --min-u 10 --max-u 1000')).toMatchObject({ ok: true })
  expect(await config()).toMatchObject({ dailyLimitU: '5000', minTradeU: '10', maxTradeU: '1000' })
  expect([await quote('9'), await quote('10'), await quote('1001')]).toEqual(['CONVERT_AMOUNT_RANGE', '0.0005', 'CONVERT_AMOUNT_RANGE'])
  const refused = await type('convert limit --daily-u 10 --min-u 1e3')
  expect(refused).toMatchObject({ ok: false, text: expect.stringContaining('minTradeU') })
  expect(await config()).toMatchObject({ dailyLimitU: '5000', minTradeU: '10' })
  for (const bad of ['convert limit', 'convert limit --daily-u -1', 'convert limit --quote-seconds 0'])
    expect((await type(bad)).ok, bad).toBe(false)
  expect(await type('convert limit --daily-u 0 --min-u 0 --max-u 0 --loss-u 250')).toMatchObject({ ok: true })
  expect((await look('convert show')).text).toContain('limit of a customer and day none, loss bound of a day 250')
})

it('CONV-003 [part] takes no least value of a conversion above the most, whichever of the two is set', async () => {
  const refused = { ok: false, text: 'convert limit: min-u 1000 is above max-u 10, nothing could be converted' }
  expect(await type('convert limit --min-u 1000 --max-u 10 --daily-u 5')).toMatchObject(refused)
  expect(await type('convert limit --max-u 10')).toMatchObject({ ok: true })
  expect(await type('convert limit --min-u 1000')).toMatchObject(refused)
  expect(await config()).toMatchObject({ dailyLimitU: '0', minTradeU: '0', maxTradeU: '10' })
  expect(await quote('10')).toBe('0.0005')
  expect(await type('convert limit --min-u 1000 --max-u 0')).toMatchObject({ ok: true })
  expect(await type('convert limit --max-u 10')).toMatchObject(refused)
  expect(await type('convert limit --min-u 10 --max-u 10')).toMatchObject({ ok: true })
  expect(await type('convert limit --min-u 0 --max-u 0')).toMatchObject({ ok: true })
})

it('sets spreads of all, a coin or a pair, and takes them back', async () => {
  await type('convert spread all --base 0.001')
  await type('convert spread btc --base 0.002')
  await type('convert spread USDT/BTC --base 0.003 --size 0')
  expect([await quote(), await quote('0.001', 'BTC/USDT')]).toEqual(['0.003', '0.002'])
  await type('convert spread USDT/BTC')
  expect(await quote()).toBe('0.002')
  for (const bad of ['convert spread all', 'convert spread NOPE --base 0.1', 'convert spread BTC --base 1', 'convert spread USDT/BTC/ETH'])
    expect((await type(bad)).ok, bad).toBe(false)
  await type('convert spread BTC')
  await type('convert spread all --base 0')
  expect(await quote()).toBe('0.0005')
})

it('CONV-012 [part] closes and opens a coin, one direction of a pair, and all of it', async () => {
  await type('convert close --pair USDT/BTC')
  expect([await quote(), await quote('0.001', 'BTC/USDT')]).toEqual(['CONVERT_PAIR_NOT_FOUND', '0.0005'])
  expect((await config()).pairs).toEqual([{ send: 'USDT', receive: 'BTC', status: 2 }])
  await type('convert open --pair USDT/BTC')
  await type('convert close --coin BTC')
  expect([await quote(), (await config()).sendCoins.map(({ coinName }) => coinName)]).toEqual(['CONVERT_PAIR_NOT_FOUND', ['USDT']])
  await type('convert open --coin BTC')
  await type('convert close')
  expect([await quote(), (await config()).flashConvertSwitch]).toEqual(['FEATURE_OFF', 0])
  expect((await look('convert show')).text).toMatch(/^closed by an operator/)
  // Another limit opens nothing.
  await type('convert limit --daily-u 7000')
  expect(await quote()).toBe('FEATURE_OFF')
  await type('convert open')
  expect(await quote()).toBe('0.0005')
})

it('funds the stock, shows it, and a loss that closed conversion is opened by nobody by chance', async () => {
  expect((await look('inventory show')).text).toContain('BTC        100  worth 6000000 USDT  least - target 100 (put in) most -')
  expect((await type('inventory fund btc -99.5')).text).toContain('in stock 0.5')
  expect((await type('inventory fund BTC -1')).text).toBe('refused: inventoryShort')
  expect((await type('inventory limit BTC --least 0.1 --target 0.5 --most 1')).ok).toBe(true)
  expect((await type('inventory limit BTC --least 0.7')).text).toContain('have to rise')
  expect((await look('inventory show')).text).toContain('worth 30000 USDT  least 0.1 target 0.5 most 1')
  const items = [{ assetId: asAssetId(2), source: 0, price: 50_000n * 10n ** 12n, at: world.clock.now(), state: 'live' }] as const
  world.exchange.must({ kind: 'reportPrices', items })
  expect((await look('convert show')).text).toMatch(/^BTC closed by its loss of today/)
  expect(await quote()).toBe('CONVERT_COIN_CLOSED')
  for (const line of ['convert open', 'convert limit --loss-u 300'])
    expect((await type(line)).text).toContain('their losses of today keep BTC closed until 00:00 UTC, unless convert open --loss yes')
  expect(await quote()).toBe('CONVERT_COIN_CLOSED')
  expect((await type('convert open --loss perhaps')).ok).toBe(false)
  expect((await type('convert open --loss yes --coin BTC')).ok).toBe(false)
  expect((await type('convert open --loss yes')).text).toContain('is beyond its bound of 300: the next price closes it')
  expect((await type('convert limit --loss-u 9000000')).text).toMatch(/done, entry \d+$/)
  world.clock.at += 3_000
  // A tenth of how far it went within the minute.
  expect(await quote('1')).toBe('0.02')
})

it('sets the rules of the last look, of shares and of the desk, and shows them', async () => {
  expect((await type('convert rules')).ok).toBe(false)
  for (const bad of ['--person-share 1.1', '--look-times 0.5', '--hedge-slip 0.2', '--coin-loss 0.000000001'])
    expect((await type(`convert rules ${bad}`)).ok, bad).toBe(false)
  const done = await type('convert rules --person-share 0.05 --look-times 4 --kept-below-u 2500')
  expect(done.text).toContain('look-times 4, look-least 0.0015, person-share 0.05, kept-share 0.2, kept-below-u 2500, pause-share 0.003')
  expect((await look('convert show')).text).toContain('person-share 0.05')
  await type('convert rules --person-share 0.1 --look-times 3 --kept-below-u 1000')
  // a limit goes away by its name
  await type('inventory limit BTC --least none')
  expect((await look('inventory show')).text).toContain('least - target 0.5 most 1')
})

it('shows profit and loss by day, today first', async () => {
  const [today, ...over] = (await look('convert days')).text.split('\n')
  expect([today, over]).toEqual([expect.stringMatching(/^2026-11-21 {2}began with 0 {2}funded .* result -[\d.]+$/), []])
  world.exchange.clock += 86_400_000
  const items = [{ assetId: asAssetId(2), source: 0, price: 55_000n * 10n ** 12n, at: world.exchange.clock, state: 'live' }] as const
  world.exchange.must({ kind: 'reportPrices', items })
  const lines = (await look('convert days')).text.split('\n')
  expect(lines).toHaveLength(2)
  // Half a coin that is worth 5,000 more.
  expect(lines[0]).toMatch(/^2026-11-22 .* funded 0 .* result 2500$/)
  expect(lines[1]).toBe(today)
  expect((await look('convert days --days 1')).text).toBe(lines[0])
  expect((await look('convert days --days 0')).ok).toBe(false)
})
