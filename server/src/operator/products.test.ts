/** Savings products as an operator makes, moves and prices them. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seedContent } from '../content/seed-content.ts'
import { type HttpWorld, httpWorld } from '../testing/http-world.ts'
import { openSavings } from '../testing/open-products.ts'
import { readCommandLine } from './command-line.ts'
import { OPERATOR_COMMANDS } from './commands.ts'
import { runOperatorCommand } from './run-command.ts'

const OPEN = '/api/user-web/v1/open/user-project'
const DAY = 86_400_000

let world: HttpWorld
beforeAll(async () => {
  world = await httpWorld()
  await seedContent(world.agio.exchange, world.agio.config)
  await openSavings(world.agio)
})
afterAll(() => world.close())

/** As it is typed. */
async function operate(...words: readonly string[]) {
  const snapshot = () => Promise.resolve({ seq: 0, stateHash: '', byteLength: 0 })
  const tenant = { ...world.agio, exchange: Object.assign(world.exchange, { snapshot }) }
  const request = readCommandLine(OPERATOR_COMMANDS, [...words, '--actor', 'ann', '--reason', 'a test of it'], 'nobody')
  return runOperatorCommand([tenant], request, 'test')
}
const create = async (fields: object) => {
  const product = { name: 'Term', coinName: 'USDT', type: 1, termDays: 7, annualRate: '0.05', totalQuota: '1000', userMin: '1', ...fields }
  const answer = await operate('products', 'create', JSON.stringify(product))
  return { ...answer, id: /\d+/.exec(answer.text)?.[0] ?? '' }
}
const shown = async (id: string) =>
  (await world.post(`${OPEN}/groupedProductList`)).data.flatMap(({ products }) => products).find((product) => product.id === id)

it('EARN-005 a product moves by the moves of the API alone, and the clock begins and ends its sale', async () => {
  const { id, ok, text } = await create({})
  expect([ok, text]).toEqual([true, `product ${id} (Term) has status 1 onSale`])
  expect(await shown(id)).toMatchObject({ status: 1, termDays: 7, annualRate: '0.05', totalQuota: '1000', payoutMode: 2 })
  const moved = async (word: string) => [(await operate('products', word, id)).ok, (await shown(id))?.status]
  expect(await moved('suspend')).toEqual([true, 3])
  expect(await moved('suspend')).toEqual([false, 3])
  expect(await moved('start')).toEqual([true, 1])
  expect(await moved('end')).toEqual([true, undefined])
  expect((await operate('products', 'suspend', id)).text).toBe(
    `product ${id} (Term) has status 6 ended; from there it cannot go to 3 suspended`,
  )
  expect((await operate('products', 'start', id)).ok).toBe(false)
  expect((await operate('products', 'off-shelf', id)).ok).toBe(true)
  expect((await operate('products', 'off-shelf', id)).ok).toBe(false)
  const draft = (await create({ status: 0 })).id
  expect(await shown(draft)).toBeUndefined()
  expect((await operate('products', 'suspend', draft)).ok).toBe(false)
  const now = world.exchange.clock
  const later = (await create({ startTime: now + DAY, endTime: now + 2 * DAY })).id
  expect((await shown(later))?.status).toBe(2)
  const at = (time: number) => {
    world.clock.at = time
    world.exchange.clock = time
    world.exchange.must({ kind: 'tick' })
    return operate('products', 'list')
  }
  expect((await at(now + DAY)).text).toContain(`product ${later} (Term) has status 1 onSale`)
  expect((await at(now + 2 * DAY)).text).toContain(`product ${later} (Term) has status 6 ended`)
})

it('EARN-005 [part] a product begins in no status but those of a beginning, and is moved by no change of its fields', async () => {
  const listed = async () => (await operate('products', 'list')).text.split('\n').length
  const before = await listed()
  for (const status of [3, 4, 5, 6, 7, -1])
    expect([status, await create({ status })]).toMatchObject([status, { ok: false, text: expect.stringContaining(`status ${status}: `) }])
  const later = world.exchange.clock + DAY
  expect(await create({ status: 1, startTime: later })).toMatchObject({ ok: false, text: expect.stringContaining('startTime') })
  expect(await listed()).toBe(before)
  expect((await create({ status: 2, startTime: later })).text).toContain('has status 2 waiting')
  const { id, text } = await create({ status: 1 })
  expect(text).toContain('has status 1 onSale')
  for (const status of [3, null])
    expect((await operate('products', 'change', id, JSON.stringify({ totalQuota: '2000', status }))).text).toContain('products start')
  expect(await shown(id)).toMatchObject({ status: 1, totalQuota: '1000' })
})

