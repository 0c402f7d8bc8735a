/** What an account is worth counts what its open positions would bring at the mark, now and at the end of each day. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { setIndex } from '../../testing/contract-fixtures.ts'
import { type FuturesTrader, type FuturesWorld, futuresWorld, orderOf } from '../../testing/futures-trader.ts'

const WALLET = '/api/assets-web/v1/user-wallet'
const DAY = 86_400_000

let futures: FuturesWorld
let ann: FuturesTrader
beforeEach(async () => {
  futures = await futuresWorld()
  ann = await futures.customer('ann')
})
afterEach(() => futures.world.close())

const account = async () => (await ann.read('position/get_assets_list')).data.accountList[0]
const overview = async () => (await futures.world.get(`${WALLET}/overview`, { token: ann.token })).data
const days = async (accountType: 0 | 1 | 2) =>
  (await futures.world.get(`${WALLET}/getUserBalanceByDay?days=3&accountType=${accountType}`, { token: ann.token })).data

/** A tick a minute until the mark has followed the index. */
function settle(price: number): string {
  const { exchange } = futures.world
  for (let minute = 0; minute < 90; minute += 1) {
    futures.advance(60_000)
    setIndex(exchange, price)
  }
  return String(price)
}

it('WAL-003 PERP-020 [part] an open loss is in the total, in the account of contracts, and in the result of its day', async () => {
  const { world } = futures
  const start = Math.floor(world.clock.at / DAY) * DAY
  futures.quote('sell', 60_000, 100)
  await ann.post('order/order_create', orderOf(futures.contract, { positionType: 1 }))
  settle(57_000)
  const told = await account()
  expect(Number(told?.unRealizedAmount)).toBeLessThan(-290)
  const now = await overview()
  expect(now).toMatchObject({ totalU: told?.totalAmount, contractU: told?.totalAmount, spotU: '0' })
  // 1,000 were given, three went in fees
  expect(Number(now.todayPnlU)).toBeCloseTo(Number(told?.unRealizedAmount) - 3, 6)
  for (const kind of [0, 2] as const) expect((await days(kind)).at(-1)).toMatchObject({ totalU: now.totalU })

  // the next day begins with the mark at which the day before ended, and the mark comes back
  futures.advance(start + DAY - 1 - world.clock.at)
  setIndex(world.exchange, 57_000)
  const ended = await account()
  futures.advance(60_000)
  settle(60_000)
  const after = await account()
  const [, yesterday, today] = await days(0)
  expect(yesterday).toMatchObject({ totalU: ended?.totalAmount })
  expect(Number(today?.totalU)).toBeCloseTo(Number(after?.totalAmount), 8)
  expect(Number(today?.pnlU)).toBeCloseTo(Number(after?.totalAmount) - Number(ended?.totalAmount), 6)
  expect(Number(today?.pnlU)).toBeGreaterThan(290)
  expect((await days(1)).map(({ pnlU }) => pnlU)).toEqual(['0', '0', '0'])
})
