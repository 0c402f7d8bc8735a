/** A jump of the clock over days of savings: more is due than one entry does. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Command, ProductTerms } from '@agio/engine/command.ts'
import { earnOrdersOf } from '@agio/engine/earn/read-earn.ts'
import { readEvents } from '@agio/engine/event-buffer.ts'
import type { StampedEvent } from '@agio/engine/events/read-events.ts'
import { type AssetId, asAssetId, asEarnOrderId, asProductId, asUserId, type UserId } from '@agio/engine/ids/id.ts'
import { trialBalance } from '@agio/engine/ledger/trial-balance.ts'
import { balanceOf } from '@agio/engine/read.ts'
import { nextDeadline } from '@agio/engine/state.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ClockGuard } from '../core/clock-guard.ts'
import { type LiveExchange, openExchange } from '../sequencer/open-exchange.ts'
import { memoryModels } from '../testing/memory-models.ts'
import { ClockJumps } from './clock-jump.ts'

const DAY = 86_400_000
const HOUR = 3_600_000
const MIDNIGHT = Date.UTC(2026, 10, 26)
const WHOLE = 100_000_000n
const SAVERS = 12
/** Of each of them, half in each product: so many that a midnight takes three ticks. */
const ORDERS = 160
const HOUSE = { actor: 'ops', why: '' } as const
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }

let dir: string
let clock: ClockGuard
let exchange: LiveExchange
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'agio-jump-'))
  clock = new ClockGuard({ holds: false, log: quiet, wall: () => MIDNIGHT + 9 * HOUR, monotonic: () => 5000 })
  exchange = await openExchange({ tenantId: 'agio', dir, clock })
})
afterEach(async () => {
  await exchange.stop()
  rmSync(dir, { recursive: true, force: true })
})

/** A product that is on sale. Both earn 1 for 1,000 in a day. */
async function sell(assetId: AssetId, over: Partial<ProductTerms>): Promise<void> {
  const none = { totalQuota: 0n, userMin: 1n, userMax: 0n, step: 0n, poolLimit: 0n } as const
  const plain = { type: 'flexible', rateType: 'current', payout: 'daily', termDays: 0, earlyRedeem: true, renewable: false } as const
  const terms: ProductTerms = { assetId, ...none, ...plain, startTime: 0, endTime: 0, ...over }
  const tiers = [{ upTo: null, rateE8: 36_500_000 }]
  const { value } = await exchange.submit({ kind: 'defineProduct', terms, tiers, document: {}, ...HOUSE })
  await exchange.submit({ kind: 'setProductStatus', productId: asProductId(value), status: 'waiting', ...HOUSE })
}

/** Savers with 300,000 each, of which they put 1,000 into each of their orders. */
async function save(assetId: AssetId): Promise<UserId[]> {
  const savers: UserId[] = []
  for (let number = 0; number < SAVERS; number += 1) {
    const { value } = await exchange.submit({ kind: 'registerUser', accountKey: `saver ${number}`, document: {}, role: 'customer' })
    savers.push(asUserId(value))
  }
  const amount = 300_000n * WHOLE
  const purchases = savers.flatMap((userId): Command[] => [
    { kind: 'creditUser', userId, assetId, amount, cause: 'airdrop', reference: '' },
    ...Array.from({ length: ORDERS }, (_, place): Command => {
      const [productId, renewal] = place % 2 === 0 ? ([1, 'none'] as const) : ([2, 'all'] as const)
      return { kind: 'purchaseProduct', userId, productId: asProductId(productId), amount: 1000n * WHOLE, payAccount: 'spot', renewal }
    }),
  ])
  const outcomes = await exchange.submitMany(purchases.map((command) => ({ at: clock.now(), key: '', command })))
  expect(outcomes.every(({ reason }) => reason === 'none')).toBe(true)
  return savers
}

function jumps(): ClockJumps {
  const index = { refresh: async () => undefined }
  const inform = { followClock: () => undefined }
  return new ClockJumps(clock, [{ tenantId: 'agio', exchange, models: memoryModels(exchange), index, inform }], quiet)
}

it('EARN-015 a jump over five days settles every order in the order of its instants before it answers, and whoever acts in it first', async () => {
  const assetId = asAssetId((await exchange.submit({ kind: 'defineAsset', symbol: 'USDT', scale: 8, document: {} })).value)
  await sell(assetId, {})
  // it is sold no more when its terms end at 08:00 of the fourth day, so none of them is renewed
  await sell(assetId, { type: 'fixed', rateType: 'fixed', payout: 'atEnd', termDays: 2, renewable: true, endTime: MIDNIGHT + 3 * DAY })
  const savers = await save(assetId)
  const told: StampedEvent[] = []
  exchange.onDurable(({ events }) => told.push(...[...readEvents(events)].filter(({ event }) => event.kind === 'earnChanged')))
  const before = exchange.durableSeq

  const jump = jumps().advance(5 * DAY)
  while (clock.now() < MIDNIGHT + 5 * DAY) await Promise.resolve()
  const hasty = savers[7] ?? asUserId(0)
  const orderId = asEarnOrderId(7 * ORDERS + 1)
  const redeemed = exchange.submit({ kind: 'redeemProduct', userId: hasty, orderId, amount: 0n, toAccount: 'spot' })
  expect(await jump).toBe(MIDNIGHT + 5 * DAY + 9 * HOUR)
  expect((await redeemed).reason).toBe('none')

  expect(nextDeadline(exchange.state)).toBeGreaterThan(exchange.now())
  expect(exchange.durableSeq - before).toBeGreaterThan(10)
  // four days earned: 80 orders got a line of each, the other 80 what two days brought, with the money
  const [half, lines] = [BigInt(ORDERS / 2), 4n]
  const spot = 300_000n - 1000n * half + lines * half + 2n * half
  for (const userId of savers) {
    const more = userId === hasty ? 1000n : 0n
    expect(balanceOf(exchange.state, userId, assetId).available).toBe((spot + more) * WHOLE)
    expect(balanceOf(exchange.state, userId, assetId, 'financial').held).toBe((1000n * half - more) * WHOLE)
    const days = new Set(earnOrdersOf(exchange.state, userId).map(({ day }) => day))
    expect([...days]).toEqual([Math.floor(exchange.now() / DAY)])
  }
  for (const { sum } of trialBalance(exchange.state)) expect(sum).toBe(0n)
  // what was done of itself is told in the order of its instants; who acted was brought up to his time before, in the same order
  const own = (isHasty: boolean) => told.filter(({ event }) => event.kind === 'earnChanged' && (event.userId === hasty) === isHasty)
  for (const list of [own(true), own(false)]) expect(list.map(({ at }) => at)).toEqual(list.map(({ at }) => at).sort((a, b) => a - b))
  expect(own(true).at(-1)?.event).toMatchObject({ change: 'redeemed', orderId })
  expect(told.length).toBe(savers.length * Number(half * (lines + 1n)) + 1)
})
