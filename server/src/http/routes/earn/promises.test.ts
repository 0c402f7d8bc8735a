/** Savings over HTTP: what is shown before a purchase is what comes of it, and a key stands for one request. */
import type { ProductTerms } from '@agio/engine/command.ts'
import { type AssetId, asAssetId, asEarnOrderId, asProductId, asUserId } from '@agio/engine/ids/id.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type HttpWorld, httpWorld } from '../../../testing/http-world.ts'
import { Member } from '../../../testing/member.ts'

const OWN = '/api/user-web/v1/user-project'
const DAY = 86_400_000
/** 2026-11-21 00:00 UTC, where the world stands at noon. */
const TODAY = Date.UTC(2026, 10, 21)
const COIN = 100_000_000n
const USDT: AssetId = asAssetId(1)
const WHO = { actor: 'test', why: 'test' } as const
const TERMS: ProductTerms = {
  ...{ assetId: USDT, type: 'fixed', rateType: 'fixed', payout: 'atEnd', termDays: 5, totalQuota: 10n ** 18n, userMin: COIN },
  ...{ userMax: 0n, step: COIN, startTime: TODAY, endTime: 0, earlyRedeem: true, renewable: true, poolLimit: 0n },
}

let world: HttpWorld
let ann: Member

/** A product on sale at 5 %. */
function sell(changes: Partial<ProductTerms> = {}): string {
  const tiers = [{ upTo: null, rateE8: 5_000_000 }]
  const command = { kind: 'defineProduct', terms: { ...TERMS, ...changes }, tiers, document: { name: 'Five' }, ...WHO } as const
  const productId = asProductId(world.exchange.must(command).value)
  world.exchange.must({ kind: 'setProductStatus', productId, status: 'waiting', ...WHO })
  return String(productId)
}
const rate = (id: string, fromDay: number, rateE8: number) =>
  world.exchange.must({ kind: 'setProductRate', productId: asProductId(Number(id)), fromDay, tiers: [{ upTo: null, rateE8 }], ...WHO })
const buy = (productId: string, amount: string, more: object = {}) =>
  ann.seal(`${OWN}/purchaseProject`, { productId, amount, agree: 1, ...more })
const estimate = (productId: string, amount: string) => ann.post(`${OWN}/estimatedInterest`, { productId, amount })

async function setSavings(financialSwitch: 1 | 2): Promise<void> {
  const value = { financialSwitch, isRealname: 0, isDisplayAssets: 1, isDisplayBackground: 0 }
  const place = { userId: 0 as never, collection: 'kv', id: 'financial', actor: 'x' } as const
  world.exchange.must({ kind: 'saveDocument', ...place, document: { value } })
  await world.agio.content.load()
}

beforeAll(async () => {
  world = await httpWorld()
  const place = { userId: 0 as never, actor: 'x' } as const
  world.exchange.must({ kind: 'saveDocument', ...place, collection: 'content', id: 'social', document: { value: [] } })
  await setSavings(1)
  ann = await Member.join(world, 'ann@example.com', 'ann')
  const gift = { kind: 'creditUser', userId: ann.userId as never, assetId: USDT, amount: 100_000n * COIN } as const
  world.exchange.must({ ...gift, cause: 'airdrop', reference: 'test' })
})
afterAll(() => world.close())

it('EARN-009 EARN-013 [part] an order of a fixed rate keeps the one of its day, and was estimated by it', async () => {
  const id = sell()
  rate(id, TODAY / DAY + 1, 20_000_000)
  expect((await estimate(id, '1000')).data).toMatchObject({ annualRate: '0.05', total: '0.6849315' })
  const { orderNo } = (await buy(id, '1000')).data
  rate(id, TODAY / DAY, 10_000_000)
  const [order] = (await ann.post(`${OWN}/financialOrderList`, {})).data.list
  expect(order).toMatchObject({ orderNo, annualRate: '0.05' })
  expect((await estimate(id, '1000')).data).toMatchObject({ annualRate: '0.1', total: '1.36986301' })
  // Also when it is over.
  expect((await ann.seal(`${OWN}/redeem`, { orderNo })).data.order).toMatchObject({ status: 2, annualRate: '0.05' })
  const [ended] = (await ann.post(`${OWN}/financialOrderList`, {})).data.list
  expect(ended).toMatchObject({ orderNo, status: 2, annualRate: '0.05' })
})

