/** Candles, tickers and the tape: on every database there is, the same events give the same answers. */
import { asInstrumentId } from '@agio/engine/ids/id.ts'
import { CANDLE_INTERVALS } from '@agio/wire/market/candle-intervals.ts'
import { expect, it } from 'vitest'
import type { Candle, PublicTrade } from '../port.ts'
import { bucketStart } from '../reads/candle-buckets.ts'
import { PAIR, type StampedEvent, traded } from '../testing/events.ts'
import { DAY, MONDAY, onEveryDatabase, PEOPLE } from '../testing/every-database.ts'

const HOUR = 3_600_000

onEveryDatabase('market', (stage) => {
  const open = stage.open

  it('MKT-016 MKT-017 candles of every interval equal the trades of their window, gaps repeat the close', async () => {
    stage.now = Date.UTC(2026, 3, 20, 12, 34, 56)
    const { models, project, stop } = await open()
    const events: StampedEvent[] = [...PEOPLE]
    const trades: (PublicTrade & { notional: bigint })[] = []
    let price = 50_000
    let at = Date.UTC(2026, 2, 28, 3, 17)
    for (let seq = 3; at < stage.now; seq += 1) {
      price += ((seq * 7919) % 201) - 100
      const trade = traded(seq, { price, quantity: 1 + (seq % 37) })
      events.push({ seq, at, event: trade })
      trades.push({ tradeId: trade.tradeId, price, quantity: trade.quantity, takerSide: 'buy', at, notional: trade.notional })
      at += seq % 50 === 0 ? 17 * HOUR : 1 + ((seq * 104_729) % (23 * 60_000))
    }
    await project(events)
    const range = { from: Date.UTC(2026, 2, 1), to: stage.now + DAY }
    for (const interval of CANDLE_INTERVALS) {
      const served = await models.candles(PAIR, interval, range, 1000)
      const starts = served.map((candle) => candle.openAt)
      expect(starts.at(-1)).toBe(bucketStart(interval, stage.now))
      for (const candle of served) expect(candle).toEqual(candleOf(interval, candle.openAt, trades))
      for (const [index, openAt] of starts.entries()) if (index > 0) expect(bucketStart(interval, openAt - 1)).toBe(starts[index - 1])
    }
    expect((await models.candles(PAIR, '1d', range, 1000))[0]?.openAt).toBe(Date.UTC(2026, 2, 28))
    expect((await models.candles(PAIR, '1w', range, 1000))[0]?.openAt).toBe(Date.UTC(2026, 2, 23))
    const seed = await models.candleSeed(PAIR, '4h')
    expect(seed.seq).toBe(models.position())
    expect(seed.candles).toEqual(await models.candles(PAIR, '4h', range, 2))
    const tape = await models.trades(PAIR, 500)
    expect(tape.map((trade) => trade.tradeId)).toEqual(
      trades
        .map((trade) => trade.tradeId)
        .reverse()
        .slice(0, 500),
    )
    expect(await models.lastTrades(50)).toEqual(new Map([[PAIR, tape.slice(0, 50)]]))
    expect((await models.trades(PAIR, 2, tape[1]?.tradeId)).map((trade) => trade.tradeId)).toEqual(
      tape.slice(2, 4).map((trade) => trade.tradeId),
    )
    await stop()
  })

  it('the last trades of every pair come in one read, the newest first', async () => {
    const { models, project, stop } = await open()
    const other = asInstrumentId(2)
    stage.now = MONDAY + HOUR
    const trades = [1, 2, 3, 4, 5, 6].map((count) =>
      traded(2 + count, { price: 100 + count, ...(count % 3 === 0 && { instrumentId: other }) }),
    )
    await project([...PEOPLE, ...trades.map((event) => ({ seq: event.tradeId, at: stage.now, event }))])
    const last = await models.lastTrades(3)
    const prices = new Map([...last].map(([pair, list]) => [pair, list.map(({ price }) => price)]))
    expect(prices).toEqual(
      new Map([
        [PAIR, [105, 104, 102]],
        [other, [106, 103]],
      ]),
    )
    expect(last.get(other)).toEqual(await models.trades(other, 3))
    await stop()
  })

  it('charts and tapes are read once while nothing is new, and again for a trade or a new minute', async () => {
    const { models, project, stop } = await open()
    const at = (seq: number, price: number): StampedEvent => ({ seq, at: stage.now, event: traded(seq, { price }) })
    const range = { from: MONDAY, to: MONDAY + 9 * DAY }
    const closes = async () => (await models.candles(PAIR, '1m', range, 2)).map(({ close }) => close)
    const prices = async () => (await models.trades(PAIR, 2)).map(({ price }) => price)
    stage.now = MONDAY + HOUR
    await project([...PEOPLE, at(3, 100)])
    const [chart, tape] = [await models.candles(PAIR, '1m', range, 2), await models.trades(PAIR, 2)]
    expect(await models.candles(PAIR, '1m', range, 2)).toBe(chart)
    expect(await models.trades(PAIR, 2)).toBe(tape)
    expect([await closes(), await prices()]).toEqual([[100], [100]])
    expect((await models.candles(PAIR, '1m', range, 1)).length + (await models.candles(PAIR, '5m', range, 2)).length).toBe(2)
    await project([at(4, 101)])
    expect([await closes(), await prices()]).toEqual([[101], [101, 100]])
    stage.now += 60_000
    expect(await closes()).toEqual([101, 101])
    await stop()
  })

  it('MKT-005 yesterday is the last trade at or before 00:00 UTC, the opening price the first of the day', async () => {
    const tuesday = MONDAY + DAY
    const { models, project, stop } = await open()
    const ticker = async () => (await models.tickers())[0]
    const at = (seq: number, moment: number, price: number): StampedEvent => ({ seq, at: moment, event: traded(seq, { price }) })
    stage.now = MONDAY + 10 * HOUR
    await project([...PEOPLE, at(3, MONDAY + HOUR, 100), at(4, MONDAY + 2 * HOUR, 120)])
    expect(await ticker()).toMatchObject({ lastPrice: 120, openPrice: 100, previousClose: 0, high24h: 120, low24h: 100, quantity24h: 2 })
    stage.now = tuesday + 1.5 * HOUR
    expect(await ticker()).toMatchObject({ lastPrice: 120, openPrice: 120, previousClose: 120, high24h: 120, low24h: 120, quantity24h: 1 })
    await project([at(5, tuesday + 1.5 * HOUR, 132), at(6, tuesday + 1.5 * HOUR, 126)])
    expect(await ticker()).toMatchObject({
      lastPrice: 126,
      openPrice: 132,
      previousClose: 120,
      high24h: 132,
      low24h: 120,
      turnover24h: 378n,
    })
    // On the very millisecond of 00:00 the first trade opens the day and the last one is the close of yesterday.
    stage.now = tuesday + DAY
    await project([at(7, stage.now, 140), at(8, stage.now, 141)])
    expect(await ticker()).toMatchObject({ lastPrice: 141, openPrice: 140, previousClose: 141 })
    // An entry without rows is part of what the seed stands for.
    await project([{ seq: 9, at: stage.now, event: { kind: 'feeScheduleChanged' } }])
    const seed = await models.tickerSeed()
    expect(seed.seq).toBe(9)
    expect(seed.minutes.map((minute) => minute.tradeCount)).toEqual([2, 2])
    await stop()
  })

  it('MKT-001 high, low and volume cover the last 24 h, to the millisecond', async () => {
    stage.now = MONDAY + DAY + 5 * HOUR + 30_000
    const { models, project, stop } = await open()
    const moments = [
      stage.now - DAY - 1,
      stage.now - DAY,
      stage.now - DAY + 1,
      stage.now - DAY + 29_000,
      stage.now - DAY + 30_000,
      stage.now,
    ]
    const trades = moments.map((at, index) => ({
      seq: 3 + index,
      at,
      event: traded(3 + index, { price: 100 * (index + 1), quantity: 10 ** index }),
    }))
    await project([...PEOPLE, ...trades])
    expect((await models.tickers())[0]).toMatchObject({ high24h: 600, low24h: 300, quantity24h: 111_100, turnover24h: 65_430_000n })
    stage.now += 5
    expect((await models.tickers())[0]).toMatchObject({ low24h: 400, quantity24h: 111_000 })
    await stop()
  })
})

/** The candle that trades give, computed the slow way. */
function candleOf(
  interval: Parameters<typeof bucketStart>[0],
  openAt: number,
  trades: readonly (PublicTrade & { notional: bigint })[],
): Candle {
  const inside = trades.filter((trade) => bucketStart(interval, trade.at) === openAt)
  const [first] = inside
  const last = inside.at(-1)
  if (first === undefined || last === undefined) {
    const close = trades.findLast((trade) => trade.at < openAt)?.price ?? Number.NaN
    return { openAt, open: close, high: close, low: close, close, quantity: 0, turnover: 0n, tradeCount: 0 }
  }
  const prices = inside.map((trade) => trade.price)
  return {
    openAt,
    open: first.price,
    high: Math.max(...prices),
    low: Math.min(...prices),
    close: last.price,
    quantity: inside.reduce((sum, trade) => sum + trade.quantity, 0),
    turnover: inside.reduce((sum, trade) => sum + trade.notional, 0n),
    tradeCount: inside.length,
  }
}
