/** Tickers of all pairs, live: one row a pair, the list channel every half second, a pair's own channel ten times a second. */
import type { Event } from '@agio/engine/event.ts'
import type { AssetId, InstrumentId } from '@agio/engine/ids/id.ts'
import { CHANNELS } from '@agio/wire/channels.ts'
import { type TickerView, tickerView } from '@agio/wire/market-view.ts'
import type { ReadModels } from '../projections/port.ts'
import type { ListedAsset, ListedPair, Listings } from './listings.ts'
import { LiveTicker, type TickerFigures } from './live-ticker.ts'
import { Pace } from './pace.ts'
import { type Outbox, Topic } from './topic.ts'
import { usdtPriceOf } from './valuation.ts'

const ROLL_INTERVAL_MS = 1000
/** History may first have to be rebuilt from the journal. */
const SEED_WAIT_MS = 600_000

interface Row {
  readonly pair: ListedPair
  readonly live: LiveTicker
  readonly topic: Topic<'ticker'>
  readonly pace: Pace
  seq: number
}

interface Print {
  readonly seq: number
  readonly at: number
  readonly event: Extract<Event, { kind: 'traded' }>
}

export interface TickerSources {
  readonly listings: Listings
  readonly outbox: Outbox
  readonly now: () => number
  /** Last price of the engine, for the time before history is read. */
  readonly engineLastPrice: (instrumentId: InstrumentId) => number
  /** Index price of a coin at VALUE_PRICE_SCALE, 0n = none. */
  readonly index: (assetId: AssetId) => bigint
  readonly best: (instrumentId: InstrumentId) => { readonly bid: number; readonly ask: number }
}

export class TickerFeed {
  readonly #from: TickerSources
  readonly #rows = new Map<number, Row>()
  readonly list: Topic<'tickers'>
  readonly #listPace: Pace
  readonly #listDirty = new Set<Row>()
  readonly #timer: NodeJS.Timeout
  #listSeq = 0
  /** Trades that came before history was read; undefined afterwards. */
  #early: Print[] | undefined = []

  constructor(from: TickerSources) {
    this.#from = from
    this.list = new Topic<'tickers'>('tickers', from.outbox, () => ({
      type: 'snapshot',
      seq: this.#listSeq,
      prevSeq: null,
      time: from.now(),
      data: this.all(),
    }))
    this.#listPace = new Pace(CHANNELS.tickers.apartMs, () => this.#publishList())
    this.#timer = setInterval(() => this.#roll(), ROLL_INTERVAL_MS)
    this.#timer.unref()
  }

  /**
   * Reads history once; until then the engine's last prices are shown and trades are kept. A pair without history has counted its
   * trades already.
   *
   * @param startSeq position from which trades were heard: history has to reach it, or trades between would be missing
   */
  async seed(models: ReadModels, startSeq: number): Promise<void> {
    await models.reached(startSeq, SEED_WAIT_MS)
    const seed = await models.tickerSeed()
    const now = this.#from.now()
    const seeded = new Set<number>()
    for (const figures of seed.rows) {
      if (this.#from.listings.pair(figures.instrumentId) === undefined) continue
      seeded.add(figures.instrumentId)
      const minutes = seed.minutes.filter((minute) => minute.instrumentId === figures.instrumentId)
      this.#row(figures.instrumentId).live.seed(figures, minutes, now)
    }
    const early = this.#early ?? []
    this.#early = undefined
    for (const print of early) if (print.seq > seed.seq && seeded.has(print.event.instrumentId)) this.#trade(print)
    for (const row of this.#rows.values()) this.#touch(row)
  }

  traded(event: Extract<Event, { kind: 'traded' }>, seq: number, at: number): void {
    const print = { seq, at, event }
    this.#early?.push(print)
    this.#trade(print)
  }

  #trade({ event, at }: Print): void {
    const row = this.#row(event.instrumentId)
    row.live.trade(at, event.price, event.quantity, event.notional)
    this.#touch(row)
  }

  bestMoved(instrumentId: InstrumentId): void {
    this.#touch(this.#row(instrumentId))
  }

  indexMoved(assetId: AssetId): void {
    for (const row of this.#rows.values()) if (row.pair.base.assetId === assetId) this.#touch(row)
  }

  figures(instrumentId: InstrumentId): TickerFigures {
    return this.#row(instrumentId).live.figures(this.#from.now())
  }

  /** USDT for one coin, at VALUE_PRICE_SCALE; 0 when nothing tells. */
  usdtPrice(asset: ListedAsset): bigint {
    const { index, listings } = this.#from
    return usdtPriceOf(asset, listings, { index, last: (pair) => this.figures(pair.instrumentId).lastPrice })
  }

  ticker(pair: ListedPair): TickerView {
    const figures = this.figures(pair.instrumentId)
    const { bid, ask } = this.#from.best(pair.instrumentId)
    return tickerView(pair, { ...figures, bestBid: bid, bestAsk: ask, usdtPrice: this.usdtPrice(pair.base) })
  }

  /** Tickers of the shown pairs, in the operator's order. */
  all(): TickerView[] {
    return this.#from.listings.shownPairs().map((pair) => this.ticker(pair))
  }

  topic(instrumentId: InstrumentId): Topic<'ticker'> {
    return this.#row(instrumentId).topic
  }

  stop(): void {
    clearInterval(this.#timer)
    this.#listPace.stop()
    for (const { pace } of this.#rows.values()) pace.stop()
  }

  #touch(row: Row): void {
    this.#listDirty.add(row)
    this.#listPace.request()
    if (row.topic.size > 0) row.pace.request()
  }

  #roll(): void {
    const now = this.#from.now()
    for (const row of this.#rows.values()) if (row.live.roll(now)) this.#touch(row)
  }

  #publishList(): void {
    const rows = [...this.#listDirty].filter(({ pair }) => this.#from.listings.pair(pair.instrumentId)?.terms.visible === true)
    this.#listDirty.clear()
    if (rows.length === 0 || this.list.size === 0) return
    const prevSeq = this.#listSeq
    this.#listSeq += 1
    const data = rows.map(({ pair }) => this.ticker(pair))
    this.list.publish({ type: 'delta', seq: this.#listSeq, prevSeq, time: this.#from.now(), data })
  }

  #row(instrumentId: InstrumentId): Row {
    const known = this.#rows.get(instrumentId)
    if (known !== undefined) return known
    const { listings, outbox, now, engineLastPrice } = this.#from
    const pair = listings.pairFacts(instrumentId)
    const row: Row = {
      pair,
      live: new LiveTicker(engineLastPrice(instrumentId), now()),
      topic: new Topic<'ticker'>(`ticker:${pair.symbol}`, outbox, () => ({
        type: 'snapshot',
        seq: row.seq,
        prevSeq: null,
        time: now(),
        data: this.ticker(pair),
      })),
      pace: new Pace(CHANNELS.ticker.apartMs, () => {
        const prevSeq = row.seq
        row.seq += 1
        row.topic.publish({ type: 'event', seq: row.seq, prevSeq, time: now(), data: this.ticker(pair) })
      }),
      seq: 0,
    }
    this.#rows.set(instrumentId, row)
    return row
  }
}
