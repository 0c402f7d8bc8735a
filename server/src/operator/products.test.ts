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

it('EARN-005 a product moves by the moves of the contract alone, and the clock begins and ends its sale', async () => {
  const { id, ok, text } = await create({})
  expect([ok, text]).toEqual([true, `product ${id} (Term) has status 1 onSale`])
  expect(await shown(id)).toMatchObject({ status: 1, termDays: 7, annualRate: '0.05', totalQuota: '1000', payoutMode: 2 })
  const moved = async (word: string) => [(await operate('products', word, id)).ok, (await shown(id))?.status]
  expect(await moved('suspend')).toEqual([true, 3])
  expect(await moved('suspend')).toEqual([false, 3])
  expect(await moved('start')).toEqual([true, 1])
  expect(await moved('end')).toEqual([true, undefined])
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

it('EARN-013 [part] a rate is set from a day on, with brackets too, and never for a day that is over', async () => {
  const { id } = await create({ type: 2, annualRate: '0.02' })
  const set = (...words: readonly string[]) => operate('rates', 'set', id, ...words)
  expect((await set('0.03', '--from', '2020-01-01')).ok).toBe(false)
  expect((await set('0.03', '--from', 'soon')).text).toContain('is no day')
  expect((await set('0.0300000001')).ok).toBe(false)
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
  expect((await change({ termDays: 8 })).ok).toBe(false)
  expect((await change({ annualRate: '0.9' })).text).toContain('rates set')
  expect((await change({ colour: 'red' })).text).toContain('colour')
  expect((await create({ coinName: 'GOLD' })).text).toContain('no coin GOLD')
  expect((await create({ totalQuota: '0' })).text).toContain('totalQuota')
  expect((await create({ userMin: '0.000000001' })).text).toContain('userMin')
  expect((await create({ annualRate: null })).text).toContain('annualRate is missing')
  expect((await operate('products', 'create', 'Term')).text).toContain('not JSON')
  expect((await operate('products', 'suspend', '99')).text).toContain('no product 99')
})
