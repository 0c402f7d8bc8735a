/** The channel of savings: an order as each event left it. */
import { asProductId, asUserId } from '@agio/engine/ids/id.ts'
import { readFrameText } from '@agio/wire/testing/read-frame.ts'
import { expect, it, vi } from 'vitest'
import { seedContent } from '../../../content/seed-content.ts'
import { frameTexts } from '../../../testing/frame-texts.ts'
import { httpWorld } from '../../../testing/http-world.ts'
import { Member } from '../../../testing/member.ts'
import { openSavings } from '../../../testing/open-products.ts'

const COIN = 100_000_000n

it('EARN-007 [part] whoever listens is told of an order when it begins and when it is over', async () => {
  const world = await httpWorld()
  await seedContent(world.agio.exchange, world.agio.config)
  await openSavings(world.agio)
  const userId = asUserId((await Member.join(world, 'saver@example.com')).userId)
  world.exchange.must({ kind: 'creditUser', userId, assetId: 1 as never, amount: 10n * COIN, cause: 'airdrop', reference: 'test' })
  const topic = await world.agio.feeds.channel('earn', userId)
  if (typeof topic === 'string') throw new Error(topic)
  const frames: Buffer[] = []
  topic.subscribe({ deliver: (frame) => void frames.push(frame), drain: () => undefined })
  const buy = {
    kind: 'purchaseProduct',
    userId,
    caller: 0,
    productId: asProductId(1),
    amount: 4n * COIN,
    payAccount: 'spot',
    renewal: 'none',
  } as const
  const orderId = world.exchange.must(buy).value as never
  world.exchange.must({ kind: 'redeemProduct', userId, caller: 0, orderId, amount: 0n, toAccount: 'spot' })
  const told = await vi.waitFor(() => {
    const texts = frameTexts(Buffer.concat(frames))
    expect(texts.length).toBe(2)
    return texts.map((text) => readFrameText<object>(text))
  }, 10_000)
  const same = { orderNo: String(orderId), productName: 'Flexible', coinName: 'USDT', principal: '4' }
  expect(told).toMatchObject([
    { ch: 'earn', seq: 1, prevSeq: 0, data: { ...same, status: 1, redeemType: null } },
    { ch: 'earn', seq: 2, prevSeq: 1, data: { ...same, status: 2, redeemType: 'flexible' } },
  ])
  await world.close()
})
