/** The channels of deposits and withdrawals over the real engine: what a page that listens sees, without asking again. */
import type { UserId } from '@agio/engine/ids/id.ts'
import { listingsOf, networksOf } from '@agio/engine/wallet/read-wallet.ts'
import { pushSchema } from '@agio/wire/socket/channels.ts'
import { readFrameText } from '@agio/wire/testing/read-frame.ts'
import { walletTxView } from '@agio/wire/wallet/view.ts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { WalletTxRow } from '../projections/rows/wallet-rows.ts'
import { COIN_ID, COINS, WalletWorld } from '../projections/testing/wallet-world.ts'
import { frameTexts } from '../testing/frame-texts.ts'
import { MemoryExchange } from '../testing/memory-exchange.ts'
import { memoryModels } from '../testing/memory-models.ts'
import { createFeeds, type Feeds } from './feeds.ts'

interface Push {
  readonly ch: string
  readonly seq: number
  readonly prevSeq: number | null
  readonly data: Readonly<Record<string, unknown>>
}

let exchange: MemoryExchange
let models: ReturnType<typeof memoryModels>
let world: WalletWorld
let feeds: Feeds

beforeEach(async () => {
  exchange = new MemoryExchange()
  models = memoryModels(exchange)
  world = new WalletWorld(exchange)
  feeds = await createFeeds({ exchange, models, coalesceMs: 1 })
})
afterEach(() => feeds.stop())

function view(row: WalletTxRow) {
  const terms = listingsOf(exchange.state).find(({ listingId }) => listingId === COINS)?.terms
  return walletTxView(row, {
    ...{ asset: { assetId: COIN_ID, symbol: 'COIN', scale: 8 }, protocolType: 'TST', chain: 'TST', blockMs: 1000, ownAddress: 'own' },
    ...{ networkHeight: networksOf(exchange.state)[0]?.height ?? 0, creditAt: terms?.creditAt ?? 0, unlockAt: terms?.unlockAt ?? 0 },
    now: exchange.now(),
  })
}

async function listen(userId: UserId, name: 'deposits' | 'withdrawals' | 'balances') {
  const topic = await feeds.channel(name, userId)
  if (typeof topic === 'string') throw new Error(topic)
  const pushes: Push[] = []
  const subscriber = {
    deliver: (frames: Buffer) => {
      for (const text of frameTexts(frames)) pushes.push(readFrameText<Push>(text))
    },
    drain: () => undefined,
  }
  topic.subscribe(subscriber)
  return {
    pushes,
    /** The newest once there are so many, within the second that a page has. */
    async pushed(count: number) {
      await vi.waitFor(() => expect(pushes).toHaveLength(count), { timeout: 10_000, interval: 10 })
      return pushes.at(-1)?.data
    },
    leave: () => topic.unsubscribe(subscriber),
  }
}

it('there are no such channels before somebody can show rows, nor for visitors', async () => {
  const [ann] = world.customers as [UserId]
  expect(await feeds.channel('deposits', ann)).toBe('unknownChannel')
  feeds.serveWallet(view)
  expect(await feeds.channel('withdrawals', undefined)).toBe('authRequired')
  expect(await feeds.channel('withdrawals', ann)).toBeTypeOf('object')
})

it('WAL-004 WAL-010 [part] a deposit comes live with each change and each confirmation, and a new balance when it may leave', async () => {
  feeds.serveWallet(view)
  const [ann, bob] = world.customers as [UserId, UserId]
  const [deposits, withdrawals, others] = [await listen(ann, 'deposits'), await listen(ann, 'withdrawals'), await listen(bob, 'deposits')]
  world.mine([[ann, 100n]])
  expect(await deposits.pushed(1)).toMatchObject({
    status: 22,
    confirmations: 1,
    unlockConfirmations: 3,
    amount: '0.000001',
    address: 'own',
  })
  world.mine()
  expect(await deposits.pushed(2)).toMatchObject({ status: 22, confirmations: 2 })
  const balances = await listen(ann, 'balances')
  world.mine()
  expect(await deposits.pushed(3)).toMatchObject({ status: 23, confirmations: 3, finishTime: exchange.now() })
  expect(await balances.pushed(2)).toMatchObject([
    { coinName: 'COIN', lockedDeposit: '0', cause: 'deposit', refId: deposits.pushes[0]?.data.id },
  ])
  world.mine()
  await new Promise((resolve) => setTimeout(resolve, 600))
  expect(deposits.pushes.map(({ seq, prevSeq }) => [seq, prevSeq])).toEqual([
    [1, 0],
    [2, 1],
    [3, 2],
  ])
  for (const push of deposits.pushes) expect(() => pushSchema('deposits').parse(push)).not.toThrow()
  expect([withdrawals.pushes, others.pushes]).toEqual([[], []])
})

