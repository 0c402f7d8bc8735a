/** A long and a short beside each other on the futures host: which of them an order means, and what each has of its own. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type FuturesTrader, type FuturesWorld, futuresWorld, orderOf } from '../../../testing/futures-trader.ts'

let futures: FuturesWorld
let ann: FuturesTrader
beforeAll(async () => {
  futures = await futuresWorld()
})
afterAll(() => futures.world.close())
beforeEach(async () => {
  futures.beginAnew()
  ann = await futures.customer('ann')
})

const create = (over: Record<string, unknown> = {}) => ann.post('order/order_create', orderOf(futures.contract, over))
const positions = async () => (await ann.read('position/get_assets_list')).data.positionList

/** A long of 100 and a short of 40, both at 60,000. */
async function both(): Promise<readonly [long: string, short: string]> {
  await ann.post('user/edit_user_page_config', { positionModel: 2 })
  futures.quote('sell', 60_000, 100)
  await create()
  futures.quote('buy', 60_000, 40)
  await create({ side: 'SELL', volume: '40' })
  const open = await positions()
  const idOf = (side: 'BUY' | 'SELL'): string => open.find(({ orderSide }) => orderSide === side)?.id ?? ''
  return [idOf('BUY'), idOf('SELL')]
}

it('PERP-018 [part] what opens a side leaves the other, and what closes means the one that its side closes, never more than it', async () => {
  await both()
  expect((await positions()).map(({ orderSide, positionVolume }) => [orderSide, positionVolume])).toEqual([
    ['BUY', '100'],
    ['SELL', '40'],
  ])
  expect((await ann.read('order/get_user_order_count')).data.positionCount).toBe(2)
  futures.quote('sell', 60_000, 60)
  // 60 are asked for, 40 are there to be closed: the long is none of it.
  expect((await create({ open: 'CLOSE', side: 'BUY', volume: '60' })).data).toMatchObject({ status: 2, volume: '40' })
  expect((await positions()).map(({ orderSide, positionVolume }) => [orderSide, positionVolume])).toEqual([['BUY', '100']])
  expect((await create({ open: 'CLOSE', side: 'BUY', volume: '1' })).failure.name).toBe('NOTHING_TO_CLOSE')
  expect((await ann.post('user/edit_user_page_config', { positionModel: 1 })).failure.name).toBe('POSITION_MODE_LOCKED')
})

it('PERP-023 PERP-025 [part] each has its own take profit, and is closed at market by itself', async () => {
  const [long, short] = await both()
  const protect = (positionId: string, triggerPrice: string) =>
    ann.post('order/order_tpsl_create', { positionId, orders: [{ triggerType: 2, triggerPrice }] })
  expect((await protect(short, '61000')).failure).toMatchObject({ name: 'TPSL_PRICE_INVALID', params: { triggerType: '2' } })
  expect([(await protect(long, '61000')).code, (await protect(short, '59000')).code]).toEqual(['0', '0'])
  const legs = (await positions()).map(({ tpslList }) => tpslList.map(({ side, triggerPrice, volume }) => [side, triggerPrice, volume]))
  expect(legs).toEqual([[['SELL', '61000', '100']], [['BUY', '59000', '40']]])
  futures.quote('sell', 60_000, 40)
  expect((await ann.post('order/light_close', { positionId: short })).data.status).toBe(2)
  expect((await positions()).map(({ id, tpslList }) => [id, tpslList.length])).toEqual([[long, 1]])
  expect((await ann.read('order/trigger_order_list')).data.count).toBe(1)
})

it('PERP-025 [part] no position is turned round beside another one, and none whose new margin is short', async () => {
  const [long] = await both()
  expect((await ann.post('order/reverse_position', { positionId: long })).failure.name).toBe('POSITION_MODE_LOCKED')
  ann = await futures.customer('poor', 308)
  futures.beginAnew()
  futures.quote('sell', 60_000, 100)
  await create()
  futures.quote('buy', 60_000, 300)
  const [position] = await positions()
  // The fees of opening and closing leave 302, and another 3 to open do not leave the margin of 300.
  const { failure } = await ann.post('order/reverse_position', { positionId: position?.id ?? '' })
  expect(failure).toMatchObject({ name: 'MARGIN_INSUFFICIENT', params: { coin: 'USDT' } })
  expect(Number(failure.params.need)).toBeGreaterThan(Number(failure.params.available))
  expect((await positions()).map(({ orderSide, positionVolume }) => [orderSide, positionVolume])).toEqual([['BUY', '100']])
})