it('EARN-004 a purchase is refused in every status but 1, with that status, before anything else is said', async () => {
  const command = { kind: 'defineProduct', terms: TERMS, tiers: [{ upTo: null, rateE8: 1 }], document: { name: 'x' }, ...WHO } as const
  const unreleased = String(world.exchange.must(command).value)
  const small = sell({ totalQuota: 20n * COIN, userMax: 20n * COIN })
  expect((await buy(small, '20')).code).toBe('0')
  // within two seconds it would hear that the last was taken
  world.clock.at += 3000
  world.exchange.clock = world.clock.at
  const moved = (['suspended', 'offShelf', 'ended'] as const).map((status) => {
    const id = sell()
    world.exchange.must({ kind: 'setProductStatus', productId: asProductId(Number(id)), status, ...WHO })
    return id
  })
  const products = [unreleased, sell({ startTime: TODAY + DAY, endTime: TODAY + 2 * DAY }), moved[0], moved[1], small, moved[2]]
  for (const agree of [0, 1]) {
    const said = await Promise.all(products.map(async (id) => (await buy(id ?? '', '100', { agree })).failure))
    expect(said.map(({ name, params }) => [name, params.status])).toEqual(
      [0, 2, 3, 4, 5, 6].map((status) => ['PRODUCT_NOT_ON_SALE', String(status)]),
    )
  }
  expect((await buy('999', '100')).failure.name).toBe('PRODUCT_NOT_FOUND')
})

it('EARN-009 [part] estimates no amount that nobody can buy', async () => {
  const id = sell()
  for (const amount of ['999999999999999999', '184467440738', '46116860185'])
    expect((await estimate(id, amount)).failure).toMatchObject({
      name: 'VALIDATION_FAILED',
      params: { issues: [{ path: 'amount', rule: 'max' }] },
    })
  expect((await estimate(id, '46116860184')).code).toBe('0')
})

it('EARN-007 EARN-018 [part] another body behind a known key is a conflict, whatever became of the order', async () => {
  const id = sell()
  const { orderNo } = (await buy(id, '10', { clientId: 'k1' })).data
  for (const changed of [{ amount: '10.000000001' }, { agree: 0 }])
    expect((await buy(id, '10', { clientId: 'k1', ...changed })).failure.name).toBe('IDEMPOTENCY_CONFLICT')
  const redeem = (body: object) => ann.seal(`${OWN}/redeem`, { orderNo, clientId: 'r1', ...body })
  const first = await redeem({})
  expect(first.data).toMatchObject({ redeemed: '10', order: { status: 2 } })
  expect((await redeem({ amount: '9' })).failure).toMatchObject({ name: 'IDEMPOTENCY_CONFLICT', params: { key: 'r1' } })
  expect((await redeem({})).data).toEqual(first.data)
})

it('EARN-007 EARN-022 REL-008 a purchase whose answer was lost is told of also where savings were closed meanwhile; a new one is refused', async () => {
  const id = sell()
  const first = await buy(id, '10', { clientId: 'lost' })
  const refused = await buy(id, '10000000', { clientId: 'much' })
  expect([refused.failure.name, refused.headers['idempotent-replay']]).toEqual(['BALANCE_INSUFFICIENT', undefined])
  await setSavings(2)
  const [again, still, another] = [
    await buy(id, '10', { clientId: 'lost' }),
    await buy(id, '10000000', { clientId: 'much' }),
    await buy(id, '10', { clientId: 'new' }),
  ]
  expect([again.data, again.headers['idempotent-replay']]).toEqual([first.data, '1'])
  expect([still.failure.name, still.headers['idempotent-replay']]).toEqual(['BALANCE_INSUFFICIENT', '1'])
  expect([another.failure.name, another.headers['idempotent-replay']]).toEqual(['FEATURE_OFF', undefined])
  expect((await buy(id, '11', { clientId: 'lost' })).failure.name).toBe('IDEMPOTENCY_CONFLICT')
  await setSavings(1)
})

