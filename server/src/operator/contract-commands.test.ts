/** Contracts as operators list, stop and change them: one says what may be traded, two say on which terms. */
import type { Command } from '@agio/engine/command.ts'
import { asAssetId, asUserId, type UserId } from '@agio/engine/ids/id.ts'
import { insuranceOf } from '@agio/engine/perp/insurance.ts'
import { contractsOf } from '@agio/engine/perp/read-contract.ts'
import { positionsOf } from '@agio/engine/perp/read-positions.ts'
import { beforeEach, expect, it } from 'vitest'
import type { Profile } from '../core/tenant-config.ts'
import { contractOrder } from '../demo/contracts/contract-orders.ts'
import { type HttpWorld, httpWorld } from '../testing/http-world.ts'
import { readCommandLine } from './command-line.ts'
import { OPERATOR_COMMANDS } from './commands.ts'
import type { OperatorTenant } from './operator-command.ts'
import { runOperatorCommand } from './run-command.ts'

const [USDT, BTC] = [asAssetId(1), asAssetId(2)]
const UNIT = 10n ** 8n
const TIERS = [
  { upTo: '50000', rate: '0.004', leverage: 125 },
  { upTo: '500000', rate: '0.01', leverage: 50 },
  { upTo: null, rate: '0.05', leverage: 10 },
]
const NAME = 'E-BTC-USDT'
const DEFINITION = { name: NAME, base: 'BTC', quote: 'USDT', priceScale: 1, quantityScale: 3, multiplier: 1, tiers: TIERS }

let world: HttpWorld
let tenants: OperatorTenant[]
beforeEach(async () => {
  world = await httpWorld()
  const snapshot = () => Promise.resolve({ seq: 1, stateHash: '', byteLength: 7 })
  tenants = [{ ...world.agio, exchange: Object.assign(world.agio.exchange, { snapshot }) } as OperatorTenant]
  return () => world.close()
})

/** As it is typed, with who and why. */
function type(words: readonly string[], actor = 'ann', profile: Profile = 'test', account = actor) {
  const request = readCommandLine(OPERATOR_COMMANDS, [...words, '--actor', actor, '--reason', 'a test of it'], actor)
  return runOperatorCommand(tenants, { ...request, account }, profile)
}
const said = async (line: string, actor?: string): Promise<string> => (await type(line.split(' '), actor)).text
const look = async (line: string): Promise<string> =>
  (await runOperatorCommand(tenants, readCommandLine(OPERATOR_COMMANDS, line.split(' '), 'ann'))).text

const must = (command: Command): number => world.exchange.must(command).value
/** By one operator and then by another. */
async function twice(words: readonly string[]) {
  const asked = await type(words)
  return asked.ok ? type(words, 'bob') : asked
}
const define = (more: readonly string[] = ['--open', 'yes']) => twice(['contracts', 'define', JSON.stringify(DEFINITION), ...more])
const contract = () => contractsOf(world.exchange.state)[0] ?? expect.fail('no contract')

/** Prices of the index, as its sources would say them. */
function index(price: number): void {
  const { clock } = world
  must({
    kind: 'setIndexTerms',
    unitAssetId: USDT,
    sources: ['one'],
    freshMs: 86_400_000,
    capE8: 1_000_000,
    weights: [],
    actor: 'system',
    why: 'test',
  })
  must({
    kind: 'reportPrices',
    items: [{ assetId: BTC, source: 0, price: BigInt(price) * 10n ** 12n, at: clock.now(), state: 'live' }],
  })
}

let users = 0
function trader(usdt: bigint): UserId {
  users += 1
  const userId = asUserId(must({ kind: 'registerUser', accountKey: `trader:${users}`, document: {}, role: 'customer' }))
  must({ kind: 'creditUser', userId, assetId: USDT, amount: usdt * UNIT, cause: 'airdrop', reference: '' })
  must({ kind: 'openContractAccount', userId })
  must({ kind: 'transferBetweenAccounts', userId, from: 'spot', to: 'contract', assetId: USDT, amount: usdt * UNIT })
  return userId
}

/** Two with a position against each other: 100 contracts of 0.001 BTC at 60,000 is 6,000 USDT. */
function meet(long: UserId, short: UserId, quantity: number): void {
  const { instrumentId } = contract()
  must(contractOrder(short, instrumentId, { side: 'sell', price: 600_000, quantity }))
  must(contractOrder(long, instrumentId, { side: 'buy', price: 600_000, quantity }))
}

