/** Ticker of a pair or a contract: last price, the UTC day's first and the last of the day before, and a rolling 24 h made of minutes. */
import type { Candle, TickerRow } from '../projections/port.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const WINDOW_MINUTES = 1440

interface Minute {
  readonly index: number
  readonly open: number
  high: number
  low: number
  quantity: number
  turnover: bigint
}

/** Prices in ticks (0 = never traded), quantity in lots, turnover in quote minor units. */
export interface TickerFigures {
  readonly lastPrice: number
  readonly openPrice: number
  readonly previousClose: number
  /** First price of the last 24 h. */
  readonly open24h: number
  readonly high24h: number
  readonly low24h: number
  readonly quantity24h: number
  readonly turnover24h: bigint
  readonly at: number
}

export class LiveTicker {
  #lastPrice: number
  #openPrice: number
  #previousClose: number
  #day: number
  #tradedToday = false
  #at: number
  /** Ascending, minutes with trades only. */
  #minutes: Minute[] = []
  #high = 0
  #low = Number.POSITIVE_INFINITY
  #quantity = 0
  #turnover = 0n

  /** Before history is known: the engine's last price stands for every price of the day. */
  constructor(lastPrice: number, now: number) {
    this.#lastPrice = lastPrice
    this.#openPrice = lastPrice
    this.#previousClose = lastPrice
    this.#day = Math.floor(now / DAY_MS)
    this.#at = now
  }

  /** Starts again from history that is true at `now`. */
  seed(row: TickerRow, minutes: readonly Candle[], now: number): void {
    this.#lastPrice = row.lastPrice
    this.#openPrice = row.openPrice
    this.#previousClose = row.previousClose
    this.#day = Math.floor(now / DAY_MS)
    this.#minutes = minutes.map((minute) => ({
      index: Math.floor(minute.openAt / MINUTE_MS),
      open: minute.open,
      high: minute.high,
      low: minute.low,
      quantity: minute.quantity,
      turnover: minute.turnover,
    }))
    const newest = this.#minutes.at(-1)
    this.#tradedToday = newest !== undefined && Math.floor((newest.index * MINUTE_MS) / DAY_MS) === this.#day
    this.#at = row.at
    this.#recount()
  }

  trade(at: number, price: number, quantity: number, notional: bigint): void {
    this.roll(at)
    this.#lastPrice = price
    if (!this.#tradedToday) {
      this.#openPrice = price
      this.#tradedToday = true
    }
    const index = Math.floor(at / MINUTE_MS)
    const newest = this.#minutes.at(-1)
    if (newest !== undefined && newest.index >= index) {
      newest.high = Math.max(newest.high, price)
      newest.low = Math.min(newest.low, price)
      newest.quantity += quantity
      newest.turnover += notional
    } else {
      this.#minutes.push({ index, open: price, high: price, low: price, quantity, turnover: notional })
    }
    this.#count(price, price, quantity, notional)
    this.#at = at
  }

  /** Lets minutes leave the window and the day change; true when a figure moved. */
  roll(now: number): boolean {
    const day = Math.floor(now / DAY_MS)
    let moved = false
    if (day > this.#day) {
      this.#day = day
      this.#previousClose = this.#lastPrice
      this.#openPrice = this.#lastPrice
      this.#tradedToday = false
      moved = true
    }
    const oldest = Math.floor(now / MINUTE_MS) - WINDOW_MINUTES
    let gone = 0
    while (gone < this.#minutes.length && (this.#minutes[gone]?.index ?? 0) <= oldest) gone += 1
    if (gone > 0) {
      this.#minutes.splice(0, gone)
      this.#recount()
    }
    return moved || gone > 0
  }

  figures(now: number): TickerFigures {
    this.roll(now)
    const [oldest] = this.#minutes
    const quiet = oldest === undefined
    return {
      lastPrice: this.#lastPrice,
      openPrice: this.#openPrice,
      previousClose: this.#previousClose,
      open24h: quiet ? this.#lastPrice : oldest.open,
      high24h: quiet ? this.#lastPrice : this.#high,
      low24h: quiet ? this.#lastPrice : this.#low,
      quantity24h: this.#quantity,
      turnover24h: this.#turnover,
      at: this.#at,
    }
  }

  #recount(): void {
    this.#high = 0
    this.#low = Number.POSITIVE_INFINITY
    this.#quantity = 0
    this.#turnover = 0n
    for (const minute of this.#minutes) this.#count(minute.high, minute.low, minute.quantity, minute.turnover)
  }

  #count(high: number, low: number, quantity: number, turnover: bigint): void {
    if (high > this.#high) this.#high = high
    if (low < this.#low) this.#low = low
    this.#quantity += quantity
    this.#turnover += turnover
  }
}