it('EARN-008 of two who race for the last unit one holds it, and the other hears of the quota', async () => {
  const bob = await Member.join(world, 'bob@example.com', 'bob')
  const gift = { kind: 'creditUser', userId: bob.userId as never, assetId: USDT, amount: 100n * COIN } as const
  world.exchange.must({ ...gift, cause: 'airdrop', reference: 'test' })
  const productId = sell({ totalQuota: 10n * COIN, userMax: 10n * COIN })
  const take = (member: Member) => member.seal(`${OWN}/purchaseProject`, { productId, amount: '10', agree: 1 })
  const both = await Promise.all([take(ann), take(bob)])
  expect(both.filter(({ code }) => code === '0')).toHaveLength(1)
  expect(both.find(({ code }) => code !== '0')?.failure).toMatchObject({ name: 'PRODUCT_SOLD_OUT', params: { left: '0' } })
  world.clock.at += 3000
  world.exchange.clock += 3000
  expect((await take(bob)).failure).toMatchObject({ name: 'PRODUCT_NOT_ON_SALE', params: { status: '5' } })
})

it('EARN-018 [part] a repeated redemption tells what it brought, also when another of the same amount came behind it', async () => {
  const id = sell({ type: 'flexible', termDays: 0, renewable: false })
  const { orderNo } = (await buy(id, '1000')).data
  world.clock.at = TODAY + 3 * DAY + DAY / 3
  world.exchange.clock = world.clock.at
  for (let round = 0; round < 5; round += 1) world.exchange.must({ kind: 'tick' })
  Object.assign(ann, { token: (await world.login(ann.email)).data.token })
  const redeem = async (clientId: string) => (await ann.seal(`${OWN}/redeem`, { orderNo, amount: '100', clientId })).data
  const first = await redeem('f1')
  expect(first).toMatchObject({ interest: '0.2739726', receive: '100.2739726' })
  expect(await redeem('f2')).toMatchObject({ interest: '0', receive: '100' })
  expect(await redeem('f1')).toEqual(first)
  // However many came behind it.
  const orderId = asEarnOrderId(Number(orderNo))
  for (let more = 0; more < 120; more += 1)
    world.exchange.must({ kind: 'redeemProduct', userId: asUserId(ann.userId), orderId, amount: 10n ** 8n, toAccount: 'spot' })
  expect(await redeem('f1')).toEqual(first)
  // As the order of the first answer, though it is over now.
  await ann.seal(`${OWN}/redeem`, { orderNo })
  expect(await redeem('f1')).toEqual(first)
})

it('EARN-016 [part] of a pool that was lowered below what was redeemed today nothing is left, and never less', async () => {
  const flexible = { type: 'flexible', termDays: 0, renewable: false } as const
  const id = sell({ ...flexible, poolLimit: 100n * COIN })
  const { orderNo } = (await buy(id, '1000')).data
  // what was bought today takes nothing of the pool
  expect((await ann.post(`${OWN}/redeemDisplay`, { orderNo })).data).toMatchObject({ principal: '1000', max: '1000', poolLeft: '1100' })
  world.clock.at += DAY
  world.exchange.clock = world.clock.at
  Object.assign(ann, { token: (await world.login(ann.email)).data.token })
  expect((await ann.seal(`${OWN}/redeem`, { orderNo, amount: '80' })).code).toBe('0')
  const terms = { ...TERMS, ...flexible, poolLimit: 50n * COIN }
  world.exchange.must({ kind: 'changeProduct', productId: asProductId(Number(id)), terms, document: { name: 'Five' }, ...WHO })
  expect((await ann.post(`${OWN}/redeemDisplay`, { orderNo })).data).toMatchObject({ principal: '920', max: '0', poolLeft: '0' })
  const shown = (await ann.post(`${OWN}/purchaseDisplay`, { productId: id })).data.product
  expect(shown).toMatchObject({ id, redeemPoolLeft: '0' })
  const refused = (await ann.seal(`${OWN}/redeem`, { orderNo, amount: '1' })).failure
  expect([refused.name, refused.params]).toEqual(['REDEEM_POOL_LIMIT', { left: '0' }])
})

