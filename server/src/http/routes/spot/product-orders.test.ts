/** Conversions and savings orders in lists, bills and files: their order, their filters, and pages that new rows do not move. */
import type { ProductTerms } from '@agio/engine/command.ts'
import { asAssetId, asProductId, asUserId } from '@agio/engine/ids/id.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type HttpWorld, httpWorld } from '../../../testing/http-world.ts'
import { Member } from '../../../testing/member.ts'
import { openConversion, openSavings } from '../../../testing/open-products.ts'

const OWN = '/api/user-web/v1/user-project'
const CONVERT = '/api/user-web/v1/trade_convert'
const FILE = '/api/user-web/v1/order/export'
const DAY = 86_400_000
const HOUR = 3_600_000
const COIN = 100_000_000n
const USDT = asAssetId(1)
const BTC = asAssetId(2)
const WHO = { actor: 'test', why: 'test' } as const
const TERM: ProductTerms = {
  ...{ assetId: USDT, type: 'fixed', rateType: 'fixed', payout: 'atEnd', termDays: 30, totalQuota: 10n ** 14n, userMin: 1n },
  ...{ userMax: 0n, step: 1n, startTime: 0, endTime: 0, earlyRedeem: true, renewable: true, poolLimit: 0n },
}
/** Flexible, 5 %, in USDT. */
const FLEXIBLE = '1'

let world: HttpWorld
beforeAll(async () => {
  world = await httpWorld()
  await openConversion(world.agio)
  await openSavings(world.agio)
})
afterAll(() => world.close())

function sell(changes: Partial<ProductTerms> = {}): string {
  const tiers = [{ upTo: null, rateE8: 5_000_000 }]
  const command = { kind: 'defineProduct', terms: { ...TERM, ...changes }, tiers, document: { name: 'Thirty days' }, ...WHO } as const
  const productId = asProductId(world.exchange.must(command).value)
  world.exchange.must({ kind: 'setProductStatus', productId, status: 'waiting', ...WHO })
  return String(productId)
}

async function newcomer(name: string): Promise<Member> {
  const member = await Member.join(world, `${name}@example.com`, name)
  for (const assetId of [USDT, BTC]) {
    const gift = { kind: 'creditUser', userId: asUserId(member.userId), assetId, amount: 100_000n * COIN } as const
    world.exchange.must({ ...gift, cause: 'airdrop', reference: 'test' })
  }
  return member
}

/** The clock, and all that is due until then, by a job that runs more often than it has to. */
async function moveOn(at: number, member: Member): Promise<void> {
  world.clock.at = at
  world.exchange.clock = at
  for (let round = 0; round < 5; round += 1) world.exchange.must({ kind: 'tick' })
  const items = [{ assetId: BTC, source: 0, price: 60_000n * 10n ** 12n, at, state: 'live' }] as const
  world.exchange.must({ kind: 'reportPrices', items })
  Object.assign(member, { token: (await world.login(member.email)).data.token })
}

const buy = async (member: Member, productId: string, amount: string) =>
  (await member.seal(`${OWN}/purchaseProject`, { productId, amount, agree: 1 })).data
const redeem = async (member: Member, orderNo: string, body: object = {}) => (await member.seal(`${OWN}/redeem`, { orderNo, ...body })).data
const orders = async (member: Member, query: object = {}) => (await member.post(`${OWN}/financialOrderList`, query)).data
const bills = async (member: Member, query: object = {}) => (await member.post(`${OWN}/accountBillDetailList`, query)).data
const rowsOf = (text: string) => text.replace('\ufeff', '').trim().split('\r\n')

