/** Savings over HTTP: products, purchases, interest by day, redemptions, and lists that agree with each other. */
import type { ProductTerms, RateTier } from '@agio/engine/command.ts'
import { type AssetId, asAssetId, asProductId } from '@agio/engine/ids/id.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type HttpWorld, httpWorld } from '../../../testing/http-world.ts'
import { Member } from '../../../testing/member.ts'

const OPEN = '/api/user-web/v1/open/user-project'
const OWN = '/api/user-web/v1/user-project'
const WALLET = '/api/assets-web/v1'
const DAY = 86_400_000
const TODAY = Date.UTC(2026, 10, 21)
const EIGHT = 28_800_000
const COIN = 100_000_000n
const USDT: AssetId = asAssetId(1)
const WHO = { actor: 'test', why: 'test' } as const

let world: HttpWorld
let ann: Member
let bob: Member

const PLAIN: ProductTerms = {
  assetId: USDT,
  type: 'fixed',
  rateType: 'fixed',
  payout: 'atEnd',
  termDays: 30,
  totalQuota: 1_000_000n * COIN,
  userMin: 10n * COIN,
  userMax: 50_000n * COIN,
  step: COIN,
  startTime: TODAY,
  endTime: 0,
  earlyRedeem: true,
  renewable: true,
  poolLimit: 0n,
}
const FLEXIBLE = { type: 'flexible', payout: 'daily', rateType: 'current', termDays: 0, earlyRedeem: false, renewable: false } as const
const flat = (rateE8: number): readonly RateTier[] => [{ upTo: null, rateE8 }]

function sell(changes: Partial<ProductTerms> = {}, tiers = flat(5_000_000), document = {}): string {
  const name = { en_US: 'Thirty days', zh_CN: '三十天' }
  const command = { kind: 'defineProduct', terms: { ...PLAIN, ...changes }, tiers, document: { name, ...document }, ...WHO } as const
  const productId = asProductId(world.exchange.must(command).value)
  world.exchange.must({ kind: 'setProductStatus', productId, status: 'waiting', ...WHO })
  return String(productId)
}
const set = (id: string, status: 'suspended' | 'ended' | 'offShelf') =>
  world.exchange.must({ kind: 'setProductStatus', productId: asProductId(Number(id)), status, ...WHO })

/** The clock, and all that is due until then. */
function moveTo(at: number): void {
  world.clock.at = at
  world.exchange.clock = at
  for (let round = 0; round < 5; round += 1) world.exchange.must({ kind: 'tick' })
}

/** Sessions do not last as long as terms do. */
async function moveOn(at: number, ...members: readonly Member[]): Promise<void> {
  moveTo(at)
  for (const member of members) Object.assign(member, { token: (await world.login(member.email)).data.token })
}

const fund = (member: Member, coins: bigint) =>
  world.exchange.must({
    ...{ kind: 'creditUser', userId: member.userId as never, assetId: USDT, amount: coins * COIN },
    ...{ cause: 'airdrop', reference: 'test' },
  })

async function configure(flags: object = {}): Promise<void> {
  const financial = { financialSwitch: 1, isRealname: 0, isDisplayAssets: 1, isDisplayBackground: 0, ...flags }
  const place = { userId: 0 as never, collection: 'kv', id: 'financial', actor: 'x' } as const
  world.exchange.must({ kind: 'saveDocument', ...place, document: { value: financial } })
  await world.agio.content.load()
}

async function newcomer(name: string, coins = 100_000n): Promise<Member> {
  const member = await Member.join(world, `${name}@example.com`, name)
  fund(member, coins)
  return member
}

const buy = (member: Member, productId: string, amount: string, more: object = {}) =>
  member.seal(`${OWN}/purchaseProject`, { productId, amount, agree: 1, ...more })
const orders = async (member: Member, query: object = {}) => (await member.post(`${OWN}/financialOrderList`, query)).data.list
const bills = async (member: Member, query: object = {}) => (await member.post(`${OWN}/accountBillDetailList`, query)).data.list
const free = async (member: Member) => (await member.post('/api/assets-web/v1/user-wallet/userBalance?coinId=1')).data

