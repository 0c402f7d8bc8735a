/** Interest and ends of terms as work that is due: each at its instant, in slices or at once, and ahead of time for whoever does something. */
import { expect, test } from 'vitest'
import { S_CHAIN, S_DUE_SLICE, S_EARN_HAND, S_SEQ } from '../../generated/layout.ts'
import { ExchangeDriver } from '../../scenarios/exchange-driver.ts'
import { savingsFaults } from '../../scenarios/product-facts.ts'
import { PLAIN_PRODUCT } from '../../scenarios/rich-products.ts'
import type { Command, ProductTerms } from '../command.ts'
import { contentHash } from '../content.ts'
import { createState } from '../create-state.ts'
import { apply } from '../engine.ts'
import { entryLength } from '../entry.ts'
import { asAssetId, asEarnOrderId, asProductId, type UserId } from '../ids/id.ts'
import { trialBalance } from '../ledger/trial-balance.ts'
import { balanceOf } from '../read.ts'
import { decodeSnapshot, encodeSnapshot } from '../snapshot.ts'
import { nextDeadline, type State } from '../state.ts'
import { earnOrdersOf } from './read-earn.ts'

const HOUSE = { actor: 'ops', why: '' } as const
const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const ONE = 10n ** 8n
const WHOLE = 2 ** 30

const OPEN = { ...PLAIN_PRODUCT, totalQuota: 0n, userMin: 0n, userMax: 0n, step: 0n } as const
const TERM = { ...OPEN, type: 'fixed', rateType: 'fixed', termDays: 2, earlyRedeem: true, renewable: true } as const
const PRODUCTS: readonly ProductTerms[] = [
  OPEN,
  { ...OPEN, payout: 'atEnd' },
  TERM,
  { ...TERM, payout: 'atEnd', userMax: 3_000n * ONE },
  { ...TERM, payout: 'atEnd', rateType: 'current', totalQuota: 9_000n * ONE, userMax: 9_000n * ONE, termDays: 1 },
]

const slice = (state: State, units: number): void => state.memory.setUint32(S_DUE_SLICE, units, true)

/** So many customers, each with an order of every product and every renewal that it has. */
function opened(units: number, customers = 4): ExchangeDriver {
  const exchange = new ExchangeDriver(createState(1 / 100))
  exchange.open()
  exchange.now += 9 * HOUR_MS
  for (const [index, terms] of PRODUCTS.entries()) {
    const tiers = [
      { upTo: 100n * ONE, rateE8: 36_500_000 },
      { upTo: null, rateE8: 5_000_000 + index },
    ]
    exchange.must({ kind: 'defineProduct', terms, tiers, document: {}, ...HOUSE })
    exchange.must({ kind: 'setProductStatus', productId: asProductId(index + 1), status: 'waiting', ...HOUSE })
  }
  for (let customer = 0; customer < customers; customer += 1) buyAll(exchange, customer)
  slice(exchange.state, units)
  return exchange
}

function buyAll(exchange: ExchangeDriver, customer: number): void {
  const userId = exchange.join(`saver-${customer}`, { 2: 10n ** 14n })
  exchange.must({ kind: 'transferBetweenAccounts', userId, from: 'spot', to: 'financial', assetId: asAssetId(2), amount: 10n ** 13n })
  for (const [index, { renewable }] of PRODUCTS.entries())
    for (const renewal of renewable ? (['none', 'principal', 'all'] as const) : (['none'] as const)) {
      exchange.now += 7
      const payAccount = (customer + index) % 2 === 0 ? 'spot' : 'financial'
      const amount = (200n + BigInt(customer * 100 + index)) * ONE
      exchange.must({ kind: 'purchaseProduct', userId, productId: asProductId(index + 1), amount, payAccount, renewal })
    }
}

/** Ticks until nothing is due; how many it took. */
function settle(exchange: ExchangeDriver): number {
  let ticks = 0
  while (nextDeadline(exchange.state) <= exchange.now) {
    exchange.must({ kind: 'tick' })
    ticks += 1
    if (ticks > 5_000) throw new Error('what is due never ends')
  }
  return ticks
}

/** What everybody has, told without the sequences and the hash of all entries, which are more with more ticks. */
function contentOf(exchange: ExchangeDriver): string {
  exchange.state.memory.setFloat64(S_SEQ, 1_000_000, true)
  exchange.state.memory.setBigUint64(S_CHAIN, 0n, true)
  return contentHash(exchange.state)
}

const linesOf = (exchange: ExchangeDriver): unknown[] =>
  exchange.stamped.flatMap(({ at, event }) => (event.kind === 'earnChanged' ? [{ at, ...event }] : []))

test('EARN-015 [part] in slices, day by day or all of a month at once: the same lines at the same instants, and one content', () => {
  const whole = opened(WHOLE)
  whole.now += 31 * DAY_MS
  expect(settle(whole)).toBe(1)
  const sliced = opened(40)
  sliced.now += 31 * DAY_MS
  expect(settle(sliced)).toBeGreaterThan(100)
  const daily = opened(WHOLE)
  for (let hour = 0; hour < 31 * 24; hour += 1) {
    daily.now += HOUR_MS
    settle(daily)
  }
  daily.must({ kind: 'tick' })
  expect(linesOf(sliced)).toEqual(linesOf(whole))
  expect(linesOf(daily)).toEqual(linesOf(whole))
  expect(linesOf(whole).length).toBeGreaterThan(400)
  expect([whole, sliced, daily].flatMap(faultsOf)).toEqual([])
  expect(contentOf(sliced)).toBe(contentOf(whole))
  expect(contentOf(daily)).toBe(contentOf(whole))
})

