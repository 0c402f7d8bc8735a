/** What everybody may ask of the futures host. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { setIndex } from '../../../testing/contract-fixtures.ts'
import { askFutures, type FuturesWorld, futuresWorld, orderOf } from '../../../testing/futures-trader.ts'
import type { HttpWorld } from '../../../testing/http-world.ts'

let futures: FuturesWorld
let world: HttpWorld
let id: string
beforeAll(async () => {
  futures = await futuresWorld()
  world = futures.world
  id = String(futures.contract)
})
afterAll(() => world.close())

it('PERP-002 PERP-003 [part] what is public: the contract, its prices, its book, its brackets', async () => {
  const info = (await askFutures(world, '/fe-co-api/common/public_info', {})).data
  expect(info).toMatchObject({ marginCoinList: ['USDT'], originalCoinList: ['USDT'], wsUrl: 'ws://localhost:8081/fe-co-api/ws' })
  expect(info.contractList).toHaveLength(1)
  expect(info.contractList[0]).toMatchObject({
    id,
    contractName: 'E-BTC-USDT',
    symbol: 'BTC-USDT',
    contractType: 'E',
    contractSide: 1,
    multiplier: '0.001',
    multiplierCoin: 'BTC',
    marginCoin: 'USDT',
    base: 'BTC',
    quote: 'USDT',
    capitalStartTime: 0,
    capitalFrequency: 8,
    minLever: 1,
    maxLever: 125,
    openTakerFee: '0.0005',
    openMakerFee: '0.0002',
    liqFee: '0.0025',
    fundingCap: '0.00375',
    fundingFloor: '-0.00375',
    interestRate: '0.0001',
    contractOtherName: 'BTC/USDT Perpetual',
    classification: 1,
    status: 'TRADING',
    coinResultVo: {
      symbolPricePrecision: 1,
      priceTick: '0.1',
      minOrderVolume: '1',
      maxLimitVolume: '100000',
      minOrderMoney: '5',
      priceRange: '0.5',
    },
  })
  futures.quote('buy', 59_999, 3)
  futures.quote('sell', 60_002, 4)
  const ask = <const Tail extends string>(tail: Tail, body: object = {}) =>
    askFutures(world, `/fe-co-api/common/${tail}`, { contractId: id, ...body })
  // The book is published twenty times a second at most.
  await expect
    .poll(async () => (await ask('depth_map', { limit: 1 })).data)
    .toMatchObject({ contractId: id, buys: [['59999', '3']], asks: [['60002', '4']], middle: '60000.5' })
  const market = (await ask('public_market_info')).data
  expect(market).toMatchObject({ contractId: id, tagPrice: expect.stringMatching(/^60000/), indexPrice: '60000', currentFundRate: '0' })
  expect(market.remaining).toBe(Math.floor((market.nextSettlementTime - world.exchange.now()) / 1000))
  const [row] = (await ask('price_list')).data
  expect(row).toMatchObject({ contractId: id, contractName: 'E-BTC-USDT', indexPrice: '60000' })
  expect((await ask('get_ladder_info')).data).toEqual([
    { level: 1, minPositionValue: '0', maxPositionValue: '50000', maxLever: 125, keepRate: '0.005', deduction: '0' },
    { level: 2, minPositionValue: '50000', maxPositionValue: '250000', maxLever: 50, keepRate: '0.01', deduction: '250' },
    { level: 3, minPositionValue: '250000', maxPositionValue: '92233720368.54775807', maxLever: 10, keepRate: '0.05', deduction: '10250' },
  ])
  expect((await ask('index_price_weight_list')).data).toMatchObject([{ source: 'one', price: '60000', weight: '1', used: 1 }])
  // TRUST-007 [part]: a mark with what it was made of.
  const parts = (await ask('tag_price_parts')).data
  const [newest] = parts.marks.length > 0 ? parts.marks.slice(-1) : [parts.before]
  expect(newest).toMatchObject({ tagPrice: market.tagPrice, indexPrice: '60000', fundRate: '0', shut: 0 })
  expect(newest?.fundLeft).toBe(market.nextSettlementTime - (newest?.time ?? 0))
  expect((await ask('funding_rate_list')).data).toEqual({ count: 0, fundingRateList: [] })
  expect((await askFutures(world, '/fe-co-api/common/get_risk_account', { marginCoin: 'USDT' })).data).toEqual({
    marginCoin: 'USDT',
    balance: '0',
  })
  expect((await askFutures(world, '/fe-co-api/common/risk_balance_list', { marginCoin: 'BTC' })).failure.name).toBe('COIN_NOT_FOUND')
  // The first instrument is a pair.
  for (const tail of [
    'public_market_info',
    'depth_map',
    'trade_list',
    'get_ladder_info',
    'funding_rate_list',
    'index_price_weight_list',
    'tag_price_parts',
  ] as const)
    for (const contractId of ['1', '77', 'x']) expect((await ask(tail, { contractId })).failure.name, tail).toBe('CONTRACT_NOT_FOUND')
  expect((await ask('depth_map', { contractId: 2 })).failure.name).toBe('VALIDATION_FAILED')
})

it('PERP-026 [part] a source that said nothing for 30 s is shown as one that is not used', async () => {
  const sources = async () => (await askFutures(world, '/fe-co-api/common/index_price_weight_list', { contractId: id })).data
  setIndex(world.exchange, 60_100, 'live')
  const at = world.exchange.now()
  expect(await sources()).toEqual([{ source: 'one', price: '60100', weight: '1', used: 1, time: at }])
  futures.advance(30_001)
  expect(await sources()).toEqual([{ source: 'one', price: '60100', weight: '1', used: 0, time: at }])
  setIndex(world.exchange, 60_000)
})

it('API-018 [part] candles of trades count coins: contracts times what one stands for; those of mark and index have no volume', async () => {
  futures.quote('sell', 60_000, 250)
  const buyer = await futures.customer('candles')
  await buyer.post('order/order_create', orderOf(futures.contract, { volume: '250' }))
  const newest = async (call: string): Promise<unknown[]> => {
    const rows = (await askFutures(world, `/fe-co-api/common/${call}`, { contractId: id, interval: '1d' })).data as unknown as unknown[][]
    return rows.at(-1) ?? []
  }
  // 0.25 BTC, of 15,000 USDT.
  expect((await newest('kline')).slice(5)).toEqual(['0.25', '15000', 1])
  expect((await newest('tag_price_kline'))[5]).toBe('0')
})