beforeAll(async () => {
  world = await httpWorld()
  const place = { userId: 0 as never, actor: 'x' } as const
  world.exchange.must({ kind: 'saveDocument', ...place, collection: 'content', id: 'social', document: { value: [] } })
  await configure()
  ann = await newcomer('ann')
  bob = await newcomer('bob')
})
afterAll(() => world.close())

describe('products', () => {
  it('EARN-001 EARN-003 groups by coin what is on sale, waits, is suspended or sold out, for a visitor too', async () => {
    const id = sell()
    const hidden = world.exchange.must({ kind: 'defineProduct', terms: PLAIN, tiers: flat(1), document: { name: 'x' }, ...WHO }).value
    const off = sell()
    set(off, 'offShelf')
    const [group] = (await world.post(`${OPEN}/groupedProductList`)).data
    expect(group).toMatchObject({ coinId: '1', coinName: 'USDT', maxAnnualRate: '0.05', minAnnualRate: '0.05' })
    const ids = group?.products.map((product) => product.id)
    expect(ids).toContain(id)
    expect(ids).not.toContain(String(hidden))
    expect(ids).not.toContain(off)
    expect(group?.products[0]).toMatchObject({
      name: 'Thirty days',
      status: 1,
      userQuotaLeft: null,
      leftQuota: '1000000',
      sevenDayRate: '0.05',
    })
    expect(group?.products[0]?.interestStart).toBe(TODAY + DAY)
    const found = async (body: object) => (await world.post(`${OPEN}/groupedProductList`, body)).data.length
    expect([await found({ keyword: 'THIRTY' }), await found({ keyword: 'usd' }), await found({ keyword: 'gold' })]).toEqual([1, 1, 0])
    expect([await found({ type: 1 }), await found({ type: 2 }), await found({ termDays: 30, rateType: 1 })]).toEqual([1, 0, 1])
    const zh = await world.post(`${OPEN}/groupedProductList`, {}, { headers: { lang: 'zh_CN' } })
    expect(zh.data[0]?.products[0]?.name).toBe('三十天')
    expect((await world.post(`${OPEN}/getProductFilterOptions`)).data).toEqual({
      coins: [{ coinId: '1', coinName: 'USDT' }],
      types: [1],
      rateTypes: [1],
      terms: [30],
      statuses: [1],
    })
    expect((await world.post(`${OPEN}/tenantCurrencyCoinList`)).data.map(({ coinName }) => coinName)).toEqual(['USDT'])
    expect((await world.post(`${OPEN}/rateHistory`, { productId: id })).data).toMatchObject([{ day: '2026-11-21', annualRate: '0.05' }])
    expect((await world.post(`${OPEN}/rateHistory`, { productId: String(hidden) })).failure.name).toBe('PRODUCT_NOT_FOUND')
  })

  it('EARN-006 shows before a purchase what bounds it and when it earns', async () => {
    const id = sell()
    const { data } = await ann.post(`${OWN}/purchaseDisplay`, { productId: id })
    expect(data).toMatchObject({ balance: '100000', financialBalance: '0', min: '10', max: '50000', step: '1', userQuotaLeft: '50000' })
    expect(data).toMatchObject({ kycLevel: 0, kycOk: 1, interestStart: TODAY + DAY, expireTime: TODAY + 31 * DAY + EIGHT })
    expect((await ann.post(`${OWN}/purchaseDisplay`, { productId: '999' })).failure.name).toBe('PRODUCT_NOT_FOUND')
  })

  it('EARN-009 EARN-010 EARN-014 [part] estimates by the rule that pays', async () => {
    const estimate = async (productId: string, amount: string) => (await ann.post(`${OWN}/estimatedInterest`, { productId, amount })).data
    const atEnd = await estimate(sell(), '1000')
    expect(atEnd).toMatchObject({ perDay: '0.1369863', total: '4.10958904', annualRate: '0.05', estimated: 0 })
    expect(atEnd.schedule).toEqual([{ time: TODAY + 31 * DAY + EIGHT, interest: '4.10958904' }])
    const daily = await estimate(sell({ payout: 'daily' }), '1000')
    expect(daily).toMatchObject({ perDay: '0.1369863', total: '4.109589' })
    expect(daily.schedule.length).toBe(30)
    expect(daily.schedule[0]).toEqual({ time: TODAY + 2 * DAY, interest: '0.1369863' })
    const tiers = [
      { upTo: 500n * COIN, rateE8: 10_000_000 },
      { upTo: null, rateE8: 2_000_000 },
    ]
    const tiered = await estimate(sell(FLEXIBLE, tiers), '1500')
    expect(tiered).toMatchObject({ perDay: '0.19178082', total: null, estimated: 1, annualRate: '0.04666666' })
    expect(tiered.schedule.length).toBe(60)
    const fine = await ann.post(`${OWN}/estimatedInterest`, { productId: '1', amount: '1.000000001' })
    expect(fine.failure).toMatchObject({ name: 'DECIMAL_SCALE', params: { field: 'amount', maxScale: '8' } })
  })
})

