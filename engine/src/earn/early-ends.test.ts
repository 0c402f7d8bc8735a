/** Terms that were ended early and still count: they are rows too. */
import { expect, test } from 'vitest'
import { ExchangeDriver } from '../../scenarios/exchange-driver.ts'
import { PLAIN_PRODUCT } from '../../scenarios/rich-products.ts'
import { asEarnOrderId, asProductId } from '../ids/id.ts'
import { earnOrdersOf } from './read-earn.ts'

const WEEK_MS = 7 * 86_400_000
const HOUSE = { actor: 'ops', why: '' } as const
const BOUNDS = { totalQuota: 0n, userMin: 0n, userMax: 0n, step: 0n }
const productId = asProductId(1)

test('EARN-008 [part] who buys and ends early over and over comes to two hundred rows, and to none a week later', () => {
  const exchange = new ExchangeDriver()
  exchange.open()
  const terms = { ...PLAIN_PRODUCT, ...BOUNDS, type: 'fixed', rateType: 'fixed', termDays: 30, earlyRedeem: true } as const
  exchange.must({ kind: 'defineProduct', terms, tiers: [{ upTo: null, rateE8: 1 }], document: {}, ...HOUSE })
  exchange.must({ kind: 'setProductStatus', productId, status: 'waiting', ...HOUSE })
  const userId = exchange.join('ann', { 2: 10n ** 10n })
  const buy = () => exchange.run({ kind: 'purchaseProduct', userId, productId, amount: 100n, payAccount: 'spot', renewal: 'none' })
  for (let count = 0; count < 200; count += 1) {
    const { reason, value } = buy()
    expect(reason).toBe('none')
    exchange.must({ kind: 'redeemProduct', userId, orderId: asEarnOrderId(value), amount: 0n, toAccount: 'spot' })
  }
  expect(earnOrdersOf(exchange.state, userId)).toEqual([])
  expect(buy().reason).toBe('tooManyOrders')
  exchange.now += WEEK_MS
  expect(buy().reason).toBe('none')
  exchange.now += 86_400_000
  while (exchange.state.earnOrders.liveCount > 1 && exchange.seq < 1_000) exchange.must({ kind: 'tick' })
  expect(exchange.state.earnOrders.liveCount).toBe(1)
  expect(exchange.faults()).toEqual([])
})
