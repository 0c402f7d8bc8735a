/** Published books of all pairs, or of all contracts: durable level changes in, at most 20 deltas a second and pair out. */
import type { Event } from '@agio/engine/event.ts'
import type { InstrumentId } from '@agio/engine/ids/id.ts'
import { depthOf } from '@agio/engine/read.ts'
import type { State } from '@agio/engine/state.ts'
import type { DepthRow } from '@agio/wire/market/depth-checksum.ts'
import type { PairFacts } from '@agio/wire/market/view.ts'
import { CHANNELS } from '@agio/wire/socket/channels.ts'
import type { BookListings } from './listings.ts'
import { Pace } from './pace.ts'
import { PUBLISHED_LEVELS, PublishedBook } from './published-book.ts'
import { type Outbox, Topic } from './topic.ts'

type Books = BookListings<PairFacts & { readonly instrumentId: InstrumentId }>

/** Every level of a side: the published window is cut from all of them. */
const ALL_LEVELS = Number.MAX_SAFE_INTEGER

interface Entry {
  readonly book: PublishedBook
  readonly topic: Topic<'depth'>
  readonly pace: Pace
}

export interface DepthAnswer {
  readonly symbol: string
  readonly seq: number
  readonly time: number
  readonly checksum: number
  readonly bids: DepthRow[]
  readonly asks: DepthRow[]
}

export class DepthFeed {
  readonly #state: State
  readonly #listings: Books
  readonly #outbox: Outbox
  readonly #entries = new Map<number, Entry>()
  readonly #onBest: (instrumentId: InstrumentId) => void
  readonly #startSeq: number
  readonly #startAt: number

  /**
   * @param start position and time the state is true at; levels are absolute, so events up to there may come again
   * @param onBest told when the best bid or ask of a pair moved
   */
  constructor(
    from: { readonly state: State; readonly listings: Books; readonly outbox: Outbox },
    start: { readonly seq: number; readonly at: number },
    onBest: (instrumentId: InstrumentId) => void,
  ) {
    this.#state = from.state
    this.#listings = from.listings
    this.#outbox = from.outbox
    this.#startSeq = start.seq
    this.#startAt = start.at
    this.#onBest = onBest
    for (const pair of from.listings.all()) this.#entry(pair.instrumentId)
  }

  levelChanged(event: Extract<Event, { kind: 'levelChanged' }>, seq: number, at: number): void {
    const { book } = this.#entry(event.instrumentId)
    const { bestBid, bestAsk } = book
    book.change(event.side, event.price, event.quantity, seq, at)
    if (book.bestBid !== bestBid || book.bestAsk !== bestAsk) this.#onBest(event.instrumentId)
  }

  /** After a durable batch: pairs that changed publish now or when their interval ends. */
  settle(): void {
    for (const { book, pace } of this.#entries.values()) if (book.pending) pace.request()
  }

  best(instrumentId: number): { readonly bid: number; readonly ask: number } {
    const entry = this.#entries.get(instrumentId)
    return { bid: entry?.book.bestBid ?? 0, ask: entry?.book.bestAsk ?? 0 }
  }

  answer(instrumentId: InstrumentId, levels: number): DepthAnswer {
    const { book } = this.#entry(instrumentId)
    const { bids, asks } = book.snapshot(levels)
    return { symbol: book.pair.symbol, seq: book.seq, time: book.time, checksum: book.checksum, bids, asks }
  }

  topic(instrumentId: InstrumentId): Topic<'depth'> {
    return this.#entry(instrumentId).topic
  }

  stop(): void {
    for (const { pace } of this.#entries.values()) pace.stop()
  }

  #entry(instrumentId: InstrumentId): Entry {
    const known = this.#entries.get(instrumentId)
    if (known !== undefined) return known
    const pair = this.#listings.facts(instrumentId)
    const initial = {
      buy: depthOf(this.#state, instrumentId, 'buy', ALL_LEVELS),
      sell: depthOf(this.#state, instrumentId, 'sell', ALL_LEVELS),
    }
    const book = new PublishedBook(pair, initial, this.#startSeq, this.#startAt)
    const topic = new Topic<'depth'>(`depth:${pair.symbol}`, this.#outbox, () => ({
      type: 'snapshot',
      seq: book.seq,
      prevSeq: null,
      time: book.time,
      data: { symbol: pair.symbol, ...book.snapshot(PUBLISHED_LEVELS), checksum: book.checksum },
    }))
    const pace = new Pace(CHANNELS.depth.apartMs, () => {
      const delta = book.publish()
      if (delta === undefined) return
      const { seq, prevSeq, ...data } = delta
      topic.publish({ type: 'delta', seq, prevSeq, time: book.time, data })
    })
    const entry = { book, topic, pace }
    this.#entries.set(instrumentId, entry)
    return entry
  }
}
