/** What an operator does to a contract, by the command line that testers have over HTTP, and what its customers then meet. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { askFutures, type FuturesTrader, type FuturesWorld, futuresWorld, orderOf } from '../../../testing/futures-trader.ts'

let futures: FuturesWorld
let ann: FuturesTrader
let bob: FuturesTrader
beforeAll(async () => {
  futures = await futuresWorld()
  ann = await futures.customer('halts')
  bob = await futures.customer('meets')
})
afterAll(() => futures.world.close())

async function operate(line: string, actor = 'ann') {
  const command = [...line.split(' '), '--actor', actor, '--reason', 'a test of it']
  const { data } = await futures.world.post('/api/auth/v1/dev/operator', { command })
  expect(data, line).toMatchObject({ exit: 0 })
  return data.output
}
const place = (trader: FuturesTrader, over: Record<string, unknown> = {}) =>
  trader.post('order/order_create', orderOf(futures.contract, over))
const status = async () => (await askFutures(futures.world, '/fe-co-api/common/public_info', {})).data.contractList[0]?.status

it('OPS-007 [part] a contract is halted, takes cancels or closings alone, and trades again, for the next call', async () => {
  const contractId = String(futures.contract)
  await place(bob, { side: 'SELL', price: '60000', volume: '10' })
  await place(ann, { price: '60000', volume: '10' })
  const resting = (await place(ann, { price: '59000', volume: '10' })).data.orderId
  const close = { open: 'CLOSE', side: 'SELL', price: '61000', volume: '5' }
  const words = [
    ['halt', 'HALT', 'CONTRACT_HALTED'],
    ['cancel-only', 'CANCEL_ONLY', 'CONTRACT_HALTED'],
    ['reduce-only', 'REDUCE_ONLY', ''],
  ] as const
  for (const [word, shown, closing] of words) {
    await operate(`contracts ${word} E-BTC-USDT`)
    expect(await status()).toBe(shown)
    expect((await place(ann, { price: '59000' })).failure.name, word).toBe('CONTRACT_HALTED')
    expect((await place(ann, close)).failure.name, word).toBe(closing)
  }
  expect((await ann.read('order/order_cancel', { contractId, orderId: resting })).data).toMatchObject({ status: 4 })
  await operate('contracts resume E-BTC-USDT')
  expect([await status(), (await place(ann, { price: '59000', volume: '10' })).code]).toEqual(['TRADING', '0'])
})

it('OPS-003 [part] other fees of a contract are what the next order pays, once a second operator approved', async () => {
  const fee = async () => (await askFutures(futures.world, '/fe-co-api/common/public_info', {})).data.contractList[0]?.openTakerFee
  await operate('contracts terms E-BTC-USDT --taker-fee 0.0004')
  expect(await fee()).toBe('0.0005')
  await operate('contracts approve E-BTC-USDT', 'bob')
  expect(await fee()).toBe('0.0004')
  futures.quote('sell', 60_000, 50)
  const { data } = await place(bob, { price: '60000', volume: '10', leverageLevel: 20 })
  const trades = (await bob.read('order/get_trade_info', { contractId: String(futures.contract), orderId: data.orderId })).data
  // 600 at 0.04 %.
  expect(trades.tradeHisList).toMatchObject([{ role: 'taker', fee: '0.24' }])
})