describe('purchases', () => {
  it('EARN-007 EARN-021 moves the amount into principal, once for a key, and writes a bill', async () => {
    const member = await newcomer('buyer')
    const id = sell()
    const first = await buy(member, id, '1000', { clientId: 'k1', autoPurchase: 1 })
    expect(first.data).toMatchObject({
      productId: id,
      principal: '1000',
      status: 1,
      autoPurchase: 1,
      accruedInterest: '0',
      redeemType: null,
    })
    expect(first.data).toMatchObject({ interestStart: TODAY + DAY, expireTime: TODAY + 31 * DAY + EIGHT, annualRate: '0.05' })
    const again = await buy(member, id, '1000', { clientId: 'k1', autoPurchase: 1 })
    expect([again.data, again.headers['idempotent-replay']]).toEqual([first.data, '1'])
    expect((await buy(member, id, '1001', { clientId: 'k1' })).failure.name).toBe('IDEMPOTENCY_CONFLICT')
    expect(await free(member)).toMatchObject({ balance: '99000', frozenBalance: '0' })
    expect(await bills(member)).toMatchObject([{ type: 1, amount: '-1000', orderNo: first.data.orderNo, productName: 'Thirty days' }])
    expect((await orders(member, { status: 0 })).length).toBe(0)
    expect(await orders(member)).toEqual([first.data])
  })

  it('EARN-004 EARN-008 KYC-007 [part] refuses in the order of the API, each with its own reason', async () => {
    const member = await newcomer('refused', 20_000n)
    const id = sell({ userMax: 15_000n * COIN, totalQuota: 16_000n * COIN })
    const refused = async (amount: string, more: object = {}, product = id) => {
      const { failure } = await buy(member, product, amount, more)
      return [failure.name, failure.params]
    }
    expect(await refused('1', {}, '999')).toEqual(['PRODUCT_NOT_FOUND', {}])
    expect(await refused('17000', { agree: 0 })).toEqual(['PRODUCT_SOLD_OUT', { left: '16000' }])
    expect(await refused('1')).toEqual(['PURCHASE_RANGE', { min: '10', max: '15000' }])
    expect(await refused('15500')).toEqual(['PURCHASE_RANGE', { min: '10', max: '15000' }])
    expect(await refused('10.5')).toEqual(['PURCHASE_STEP', { step: '1' }])
    expect(await refused('11.000000001')).toEqual(['PURCHASE_STEP', { step: '1' }])
    expect(await refused('100', { agree: 0 })).toEqual(['TERMS_NOT_ACCEPTED', {}])
    expect(await refused('1', { agree: 0 })).toEqual(['PURCHASE_RANGE', { min: '10', max: '15000' }])
    expect((await refused('100', { payAccount: 3 }))[0]).toBe('BALANCE_INSUFFICIENT')
    expect((await buy(member, id, '10000')).code).toBe('0')
    expect(await refused('6000')).toEqual(['USER_QUOTA', { left: '5000' }])
    const strict = sell({}, flat(1), { requiredKycLevel: 2 })
    expect(await refused('100', { agree: 0 }, strict)).toEqual(['KYC_REQUIRED', { level: '2' }])
    const flexible = sell(FLEXIBLE)
    expect((await refused('100', { autoPurchase: 1 }, flexible))[1]).toEqual({ issues: [{ path: 'autoPurchase', rule: 'enum' }] })
    for (const [status, number] of [
      ['suspended', 3],
      ['ended', 6],
      ['offShelf', 4],
    ] as const) {
      set(id, status)
      expect(await refused('100')).toEqual(['PRODUCT_NOT_ON_SALE', { status: String(number) }])
    }
  })

  it('EARN-002 EARN-022 KYC-007 switches: closed refuses purchases and lets holders redeem; a real name is asked for', async () => {
    const member = await newcomer('closed')
    const id = sell(FLEXIBLE)
    const { orderNo } = (await buy(member, id, '100')).data
    await configure({ isRealname: 1 })
    expect((await world.post(`${OPEN}/getFunctionalConfiguration`)).data).toMatchObject({
      financialSwitch: 1,
      isRealname: 1,
      isDisplayAssets: 1,
    })
    expect((await buy(member, id, '100')).failure).toMatchObject({ name: 'KYC_REQUIRED', params: { level: '1' } })
    expect((await member.post(`${OWN}/purchaseDisplay`, { productId: id })).data).toMatchObject({ kycOk: 0, product: { isRealname: 1 } })
    await configure({ financialSwitch: 2 })
    expect((await buy(member, id, '100')).failure).toMatchObject({ name: 'FEATURE_OFF', params: { feature: 'financial' } })
    expect((await world.post(`${OPEN}/groupedProductList`)).failure.name).toBe('FEATURE_OFF')
    expect((await orders(member)).length).toBe(1)
    expect((await member.seal(`${OWN}/redeem`, { orderNo })).data).toMatchObject({ receive: '100', order: { status: 2 } })
    await configure()
  })
})

