/** A savings order that ends while it is asked for. */
import { productsOf } from '@agio/engine/earn/read-earn.ts'
import { asAssetId, asEarnOrderId, asUserId } from '@agio/engine/ids/id.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type HttpWorld, httpWorld } from '../../../testing/http-world.ts'
import { Member } from '../../../testing/member.ts'
import { openSavings } from '../../../testing/open-products.ts'
import type { UserCall } from '../../calls/user-route.ts'
import { orderView } from './order.ts'

const COIN = 100_000_000n

let world: HttpWorld
beforeAll(async () => {
  world = await httpWorld()
  // without content of its own a tenant is not open yet
  const place = { userId: asUserId(0), collection: 'content', id: 'social', actor: 'x' } as const
  world.exchange.must({ kind: 'saveDocument', ...place, document: { value: [] } })
  await openSavings(world.agio)
})
afterAll(() => world.close())

it('EARN-013 [part] an order whose end is not durable yet is told as ended, and not as a fault', async () => {
  const ann = await Member.join(world, 'ann@example.com', 'ann')
  const userId = asUserId(ann.userId)
  world.exchange.must({ kind: 'creditUser', userId, assetId: asAssetId(1), amount: 1_000n * COIN, cause: 'airdrop', reference: 'test' })
  const productId = String(productsOf(world.exchange.state).at(-1)?.productId)
  world.exchange.must({ kind: 'tick' })
  const bought = await ann.seal('/api/user-web/v1/user-project/purchaseProject', { productId, amount: '100', agree: 1 })
  expect(bought.code, bought.message).toBe('0')
  const before = world.exchange.durableSeq
  const { orderNo } = bought.data
  world.history.lag()
  world.exchange.must({ kind: 'redeemProduct', userId, orderId: asEarnOrderId(Number(orderNo)), amount: 0n, toAccount: 'spot' })
  // as another request sees it that comes between the entry and its disk
  const exchange = Object.create(world.agio.exchange, { durableSeq: { value: before } })
  const call = { tenant: { ...world.agio, exchange }, userId } as unknown as UserCall<unknown>
  setTimeout(() => world.history.catchUp(), 30)
  expect(await orderView(call, Number(orderNo))).toMatchObject({ orderNo, status: 2 })
})
