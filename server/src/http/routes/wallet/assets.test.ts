import { parseDecimal } from '@agio/engine/money/decimal.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type MarketApp, marketApp } from '../../../testing/market-app.ts'

const ASSETS = '/api/assets-web/v1'
const DAY = 86_400_000
const HOUR = 3_600_000
let market: MarketApp

beforeEach(async () => {
  market = await marketApp({ referencePrice: 6_000_000 })
  market.fund(market.ann, market.usdt, '10000')
  market.fund(market.bob, market.btc, '1')
})
afterEach(() => market.close())

const units = (text: string): bigint => {
  const value = text.startsWith('-') ? parseDecimal(text.slice(1), 8) : parseDecimal(text, 8)
  if (typeof value === 'string') throw new Error(text)
  return text.startsWith('-') ? -value : value
}
const place = (direction: string, price: string, amount: string, user: MarketApp['ann']) =>
  market.post('/api/user-web/v1/order/createOrder', { symbol: 'BTC/USDT', direction, type: 'LIMIT', price, amount }, user)

describe('balances', () => {
  it('WAL-002 WAL-001 available and held add up for every coin and the total is the sum of the rows', async () => {
    await place('BUY', '60000', '0.1', market.ann)
    await place('SELL', '60000', '0.03333', market.bob)
    const { data } = await market.post(`${ASSETS}/user-wallet/userBalanceAll`, {}, market.ann)
    expect(data.list.map((row: { coinName: string }) => row.coinName)).toEqual(['USDT', 'BTC', 'ETH'])
    let sum = 0n
    for (const row of data.list) {
      expect(units(row.balance) + units(row.frozenBalance)).toBe(units(row.total))
      sum += units(row.valueU)
    }
    expect(units(data.totalU)).toBe(sum)
    expect(units(data.availableU) + units(data.frozenU)).toBe(sum)
    const hidden = await market.post(`${ASSETS}/user-wallet/userBalanceAll`, { hideZero: 1 }, market.ann)
    expect(hidden.data.list).toHaveLength(2)
    const one = await market.post(`${ASSETS}/user-wallet/userBalance?coinId=${market.btc}`, {}, market.ann)
    expect(one.data).toEqual(data.list[1])
    expect((await market.post(`${ASSETS}/user-wallet/userBalance?coinId=99`, {}, market.ann)).failure.name).toBe('COIN_NOT_FOUND')
  })

  it('WAL-003 one point a UTC day, the last is the live total, a quiet day repeats the one before', async () => {
    market.exchange.clock += 3 * DAY
    const { data } = await market.get(`${ASSETS}/user-wallet/getUserBalanceByDay?days=5`, market.ann)
    expect(data.map((row: { day: string }) => row.day)).toEqual(['2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23', '2026-11-24'])
    expect(data.map((row: { totalU: string }) => row.totalU)).toEqual(['0', '10000', '10000', '10000', '10000'])
    const overview = await market.get(`${ASSETS}/user-wallet/overview`, market.ann)
    expect(overview.data).toMatchObject({ totalU: '10000', spotU: '10000', todayPnlU: '0', todayPnlPercent: '0' })
  })

  it('WAL-003 a gift is no gain, a rise of the price is', async () => {
    const before = await market.get(`${ASSETS}/user-wallet/overview`, market.bob)
    expect(before.data).toMatchObject({ totalU: '60000', todayPnlU: '0' })
    await place('BUY', '66000', '0.001', market.ann)
    await place('SELL', '66000', '0.001', market.bob)
    const { data } = await market.get(`${ASSETS}/user-wallet/overview`, market.bob)
    // 0.999 BTC at 66,000 and 65.934 USDT for the rest, a thousandth of it paid as fee; the gift counts at the current price.
    expect(data.totalU).toBe('65999.934')
    expect(data.todayPnlU).toBe('-0.066')
  })
})