it('EARN-011 EARN-015 a term earns from the day behind the purchase for its days, and pays at 08:00 UTC of the day behind the last one', async () => {
  const member = await newcomer('term')
  const start = world.exchange.clock
  const today = Math.floor(start / DAY) * DAY
  const atEnd = await buy(member, sell({ termDays: 5 }), '1000')
  const daily = await buy(member, sell({ termDays: 5, payout: 'daily' }), '1000')
  const end = today + 6 * DAY + 8 * HOUR
  for (const order of [atEnd, daily]) expect(order).toMatchObject({ interestStart: today + DAY, expireTime: end, status: 1 })
  const lines = async (orderNo: string) =>
    (await bills(member, { orderNo, type: 3 })).list.map(({ type, amount, createTime }) => [type, amount, createTime])
  // Three days late: each day has its own line, of its own instant, once.
  await moveOn(today + 4 * DAY + HOUR, member)
  expect([atEnd.payoutMode, daily.payoutMode]).toEqual([2, 1])
  const days = [4, 3, 2].map((day) => [3, '0.1369863', today + day * DAY])
  expect([await lines(daily.orderNo), await lines(atEnd.orderNo)]).toEqual([days, []])
  expect((await orders(member)).list).toMatchObject([
    { orderNo: daily.orderNo, accruedInterest: '0', paidInterest: '0.4109589' },
    { orderNo: atEnd.orderNo, accruedInterest: '0.4109589', paidInterest: '0' },
  ])
  await moveOn(end - HOUR, member)
  expect((await orders(member, { status: 1 })).total).toBe(2)
  await moveOn(end, member)
  expect((await orders(member)).list.map(({ status, redeemType, redeemTime }) => [status, redeemType, redeemTime])).toEqual([
    [2, 'mature', end],
    [2, 'mature', end],
  ])
  expect(await lines(daily.orderNo)).toEqual([6, 5, 4, 3, 2].map((day) => [3, '0.1369863', today + day * DAY]))
  expect(await lines(atEnd.orderNo)).toEqual([[3, '0.6849315', end]])
  expect((await bills(member, { type: 2 })).list.map(({ amount, createTime }) => [amount, createTime])).toEqual([
    ['1000', end],
    ['1000', end],
  ])
})

it('ORD-003 savings orders and their bills are newest first, and every filter leaves what fits it', async () => {
  const member = await newcomer('filters')
  const term = sell()
  const begun = world.exchange.clock
  const first = await buy(member, FLEXIBLE, '10')
  world.exchange.clock += 1000
  const second = await buy(member, term, '20')
  world.exchange.clock += 1000
  const third = await buy(member, sell({ assetId: BTC }), '0.5')
  await redeem(member, first.orderNo)
  const ids = async (query: object = {}) => (await orders(member, query)).list.map(({ orderNo }) => orderNo)
  expect(await ids()).toEqual([third.orderNo, second.orderNo, first.orderNo])
  expect([await ids({ status: 0 }), await ids({ status: 1 }), await ids({ status: 2 })]).toEqual([
    [],
    [third.orderNo, second.orderNo],
    [first.orderNo],
  ])
  expect([await ids({ type: 1 }), await ids({ type: 2 })]).toEqual([[third.orderNo, second.orderNo], [first.orderNo]])
  expect([await ids({ coinId: '2' }), await ids({ coinId: '2', status: 2 })]).toEqual([[third.orderNo], []])
  expect(await ids({ startTime: begun + 500, endTime: begun + 1500 })).toEqual([second.orderNo])
  const lines = async (query: object = {}) => (await bills(member, query)).list.map(({ type, orderNo }) => [type, orderNo])
  expect(await lines()).toEqual([
    [2, first.orderNo],
    [1, third.orderNo],
    [1, second.orderNo],
    [1, first.orderNo],
  ])
  expect([await lines({ type: 2 }), await lines({ orderNo: first.orderNo })]).toEqual([
    [[2, first.orderNo]],
    [
      [2, first.orderNo],
      [1, first.orderNo],
    ],
  ])
  expect([await lines({ coinId: '2' }), await lines({ type: 3 })]).toEqual([[[1, third.orderNo]], []])
  expect(await lines({ startTime: begun + 500, endTime: begun + 1500 })).toEqual([[1, second.orderNo]])
})

it('ORD-006 pages of savings orders, their bills and conversions stand still while new ones come', async () => {
  const member = await newcomer('pages')
  const convert = async () => {
    const { data } = await member.get(`${CONVERT}/pre_trade/USDT/BTC?sendAmount=10`)
    const { quoteId, sendCoin, receiveCoin, sendAmount } = data
    return (await member.seal(`${CONVERT}/trade`, { quoteId, sendCoin, receiveCoin, sendAmount })).data.id
  }
  const bought: string[] = []
  const converted: string[] = []
  const more = async () => {
    bought.unshift((await buy(member, FLEXIBLE, '1')).orderNo)
    converted.unshift(await convert())
  }
  for (let count = 0; count < 5; count += 1) await more()
  type Page = { readonly list: readonly { readonly id: string }[]; readonly total: number; readonly asOf?: number | undefined }
  const lists = {
    orders: async (query: object): Promise<Page> => {
      const { list, ...rest } = await orders(member, query)
      return { ...rest, list: list.map(({ orderNo }) => ({ id: orderNo })) }
    },
    bills: async (query: object): Promise<Page> => bills(member, query),
    records: async (query: object): Promise<Page> => (await member.post(`${CONVERT}/records`, query)).data,
  }
  for (const [name, read] of Object.entries(lists)) {
    const whole = (await read({ pageSize: 100 })).list.map(({ id }) => id)
    expect(whole.length, name).toBeGreaterThanOrEqual(5)
    if (name !== 'bills') expect(whole, name).toEqual(name === 'orders' ? bought : converted)
    const { asOf, total, list } = await read({ pageSize: 2 })
    const seen = list.map(({ id }) => id)
    for (let pageNo = 2; seen.length < total; pageNo += 1) {
      await more()
      const page = await read({ pageNo, pageSize: 2, asOf })
      expect([page.total, page.list.length > 0], name).toEqual([total, true])
      seen.push(...page.list.map(({ id }) => id))
    }
    expect(seen, name).toEqual(whole)
  }
})