it('OPS-008 [part] a contract is listed closed, with what was not named at its default, and nothing whose brackets do not rise', async () => {
  for (const [wrong, text] of [
    [{ tiers: [TIERS[1], TIERS[0], TIERS[2]] }, 'bracket 2'],
    [{ tiers: TIERS.slice(0, 2) }, 'has upTo null'],
    [{ tiers: [TIERS[0], { ...TIERS[1], rate: '0.004' }, TIERS[2]] }, 'rate has to be above'],
    [{ tiers: [TIERS[0], { ...TIERS[1], leverage: 125 }, TIERS[2]] }, 'leverage has to be below'],
    [{ tiers: [{ ...TIERS[0], rate: '0.008' }, ...TIERS.slice(1)] }, 'rate times its leverage'],
    [{ base: 'NOPE' }, 'no coin NOPE'],
    [{ name: 'btc' }, 'name'],
    [{ colour: 'red' }, 'colour'],
  ] as const) {
    const answer = await type(['contracts', 'define', JSON.stringify({ ...DEFINITION, ...wrong })])
    expect(answer, JSON.stringify(wrong)).toEqual({ ok: false, text: expect.stringContaining(text) })
  }
  expect(contractsOf(world.exchange.state)).toEqual([])
  expect((await define([])).text).toMatch(/^E-BTC-USDT is listed as contract \d+, closed, entry \d+$/)
  expect((await define()).text).toContain('is listed already')
  expect(contract()).toMatchObject({
    terms: { enabled: false, makerFeeE8: 20_000, takerFeeE8: 50_000, quantityMin: 1, slippageCapE8: 500_000 },
    contract: { maxLeverage: 125, fundingHours: 8, interestE12: 100_000_000, fundingCapE12: 3_000_000_000, liquidationFeeE8: 200_000 },
  })
  const shown = await look(`contracts show ${NAME.toLowerCase()}`)
  for (const line of [
    'CLOSED',
    'WITHOUT INDEX',
    'contract of      0.001',
    'tick             0.1',
    'to 50000 at 0.004, 125x; to 500000 at 0.01, 50x',
    'within 0.00175 of the index',
    'up to 0.0005 worse than the mark',
  ])
    expect(shown).toContain(line)
})

it('a contract is halted, takes cancels or only what makes positions smaller, and trades again; pairs are no contracts', async () => {
  await define()
  for (const [word, status] of [
    ['halt', 'halt'],
    ['cancel-only', 'cancelOnly'],
    ['reduce-only', 'reduceOnly'],
    ['resume', 'trading'],
  ]) {
    expect(await said(`contracts ${word} e-btc-usdt`)).toMatch(/, entry \d+$/)
    expect(contract().status).toBe(status)
  }
  expect(await said('contracts halt BTC/USDT')).toBe('no contract BTC/USDT at agio')
  expect(await said(`halt ${NAME}`)).toBe(`no pair ${NAME} at agio`)
  expect(await look('contracts list')).toContain('E-BTC-USDT  trading, WITHOUT INDEX  to 125x')
})