it('EARN-013 [part] a rate is set from a day on, with brackets too, and never for a day that is over', async () => {
  const { id } = await create({ type: 2, termDays: 0, annualRate: '0.02' })
  const set = (...words: readonly string[]) => operate('rates', 'set', id, ...words)
  for (const [words, said] of [
    [['0.03', '--from', '2020-01-01'], '2020-01-01 is over'],
    [['0.03', '--from', '2099-01-01'], 'more than 3650 days ahead'],
    [['0.03', '--from', 'soon'], 'soon is no day'],
    [['0.03', '--from', '2027-02-30'], '2027-02-30 is no day'],
    [['0.0300000001'], '8 decimals'],
    [['11'], '11 is above the highest rate of a year, 10'],
    [['[{"upTo":"5","annualRate":"0.1"},{"upTo":"5","annualRate":"0.2"},{"upTo":null,"annualRate":"0.3"}]'], 'not above the one before'],
    [['[{"upTo":"5","annualRate":"0.1"}]'], 'the last one'],
    [[`[${'{"upTo":"5","annualRate":"0.1"},'.repeat(8)}{"upTo":null,"annualRate":"0.3"}]`], '8 at most'],
  ] as const)
    expect([words, await set(...words)]).toMatchObject([words, { ok: false, text: expect.stringContaining(said) }])
  expect(await shown(id)).toMatchObject({ annualRate: '0.02' })
  expect((await set('0.03')).ok).toBe(true)
  expect(await shown(id)).toMatchObject({ annualRate: '0.03', tiers: [{ upTo: null, annualRate: '0.03' }] })
  expect((await set('[{"upTo":"500","annualRate":"0.1"},{"upTo":null,"annualRate":"0.02"}]')).ok).toBe(true)
  expect(await shown(id)).toMatchObject({
    tiers: [
      { upTo: '500', annualRate: '0.1' },
      { upTo: null, annualRate: '0.02' },
    ],
  })
})

it('a product is changed in what no order depends on, and what does not fit is refused by name', async () => {
  const { id } = await create({})
  const change = (fields: object) => operate('products', 'change', id, JSON.stringify(fields))
  expect((await change({ totalQuota: '2000', name: { en_US: 'Week', zh_CN: '一周' } })).ok).toBe(true)
  expect(await shown(id)).toMatchObject({ totalQuota: '2000', name: 'Week', status: 1, userMin: '1' })
  for (const [fields, said] of [
    [{ termDays: 8, payoutMode: 1 }, 'payoutMode, termDays: stays as it is'],
    [{ coinName: 'BTC' }, 'coinId: stays as it is'],
    [{ userMax: '0.5' }, 'userMax is below userMin'],
    [{ endTime: 1 }, 'endTime is not behind startTime'],
    [{ startTime: -1 }, 'startTime min'],
  ] as const)
    expect([fields, await change(fields)]).toMatchObject([fields, { ok: false, text: expect.stringContaining(said) }])
  for (const [fields, said] of [
    [{ type: 2, termDays: 0, autoPurchase: 1 }, 'autoPurchase 1: only a term'],
    [{ type: 2, termDays: 7 }, 'termDays 7: a flexible product'],
    [{ redeemPoolLeft: '5' }, 'redeemPoolLeft 5: a term'],
    [{ termDays: 0 }, 'termDays 0: 1 to 3650'],
    [{ termDays: 3651 }, 'termDays 3651: 1 to 3650'],
    [{ totalQuota: '99999999999999999' }, 'totalQuota: 99999999999999999 is too much'],
    [{ annualRate: '10.1' }, '10.1 is above the highest rate'],
  ] as const)
    expect([fields, await create(fields)]).toMatchObject([fields, { ok: false, text: expect.stringContaining(said) }])
  expect((await change({ annualRate: '0.9' })).text).toContain('rates set')
  expect((await change({ colour: 'red' })).text).toContain('colour')
  expect((await create({ coinName: 'GOLD' })).text).toContain('no coin GOLD')
  expect((await create({ totalQuota: '0' })).text).toContain('totalQuota')
  expect((await create({ userMin: '0.000000001' })).text).toContain('userMin')
  expect((await create({ annualRate: null })).text).toContain('annualRate is missing')
  expect((await operate('products', 'create', 'Term')).text).toContain('not JSON')
  expect((await operate('products', 'suspend', '99')).text).toContain('no product 99')
})
