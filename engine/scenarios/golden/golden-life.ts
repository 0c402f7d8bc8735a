/** Whoever gives the commands of a golden life of conversion and savings: each with the answer that it must have. */
import type { Command, ProductTerms, RateTier, Renewal, SourcePrice, SourceState } from '../../src/command.ts'
import { priceOf, receivedFor, valueAtMid } from '../../src/convert/quote.ts'
import { earnOrdersOf } from '../../src/earn/read-earn.ts'
import type { AccountKind } from '../../src/event.ts'
import { asAssetId, asEarnOrderId, asProductId, asUserId, type UserId } from '../../src/ids/id.ts'
import { indexOf } from '../../src/index/read-index.ts'
import type { Reason } from '../../src/reason.ts'
import type { CommandByKind } from '../../src/schema/commands.ts'
import { ExchangeDriver, START_MS } from '../exchange-driver.ts'
import { type Draw, drawFrom } from '../random-commands.ts'
import { PLAIN_PRODUCT } from '../rich-products.ts'

export const HOUSE = { actor: 'ops', why: 'golden' } as const
export const DAY_MS = 86_400_000
export const HOUR_MS = 3_600_000
export const [BTC, USDT, GIO] = [asAssetId(1), asAssetId(2), asAssetId(3)]
/** GIO has fewer decimals than the others. */
const SCALES: Readonly<Record<number, number>> = { [BTC]: 8, [USDT]: 8, [GIO]: 6 }
export const SOURCES = ['north', 'south', 'east', 'west', 'pole']
export const STRANGER = asUserId(100_999)

type Quote = Omit<CommandByKind['acceptQuote'], 'kind' | 'userId'>
type Terms = Partial<CommandByKind['setConvertTerms']>

/** Price of a coin in 1e-12 of the unit, from cents. */
export const cents = (price: number): bigint => BigInt(price) * 10n ** 10n
export const whole = (amount: number): bigint => BigInt(amount) * 10n ** 8n
export const tier = (upTo: number | null, percent: number): RateTier => ({ upTo: upTo === null ? null : whole(upTo), rateE8: percent * 1_000_000 })
export const flat = (percent: number): RateTier[] => [tier(null, percent)]

export class Life {
  readonly exchange: ExchangeDriver
  readonly draw: Draw
  readonly savers: UserId[] = []
  desk: UserId = STRANGER
  quotes = 0

  constructor(seed: number) {
    this.exchange = new ExchangeDriver()
    this.draw = drawFrom(seed)
  }

  /** Puts the clock to a time of a day since the start; never back. */
  at(day: number, hour: number, ms = 0): void {
    this.exchange.now = Math.max(this.exchange.now, START_MS + day * DAY_MS + hour * HOUR_MS + ms)
  }

  /** Journals a command whose answer is known. */
  says(reason: Reason, command: Command, key = ''): number {
    const outcome = this.exchange.run(command, key)
    if (outcome.reason !== reason) throw new Error(`${command.kind}: ${outcome.reason}, not ${reason}, at entry ${this.exchange.seq}`)
    return outcome.value
  }

  saver(number: number): UserId {
    return this.savers[number % this.savers.length] ?? STRANGER
  }

  said(assetId: number, source: number, price: bigint, state: SourceState = 'live', age = 0): SourcePrice {
    return { assetId: asAssetId(assetId), source, state, price, at: this.exchange.now - age }
  }

  report(...items: SourcePrice[]): void {
    this.says('none', { kind: 'reportPrices', items })
  }

  /** All sources of a coin, each a little off. */
  prices(assetId: number, price: bigint): SourcePrice[] {
    return SOURCES.map((_, source) => this.said(assetId, source, price + BigInt(source) * (price / 5000n)))
  }