it('OPS-003 OPS-004 [part] other terms wait for another operator, show old and new, are void after a day and are executed once', async () => {
  await define()
  const before = contract()
  const asked = await said(`contracts terms ${NAME} --taker-fee 0.0004 --max-leverage 100`)
  for (const line of [
    'taker-fee: 0.0005 → 0.0004',
    'max-leverage: 125 → 100',
    'nobody would be above 100 %',
    'another operator has to approve',
  ])
    expect(asked).toContain(line)
  expect(contract()).toEqual(before)
  expect(await said(`contracts approve ${NAME}`)).toContain('selfApproval')
  expect(await said(`contracts terms ${NAME} --taker-fee 0.0003`, 'bob')).toContain('another change waits')
  expect(await look('contracts changes')).toContain('asked for by ann: a test of it')
  expect((await type(['contracts', 'approve', NAME], 'bob', 'production', 'ann')).text).toContain('the same account of the machine')
  const both = await Promise.all(['bob', 'eve'].map((actor) => said(`contracts approve ${NAME}`, actor)))
  expect(both.map((text) => text.includes('its terms are changed')).sort()).toEqual([false, true])
  expect(contract()).toMatchObject({
    terms: { takerFeeE8: 40_000, buyFeeE8: 40_000 },
    contract: { maxLeverage: 100, tiers: [{ rateE8: 400_000, maxLeverage: 100 }, ...before.contract.tiers.slice(1)] },
  })
  await said(`contracts terms ${NAME} --open no`)
  world.clock.at += 86_400_000
  expect(await said(`contracts approve ${NAME}`, 'bob')).toContain('nothing waits')
  await said(`contracts terms ${NAME} --open no`)
  expect(await said(`contracts drop ${NAME}`, 'bob')).toContain('dropped')
  expect(await look('contracts changes')).toBe('nothing waits')
  expect(contract().terms.enabled).toBe(true)
  // Asked for over terms that are none any more, as after a stop between a change and its note.
  await said(`contracts terms ${NAME} --slippage 0.004`)
  const { instrumentId, terms, contract: own } = contract()
  must({ kind: 'changeContract', instrumentId, terms: { ...terms, quantityMin: 2 }, contract: own, actor: 'eve', why: 'by another way' })
  expect(await said(`contracts approve ${NAME}`, 'bob')).toContain('nothing waits')
  for (const wrong of ['--taker-fee 2', '--open perhaps', '--max-leverage 1.5', '--min-value -1', ''])
    expect((await type(`contracts terms ${NAME} ${wrong}`.trim().split(' '))).ok, wrong).toBe(false)
})

it('OPS-008 PERP-050 [part] terms by which somebody could take more than he stands for are refused, each with its bound', async () => {
  for (const [wrong, text] of [
    ['--liquidation-fee 0.004', 'liquidation-fee: below the lowest maintenance rate, which is 0.004'],
    ['--slippage 0.0101', 'slippage: at most 0.01'],
    ['--funding-cap 0.003000000001', 'funding-cap: at most three quarters of the lowest maintenance rate, 0.003'],
    ['--funding-floor -0.003000000001', 'funding-floor: not below -0.003'],
    ['--loss-of-one 0.2', 'loss-of-one: at most loss-of-all'],
    ['--frozen-move 1.1', 'frozen-move: a share of 1 at most'],
    ['--settle-after 0', 'settle-after: from 1 to 720 hours'],
  ] as const) {
    expect(await define(wrong.split(' ')), wrong).toEqual({ ok: false, text: expect.stringContaining(text) })
  }
  expect(contractsOf(world.exchange.state)).toEqual([])
  await define()
  expect(await said(`contracts terms ${NAME} --liquidation-fee 0.004`)).toContain('below the lowest maintenance rate')
  const lower = JSON.stringify([{ ...TIERS[0], rate: '0.002' }, ...TIERS.slice(1)])
  expect((await type(['contracts', 'tiers', NAME, lower])).text).toContain(
    'liquidation-fee: below the lowest maintenance rate, which is 0.002',
  )
  expect(await said(`contracts terms ${NAME} --liquidation-fee 0.001 --slippage 0.01`)).toContain('asked for')
})

it('OPS-008 a change of brackets lists who would be above 100 % margin ratio, before it is approved and then', async () => {
  await define()
  index(60_000)
  const [careful, careless, other] = [trader(6000n), trader(330n), trader(100_000n)]
  meet(careful, other, 100)
  meet(careless, other, 100)
  expect(positionsOf(world.exchange.state, careless)).toHaveLength(1)
  const tiers = (rate: string) =>
    JSON.stringify([
      { ...TIERS[0], rate, leverage: 16 },
      { ...TIERS[1], rate: '0.1', leverage: 9 },
      { ...TIERS[2], rate: '0.2', leverage: 4 },
    ])
  expect((await type(['contracts', 'tiers', NAME, tiers('0.006')])).text).toContain('nobody would be above 100 %')
  await said(`contracts drop ${NAME}`)
  const asked = await type(['contracts', 'tiers', NAME, tiers('0.06')])
  // 24 of 6,000 are 0.4 %, and 360 are 6 %; he has 327 left of 330.
  expect(asked.text).toMatch(
    new RegExp(`liquidated at once, would be 1:\\n {2}${careless} {2}all crossed positions {2}7\\.\\d+ % → 110\\.\\d+ %$`),
  )
  expect(positionsOf(world.exchange.state, careless)).toHaveLength(1)
  expect(await look('contracts changes')).toContain(String(careless))
  expect(await said(`contracts risk ${NAME} --from 7`)).toMatch(new RegExp(`^${careless} {2}all crossed positions {2}7\\.\\d+ %$`))
  expect(await said(`contracts risk ${NAME}`)).toContain('nobody is at 80 %')
  expect(await said(`contracts approve ${NAME}`, 'bob')).toContain(`${careless}  all crossed positions`)
  must({ kind: 'tick' })
  expect(positionsOf(world.exchange.state, careless)).toEqual([])
  expect(positionsOf(world.exchange.state, careful)).toHaveLength(1)
})

