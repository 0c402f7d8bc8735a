/** Tickers and the public tape. */
import type { Side } from '@agio/engine/command.ts'
import { asInstrumentId, asTradeId, type InstrumentId, type TradeId } from '@agio/engine/ids/id.ts'
import type { Selectable } from 'kysely'
import type { PublicTrade, TickerRow, TickerSeed } from '../port.ts'
import { DAY_MS, dayStart, MINUTE_MS } from '../projectors/projector.ts'
import { tradesKeptFrom } from '../projectors/trades.ts'
import type { CandlesTable, TickersTable } from '../store/tables.ts'
import { int, seqOf, type TenantReader } from './reader.ts'

/** Newest first. @param beforeId only trades before that one */
export async function listTrades(
  reader: TenantReader,
  instrumentId: InstrumentId,
  limit: number,
  beforeId: TradeId | undefined,
  now: number,
): Promise<readonly PublicTrade[]> {
  let rows = reader.db.selectFrom('trades').selectAll().where('instrument_id', '=', instrumentId)
  rows = rows.where('at', '>=', String(tradesKeptFrom(now)))
  if (beforeId !== undefined) rows = rows.where('trade_id', '<', String(beforeId))
  const found = await rows.orderBy('trade_id', 'desc').limit(limit).execute()
  return found.map((row) => ({
    tradeId: asTradeId(int(row.trade_id)),
    price: int(row.price),
    quantity: int(row.quantity),
    takerSide: row.taker_side as Side,
    at: int(row.at),
  }))
}

/** What happened to a pair in the last 24 h. */
interface Rolling {
  high: number
  low: number
  quantity: number
  turnover: bigint
}

/**
 * Tickers at `now`. The window is exact: whole minutes come from candles, the minute in which it begins from its trades.
 * A pair without a trade in the window has high and low at its last price and no volume.
 */
export async function seedTickers(reader: TenantReader, now: number): Promise<TickerSeed> {
  const windowStart = now - DAY_MS
  const wholeFrom = Math.ceil(windowStart / MINUTE_MS) * MINUTE_MS
  const minuteRows = reader.db
    .selectFrom('candles')
    .selectAll()
    .where('step', '=', 1)
    .where('open_at', '>=', String(wholeFrom - MINUTE_MS))
  const edgeRows = reader.db.selectFrom('trades').selectAll().where('at', '>', String(windowStart)).where('at', '<', String(wholeFrom))
  const [states, minutes, edge, position] = await reader.together(
    reader.db.selectFrom('tickers').selectAll().orderBy('instrument_id').compile(),
    minuteRows.orderBy('instrument_id').orderBy('open_at').compile(),
    edgeRows.compile(),
    reader.position(),
  )
  const rolling = new Map<number, Rolling>()
  for (const row of minutes)
    if (int(row.open_at) >= wholeFrom) include(rolling, row.instrument_id, row.high, row.low, row.quantity, row.turnover)
  for (const row of edge) include(rolling, row.instrument_id, row.price, row.price, row.quantity, row.notional)
  return {
    seq: seqOf(position),
    rows: states.map((state) => tickerOf(state, rolling.get(state.instrument_id), now)),
    minutes: minutes.map(minuteOf),
  }
}

function include(rolling: Map<number, Rolling>, instrumentId: number, high: string, low: string, quantity: string, turnover: string): void {
  const pair = rolling.get(instrumentId)
  if (pair === undefined) {
    rolling.set(instrumentId, { high: int(high), low: int(low), quantity: int(quantity), turnover: BigInt(turnover) })
    return
  }
  pair.high = Math.max(pair.high, int(high))
  pair.low = Math.min(pair.low, int(low))
  pair.quantity += int(quantity)
  pair.turnover += BigInt(turnover)
}

/** On a day without a trade yet, the last price is the close of the day before and the open as well (MKT-005). */
function tickerOf(state: Selectable<TickersTable>, rolling: Rolling | undefined, now: number): TickerRow {
  const lastPrice = int(state.last_price)
  const tradedToday = int(state.day_at) === dayStart(now)
  return {
    instrumentId: asInstrumentId(state.instrument_id),
    lastPrice,
    openPrice: tradedToday ? int(state.open_price) : lastPrice,
    previousClose: tradedToday ? int(state.previous_close) : lastPrice,
    high24h: rolling?.high ?? lastPrice,
    low24h: rolling?.low ?? lastPrice,
    quantity24h: rolling?.quantity ?? 0,
    turnover24h: rolling?.turnover ?? 0n,
    at: int(state.last_at),
  }
}

function minuteOf(row: Selectable<CandlesTable>): TickerSeed['minutes'][number] {
  return {
    instrumentId: asInstrumentId(row.instrument_id),
    openAt: int(row.open_at),
    open: int(row.open),
    high: int(row.high),
    low: int(row.low),
    close: int(row.close),
    quantity: int(row.quantity),
    turnover: BigInt(row.turnover),
    tradeCount: int(row.trade_count),
  }
}