it('a deposit that waits for a person is not told with each block for ever', async () => {
  feeds.serveWallet(view)
  const [ann] = world.customers as [UserId]
  const { pushed, pushes } = await listen(ann, 'deposits')
  world.mine([[ann, 100n]], [], true)
  expect(await pushed(1)).toMatchObject({ status: 27, confirmations: 1 })
  for (const block of [2, 3]) {
    world.mine()
    expect(await pushed(block)).toMatchObject({ status: 27, confirmations: block })
  }
  world.mine()
  await new Promise((resolve) => setTimeout(resolve, 700))
  expect(pushes).toHaveLength(3)
})

it('WAL-004 [part] a withdrawal comes live with its states, a replaced transaction and its confirmations', async () => {
  feeds.serveWallet(view)
  const [ann] = world.customers as [UserId]
  world.mine([[ann, 100n]])
  world.mine()
  world.mine()
  const { pushed, pushes, leave } = await listen(ann, 'withdrawals')
  const asked = world.ask(ann, 15n)
  expect(await pushed(1)).toMatchObject({ id: `2${asked}`, status: 3, canUndo: 1, txHash: null })
  const payment = world.pay(ann, asked)
  expect(await pushed(2)).toMatchObject({ status: 4, canUndo: 0 })
  world.sign(payment)
  expect(await pushed(3)).toMatchObject({ status: 4, txHash: `p${payment}` })
  world.sign(payment, '0xHigherFee')
  expect(await pushed(4)).toMatchObject({ status: 4, txHash: '0xHigherFee' })
  world.mine([], [[payment, true]])
  expect(await pushed(5)).toMatchObject({ status: 5, confirmations: 1, txHash: `p${payment}` })
  leave()
  world.mine()
  const again = await listen(ann, 'withdrawals')
  world.mine()
  expect(await again.pushed(1)).toMatchObject({ status: 6, confirmations: 3 })
  expect(again.pushes[0]).toMatchObject({ seq: 6, prevSeq: 5 })
  expect(pushes).toHaveLength(5)
})

it('WAL-026 [part] inside the house the receiver hears of a deposit and of a balance that names it', async () => {
  feeds.serveWallet(view)
  const [ann, bob] = world.customers as [UserId, UserId]
  world.mine([[ann, 100n]])
  world.mine()
  world.mine()
  const [deposits, balances] = [await listen(bob, 'deposits'), await listen(bob, 'balances')]
  const given = world.ask(ann, 15n, bob)
  expect(await deposits.pushed(1)).toMatchObject({ id: `3${given}`, type: 1, isInternal: 1, status: 23 })
  expect(await balances.pushed(2)).toMatchObject([{ balance: '0.00000015', cause: 'deposit', refId: `3${given}` }])
})

it('what changes while history is away is told when it is back', async () => {
  feeds.serveWallet(view)
  const [ann] = world.customers as [UserId]
  const deposits = await listen(ann, 'deposits')
  models.rows.isFailing = true
  world.mine([[ann, 100n]])
  await new Promise((resolve) => setTimeout(resolve, 150))
  expect(deposits.pushes).toEqual([])
  models.rows.isFailing = false
  await vi.waitFor(() => expect(deposits.pushes).toHaveLength(1), { timeout: 10_000, interval: 20 })
})
