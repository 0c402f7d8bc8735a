/** Live candles of the pairs, or contracts, and intervals somebody watches: seeded from history at one position, grown by the trades after it. */
import type { Event } from '@agio/engine/event.ts'
import type { InstrumentId } from '@agio/engine/ids/id.ts'
import type { CandleInterval } from '@agio/wire/market/candle-intervals.ts'
import type { CandleFacts, KlineView, PairFacts } from '@agio/wire/market/view.ts'
import type { ChannelName } from '@agio/wire/socket/channels.ts'
import type { ReadModels } from '../projections/port.ts'
import { bucketAfter, bucketStart } from '../projections/reads/candle-buckets.ts'
import type { BookListings } from './listings.ts'
import { type Outbox, Topic } from './topic.ts'

const PUSH_INTERVAL_MS = 250
const SEED_WAIT_MS = 3000

interface Print {
  readonly seq: number
  readonly at: number
  readonly price: number
  readonly quantity: number
  readonly notional: bigint
}

type Listed = PairFacts & { readonly instrumentId: InstrumentId }
/** A candle as the API tells it. */
type View = (pair: Listed, candle: CandleFacts) => KlineView
type Candle = { -readonly [Key in keyof CandleFacts]: CandleFacts[Key] }

class Series {
  readonly pair: Listed
  readonly interval: CandleInterval
  readonly topic: Topic<'kline'>
  seq = 0
  dirty = false
  readonly #view: View
  #previous: Candle | undefined
  #current: Candle | undefined
  /** Trades that came while history was being read; undefined once it is there. */
  #waiting: Print[] | undefined = []

  constructor(pair: Listed, interval: CandleInterval, view: View, topic: (series: Series) => Topic<'kline'>) {
    this.pair = pair
    this.#view = view
    this.interval = interval
    this.topic = topic(this)
  }

  seed(seq: number, candles: readonly CandleFacts[]): void {
    const [previous, current] = candles.length > 1 ? candles.slice(-2) : [undefined, candles[0]]
    this.#previous = previous && { ...previous }
    this.#current = current && { ...current }
    const waiting = this.#waiting ?? []
    this.#waiting = undefined
    for (const print of waiting) if (print.seq > seq) this.trade(print)
  }

  trade(print: Print): void {
    if (this.#waiting !== undefined) {
      this.#waiting.push(print)
      return
    }
    this.roll(print.at)
    const { price, quantity, notional } = print
    const candle = this.#current
    if (candle === undefined) {
      const openAt = bucketStart(this.interval, print.at)
      this.#current = { openAt, open: price, high: price, low: price, close: price, quantity, turnover: notional, tradeCount: 1 }
    } else {
      if (candle.tradeCount === 0) Object.assign(candle, { open: price, high: price, low: price })
      candle.high = Math.max(candle.high, price)
      candle.low = Math.min(candle.low, price)
      candle.close = price
      candle.quantity += quantity
      candle.turnover += notional
      candle.tradeCount += 1
    }
    this.dirty = true
  }

  /** Closes buckets that are over; a bucket without a trade repeats the close before it (MKT-016). */
  roll(now: number): void {
    for (let candle = this.#current; candle !== undefined; candle = this.#current) {
      const openAt = bucketAfter(this.interval, candle.openAt, 1)
      if (now < openAt) return
      this.push(candle, 1, now)
      const { close } = candle
      this.#previous = candle
      this.#current = { openAt, open: close, high: close, low: close, close, quantity: 0, turnover: 0n, tradeCount: 0 }
      this.dirty = true
    }
  }

  flush(now: number): void {
    if (!this.dirty || this.#current === undefined) return
    this.dirty = false
    this.push(this.#current, 0, now)
  }

  push(candle: Candle, closed: 0 | 1, now: number): void {
    const prevSeq = this.seq
    this.seq += 1
    this.topic.publish({ type: 'event', seq: this.seq, prevSeq, time: now, data: [...this.#view(this.pair, candle), closed] })
  }

  shown(): KlineView[] {
    return [this.#previous, this.#current].filter((candle) => candle !== undefined).map((candle) => this.#view(this.pair, candle))
  }
}

export class KlineFeed {
  readonly #listings: BookListings<Listed>
  readonly #outbox: Outbox
  readonly #models: ReadModels
  readonly #now: () => number
  readonly #durableSeq: () => number
  readonly #view: View
  readonly #series = new Map<string, { readonly series: Series; readonly ready: Promise<void> }>()
  readonly #byInstrument = new Map<number, Set<Series>>()
  readonly #timer: NodeJS.Timeout

  constructor(from: {
    readonly listings: BookListings<Listed>
    readonly outbox: Outbox
    readonly models: ReadModels
    readonly now: () => number
    readonly durableSeq: () => number
    readonly view: View
  }) {
    this.#listings = from.listings
    this.#outbox = from.outbox
    this.#models = from.models
    this.#now = from.now
    this.#durableSeq = from.durableSeq
    this.#view = from.view
    this.#timer = setInterval(() => this.#beat(), PUSH_INTERVAL_MS)
    this.#timer.unref()
  }

  traded(event: Extract<Event, { kind: 'traded' }>, seq: number, at: number): void {
    const all = this.#byInstrument.get(event.instrumentId)
    if (all === undefined) return
    const { price, quantity, notional } = event
    for (const series of all) series.trade({ seq, at, price, quantity, notional })
  }

  /** Resolves when the history is read; a failed read leaves an empty series that the first trade begins. */
  async topic(instrumentId: InstrumentId, interval: CandleInterval): Promise<Topic<'kline'>> {
    const pair = this.#listings.facts(instrumentId)
    const channel = `kline:${pair.symbol}:${interval}` as const
    let entry = this.#series.get(channel)
    if (entry === undefined) {
      entry = this.#open(channel, pair, interval)
      this.#series.set(channel, entry)
    }
    await entry.ready
    return entry.series.topic
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  #open(channel: ChannelName<'kline'>, pair: Listed, interval: CandleInterval): { series: Series; ready: Promise<void> } {
    const series = new Series(pair, interval, this.#view, (self) => {
      const snapshot = () => ({ type: 'snapshot' as const, seq: self.seq, prevSeq: null, time: this.#now(), data: self.shown() })
      return new Topic<'kline'>(channel, this.#outbox, snapshot, () => this.#close(channel))
    })
    const all = this.#byInstrument.get(pair.instrumentId) ?? new Set()
    all.add(series)
    this.#byInstrument.set(pair.instrumentId, all)
    return { series, ready: this.#seed(series) }
  }

  async #seed(series: Series): Promise<void> {
    try {
      await this.#models.reached(this.#durableSeq(), SEED_WAIT_MS)
      const seed = await this.#models.candleSeed(series.pair.instrumentId, series.interval)
      series.seed(seed.seq, seed.candles)
    } catch {
      // History is being rebuilt: the series begins with the next trade, and the page says so from the HTTP answer.
      series.seed(0, [])
    }
  }

  #close(channel: ChannelName<'kline'>): void {
    const entry = this.#series.get(channel)
    if (entry === undefined) return
    this.#series.delete(channel)
    this.#byInstrument.get(entry.series.pair.instrumentId)?.delete(entry.series)
  }

  #beat(): void {
    const now = this.#now()
    for (const { series } of this.#series.values()) {
      series.roll(now)
      series.flush(now)
    }
  }
}
