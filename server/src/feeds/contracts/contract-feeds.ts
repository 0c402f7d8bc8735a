/** Channels of contracts, of one tenant: what became durable comes from the feeds of the tenant, which read it once for both hosts. */
import type { Event } from '@agio/engine/event.ts'
import type { InstrumentId, UserId } from '@agio/engine/ids/id.ts'
import { RankBook } from '@agio/engine/perp/ranks.ts'
import { instrumentOf } from '@agio/engine/read.ts'
import type { EventByKind } from '@agio/engine/schema/events.ts'
import {
  CO_CHANNELS,
  type CoChannelKind,
  GATEWAY_CHANNELS,
  type PublicCoChannel,
  readCoChannelName,
  type UserCoChannel,
} from '@agio/wire/futures/channels.ts'
import { type ContractDay, coKlineView, contractTickerView, contractTradeView } from '@agio/wire/futures/view.ts'
import { CANDLE_INTERVALS, type CandleInterval } from '@agio/wire/market/candle-intervals.ts'
import type { PublicTrade, ReadModels, TickerSeed } from '../../projections/port.ts'
import type { Exchange } from '../../sequencer/exchange.ts'
import type { ChannelFault, ChannelSource } from '../channel-source.ts'
import { type DepthAnswer, DepthFeed } from '../depth-feed.ts'
import { KlineFeed } from '../kline-feed.ts'
import type { ListedContract, Listings } from '../listings.ts'
import { TickerFeed } from '../ticker-feed.ts'
import type { AnyTopic, Outbox } from '../topic.ts'
import { TradeFeed } from '../trade-feed.ts'
import { ContractUserFeed } from './contract-user-feed.ts'
import { MarkFeed, type MarkPrices } from './mark-feed.ts'

type Finding = Promise<AnyTopic | ChannelFault> | AnyTopic | ChannelFault
type TickerRow = ReturnType<typeof contractTickerView>
type TradeRow = ReturnType<typeof contractTradeView>

/** What HTTP asks of the feeds of contracts: the same that their socket tells. */
export interface ContractChannels extends ChannelSource {
  /** The published book: the same levels, sequence and checksum as on the socket. */
  depth(instrumentId: InstrumentId, levels: number): DepthAnswer
  /** Last price in ticks, 0 = never traded. */
  lastPrice(instrumentId: InstrumentId): number
  /** The last 24 hours by the minute. */
  day(instrumentId: InstrumentId): ContractDay
  /** Fifths of the queue of deleveraging, at most a second old. */
  readonly ranks: RankBook
  /** Mark, index and funding as they became durable. */
  prices(instrumentId: InstrumentId): MarkPrices
}

interface Parts {
  readonly exchange: Exchange
  readonly models: ReadModels
  readonly listings: Listings
  readonly outbox: Outbox
}

