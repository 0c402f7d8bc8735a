/** Tickers of all pairs, or of all contracts, live: one row each, the list channel every half second, a channel of its own ten times a second. */
import type { Event } from '@agio/engine/event.ts'
import type { InstrumentId } from '@agio/engine/ids/id.ts'
import type { PairFacts } from '@agio/wire/market/view.ts'
import { CHANNELS } from '@agio/wire/socket/channels.ts'
import type { TickerSeed } from '../projections/port.ts'
import type { BookListings, ListedPair } from './listings.ts'
import { LiveTicker, type TickerFigures } from './live-ticker.ts'
import { Pace } from './pace.ts'
import { AnyTopic, type Outbox } from './topic.ts'

const ROLL_INTERVAL_MS = 1000

interface Placed {
  readonly seq: number
  readonly time: number
}
type First<Data> = Placed & { readonly type: 'snapshot'; readonly prevSeq: null; readonly data: Data }
type Later<Type, Data> = Placed & { readonly type: Type; readonly prevSeq: number; readonly data: Data }
/** What the channels say; the gateway's and the contracts' differ in their rows. */
export type TickerTopic<View> = AnyTopic<First<View>, Later<'event', View>>
export type TickersTopic<View> = AnyTopic<First<View[]>, Later<'delta', View[]>>

type Listed = PairFacts & Pick<ListedPair, 'instrumentId' | 'terms'>

interface Row<Each, View> {
  readonly pair: Each
  readonly live: LiveTicker
  readonly topic: TickerTopic<View>
  readonly pace: Pace
  seq: number
}

interface Print {
  readonly seq: number
  readonly at: number
  readonly event: Extract<Event, { kind: 'traded' }>
}

export interface TickerSources<Each extends Listed, View> {
  readonly listings: BookListings<Each>
  readonly outbox: Outbox
  readonly now: () => number
  /** Those that lists show, in the operator's order. */
  readonly shown: () => readonly Each[]
  /** Last price of the engine, for the time before history is read. */
  readonly engineLastPrice: (instrumentId: InstrumentId) => number
  readonly view: (pair: Each, figures: TickerFigures) => View
}

export class TickerFeed<Each extends Listed, View> {
  readonly #from: TickerSources<Each, View>
  readonly #rows = new Map<number, Row<Each, View>>()
  readonly list: TickersTopic<View>
  readonly #listPace: Pace
  readonly #listDirty = new Set<Row<Each, View>>()
  readonly #timer: NodeJS.Timeout
  #listSeq = 0
  /** Trades that came before history was read; undefined afterwards. */
  #early: Print[] | undefined = []

  constructor(from: TickerSources<Each, View>) {
    this.#from = from
    this.list = new AnyTopic('tickers', from.outbox, () => ({
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
   * Takes history once; until then the engine's last prices are shown and trades are kept. A pair without history has counted its
   * trades already.
   */
  seed(seed: TickerSeed): void {
    const now = this.#from.now()
    const seeded = new Set<number>()
    for (const figures of seed.rows) {
      if (this.#from.listings.find(figures.instrumentId) === undefined) continue
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

  /** Something that its view shows has changed. */
  moved(instrumentId: InstrumentId): void {
    this.#touch(this.#row(instrumentId))
  }

  /** The same of all whose base this is. */
  baseMoved(assetId: number): void {
    for (const row of this.#rows.values()) if (row.pair.base.assetId === assetId) this.#touch(row)
  }

  figures(instrumentId: InstrumentId): TickerFigures {
    return this.#row(instrumentId).live.figures(this.#from.now())
  }

  ticker(pair: Each): View {
    return this.#from.view(pair, this.figures(pair.instrumentId))
  }

  /** Tickers of the shown pairs, in the operator's order. */
  all(): View[] {
    return this.#from.shown().map((pair) => this.ticker(pair))
  }

  topic(instrumentId: InstrumentId): TickerTopic<View> {
    return this.#row(instrumentId).topic
  }

  stop(): void {
    clearInterval(this.#timer)
    this.#listPace.stop()
    for (const { pace } of this.#rows.values()) pace.stop()
  }

  #touch(row: Row<Each, View>): void {
    this.#listDirty.add(row)
    this.#listPace.request()
    if (row.topic.size > 0) row.pace.request()
  }

  #roll(): void {
    const now = this.#from.now()
    for (const row of this.#rows.values()) if (row.live.roll(now)) this.#touch(row)
  }

  #publishList(): void {
    const rows = [...this.#listDirty].filter(({ pair }) => this.#from.listings.find(pair.instrumentId)?.terms.visible === true)
    this.#listDirty.clear()
    if (rows.length === 0 || this.list.size === 0) return
    const prevSeq = this.#listSeq
    this.#listSeq += 1
    const data = rows.map(({ pair }) => this.ticker(pair))
    this.list.publish({ type: 'delta', seq: this.#listSeq, prevSeq, time: this.#from.now(), data })
  }

  #row(instrumentId: InstrumentId): Row<Each, View> {
    const known = this.#rows.get(instrumentId)
    if (known !== undefined) return known
    const { listings, outbox, now, engineLastPrice } = this.#from
    const pair = listings.facts(instrumentId)
    const row: Row<Each, View> = {
      pair,
      live: new LiveTicker(engineLastPrice(instrumentId), now()),
      topic: new AnyTopic(`ticker:${pair.symbol}`, outbox, () => ({
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
