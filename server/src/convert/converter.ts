/** Prices and quotes of one tenant, from the index prices that its engine has. Nothing here moves money: a quote binds once the engine takes it. */
import { amountsWorth, priceOf, receivedFor, type Scales, sentFor, VALUE_SCALE, valueAtMid } from '@agio/engine/convert/quote.ts'
import { convertStateOf, convertUsedToday } from '@agio/engine/convert/read-convert.ts'
import type { AssetId, UserId } from '@agio/engine/ids/id.ts'
import { indexOf, sourcesOf } from '@agio/engine/index/read-index.ts'
import { formatDecimal, parseDecimal, rescaleFloor } from '@agio/engine/money/decimal.ts'
import { balanceOf } from '@agio/engine/read.ts'
import { Failure } from '../core/failure.ts'
import type { Feeds } from '../feeds/feeds.ts'
import type { ListedAsset } from '../feeds/listings.ts'
import type { Exchange } from '../sequencer/exchange.ts'
import { larger } from './big.ts'
import { IndexMoves } from './index-moves.ts'
import type { LiveSettings } from './live-settings.ts'
import { type Quote, Quotes } from './quotes.ts'
import type { ConvertSettings } from './settings.ts'
import { spreadOf } from './spread.ts'
import { stockOf } from './stock-of.ts'

/** Amounts and values that the engine takes. */
const AMOUNT_MOST = 2n ** 60n
const MOST_DECIMALS = 18

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
  readonly #stopListening: () => void

  constructor(parts: ConverterParts) {
    const { exchange, feeds } = parts
    this.#parts = parts
    this.#quotes = new Quotes(exchange.now())
    this.#stopListening = feeds.onIndex(({ assetId, price }, at) => {
      this.#moves.note(
        assetId,
        price,
        at,
        sourcesOf(exchange.state, assetId).some(({ state }) => state === 'pinned'),
      )
    })
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
    this.mustBeWithinDay(asked.userId, figures.value)
    const createdAt = this.#parts.exchange.now()
    const validUntil = createdAt + this.settings.quoteSeconds * 1000
    const { userId, side } = asked
    const quote = this.#quotes.keep({ userId, side, send, receive, sendIndex, receiveIndex, ...figures, createdAt, validUntil })
    return { quote, price, ...this.#bounds(pair, price), balance: balanceOf(this.#parts.exchange.state, userId, send.assetId).available }
  }

  /** One that was given to this customer by this process. */
  find(userId: UserId, quoteId: string): Quote | undefined {
    return this.#quotes.find(userId, quoteId)
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
    return spreadOf(terms, { value, range, send: stockOf(state, settings, send), receive: stockOf(state, settings, receive) })
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