export class ContractFeeds implements ContractChannels {
  readonly ranks: RankBook
  readonly #listings: Listings
  readonly #depth: DepthFeed
  readonly #trades: TradeFeed<ListedContract, TradeRow>
  readonly #klines: KlineFeed
  readonly #tickers: TickerFeed<ListedContract, TickerRow>
  readonly #marks: MarkFeed
  readonly #users: ContractUserFeed
  readonly #public: { readonly [Kind in PublicCoChannel]: (symbol?: string, interval?: string) => Finding } = {
    tickers: () => this.#tickers.list,
    ticker: (symbol) => this.#ofContract(symbol, (instrumentId) => this.#tickers.topic(instrumentId)),
    depth: (symbol) => this.#ofContract(symbol, (instrumentId) => this.#depth.topic(instrumentId)),
    trades: (symbol) => this.#ofContract(symbol, (instrumentId) => this.#trades.topic(instrumentId)),
    kline: (symbol, interval) =>
      this.#ofContract(symbol, (instrumentId) => (isInterval(interval) ? this.#klines.topic(instrumentId, interval) : 'unknownChannel')),
    mark: (symbol) => this.#ofContract(symbol, (instrumentId) => this.#marks.topic(instrumentId)),
  }

  constructor({ exchange, models, listings, outbox }: Parts) {
    const { state } = exchange
    const now = (): number => exchange.now()
    const books = listings.booksOfContracts
    this.#listings = listings
    this.ranks = new RankBook(() => state, now, setImmediate)
    this.#marks = new MarkFeed({ state, listings, outbox, now })
    // Best prices are in no ticker of a contract.
    this.#depth = new DepthFeed({ state, listings: books, outbox }, { seq: exchange.durableSeq, at: now() }, () => undefined)
    this.#trades = new TradeFeed(books, outbox, contractTradeView)
    this.#klines = new KlineFeed({
      ...{ listings: books, outbox, models, now },
      durableSeq: () => exchange.durableSeq,
      // Candles count coins, where books and tape count contracts.
      view: ({ instrumentId }, candle) => coKlineView(listings.contractFacts(instrumentId), candle),
    })
    this.#tickers = new TickerFeed({
      ...{ listings: books, outbox, now },
      shown: () => listings.shownContracts(),
      engineLastPrice: (instrumentId) => instrumentOf(state, instrumentId)?.lastPrice ?? 0,
      view: (contract, { lastPrice }) => {
        const { instrumentId } = contract
        return contractTickerView(contract, { ...this.#marks.prices(instrumentId), lastPrice }, this.day(instrumentId))
      },
    })
    this.#users = new ContractUserFeed({ state, listings, ranks: this.ranks, outbox, now, models, durableSeq: () => exchange.durableSeq })
  }

  get listening(): boolean {
    return this.#users.listening
  }

  depth(instrumentId: InstrumentId, levels: number): DepthAnswer {
    return this.#depth.answer(instrumentId, levels)
  }
  lastPrice(instrumentId: InstrumentId): number {
    return this.#tickers.figures(instrumentId).lastPrice
  }
  prices(instrumentId: InstrumentId): MarkPrices {
    return this.#marks.prices(instrumentId)
  }
  day(instrumentId: InstrumentId): ContractDay {
    const { high24h, low24h, open24h, quantity24h, turnover24h } = this.#tickers.figures(instrumentId)
    return { high: high24h, low: low24h, open: open24h, volume: quantity24h, turnover: turnover24h }
  }

  channel(name: string, userId: UserId | undefined): Finding {
    const channel = readCoChannelName(name)
    if (channel === undefined) return GATEWAY_CHANNELS.includes(name.split(':')[0] ?? '') ? 'wrongHost' : 'unknownChannel'
    const { kind, parameters } = channel
    if (isPublic(kind)) return this.#public[kind](...parameters)
    return userId === undefined ? 'authRequired' : this.#ofUser(userId, kind)
  }

  isPrivate(name: string): boolean {
    const channel = readCoChannelName(name)
    return channel !== undefined && !isPublic(channel.kind)
  }

  levelChanged(event: EventByKind['levelChanged'], seq: number, at: number): void {
    this.#depth.levelChanged(event, seq, at)
  }

  traded(event: EventByKind['traded'], seq: number, at: number): void {
    this.#trades.traded(event, at)
    if (event.isOwn === 1) return
    this.#klines.traded(event, seq, at)
    this.#tickers.traded(event, seq, at)
  }

  markChanged(event: EventByKind['markChanged']): void {
    this.#marks.markChanged(event)
    this.#tickers.moved(event.instrumentId)
    this.#users.markMoved(event.instrumentId)
  }

  fundingSettled(event: EventByKind['fundingSettled']): void {
    this.#marks.fundingSettled(event)
  }

  /** What users may be told. */
  event(event: Event, seq: number, at: number): void {
    this.#users.event(event, seq, at)
  }

  /** After a durable batch. */
  settle(): void {
    this.#depth.settle()
    this.#users.settle()
  }

  seed(seed: TickerSeed, last: ReadonlyMap<InstrumentId, readonly PublicTrade[]>): void {
    this.#tickers.seed(seed)
    for (const { instrumentId } of this.#listings.contracts()) this.#trades.seed(instrumentId, last.get(instrumentId) ?? [])
  }

  stop(): void {
    this.#depth.stop()
    this.#trades.stop()
    this.#klines.stop()
    this.#tickers.stop()
    this.#marks.stop()
    this.#users.stop()
  }

  #ofContract(name: string | undefined, topic: (instrumentId: InstrumentId) => Finding): Finding {
    const contract = this.#listings.contractByName(name ?? '')
    return contract?.terms.visible === true ? topic(contract.instrumentId) : 'unknownChannel'
  }

  async #ofUser(userId: UserId, kind: UserCoChannel): Promise<AnyTopic | ChannelFault> {
    try {
      return await this.#users.topic(userId, kind)
    } catch {
      // History is being rebuilt: there is no such channel until it is whole, and the client asks again.
      return 'unknownChannel'
    }
  }
}

const isPublic = (kind: CoChannelKind): kind is PublicCoChannel => CO_CHANNELS[kind].access === 'visitor'
const isInterval = (name: string | undefined): name is CandleInterval => CANDLE_INTERVALS.some((known) => known === name)