test('EARN-015 [part] each line carries the instant at which it was due, and what comes behind it that of its entry', () => {
  const exchange = opened(WHOLE, 1)
  const [ann] = exchange.users as [UserId]
  exchange.now += 3 * DAY_MS + 11
  exchange.must({ kind: 'tick' })
  const instants = exchange.stamped.filter(({ seq }) => seq === exchange.seq).map(({ at }) => at % DAY_MS)
  expect(new Set(instants)).toEqual(new Set([0, 8 * HOUR_MS]))
  exchange.must({ kind: 'purchaseProduct', userId: ann, productId: asProductId(1), amount: ONE, payAccount: 'spot', renewal: 'none' })
  expect(exchange.stamped.at(-1)?.at).toBe(exchange.now)
})

/** Slices are no part of a journal: replays are asked for by themselves. */
const faultsOf = (exchange: ExchangeDriver): string[] => [
  ...savingsFaults(exchange),
  ...trialBalance(exchange.state).flatMap(({ assetId, sum }) => (sum === 0n ? [] : [`asset ${assetId} sums up to ${sum}`])),
]

/** The roll of a day stands between two customers. */
function inTheMiddle(): { readonly exchange: ExchangeDriver; readonly last: UserId } {
  const exchange = opened(WHOLE)
  exchange.now += 4 * DAY_MS
  slice(exchange.state, 60)
  exchange.must({ kind: 'tick' })
  expect(exchange.state.memory.getUint32(S_EARN_HAND, true)).not.toBe(0)
  return { exchange, last: exchange.users.at(-1) as UserId }
}

test('EARN-016 EARN-018 [part] who acts in the middle of a roll finds his interest paid and his terms ended, and nothing is paid twice', () => {
  const { exchange, last } = inTheMiddle()
  const [order] = [...earnOrdersOf(exchange.state, last)].filter(({ productId }) => productId === 1)
  const orderId = order?.orderId ?? asEarnOrderId(0)
  exchange.must({ kind: 'redeemProduct', userId: last, orderId, amount: ONE, toAccount: 'spot' })
  const reached = earnOrdersOf(exchange.state, last)
  expect(reached.find((one) => one.orderId === orderId)?.paid).toBeGreaterThan(0n)
  expect(reached.every(({ expireAt }) => expireAt === 0 || expireAt > exchange.now)).toBe(true)
  const times = exchange.stamped.flatMap(({ seq, at, event }) => (seq === exchange.seq && event.kind === 'earnChanged' ? [at] : []))
  expect(times).toEqual([...times].sort((one, other) => one - other))
  const paidOnce = linesOf(exchange).length
  settle(exchange)
  const mine = (event: unknown): boolean => (event as { userId: number }).userId === last
  expect(linesOf(exchange).slice(paidOnce).some(mine)).toBe(false)
  expect(faultsOf(exchange)).toEqual([])
})

test('EARN-019 [part] a term does not renew into a sale that was over by then, also where its owner is brought up to his time first', () => {
  const exchange = opened(WHOLE)
  const productId = asProductId(3)
  const terms = { ...TERM, endTime: exchange.now + DAY_MS }
  exchange.must({ kind: 'changeProduct', productId, terms, document: {}, ...HOUSE })
  const userId = exchange.users.at(-1) as UserId
  exchange.now += 4 * DAY_MS
  slice(exchange.state, 60)
  exchange.must({ kind: 'transferBetweenAccounts', userId, from: 'financial', to: 'spot', assetId: asAssetId(2), amount: ONE })
  expect(earnOrdersOf(exchange.state, userId).filter((order) => order.productId === productId)).toEqual([])
  settle(exchange)
  expect(faultsOf(exchange)).toEqual([])
})

test('REL-006 [part] a snapshot in the middle of a roll goes on where it stood', () => {
  const { exchange } = inTheMiddle()
  const copy = decodeSnapshot(encodeSnapshot(exchange.state))
  slice(copy, 60)
  let at = exchange.length
  settle(exchange)
  for (; at < exchange.length; at += entryLength(exchange.bytes, at)) {
    copy.out.reset()
    apply(copy, exchange.bytes, at)
  }
  expect(contentHash(copy)).toBe(contentHash(exchange.state))
})

test('EARN-015 [part] with customers who act all the while, what each was paid is what he is paid when nobody hurries', () => {
  const hasty = opened(60)
  const patient = opened(WHOLE)
  for (let day = 0; day < 12; day += 1) {
    for (const exchange of [hasty, patient]) exchange.now += DAY_MS
    settle(patient)
    for (const userId of hasty.users) {
      const act: Command = { kind: 'saveDocument', userId, collection: 'favorites', id: 'spot', document: {}, actor: '' }
      hasty.must(act)
      patient.must(act)
    }
    for (const userId of hasty.users)
      for (const account of ['spot', 'financial'] as const)
        expect(balanceOf(hasty.state, userId, asAssetId(2), account)).toEqual(balanceOf(patient.state, userId, asAssetId(2), account))
    settle(hasty)
  }
  expect([hasty, patient].flatMap(faultsOf)).toEqual([])
})
