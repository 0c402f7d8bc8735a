/** Prices and quotes of one tenant, from the index prices that its engine has. Nothing here moves money: a quote binds once the engine takes it. */
import { amountsWorth, priceOf, receivedFor, type Scales, sentFor, VALUE_SCALE, valueAtMid } from '@agio/engine/convert/quote.ts'
import { boundsReason, convertStateOf, convertUsedToday, stockStateOf, wideningOf } from '@agio/engine/convert/read-convert.ts'
import { convertRulesOf } from '@agio/engine/convert/rules.ts'
import type { Outcome } from '@agio/engine/event.ts'
import { readEvents } from '@agio/engine/event-buffer.ts'
import type { AssetId, UserId } from '@agio/engine/ids/id.ts'
import { indexOf, indexTermsOf, sourcesOf } from '@agio/engine/index/read-index.ts'
import { formatDecimal, parseDecimal, rescaleFloor } from '@agio/engine/money/decimal.ts'
import { balanceOf, userOf } from '@agio/engine/read.ts'
import type { Reason } from '@agio/engine/reason.ts'
import { TAKES_MS } from '@agio/engine/schema/convert.ts'
import type { EventByKind } from '@agio/engine/schema/events.ts'
import { wireNameOf } from '@agio/wire/reasons.ts'
import { Failure, type FailureParams } from '../core/failure.ts'
import type { Feeds } from '../feeds/feeds.ts'
import type { ListedAsset } from '../feeds/listings.ts'
import type { Exchange } from '../sequencer/exchange.ts'
import { larger } from './big.ts'
import { IndexMoves } from './index-moves.ts'
import type { LiveSettings } from './live-settings.ts'
import { OPEN_MOST, type Quote, Quotes } from './quotes.ts'
import type { ConvertSettings } from './settings.ts'
import { spreadOf } from './spread.ts'
import { stockOf } from './stock-of.ts'

/** Amounts and values that the engine takes. */
const AMOUNT_MOST = 2n ** 60n
const MOST_DECIMALS = 18
const MINUTE_MS = 60_000
const CONVERTED = new Set(['converted'] as const)

/** What became of a quote: more than it said where the index went far for the house. */
export type Executed = Pick<EventByKind['converted'], 'receiveAmount' | 'sendIndex' | 'receiveIndex'>

const secondsTo = (at: number, now: number): number => Math.max(1, Math.ceil((at - now) / 1000))

type Figures = Pick<Quote, 'sendAmount' | 'receiveAmount' | 'spread' | 'value'> & { readonly price: bigint }

export interface ConverterParts {
  readonly exchange: Exchange
  readonly feeds: Pick<Feeds, 'listings' | 'onIndex'>
  readonly settings: LiveSettings
}

interface Pair {
  readonly send: ListedAsset
  readonly receive: ListedAsset
  readonly sendIndex: bigint
  readonly receiveIndex: bigint
  /** None of the sources of one of them counts now. */
  readonly isFrozen: boolean
}

export interface Asked {
  readonly userId: UserId
  readonly send: string
  readonly receive: string
  readonly side: 'send' | 'receive'
  /** Decimal above zero. */
  readonly amount: string
}

/** A quote with what is shown beside it. */
export interface GivenQuote {
  readonly quote: Quote
  readonly price: bigint
  /** Of what is sent, minor units. */
  readonly least: bigint
  /** undefined: no bound. */
  readonly most: bigint | undefined
  /** What the customer has of what is sent. */
  readonly balance: bigint
}

export class Converter {
  readonly #parts: ConverterParts
  readonly #quotes: Quotes
  readonly #moves = new IndexMoves()
  /** Quotes that are with the engine, by id. */
  readonly #executing = new Map<number, Quote>()
  readonly #executed = new WeakMap<Quote, Executed>()
  readonly #stopListening: () => void

