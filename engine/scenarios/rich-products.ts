/** Index prices, a conversion and savings, so that every field of their rows holds something. */
import type { ProductTerms, SourcePrice, SourceState } from '../src/command.ts'
import { asAssetId, asEarnOrderId, asProductId, type UserId } from '../src/ids/id.ts'
import type { ExchangeDriver } from './exchange-driver.ts'

const COIN = asAssetId(1)
const UNIT = asAssetId(2)
const HOUSE = { actor: 'ops', why: '' } as const
const DAY_MS = 86_400_000
const PRICE = 60_000n * 10n ** 12n

export const PLAIN_PRODUCT: ProductTerms = {
  assetId: UNIT,
  type: 'flexible',
  rateType: 'current',
  payout: 'daily',
  termDays: 0,
  totalQuota: 10n ** 14n,
  userMin: 10n ** 8n,
  userMax: 10n ** 13n,
  step: 10n ** 6n,
  startTime: 0,
  endTime: 0,
  earlyRedeem: true,
  renewable: false,
  poolLimit: 0n,
}

/** Two customers convert and save; days pass. */
export function openProducts(exchange: ExchangeDriver, ann: UserId, bob: UserId): void {
  exchange.must({ kind: 'setIndexTerms', unitAssetId: UNIT, sources: ['a', 'b', 'c'], freshMs: DAY_MS, capE8: 1_000_000, ...HOUSE })
  const said = (source: number, price: bigint, state: SourceState = 'live'): SourcePrice => ({
    assetId: COIN,
    source,
    state,
    price,
    at: exchange.now,
  })
  exchange.must({ kind: 'reportPrices', items: [said(0, PRICE), said(1, PRICE + 1n), said(2, PRICE, 'crossed')] })
  exchange.must({
    kind: 'setConvertTerms',
    dailyLimit: 10n ** 14n,
    lossBound: 10n ** 13n,
    deskUserId: bob,
    isClosed: false,
    ...HOUSE,
  })
  exchange.must({ kind: 'fundInventory', assetId: COIN, amount: 10n ** 12n, reference: '', ...HOUSE })
  convert(exchange, ann, 77)
  save(exchange, ann)
}

/** Once more, when days have passed: what a person took is remembered for an hour. */
export function convertAgain(exchange: ExchangeDriver, ann: UserId, bob: UserId): void {
  exchange.must({ kind: 'reportPrices', items: [{ assetId: COIN, source: 0, state: 'live', price: PRICE, at: exchange.now }] })
  exchange.must({
    kind: 'setConvertTerms',
    dailyLimit: 10n ** 14n,
    lossBound: 10n ** 13n,
    deskUserId: bob,
    isClosed: false,
    opensLoss: true,
    ...HOUSE,
  })
  convert(exchange, ann, 78)
}

function convert(exchange: ExchangeDriver, ann: UserId, quoteId: number): void {
  exchange.must({
    kind: 'acceptQuote',
    userId: ann,
    sendAssetId: UNIT,
    receiveAssetId: COIN,
    quoteId,
    sendAmount: 10n ** 10n,
    receiveAmount: 166_583n,
    sendIndex: 10n ** 12n,
    receiveIndex: PRICE,
    spread: 50_000n,
    validUntil: exchange.now + 10_000,
    value: 10n ** 10n,
  })
}

function save(exchange: ExchangeDriver, ann: UserId): void {
  const tiers = [
    { upTo: 500_00000000n, rateE8: 10_000_000 },
    { upTo: null, rateE8: 2_000_000 },
  ]
  const term = { ...PLAIN_PRODUCT, type: 'fixed', rateType: 'fixed', payout: 'atEnd', termDays: 30, renewable: true } as const
  for (const terms of [
    { ...PLAIN_PRODUCT, poolLimit: 10n ** 12n },
    { ...term, startTime: 1, endTime: exchange.now + 90 * DAY_MS },
  ]) {
    exchange.must({ kind: 'defineProduct', terms, tiers, document: {}, ...HOUSE })
  }
  for (const id of [1, 2]) exchange.must({ kind: 'setProductStatus', productId: asProductId(id), status: 'waiting', ...HOUSE })
  exchange.must({ kind: 'setProductRate', productId: asProductId(1), fromDay: Math.floor(exchange.now / DAY_MS) + 1, tiers, ...HOUSE })
  const buy = (productId: number, payAccount: 'spot' | 'financial'): void => {
    const renewal = productId === 2 ? 'principal' : 'none'
    const amount = 1_500_00000000n
    exchange.must({ kind: 'purchaseProduct', userId: ann, productId: asProductId(productId), amount, payAccount, renewal })
  }
  exchange.must({ kind: 'transferBetweenAccounts', userId: ann, from: 'spot', to: 'financial', assetId: UNIT, amount: 3_000_00000000n })
  for (const [id, account] of [
    [1, 'spot'],
    [2, 'financial'],
    [2, 'spot'],
  ] as const)
    buy(id, account)
  exchange.now += 3 * DAY_MS
  exchange.must({ kind: 'tick' })
  exchange.must({ kind: 'redeemProduct', userId: ann, orderId: asEarnOrderId(1), amount: 100_00000000n, toAccount: 'spot' })
}