  quote(sendAssetId: typeof BTC, receiveAssetId: typeof BTC, sendAmount: bigint, over: Partial<Quote> = {}): Quote {
    const [sendIndex, receiveIndex] = [indexOf(this.exchange.state, sendAssetId).price || 1n, indexOf(this.exchange.state, receiveAssetId).price || 1n]
    const spread = 50_000n
    const scales = { send: SCALES[sendAssetId] ?? 8, receive: SCALES[receiveAssetId] ?? 8 }
    const receiveAmount = receivedFor(sendAmount, priceOf(sendIndex, receiveIndex, spread), scales)
    this.quotes += 1
    const value = valueAtMid(sendAmount, sendIndex, scales.send)
    const facts = { sendAssetId, receiveAssetId, sendAmount, receiveAmount, sendIndex, receiveIndex, spread, value }
    return { quoteId: 1000 + this.quotes, ...facts, validUntil: this.exchange.now + 10_000, ...over }
  }

  accept(reason: Reason, userId: UserId, quote: Quote, key = ''): void {
    this.says(reason, { kind: 'acceptQuote', userId, ...quote }, key)
  }

  convertTerms(over: Terms): void {
    const terms = { dailyLimit: 0n, lossBound: 0n, deskUserId: this.desk, isClosed: false } as const
    this.says('none', { kind: 'setConvertTerms', ...terms, ...HOUSE, ...over })
  }

  define(terms: Partial<ProductTerms>, tiers: readonly RateTier[]): void {
    const id = this.says('none', { kind: 'defineProduct', terms: { ...PLAIN_PRODUCT, ...terms }, tiers, document: { name: 'golden' }, ...HOUSE })
    this.status('none', id, 'waiting')
  }

  change(reason: Reason, id: number, terms: Partial<ProductTerms>): void {
    this.says(reason, { kind: 'changeProduct', productId: asProductId(id), terms: { ...PLAIN_PRODUCT, ...terms }, document: {}, ...HOUSE })
  }

  status(reason: Reason, id: number, status: CommandByKind['setProductStatus']['status']): void {
    this.says(reason, { kind: 'setProductStatus', productId: asProductId(id), status, ...HOUSE })
  }

  rate(reason: Reason, id: number, fromDay: number, tiers: readonly RateTier[]): void {
    const today = Math.floor(this.exchange.now / DAY_MS)
    this.says(reason, { kind: 'setProductRate', productId: asProductId(id), fromDay: today + fromDay, tiers, ...HOUSE })
  }

  buy(reason: Reason, userId: UserId, id: number, amount: bigint, renewal: Renewal = 'none', payAccount: AccountKind = 'spot', key = ''): void {
    this.says(reason, { kind: 'purchaseProduct', userId, productId: asProductId(id), amount, payAccount, renewal }, key)
  }

  redeem(reason: Reason, userId: UserId, orderId: number, amount = 0n, toAccount: AccountKind = 'spot', key = ''): void {
    this.says(reason, { kind: 'redeemProduct', userId, orderId: asEarnOrderId(orderId), amount, toAccount }, key)
  }

  renewal(reason: Reason, userId: UserId, orderId: number, renewal: Renewal): void {
    this.says(reason, { kind: 'setRenewal', userId, orderId: asEarnOrderId(orderId), renewal })
  }

  /** The order of a product of which a customer holds the most. */
  largestOf(userId: UserId, productId: number): number {
    const own = earnOrdersOf(this.exchange.state, userId).filter((order) => order.productId === productId)
    return own.sort((one, other) => (one.principal < other.principal ? 1 : -1))[0]?.orderId ?? 0
  }

  /** An order that a customer holds of a product: his newest, as of what was done for him by now. */
  orderOf(userId: UserId, productId: number): number {
    return earnOrdersOf(this.exchange.state, userId).find((order) => order.productId === productId)?.orderId ?? 0
  }

  /** His oldest, which earned most. */
  oldestOf(userId: UserId, productId: number): number {
    return earnOrdersOf(this.exchange.state, userId).findLast((order) => order.productId === productId)?.orderId ?? 0
  }

  /** What reaches the engine by itself over a time: reports of prices, of which each does a part of what is due. */
  pulse(count: number, everyMs: number): void {
    for (let done = 0; done < count; done += 1) {
      this.exchange.now += everyMs
      this.report(this.said(BTC, this.draw(5), cents(6_000_000 + this.draw(2000))))
    }
  }
}