describe('days', () => {
  it('EARN-012 EARN-013 EARN-020 a flexible order earns by day, is redeemed in parts, and all lists agree', async () => {
    const member = await newcomer('flexible')
    const id = sell({ ...FLEXIBLE, poolLimit: 600n * COIN })
    const { orderNo } = (await buy(member, id, '1000')).data
    world.exchange.must({
      kind: 'setProductRate',
      productId: asProductId(Number(id)),
      fromDay: TODAY / DAY + 2,
      tiers: flat(10_000_000),
      ...WHO,
    })
    await moveOn(TODAY + DAY + EIGHT, member)
    expect(await bills(member, { type: 3 })).toEqual([])
    await moveOn(TODAY + 3 * DAY + EIGHT, member, bob)
    const lines = await bills(member, { type: 3, orderNo })
    expect(lines.map(({ amount, createTime }) => [amount, createTime])).toEqual([
      ['0.2739726', TODAY + 3 * DAY],
      ['0.1369863', TODAY + 2 * DAY],
    ])
    expect((await world.post(`${OPEN}/rateHistory`, { productId: id })).data.map(({ annualRate }) => annualRate)).toEqual([
      '0.05',
      '0.05',
      '0.1',
      '0.1',
    ])
    const shown = (await member.post(`${OWN}/redeemDisplay`, { orderNo, amount: '400' })).data
    expect(shown).toMatchObject({ principal: '1000', max: '600', receive: '400', forfeited: '0', poolLeft: '600' })
    expect((await member.post(`${OWN}/redeemDisplay`, { orderNo, amount: '1001' })).failure).toMatchObject({
      name: 'REDEEM_RANGE',
      params: { max: '1000' },
    })
    expect((await member.post(`${OWN}/regularRedeemDisplay`, { orderNo })).failure.name).toBe('EARN_ORDER_NOT_FOUND')
    const once = await member.seal(`${OWN}/redeem`, { orderNo, amount: '400', clientId: 'r1' })
    expect(once.data).toMatchObject({
      redeemed: '400',
      interest: '0',
      receive: '400',
      order: { status: 1, principal: '600', paidInterest: '0.4109589' },
    })
    const twice = await member.seal(`${OWN}/redeem`, { orderNo, amount: '400', clientId: 'r1' })
    expect([twice.data.redeemed, twice.headers['idempotent-replay']]).toEqual(['400', '1'])
    expect((await member.seal(`${OWN}/redeem`, { orderNo, amount: '300' })).failure).toMatchObject({
      name: 'REDEEM_POOL_LIMIT',
      params: { left: '200' },
    })
    expect((await member.seal(`${OWN}/redeem`, { orderNo, amount: '601' })).failure).toMatchObject({
      name: 'REDEEM_RANGE',
      params: { max: '600' },
    })
    const [asset] = (await member.post(`${OWN}/financialAssets`)).data.list
    expect(asset).toMatchObject({
      principal: '600',
      flexible: '600',
      fixed: '0',
      paidInterest: '0.4109589',
      yesterdayInterest: '0.2739726',
      available: '0',
    })
    const totals = (await member.post(`${OWN}/holdAssets`)).data
    expect(totals).toEqual({
      totalU: '600',
      yesterdayU: '0.2739726',
      cumulativeU: '0.4109589',
      fixedU: '0',
      flexibleU: '600',
      accruedU: '0',
    })
    expect((await orders(member, { status: 1 })).map(({ principal }) => principal)).toEqual(['600'])
    expect((await bob.seal(`${OWN}/redeem`, { orderNo })).failure.name).toBe('EARN_ORDER_NOT_FOUND')
  })

  it('EARN-016 EARN-017 EARN-018 a term is redeemed early at its cost, which lists and lines agree about, or not at all', async () => {
    const member = await newcomer('early')
    const start = world.exchange.clock
    const daily = (await buy(member, sell({ payout: 'daily', startTime: start }), '1000')).data.orderNo
    const firm = (await buy(member, sell({ earlyRedeem: false, startTime: start }), '1000')).data.orderNo
    await moveOn(start + 3 * DAY, member, bob)
    const shown = (await member.post(`${OWN}/regularRedeemDisplay`, { orderNo: daily })).data
    expect(shown).toMatchObject({
      principal: '1000',
      paidInterest: '0.2739726',
      forfeited: '0.2739726',
      receive: '999.7260274',
      early: 1,
      allowed: 1,
    })
    const done = (await member.seal(`${OWN}/redeem`, { orderNo: daily, clientId: 'e1' })).data
    expect(done).toMatchObject({ redeemed: '1000', interest: '0', forfeited: '0.2739726', receive: '999.7260274' })
    expect((await orders(member, { status: 2 }))[0]).toEqual(done.order)
    expect(done.order).toMatchObject({ status: 2, redeemType: 'early', principal: '1000', paidInterest: '0.2739726' })
    expect((await bills(member, { orderNo: daily })).map((bill) => bill.amount).join(' ')).toBe('999.7260274 0.1369863 0.1369863 -1000')
    expect((await member.seal(`${OWN}/redeem`, { orderNo: daily })).failure).toMatchObject({
      name: 'EARN_ORDER_CLOSED',
      params: { status: '2' },
    })
    expect((await member.post(`${OWN}/regularRedeemDisplay`, { orderNo: firm })).data).toMatchObject({
      allowed: 0,
      accruedInterest: '0.2739726',
    })
    const refused = await member.seal(`${OWN}/redeem`, { orderNo: firm })
    expect(refused.failure.name).toBe('EARLY_REDEEM_NOT_ALLOWED')
    expect(refused.failure.params.expireTime).toBe((await orders(member, { status: 1 }))[0]?.expireTime)
  })

  it('EARN-009 EARN-019 EARN-020 pays what was estimated, renews what was asked for until an hour before, and says so', async () => {
    const member = await newcomer('renewing')
    const start = world.exchange.clock
    const id = sell({ startTime: start })
    const { orderNo, expireTime } = (await buy(member, id, '1000')).data
    const renew = (autoPurchase: number) => member.post(`${OWN}/adjustAutoPurchase`, { orderNo, autoPurchase })
    expect((await renew(1)).data).toMatchObject({ autoPurchase: 1, orderNo })
    expect((await bob.post(`${OWN}/adjustAutoPurchase`, { orderNo, autoPurchase: 0 })).failure.name).toBe('EARN_ORDER_NOT_FOUND')
    await moveOn((expireTime ?? 0) - 3_599_999, member)
    expect((await renew(0)).failure).toMatchObject({ name: 'AUTO_PURCHASE_LOCKED', params: { since: (expireTime ?? 0) - 3_600_000 } })
    await moveOn((expireTime ?? 0) + 1, member)
    const [next, old] = await orders(member)
    expect(old).toMatchObject({ orderNo, status: 2, redeemType: 'mature', paidInterest: '4.10958904', redeemTime: expireTime })
    expect(next).toMatchObject({ status: 1, principal: '1000', autoPurchase: 1, startTime: expireTime })
    expect((await bills(member)).map(({ type, amount }) => [type, amount])).toEqual([
      [1, '-1000'],
      [3, '4.10958904'],
      [2, '1000'],
      [1, '-1000'],
    ])
    expect((await renew(0)).failure).toMatchObject({ name: 'EARN_ORDER_CLOSED' })
    set(id, 'ended')
    await moveOn((next?.expireTime ?? 0) + 1, member)
    const { list } = (await member.post('/api/inform-web/v1/inform-user-message/list', { languageCode: 'en_US', bizType: 'assets' })).data
    expect(list.map(({ titleTemplate }) => titleTemplate)).toEqual([
      'Savings order not renewed',
      'Savings order renewed',
      'Credit received',
    ])
    expect(list[0]?.params).toMatchObject({ amount: '1000', interest: '4.10958904', asset: 'USDT', orderNo: next?.orderNo })
    expect((await orders(member))[0]).toMatchObject({ status: 2, redeemType: 'mature' })
    expect((await member.post(`${OWN}/financialAssets`)).data.list).toMatchObject([{ principal: '0', paidInterest: '8.21917808' }])
  })

  it('WAL-002 WAL-003 WAL-037 [part] principal is no gain, interest is one, and every line has its balance', async () => {
    const member = await newcomer('wallet', 5_000n)
    const id = sell({ payout: 'daily', startTime: world.exchange.clock })
    const { orderNo, interestStart } = (await buy(member, id, '1000')).data
    await moveOn(interestStart + DAY + 1, member)
    const lines = (await member.post(`${WALLET}/bill/queryByCategory`, { category: 'earn' })).data.list
    expect(lines.map((line) => [line.accountType, line.amount, line.balanceAfter, line.refType, line.refId])).toEqual([
      [1, '0.1369863', '4000.1369863', 'earnOrder', orderNo],
      [3, '1000', '1000', 'earnOrder', orderNo],
      [1, '-1000', '4000', 'earnOrder', orderNo],
    ])
    const account = await member.post(`${WALLET}/user-wallet/userBalanceAll`, { accountType: 3, hideZero: 1 })
    expect(account.data).toMatchObject({ totalU: '1000', availableU: '0', frozenU: '1000' })
    const overview = await member.get(`${WALLET}/user-wallet/overview`)
    expect(overview.data).toMatchObject({ totalU: '5000.1369863', spotU: '4000.1369863', financialU: '1000', todayPnlU: '0.1369863' })
    const days = async (accountType: number) =>
      (await member.get(`${WALLET}/user-wallet/getUserBalanceByDay?days=3&accountType=${accountType}`)).data.map(({ pnlU }) => pnlU)
    for (const account of [0, 1]) expect(await days(account)).toEqual(['0', '0', '0.1369863'])
    expect(await days(3)).toEqual(['0', '0', '0'])
  })
})
