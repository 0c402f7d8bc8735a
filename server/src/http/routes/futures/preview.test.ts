/** What a preview tells of the position that an order leads to is what the engine makes of it. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type FuturesTrader, type FuturesWorld, futuresWorld, orderOf } from '../../../testing/futures-trader.ts'
import type { HttpWorld } from '../../../testing/http-world.ts'

const AT_MARKET = { type: 2, price: '0' }

let futures: FuturesWorld
let world: HttpWorld
let ann: FuturesTrader
beforeAll(async () => {
  futures = await futuresWorld()
  world = futures.world
})
afterAll(() => world.close())
beforeEach(async () => {
  futures.beginAnew()
  ann = await futures.customer('previews', 2000)
})

const isolate = () => ann.post('user/margin_model_edit', { contractId: String(futures.contract), marginModel: 2 })
const previewed = async (over: Record<string, unknown>) => (await ann.read('order/order_preview', orderOf(futures.contract, over))).data
const create = (over: Record<string, unknown>) => ann.post('order/order_create', orderOf(futures.contract, over))
async function position() {
  const [found] = (await ann.read('position/get_assets_list')).data.positionList
  if (found === undefined) throw new Error('there is no position')
  return found
}
/** What both tell. */
const ends = ({ reducePrice, bankruptcyPrice }: { reducePrice: string; bankruptcyPrice: string }) => ({ reducePrice, bankruptcyPrice })

it.each([1, 2])('PERP-013 PERP-035 [part] of an order at market, with margin mode %i', async (positionType) => {
  if (positionType === 2) await isolate()
  futures.quote('sell', 60_000, 100)
  const order = { ...AT_MARKET, positionType }
  const before = await previewed(order)
  // Margin and fees are those of the price that it meets; what the worst one needs beyond, 0.5 % above the mark, is named apart.
  expect(before).toMatchObject({ estAvgPrice: '60000', openFee: '3', initialMargin: '300', closeFee: '2.85' })
  expect(before.cost).toBe('337.37925')
  expect(before.returnAmount).toBe('31.52925')
  expect((await create(order)).code).toBe('0')
  const after = await position()
  expect(ends(before)).toEqual(ends(after))
  expect(before.marginRateAfter).toBe(after.marginRate)
})

it.each([
  [60_000, 1],
  [60_090, 2],
])(
  'PERP-011 [part] of an order at market it names what comes back of its reserve: filled at %i it leaves just that',
  async (price, positionType) => {
    if (positionType === 2) await isolate()
    futures.quote('sell', price, 100)
    const free = async () => Number((await ann.read('position/get_assets_list')).data.accountList[0]?.canUseAmount)
    const order = { ...AT_MARKET, positionType }
    const before = await free()
    const { cost, closeFee, returnAmount } = await previewed(order)
    expect(Number(returnAmount)).toBeGreaterThan(0)
    await create(order)
    // The fee of closing is held by the order alone.
    expect(await free()).toBeCloseTo(before - Number(cost) + Number(closeFee) + Number(returnAmount), 6)
    expect((await previewed({ positionType, price: '60500' })).returnAmount).toBe('0')
  },
)

it('PERP-010 PERP-035 [part] of an order that closes a position with its own margin and opens the other way', async () => {
  await isolate()
  futures.quote('sell', 60_000, 100)
  await create({ positionType: 2 })
  const flip = { positionType: 2, side: 'SELL', price: '61000', volume: '150' }
  const before = await previewed(flip)
  await create(flip)
  futures.quote('buy', 61_000, 150)
  const after = await position()
  expect(after).toMatchObject({ orderSide: 'SELL', positionVolume: '50' })
  expect(ends(before)).toEqual(ends(after))
})

it('PERP-012 [part] what rests to close a position is not to be closed again by another that rests', async () => {
  futures.quote('sell', 60_000, 100)
  await create({})
  await create({ open: 'CLOSE', side: 'SELL', price: '61000', volume: '40' })
  expect((await previewed({ open: 'CLOSE', side: 'SELL', price: '61500', volume: '10' })).maxVolume).toBe('60')
  // At market it comes first, and what rests is cut.
  futures.quote('buy', 59_900, 100)
  expect((await previewed({ open: 'CLOSE', side: 'SELL', ...AT_MARKET, volume: '10' })).maxVolume).toBe('100')
})