describe('debts', () => {
  it('WAL-012 [part] what a reversal cannot take is shown as owed, stops orders, and is paid by the next credit', async () => {
    const { ann, bob, btc, exchange, usdt } = market
    await place('SELL', '60000', '0.1', bob)
    await place('BUY', '60000', '0.1', ann)
    const signed = { reference: '', actor: 'ops', why: 'test' }
    exchange.must({ kind: 'reverseCredit', userId: ann, assetId: usdt, amount: units('9000'), cause: 'airdrop', ...signed })
    const balance = async () => (await market.post(`${ASSETS}/user-wallet/userBalance?coinId=${usdt}`, {}, ann)).data
    expect(await balance()).toMatchObject({ balance: '0', total: '0', debt: '5000' })
    const hidden = await market.post(`${ASSETS}/user-wallet/userBalanceAll`, { hideZero: 1 }, ann)
    expect(hidden.data.list.map((row: { coinName: string }) => row.coinName)).toEqual(['BTC', 'USDT'])
    expect((await place('SELL', '60000', '0.01', ann)).failure.name).toBe('ACCOUNT_FROZEN')
    market.fund(ann, usdt, '5001')
    expect(await balance()).toMatchObject({ balance: '1', debt: '0' })
    expect((await place('SELL', '60000', '0.01', ann)).code).toBe('0')
    const lines = await market.post(`${ASSETS}/bill/queryByCategory`, { coinId: String(usdt) }, ann)
    const shown = lines.data.list.map((line: { category: string; amount: string }) => `${line.category} ${line.amount}`)
    expect(shown).toEqual(['adjustment -5000', 'airdrop 5001', 'airdrop -4000', 'trade -6000', 'airdrop 10000'])
    const corrections = await market.post(`${ASSETS}/bill/queryByCategory`, { category: 'adjustment' }, ann)
    expect(corrections.data).toMatchObject({ total: 1, list: [{ amount: '-5000', balanceAfter: '1', refType: null }] })
    expect((await market.post(`${ASSETS}/user-wallet/userBalance?coinId=${btc}`, {}, ann)).data.debt).toBe('0')
  })
})

describe('statement', () => {
  it('WAL-037 every change is a line with what it left; the lines of a coin add up to its balance', async () => {
    await place('BUY', '60000', '0.1', market.ann)
    await place('SELL', '60000', '0.05', market.bob)
    for (const coinId of [market.usdt, market.btc]) {
      const { data } = await market.post(`${ASSETS}/bill/queryByCategory`, { coinId: String(coinId) }, market.ann)
      const balance = await market.post(`${ASSETS}/user-wallet/userBalance?coinId=${coinId}`, {}, market.ann)
      const sum = data.list.reduce((total: bigint, line: { amount: string }) => total + units(line.amount), 0n)
      expect(sum).toBe(units(balance.data.total))
      expect(data.list[0]?.balanceAfter).toBe(balance.data.total)
    }
    const fees = await market.post(`${ASSETS}/bill/queryByCategory`, { category: 'fee' }, market.ann)
    expect(fees.data.list).toMatchObject([{ category: 'fee', coinName: 'BTC', amount: '-0.00005', accountType: 1 }])
    const gifts = await market.post(`${ASSETS}/bill/queryByCategory`, { category: 'airdrop', direction: 1 }, market.ann)
    expect(gifts.data).toMatchObject({ total: 1, list: [{ amount: '10000', coinName: 'USDT' }] })
    expect((await market.post(`${ASSETS}/bill/queryByCategory`, { category: 'earn' }, market.ann)).data.list).toEqual([])
    const file = await market.post(`${ASSETS}/bill/export`, { category: 'fee', timezone: 'Asia/Tokyo' }, market.ann)
    expect(file.text).toContain('+09:00')
  })
})

describe('faucet', () => {
  it('gives about the same value of each coin once an hour, by name after that', async () => {
    const ask = (coinName: string) => market.post(`${ASSETS}/demo/faucet`, { coinName }, market.ann)
    expect((await ask('USDT')).data).toMatchObject({ coinName: 'USDT', amount: '100000', nextTime: market.exchange.clock + HOUR })
    expect((await ask('BTC')).data.amount).toBe('1.6')
    const [first, second] = await Promise.all([ask('ETH'), ask('ETH')])
    expect([first?.code, second?.code].filter((code) => code === '0')).toHaveLength(1)
    expect((await ask('USDT')).data).toMatchObject({ name: 'FAUCET_WAIT', params: { nextTime: market.exchange.clock + HOUR } })
    expect((await ask('NOPE')).failure.name).toBe('COIN_NOT_FOUND')
    market.exchange.clock += HOUR
    expect((await ask('USDT')).code).toBe('0')
  })
})