it('EARN-020 what holds longer than lists go back stays in the list of what is held, and so do the lines of its order', async () => {
  const member = await newcomer('holder')
  const { orderNo, startTime } = await buy(member, sell({ type: 'flexible', termDays: 0, payout: 'daily', renewable: false }), '1000')
  const now = startTime + 100 * DAY
  await moveOn(now, member)
  const held = async (query: object) => (await orders(member, query)).list.map((order) => order.orderNo)
  expect(await held({ status: 1 })).toEqual([orderNo])
  // A time that is given holds, and so do the days of lists that tell of what is over too.
  expect([await held({ status: 1, startTime: now - 90 * DAY }), await held({})]).toEqual([[], []])
  const { list, total } = await bills(member, { orderNo, pageSize: 100 })
  expect([total, list[0]?.type, list.at(-1)]).toMatchObject([100, 3, { type: 1, amount: '-1000' }])
  expect((await bills(member, { orderNo, startTime: now - 10 * DAY })).total).toBe(10)
  expect((await bills(member)).total).toBe(90)
})

it('ORD-007 conversions and savings orders come as files, with the fields of their lists and UTC times; also while the product is closed', async () => {
  const member = await newcomer('files')
  const { data: quote } = await member.get(`${CONVERT}/pre_trade/USDT/BTC?sendAmount=100`)
  const { quoteId, sendCoin, receiveCoin, sendAmount } = quote
  const { data: conversion } = await member.seal(`${CONVERT}/trade`, { quoteId, sendCoin, receiveCoin, sendAmount })
  const held = await buy(member, FLEXIBLE, '10')
  const ended = await buy(member, FLEXIBLE, '20')
  await redeem(member, ended.orderNo)
  const close = async (id: string, value: unknown) => {
    const place = { userId: asUserId(0), collection: 'kv', id, actor: 'operator' } as const
    world.exchange.must({ kind: 'saveDocument', ...place, document: { value } as never })
    await world.agio.content.load()
  }
  const files = async () => {
    const texts = []
    for (const kind of ['flashOrder', 'financialOrder']) texts.push((await member.post(FILE, { kind })).text)
    return texts
  }
  const open = await files()
  const [[head, row, ...others], [earnHead = '', first = '', second = '', ...rest]] = open.map(rowsOf) as [string[], string[]]
  expect([head, others, rest]).toEqual([Object.keys(conversion).join(), [], []])
  const time = new Date(conversion.createTime).toISOString()
  expect(row).toBe(`${conversion.id},${quoteId},USDT,100,BTC,0.00166583,${conversion.price},0,BTC,1,,${time},${time}`)
  expect(earnHead.split(',').sort()).toEqual(Object.keys(held).sort())
  const of = (line: string, field: string) => line.split(',')[earnHead.split(',').indexOf(field)]
  expect([of(first, 'orderNo'), of(first, 'status'), of(first, 'redeemType')]).toEqual([ended.orderNo, '2', 'flexible'])
  expect([of(second, 'orderNo'), of(second, 'status'), of(second, 'principal')]).toEqual([held.orderNo, '1', '10'])
  expect(of(second, 'interestStart')).toBe(new Date(held.interestStart).toISOString())
  // A pair that is asked for of what has none would be a file of too much.
  for (const kind of ['flashOrder', 'financialOrder'])
    expect((await member.post(FILE, { kind, symbol: 'BTC/USDT' })).failure).toMatchObject({
      name: 'VALIDATION_FAILED',
      params: { issues: [{ path: 'symbol', rule: 'exclusive' }] },
    })
  expect((await member.post(FILE, { kind: 'financialOrder', symbol: null })).text).toBe(open[1])
  await close('flashConvertSwitch', 0)
  await close('financial', { financialSwitch: 2, isRealname: 0, isDisplayAssets: 1, isDisplayBackground: 1 })
  expect(await files()).toEqual(open)
})
