/** Where the prices of contracts stand by what is durable, and the channel that tells marks and funding, at most once a second each. */
import type { Event } from '@agio/engine/event.ts'
import type { InstrumentId } from '@agio/engine/ids/id.ts'
import { contractOf } from '@agio/engine/perp/read-contract.ts'
import type { State } from '@agio/engine/state.ts'
import { CO_CHANNELS } from '@agio/wire/futures/channels.ts'
import { type ContractPrices, contractMarkView } from '@agio/wire/futures/view.ts'
import type { Listings } from '../listings.ts'
import { Pace } from '../pace.ts'
import type { Outbox } from '../topic.ts'
import { CoTopic } from './contract-topic.ts'

/** Last prices are the tickers', open interest is asked of the engine. */
export type MarkPrices = Omit<ContractPrices, 'lastPrice' | 'openInterest'>

interface Row {
  prices: MarkPrices
  readonly topic: CoTopic<'mark'>
  readonly pace: Pace
  seq: number
}

type Of<Kind extends Event['kind']> = Extract<Event, { kind: Kind }>

const NOTHING: MarkPrices = { mark: 0, index: 0, fundingRate: 0n, estimate: 0n, nextFunding: 0 }

export class MarkFeed {
  readonly #from: { readonly state: State; readonly listings: Listings; readonly outbox: Outbox; readonly now: () => number }
  readonly #rows = new Map<InstrumentId, Row>()

  constructor(from: { readonly state: State; readonly listings: Listings; readonly outbox: Outbox; readonly now: () => number }) {
    this.#from = from
  }

  prices(instrumentId: InstrumentId): MarkPrices {
    return this.#row(instrumentId).prices
  }

  markChanged({ instrumentId, mark, index, rate: fundingRate, estimate }: Of<'markChanged'>): void {
    this.#change(instrumentId, { mark, index, fundingRate, estimate })
  }

  fundingSettled({ instrumentId, rate: fundingRate, next: nextFunding }: Of<'fundingSettled'>): void {
    this.#change(instrumentId, { fundingRate, nextFunding })
  }

  topic(instrumentId: InstrumentId): CoTopic<'mark'> {
    return this.#row(instrumentId).topic
  }

  stop(): void {
    for (const { pace } of this.#rows.values()) pace.stop()
  }

  #change(instrumentId: InstrumentId, changes: Partial<MarkPrices>): void {
    const row = this.#row(instrumentId)
    row.prices = { ...row.prices, ...changes }
    if (row.topic.size > 0) row.pace.request()
  }

  #row(instrumentId: InstrumentId): Row {
    const known = this.#rows.get(instrumentId)
    if (known !== undefined) return known
    const { state, listings, outbox, now } = this.#from
    const facts = listings.contractFacts(instrumentId)
    const shown = () => contractMarkView(facts, { ...row.prices, lastPrice: 0 }, now())
    const row: Row = {
      prices: contractOf(state, instrumentId) ?? NOTHING,
      topic: new CoTopic<'mark'>(`mark:${facts.symbol}`, outbox, () => ({
        type: 'snapshot',
        seq: row.seq,
        prevSeq: null,
        time: now(),
        data: shown(),
      })),
      pace: new Pace(CO_CHANNELS.mark.apartMs, () => {
        const prevSeq = row.seq
        row.seq += 1
        row.topic.publish({ type: 'event', seq: row.seq, prevSeq, time: now(), data: shown() })
      }),
      seq: 0,
    }
    this.#rows.set(instrumentId, row)
    return row
  }
}
