/** One tenant's feeds: what became durable goes in, topics and the public answers of HTTP come out. */
import { readEvents } from '@agio/engine/event-buffer.ts'
import type { AssetId, InstrumentId, UserId } from '@agio/engine/ids/id.ts'
import { indexOf } from '@agio/engine/index/read-index.ts'
import { pow10 } from '@agio/engine/money/decimal.ts'
import { instrumentOf } from '@agio/engine/read.ts'
import type { EventByKind, EventKind, KindFor } from '@agio/engine/schema/events.ts'
import { type Handlers, handle, handledKinds, ignored } from '@agio/engine/schema/handlers.ts'
import { CANDLE_INTERVALS, type CandleInterval } from '@agio/wire/market/candle-intervals.ts'
import { klineView, type TickerView, type TradeView, tickerView, tradeView } from '@agio/wire/market/view.ts'
import {
  CHANNELS,
  type ChannelKind,
  FUTURES_CHANNELS,
  type PublicChannel,
  readChannelName,
  type UserChannel,
} from '@agio/wire/socket/channels.ts'
import type { ReadModels } from '../projections/port.ts'
import type { DurableBatch, Exchange } from '../sequencer/exchange.ts'
import type { ChannelFault, ChannelSource } from './channel-source.ts'
import { type ContractChannels, ContractFeeds } from './contracts/contract-feeds.ts'
import { type DepthAnswer, DepthFeed } from './depth-feed.ts'
import { KlineFeed } from './kline-feed.ts'
import { type ListedAsset, type ListedPair, Listings } from './listings.ts'
import { MessageFeed, type MessageSource } from './message-feed.ts'
import { hotPairs, type Ranked, type Ranking, ranked } from './rankings.ts'
import { TickerFeed } from './ticker-feed.ts'
import { Outbox, type Topic } from './topic.ts'
import { TAPE_LENGTH, TradeFeed } from './trade-feed.ts'
import { type SavingsOrderView, UserFeed } from './user-feed.ts'
import { usdtPriceOf } from './valuation.ts'
import { WalletFeed, type WalletTxViewer } from './wallet-feed.ts'

type Found<Kind extends ChannelKind> = Topic<Kind> | ChannelFault
type Finding<Kind extends ChannelKind> = Promise<Found<Kind>> | Found<Kind>

/** Hears of an index price, with the time of its entry. */
export type IndexListener = (event: EventByKind['indexChanged'], at: number) => void

export interface Feeds extends ChannelSource {
  readonly listings: Listings
  /** Channels of the futures host. */
  readonly contracts: ContractChannels
  ticker(pair: ListedPair): TickerView
  /** Shown pairs, in the operator's order. */
  tickers(): TickerView[]
  ranking(ranking: Ranking, limit: number): TickerView[]
  hot(): TickerView[]
  /** The published book: the same levels, sequence and checksum as on the socket. */
  depth(instrumentId: InstrumentId, levels: number): DepthAnswer
  /** USDT for one coin at VALUE_PRICE_SCALE; 0 = no price. */
  usdtPrice(asset: ListedAsset): bigint
  /** The topic of a channel's name, e.g. `depth:BTC/USDT`; a private one needs the user. */
  channel(name: string, userId: UserId | undefined): Finding<ChannelKind>
  /** Opens the channels of messages and announcements; before that they are unknown. */
  serveMessages(source: MessageSource): void
  /** Lets the channel of savings tell of orders; before that it is silent. */
  serveSavings(view: SavingsOrderView): void
  /** Opens the channels of deposits and withdrawals; before that they are unknown. */
  serveWallet(view: WalletTxViewer): void
  /** Tells of every index price that became durable, with the time of its entry. @returns the way to stop */
  onIndex(listener: IndexListener): () => void
  /** Resolves when history stands behind tickers and tapes. */
  readonly seeded: Promise<void>
  stop(): void
}

export interface FeedSources {
  readonly exchange: Exchange
  readonly models: ReadModels
  /** Longest wait before frames of a topic leave together, ms; default 8. */
  readonly coalesceMs?: number
}