  constructor(parts: ConverterParts) {
    const { exchange, feeds } = parts
    this.#parts = parts
    this.#quotes = new Quotes(exchange.now())
    const stopConversions = exchange.onDurable(({ events }) => this.#noteExecuted(events))
    const stopIndex = feeds.onIndex(({ assetId, price }, at) => {
      this.#moves.note(
        assetId,
        price,
        at,
        sourcesOf(exchange.state, assetId).some(({ state }) => state === 'pinned'),
      )
    })
    this.#stopListening = () => {
      stopConversions()
      stopIndex()
    }
  }

  /** @throws Failure ENGINE_BUSY */
  get settings(): ConvertSettings {
    return this.#parts.settings.current
  }

  /** Closed by a loss or by an operator, whatever the switch of the site says. */
  get isClosed(): boolean {
    const { isClosedByLoss, isClosedByOperator } = convertStateOf(this.#parts.exchange.state)
    return isClosedByLoss || isClosedByOperator
  }

  /** Coins that have an index and are not closed, in the operator's order. @throws Failure ENGINE_BUSY */
  coins(): ListedAsset[] {
    const { settings } = this
    return [...this.#parts.feeds.listings.assets()]
      .filter(({ assetId, symbol }) => this.#index(assetId) > 0n && !settings.isCoinClosed(symbol))
      .sort((a, b) => a.sort - b.sort || a.assetId - b.assetId)
  }

  /** What a smallest amount would fetch now, 1e-18. @throws Failure FEATURE_OFF, CONVERT_PAIR_NOT_FOUND */
  price(send: string, receive: string): bigint {
    this.#mustBeOpen()
    const pair = this.#pair(send, receive)
    return priceOf(pair.sendIndex, pair.receiveIndex, this.#spread(pair, this.settings.minTrade))
  }

  /** @throws Failure in the API's order */
  quote(asked: Asked): GivenQuote {
    this.#mustBeOpen()
    const pair = this.#pair(asked.send, asked.receive)
    const { send, receive, sendIndex, receiveIndex } = pair
    const { scale } = asked.side === 'send' ? send : receive
    const isExact = typeof parseDecimal(asked.amount, scale) === 'bigint'
    // What has too many decimals is still too large or too small before it is that.
    const decimals = isExact ? scale : MOST_DECIMALS
    const given = parseDecimal(asked.amount, decimals)
    if (typeof given !== 'bigint') throw new Failure('VALIDATION_FAILED', { issues: [{ path: `${asked.side}Amount`, rule: 'format' }] })
    const { price, ...figures } = this.#figures(pair, asked.side, given, decimals)
    if (!isExact) throw new Failure('DECIMAL_SCALE', { field: `${asked.side}Amount`, maxScale: scale })
    if (pair.isFrozen) throw new Failure('INDEX_UNAVAILABLE')
    const { userId, side } = asked
    const createdAt = this.#parts.exchange.now()
    this.#mustFitStock(userId, pair, figures)
    this.#mustNotPause(pair, createdAt)
    this.mustBeWithinDay(userId, figures.value)
    const validUntil = createdAt + this.settings.quoteSeconds * 1000
    const { state } = this.#parts.exchange
    const person = userOf(state, userId)?.personId ?? userId
    const beside = this.#quotes.beside({ person, send, receive }, indexTermsOf(state).unitAssetId, createdAt)
    if (beside.length >= OPEN_MOST) {
      const freeAt = Math.min(...beside.map((open) => open.validUntil))
      throw new Failure('CONVERT_QUOTES_OPEN', { most: OPEN_MOST, retryAfter: secondsTo(freeAt + 1, createdAt) })
    }
    const quote = this.#quotes.keep(
      { userId, person, side, send, receive, sendIndex, receiveIndex, ...figures, createdAt, validUntil },
      beside,
    )
    return { quote, price, ...this.#bounds(pair, price), balance: balanceOf(this.#parts.exchange.state, userId, send.assetId).available }
  }

  /** One that was given to this customer by this process. */
  find(userId: UserId, quoteId: string): Quote | undefined {
    return this.#quotes.find(userId, quoteId)
  }

  /** Has the engine take a quote. @returns its answer, and what was executed if anything was */
  async execute(
    quote: Quote,
    submit: () => Promise<Outcome>,
  ): Promise<{ readonly outcome: Outcome; readonly executed: Executed | undefined }> {
    this.#executing.set(quote.quoteId, quote)
    try {
      const outcome = await submit()
      return { outcome, executed: this.#executed.get(quote) }
    } finally {
      this.#executing.delete(quote.quoteId)
    }
  }

  #noteExecuted(events: Parameters<typeof readEvents>[0]): void {
    if (this.#executing.size === 0) return
    for (const { event } of readEvents(events, CONVERTED)) {
      const quote = event.kind === 'converted' ? this.#executing.get(event.quoteId) : undefined
      if (event.kind === 'converted' && quote !== undefined) this.#executed.set(quote, event)
    }
  }

  /** What was closed after a quote was given: all of it, one of its coins, or its direction. @throws Failure FEATURE_OFF */
  mustBeOpenFor({ send, receive }: Quote): void {
    this.#mustBeOpen()
    if (this.#isPairClosed(send.symbol, receive.symbol)) throw closed()
  }

  /** @throws Failure CONVERT_DAILY_LIMIT */
  mustBeWithinDay(userId: UserId, value: bigint): void {
    const { state } = this.#parts.exchange
    const { dailyLimit } = convertStateOf(state)
    const used = convertUsedToday(state, userId)
    if (dailyLimit !== 0n && used + value > dailyLimit)
      throw new Failure('CONVERT_DAILY_LIMIT', { limitU: valueText(dailyLimit), usedU: valueText(used) })
  }

  stop(): void {
    this.#stopListening()
  }

  #mustBeOpen(): void {
    if (this.isClosed) throw closed()
  }

  #isPairClosed(send: string, receive: string): boolean {
    const { settings } = this
    return settings.isCoinClosed(send) || settings.isCoinClosed(receive) || settings.isPairClosed(send, receive)
  }

  #index(assetId: AssetId): bigint {
    return indexOf(this.#parts.exchange.state, assetId).price
  }

  #pair(sendName: string, receiveName: string): Pair {
    const { feeds, exchange } = this.#parts
    const send = feeds.listings.assetBySymbol(sendName)
    const receive = feeds.listings.assetBySymbol(receiveName)
    if (send === undefined || receive === undefined || send === receive || this.#isPairClosed(sendName, receiveName))
      throw new Failure('CONVERT_PAIR_NOT_FOUND', { send: sendName, receive: receiveName })
    const [ofSend, ofReceive] = [indexOf(exchange.state, send.assetId), indexOf(exchange.state, receive.assetId)]
    if (ofSend.price === 0n || ofReceive.price === 0n) throw new Failure('CONVERT_PAIR_NOT_FOUND', { send: sendName, receive: receiveName })
    const isFrozen = ofSend.live === 0 || ofReceive.live === 0
    return { send, receive, sendIndex: ofSend.price, receiveIndex: ofReceive.price, isFrozen }
  }

  #spread({ send, receive }: Pair, value: bigint): bigint {
    const { settings } = this
    const { exchange } = this.#parts
    const { state } = exchange
    const now = exchange.now()
    const range = this.#moves.range(send.assetId, now) + this.#moves.range(receive.assetId, now)
    const terms = settings.spread(send.symbol, receive.symbol)
    const widening = wideningOf(state, send.assetId, false) + wideningOf(state, receive.assetId, true)
    return spreadOf(terms, { value, range, widening, send: stockOf(state, send.assetId), receive: stockOf(state, receive.assetId) })
  }

  /** @throws Failure CONVERT_PAUSED */
  #mustNotPause({ send, receive }: Pair, now: number): void {
    for (const { assetId, symbol } of [send, receive]) {
      const { pausedUntil } = stockStateOf(this.#parts.exchange.state, assetId)
      if (pausedUntil > now) throw new Failure('CONVERT_PAUSED', { coinName: symbol, retryAfter: secondsTo(pausedUntil, now) })
    }
  }

  /** What the engine would say of the stock at the acceptance is said before it. @throws Failure */
  #mustFitStock(userId: UserId, { send, receive }: Pair, figures: Pick<Figures, 'sendAmount' | 'receiveAmount' | 'value'>): void {
    const conversion = { ...figures, sendAssetId: send.assetId, receiveAssetId: receive.assetId }
    const { state } = this.#parts.exchange
    const reason = boundsReason(state, userId, conversion)
    // who has not the amount asks what it would be worth: how much there is for him is said when he has it
    const isByAmount = reason === 'inventoryShort' || reason === 'stockKept' || reason === 'personLimit'
    if (isByAmount && balanceOf(state, userId, send.assetId).available < figures.sendAmount) return
    if (reason !== 'none') throw new Failure(wireNameOf(reason), this.boundsParams(reason, send.symbol, receive.symbol))
  }

  /** Facts beside a refusal by the bounds of the stock. */
  boundsParams(reason: Reason, send: string, receive: string): FailureParams {
    const { keptBelow } = convertRulesOf(this.#parts.exchange.state.scalars)
    const params: Partial<Record<Reason, FailureParams>> = {
      sideClosed: { send, receive },
      stockKept: { belowU: valueText(keptBelow) },
      personLimit: { minutes: TAKES_MS / MINUTE_MS },
    }
    return params[reason] ?? {}
  }

  /** @param decimals of what is given: its coin's, or more @throws Failure CONVERT_AMOUNT_RANGE */
  #figures(pair: Pair, side: Asked['side'], given: bigint, decimals: number): Figures {
    const { send, receive, sendIndex, receiveIndex } = pair
    const spread = this.#spread(pair, valueAtMid(given, side === 'send' ? sendIndex : receiveIndex, decimals))
    const price = priceOf(sendIndex, receiveIndex, spread)
    const scales = { send: send.scale, receive: receive.scale, [side]: decimals }
    const amounts = amountsOf(side, given, price, scales)
    const value = valueAtMid(amounts.sendAmount, sendIndex, scales.send)
    const { minTrade, maxTrade } = this.settings
    const isBounded = value >= minTrade && (maxTrade === 0n || value <= maxTrade)
    const isSomething = amounts.sendAmount > 0n && amounts.receiveAmount > 0n
    const sent = rescaleFloor(amounts.sendAmount, scales.send, send.scale)
    const received = rescaleFloor(amounts.receiveAmount, scales.receive, receive.scale)
    if (isBounded && isSomething && [sent, received, value].every((figure) => figure < AMOUNT_MOST))
      return { ...amounts, spread, price, value }
    throw new Failure('CONVERT_AMOUNT_RANGE', {
      minTradeU: valueText(minTrade),
      maxTradeU: valueText(maxTrade),
      valueU: valueText(value),
    })
  }

  #bounds({ send, receive, sendIndex }: Pair, price: bigint): Pick<GivenQuote, 'least' | 'most'> {
    const { minTrade, maxTrade } = this.settings
    const byValue = amountsWorth(minTrade, maxTrade, sendIndex, send.scale)
    // Less would fetch nothing.
    const something = sentFor(1n, price, { send: send.scale, receive: receive.scale })
    return { least: larger(byValue.least, something), most: maxTrade === 0n ? undefined : byValue.most }
  }
}

/** A price of nothing buys nothing: the amounts are then none. */
function amountsOf(side: Asked['side'], given: bigint, price: bigint, scales: Scales): Pick<Quote, 'sendAmount' | 'receiveAmount'> {
  if (side === 'send') return { sendAmount: given, receiveAmount: receivedFor(given, price, scales) }
  return { sendAmount: price === 0n ? 0n : sentFor(given, price, scales), receiveAmount: given }
}

const closed = (): Failure => new Failure('FEATURE_OFF', { feature: 'flashConvert' })

export const valueText = (value: bigint): string => formatDecimal(value, VALUE_SCALE)