it('EARN-007 REL-008 a repeated purchase tells what it was answered, whatever became of the order', async () => {
  const id = sell()
  const first = await buy(id, '1000', { clientId: 'then', autoPurchase: 1 })
  const { orderNo } = first.data
  const again = async () => (await buy(id, '1000', { clientId: 'then', autoPurchase: 1 })).data
  await ann.post(`${OWN}/adjustAutoPurchase`, { orderNo, autoPurchase: 2 })
  expect(await again()).toEqual(first.data)
  await ann.seal(`${OWN}/redeem`, { orderNo })
  expect(await again()).toEqual(first.data)
})

it('EARN-013 EARN-014 [part] the history of a rate tells the brackets of each day, so that a line of then is counted again', async () => {
  const today = Math.floor(world.exchange.clock / DAY)
  const flexible = { type: 'flexible', termDays: 0, rateType: 'current', payout: 'daily', renewable: false } as const
  const id = sell({ ...flexible, startTime: today * DAY })
  const give = (fromDay: number, second: number) => {
    const tiers = [
      { upTo: 500n * COIN, rateE8: 10_000_000 },
      { upTo: null, rateE8: second },
    ]
    world.exchange.must({ kind: 'setProductRate', productId: asProductId(Number(id)), fromDay, tiers, ...WHO })
  }
  // The first bracket is the same on both days: only the second tells them apart.
  give(today, 2_000_000)
  give(today + 1, 1_000_000)
  world.clock.at = (today + 1) * DAY + DAY / 2
  world.exchange.clock = world.clock.at
  const { data } = await world.post('/api/user-web/v1/open/user-project/rateHistory', { productId: id })
  const first = { upTo: '500', annualRate: '0.1' }
  const shown = (day: number, annualRate: string) => ({
    day: new Date(day * DAY).toISOString().slice(0, 10),
    ...{ annualRate: '0.1', tiers: [first, { upTo: null, annualRate }] },
  })
  expect(data).toEqual([shown(today, '0.02'), shown(today + 1, '0.01')])
})

it('ORD-001 [part] without a time a list tells what has ended in the last 90 days, however long ago it began', async () => {
  const moveTo = async (at: number) => {
    world.clock.at = at
    world.exchange.clock = at
    for (let round = 0; round < 5; round += 1) world.exchange.must({ kind: 'tick' })
    Object.assign(ann, { token: (await world.login(ann.email)).data.token })
  }
  const start = world.exchange.clock
  await moveTo(start)
  const { orderNo, expireTime } = (await buy(sell({ termDays: 365, startTime: start }), '1000')).data
  const isTold = async (query: object) =>
    (await ann.post(`${OWN}/financialOrderList`, query)).data.list.some((order) => order.orderNo === orderNo)
  const told = async () => [await isTold({ status: 1 }), await isTold({ status: 2 })]
  await moveTo((expireTime ?? 0) - DAY)
  expect(await told()).toEqual([true, false])
  await moveTo((expireTime ?? 0) + 1)
  expect(await told()).toEqual([false, true])
  // A time that is given is that of its beginning.
  expect([await isTold({ status: 2, startTime: start + 2 * DAY }), await isTold({ status: 2, endTime: start + DAY })]).toEqual([
    false,
    true,
  ])
  await moveTo((expireTime ?? 0) + 92 * DAY)
  expect(await told()).toEqual([false, false])
})