/** What everybody may be told, and nothing else. */
type PublicHandlers = Handlers<Pick<EventByKind, KindFor<'public'>>, [seq: number, at: number]>

class TenantFeeds implements Feeds {
  readonly listings: Listings
  readonly contracts: ContractFeeds
  readonly seeded: Promise<void>
  readonly #outbox: Outbox
  readonly #depth: DepthFeed
  readonly #trades: TradeFeed<ListedPair, TradeView>
  readonly #klines: KlineFeed
  readonly #tickers: TickerFeed<ListedPair, TickerView>
  readonly #users: UserFeed
  readonly #messages: MessageFeed
  readonly #wallet: WalletFeed
  #savingsOrder: SavingsOrderView = () => undefined
  readonly #public: { readonly [Kind in PublicChannel]: (symbol?: string, interval?: string) => Finding<Kind> } = {
    tickers: () => this.#tickers.list,
    ticker: (symbol) => this.#ofPair(symbol, (instrumentId) => this.#tickers.topic(instrumentId)),
    depth: (symbol) => this.#ofPair(symbol, (instrumentId) => this.#depth.topic(instrumentId)),
    trades: (symbol) => this.#ofPair(symbol, (instrumentId) => this.#trades.topic(instrumentId)),
    kline: (symbol, interval) =>
      this.#ofPair(symbol, (instrumentId) => (isInterval(interval) ? this.#klines.topic(instrumentId, interval) : 'unknownChannel')),
    announcements: () => this.#messages.announcements,
  }
  readonly #private: { readonly [Kind in UserChannel]: (userId: UserId) => Finding<Kind> } = {
    orders: (userId) => this.#users.topic(userId, 'orders'),
    fills: (userId) => this.#users.topic(userId, 'fills'),
    balances: (userId) => this.#users.topic(userId, 'balances'),
    converts: (userId) => this.#users.topic(userId, 'converts'),
    earn: (userId) => this.#users.topic(userId, 'earn'),
    messages: (userId) => this.#messagesOf(userId),
    deposits: (userId) => this.#wallet.topic(userId, 'deposits', this.#exchange.durableSeq) ?? 'unknownChannel',
    withdrawals: (userId) => this.#wallet.topic(userId, 'withdrawals', this.#exchange.durableSeq) ?? 'unknownChannel',
  }
  readonly #indexListeners = new Set<IndexListener>()
  readonly #exchange: Exchange
  readonly #told: PublicHandlers
  /** Which events are read while nobody private listens, and with documents while somebody waits for announcements. */
  readonly #publicOnly: ReadonlySet<EventKind>
  readonly #withDocuments: ReadonlySet<EventKind>
  readonly #stopListening: () => void

  constructor({ exchange, models, coalesceMs }: FeedSources) {
    const { state } = exchange
    const now = (): number => exchange.now()
    this.#outbox = new Outbox(coalesceMs)
    const outbox = this.#outbox
    const listings = new Listings(state)
    this.listings = listings
    const start = { seq: exchange.durableSeq, at: now() }
    this.#depth = new DepthFeed({ state, listings: listings.booksOfPairs, outbox }, start, (instrumentId) =>
      this.#tickers.moved(instrumentId),
    )
    this.#trades = new TradeFeed(listings.booksOfPairs, outbox, tradeView)
    this.#klines = new KlineFeed({
      listings: listings.booksOfPairs,
      outbox,
      models,
      now,
      durableSeq: () => exchange.durableSeq,
      view: klineView,
    })
    this.#tickers = new TickerFeed({
      ...{ listings: listings.booksOfPairs, outbox, now },
      shown: () => listings.shownPairs(),
      engineLastPrice: (instrumentId) => instrumentOf(state, instrumentId)?.lastPrice ?? 0,
      view: (pair, figures) => {
        const { bid, ask } = this.#depth.best(pair.instrumentId)
        return tickerView(pair, { ...figures, bestBid: bid, bestAsk: ask, usdtPrice: this.usdtPrice(pair.base) })
      },
    })
    this.#users = new UserFeed({
      state,
      listings,
      outbox,
      now,
      usdtPrice: (asset) => this.usdtPrice(asset),
      savingsOrder: (event, at) => this.#savingsOrder(event, at),
    })
    this.#messages = new MessageFeed(outbox, now)
    this.#wallet = new WalletFeed({ outbox, now, models })
    this.contracts = new ContractFeeds({ exchange, models, listings, outbox })
    this.#exchange = exchange
    this.#told = this.#publicHandlers()
    this.#publicOnly = handledKinds(this.#told)
    this.#withDocuments = new Set([...this.#publicOnly, 'documentSaved'])
    this.#stopListening = exchange.onDurable((batch) => this.#take(batch))
    this.seeded = this.#seed(models, start.seq)
  }

  ticker(pair: ListedPair): TickerView {
    return this.#tickers.ticker(pair)
  }
  tickers(): TickerView[] {
    return this.#tickers.all()
  }
  ranking(ranking: Ranking, limit: number): TickerView[] {
    return ranked(this.#ranked(), ranking, limit)
  }
  hot(): TickerView[] {
    return hotPairs(this.#ranked())
  }
  depth(instrumentId: InstrumentId, levels: number): DepthAnswer {
    return this.#depth.answer(instrumentId, levels)
  }
  usdtPrice(asset: ListedAsset): bigint {
    const index = (assetId: AssetId): bigint => indexOf(this.#exchange.state, assetId).price
    const last = (pair: ListedPair): number => this.#tickers.figures(pair.instrumentId).lastPrice
    return usdtPriceOf(asset, this.listings, { index, last })
  }

  onIndex(listener: IndexListener): () => void {
    this.#indexListeners.add(listener)
    return () => this.#indexListeners.delete(listener)
  }

  channel(name: string, userId: UserId | undefined): Finding<ChannelKind> {
    const channel = readChannelName(name)
    if (channel === undefined) return FUTURES_CHANNELS.includes(name.split(':')[0] ?? '') ? 'wrongHost' : 'unknownChannel'
    const { kind, parameters } = channel
    if (isPublic(kind)) return this.#public[kind](...parameters)
    return userId === undefined ? 'authRequired' : this.#private[kind](userId)
  }

  isPrivate(name: string): boolean {
    const channel = readChannelName(name)
    return channel !== undefined && !isPublic(channel.kind)
  }

  #ofPair<Kind extends ChannelKind>(symbol: string | undefined, topic: (instrumentId: InstrumentId) => Finding<Kind>): Finding<Kind> {
    const pair = this.listings.pairBySymbol(symbol ?? '')
    return pair?.terms.visible === true ? topic(pair.instrumentId) : 'unknownChannel'
  }

  serveMessages(source: MessageSource): void {
    this.#messages.serve(source)
  }

  serveSavings(view: SavingsOrderView): void {
    this.#savingsOrder = view
  }

  serveWallet(view: WalletTxViewer): void {
    this.#wallet.serve(view)
  }

  stop(): void {
    this.#stopListening()
    this.#messages.stop()
    this.#wallet.stop()
    this.#depth.stop()
    this.#trades.stop()
    this.#klines.stop()
    this.#tickers.stop()
    this.contracts.stop()
    this.#outbox.stop()
  }

  async #messagesOf(userId: UserId): Promise<Found<'messages'>> {
    try {
      return (await this.#messages.topic(userId, this.#exchange.durableSeq)) ?? 'unknownChannel'
    } catch {
      // History is being rebuilt: there is no such channel until it is whole, and the client asks again.
      return 'unknownChannel'
    }
  }

  #publicHandlers(): PublicHandlers {
    return {
      levelChanged: (event, seq, at) => (this.#isContract(event) ? this.contracts : this.#depth).levelChanged(event, seq, at),
      traded: (event, seq, at) => {
        if (this.#isContract(event)) {
          this.contracts.traded(event, seq, at)
          return
        }
        this.#trades.traded(event, at)
        if (event.isOwn === 1) return
        this.#klines.traded(event, seq, at)
        this.#tickers.traded(event, seq, at)
      },
      indexChanged: (event, _seq, at) => {
        this.#tickers.baseMoved(event.assetId)
        for (const listener of this.#indexListeners) listener(event, at)
      },
      sourcePriced: ignored('what it does to the index is told'),
      assetDefined: () => this.listings.see(),
      instrumentDefined: () => this.listings.see(),
      instrumentChanged: () => this.listings.see(),
      contractDefined: () => this.listings.see(),
      contractChanged: () => this.listings.see(),
      contractSettled: ignored('its status tells that nobody trades it'),
      markChanged: (event) => this.contracts.markChanged(event),
      fundingSettled: (event) => this.contracts.fundingSettled(event),
      insuranceChanged: ignored('nobody is shown the fund live'),
      instrumentStatusChanged: ignored('listings ask the engine'),
      feeScheduleChanged: ignored('nobody is shown the schedule live'),
      indexTermsSet: ignored('read from the engine'),
      productStatusChanged: ignored('read from the engine'),
      productDefined: ignored('read from the engine'),
      productChanged: ignored('read from the engine'),
      productRateSet: ignored('read from the engine'),
      blockReached: ignored('the channels of deposits and withdrawals tell what follows'),
      networkDefined: ignored('read from the engine'),
      networkChanged: ignored('read from the engine'),
      listingDefined: ignored('read from the engine'),
      listingChanged: ignored('read from the engine'),
      listingHalted: ignored('read from the engine'),
    }
  }

  /** Few instruments are contracts, and each is read once. */
  #isContract({ instrumentId }: { readonly instrumentId: InstrumentId }): boolean {
    return this.listings.contract(instrumentId) !== undefined
  }

  #wanted(): ReadonlySet<EventKind> | undefined {
    if (this.contracts.listening || this.#users.listening || this.#messages.listening || this.#wallet.listening) return undefined
    return this.#messages.announcing ? this.#withDocuments : this.#publicOnly
  }

  #take(batch: DurableBatch): void {
    const wanted = this.#wanted()
    for (const { seq, at, event } of readEvents(batch.events, wanted)) {
      handle(this.#told, event, seq, at)
      if (wanted === undefined) {
        this.#users.event(event, seq, at)
        this.#wallet.event(event, seq)
        this.contracts.event(event, seq, at)
      }
      if (wanted !== this.#publicOnly) this.#messages.event(event, seq)
    }
    this.#depth.settle()
    this.#users.settle()
    this.contracts.settle()
  }

  #ranked(): Ranked[] {
    return this.listings.shownPairs().map((pair) => {
      const ticker = this.#tickers.ticker(pair)
      const figures = this.#tickers.figures(pair.instrumentId)
      const quotePrice = this.usdtPrice(pair.quote)
      const turnover = Number((figures.turnover24h * quotePrice) / pow10(pair.quote.scale))
      return { pair, ticker, change: relativeChange(figures.lastPrice, figures.previousClose), turnover }
    })
  }

  /** @param startSeq position from which trades were heard: history has to reach it, or trades between would be missing */
  async #seed(models: ReadModels, startSeq: number): Promise<void> {
    try {
      await models.reached(startSeq, SEED_WAIT_MS)
      const seed = await models.tickerSeed()
      this.#tickers.seed(seed)
      const last = await models.lastTrades(TAPE_LENGTH)
      for (const { instrumentId } of this.listings.pairs()) this.#trades.seed(instrumentId, last.get(instrumentId) ?? [])
      this.contracts.seed(seed, last)
    } catch {
      // Without history the feeds go on from live trades; the page learns from the HTTP answers that history is being rebuilt.
    }
  }
}

/** History may first have to be rebuilt from the journal. */
const SEED_WAIT_MS = 600_000

/** For ordering only: a quotient of two prices, never shown and never money. */
const relativeChange = (last: number, previous: number): number => (previous > 0 && last > 0 ? last / previous : 1)

const isPublic = (kind: ChannelKind): kind is PublicChannel => CHANNELS[kind].access === 'visitor'
const isInterval = (name: string | undefined): name is CandleInterval => CANDLE_INTERVALS.some((known) => known === name)

/** Starts to listen at once; history is read in the background (`seeded`), trading does not wait for it. */
export function createFeeds(sources: FeedSources): Promise<Feeds> {
  return Promise.resolve(new TenantFeeds(sources))
}
