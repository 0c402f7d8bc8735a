/** The tape: the last trades of every pair, or contract, for newcomers, and the new ones of each durable batch as one message. */
import type { Event } from '@agio/engine/event.ts'
import type { InstrumentId } from '@agio/engine/ids/id.ts'
import type { PairFacts, TradeFacts } from '@agio/wire/market/view.ts'
import type { PublicTrade } from '../projections/port.ts'
import type { BookListings } from './listings.ts'
import { AnyTopic, type Outbox } from './topic.ts'

/** Trades a newcomer is shown. */
export const TAPE_LENGTH = 50
const PAUSE_MS = 50

interface Placed {
  readonly seq: number
  readonly time: number
}
/** What the channel says; the gateway's and the contracts' differ in their rows. */
export type TapeTopic<Row> = AnyTopic<
  Placed & { readonly type: 'snapshot'; readonly prevSeq: null; readonly data: Row[] },
  Placed & { readonly type: 'event'; readonly prevSeq: number; readonly data: Row[] }
>

interface Tape<Listed, Row> {
  readonly pair: Listed
  readonly topic: TapeTopic<Row>
  /** Oldest first. */
  recent: PublicTrade[]
  fresh: PublicTrade[]
  seq: number
}

export class TradeFeed<Listed extends PairFacts & { readonly instrumentId: InstrumentId }, Row> {
  readonly #listings: BookListings<Listed>
  readonly #outbox: Outbox
  readonly #view: (listed: Listed, trade: TradeFacts) => Row
  readonly #tapes = new Map<number, Tape<Listed, Row>>()
  readonly #changed = new Set<Tape<Listed, Row>>()
  #timer: NodeJS.Timeout | undefined

  /** @param view a trade as the channel has it */
  constructor(listings: BookListings<Listed>, outbox: Outbox, view: (listed: Listed, trade: TradeFacts) => Row) {
    this.#listings = listings
    this.#outbox = outbox
    this.#view = view
  }

  /** History of a pair, newest first; trades that came meanwhile stay. */
  seed(instrumentId: InstrumentId, history: readonly PublicTrade[]): void {
    const tape = this.#tape(instrumentId)
    const oldestLive = tape.recent[0]?.tradeId ?? Number.POSITIVE_INFINITY
    const older = history.filter((trade) => trade.tradeId < oldestLive).reverse()
    tape.recent = [...older, ...tape.recent].slice(-TAPE_LENGTH)
    tape.seq = Math.max(tape.seq, tape.recent.at(-1)?.tradeId ?? 0)
  }

  traded(event: Extract<Event, { kind: 'traded' }>, at: number): void {
    const tape = this.#tape(event.instrumentId)
    const { tradeId, price, quantity, takerSide } = event
    if (tradeId <= (tape.recent.at(-1)?.tradeId ?? 0)) return
    const trade = { tradeId, price, quantity, takerSide, at }
    tape.recent.push(trade)
    if (tape.recent.length > TAPE_LENGTH) tape.recent.shift()
    if (tape.topic.size === 0) {
      tape.seq = tradeId
      return
    }
    tape.fresh.push(trade)
    this.#changed.add(tape)
    if (this.#timer !== undefined) return
    this.#timer = setTimeout(() => this.#publish(), PAUSE_MS)
    this.#timer.unref()
  }

  topic(instrumentId: InstrumentId): TapeTopic<Row> {
    return this.#tape(instrumentId).topic
  }

  stop(): void {
    clearTimeout(this.#timer)
  }

  #publish(): void {
    this.#timer = undefined
    for (const tape of this.#changed) {
      const newest = tape.fresh.at(-1)
      if (newest === undefined) continue
      const data = tape.fresh.map((trade) => this.#view(tape.pair, trade))
      tape.topic.publish({ type: 'event', seq: newest.tradeId, prevSeq: tape.seq, time: newest.at, data })
      tape.seq = newest.tradeId
      tape.fresh = []
    }
    this.#changed.clear()
  }

  #tape(instrumentId: InstrumentId): Tape<Listed, Row> {
    const known = this.#tapes.get(instrumentId)
    if (known !== undefined) return known
    const pair = this.#listings.facts(instrumentId)
    const tape: Tape<Listed, Row> = {
      pair,
      topic: new AnyTopic(`trades:${pair.symbol}`, this.#outbox, () => {
        // What is fresh was not sent yet: the newcomer's snapshot ends where the next event begins.
        const shown = tape.fresh.length === 0 ? tape.recent : tape.recent.slice(0, -tape.fresh.length)
        const data = shown.map((trade) => this.#view(pair, trade))
        return { type: 'snapshot', seq: tape.seq, prevSeq: null, time: shown.at(-1)?.at ?? 0, data }
      }),
      recent: [],
      fresh: [],
      seq: 0,
    }
    this.#tapes.set(instrumentId, tape)
    return tape
  }
}