it('PERP-053 [part] the insurance fund is filled and emptied by name, never below nothing, and tells its bounds', async () => {
  await define()
  const owed = 'owed to the house: 0'
  expect(await look('insurance')).toBe(`USDT     0\n  bankruptcies of the last day: 0 of 0, by one customer 0 at most; ${owed}`)
  expect(await said('insurance deposit usdt 2500.5')).toMatch(/^2500\.5 USDT put in, entry \d+; the fund has 2500\.5$/)
  expect(await said('insurance withdraw USDT 2500.51')).toBe('the fund has 2500.5 USDT')
  expect(await said('insurance withdraw USDT 500.5')).toContain('another operator has to give the same command')
  expect(await said('insurance withdraw USDT 500.5', 'bob')).toContain('the fund has 2000')
  expect(insuranceOf(world.exchange.state, USDT)).toBe(2000n * UNIT)
  // What operators put in counts at once: a tenth by all, a fiftieth by one.
  expect(await look('insurance')).toBe(`USDT     2000\n  bankruptcies of the last day: 0 of 200, by one customer 40 at most; ${owed}`)
  for (const wrong of ['0', '-5', '1.123456789', 'all']) expect((await type(['insurance', 'deposit', 'USDT', wrong])).ok, wrong).toBe(false)
})

it('PERP-026 PERP-027 [part] an operator sees which sources a contract’s index is made of, and that it stands still without any', async () => {
  await define()
  expect(await look(`index sources --contract ${NAME}`)).toContain('WITHOUT INDEX')
  index(60_000)
  const text = await look(`index sources --contract ${NAME}`)
  for (const line of ['E-BTC-USDT  trading', 'index 60000', 'BTC      60000  of 1', 'one  live  60000']) expect(text).toContain(line)
  expect(
    (await runOperatorCommand(tenants, readCommandLine(OPERATOR_COMMANDS, ['index', 'sources', '--contract', 'E-X-Y'], 'ann'))).ok,
  ).toBe(false)
})

function pass(ms: number): void {
  world.clock.at += ms
  world.exchange.clock = world.clock.at
}

it('PERP-057 [part] a contract that has been silent for long enough is settled by two operators, and stays so', async () => {
  await define()
  index(60_000)
  const [long, short] = [trader(1_000n), trader(1_000n)]
  meet(long, short, 100)
  expect(await said(`contracts settle ${NAME}`)).toContain('has an index')
  pass(86_400_001)
  must({ kind: 'tick' })
  expect(contract().isShut).toBe(true)
  expect(await said(`contracts settle ${NAME}`)).toContain('has to be silent for 24 hours')
  pass(86_400_001)
  must({ kind: 'tick' })
  expect(await said(`contracts settle-approve ${NAME}`, 'bob')).toContain('nobody asked for that')
  expect(await said(`contracts settle ${NAME}`)).toContain('100 contracts close at 60000')
  expect(await said(`contracts settle ${NAME}`)).toContain('asked for already by ann')
  expect(await said(`contracts settle-approve ${NAME}`)).toContain('selfApproval')
  expect(positionsOf(world.exchange.state, long)).toHaveLength(1)
  expect(await said(`contracts settle-approve ${NAME}`, 'bob')).toContain('is settled')
  expect([long, short].map((userId) => positionsOf(world.exchange.state, userId))).toEqual([[], []])
  expect(await look(`contracts show ${NAME}`)).toContain('SETTLED')
  expect((await type(['contracts', 'resume', NAME])).ok).toBe(false)
  expect(await said(`contracts settle ${NAME}`, 'bob')).toContain('is settled already')
})
