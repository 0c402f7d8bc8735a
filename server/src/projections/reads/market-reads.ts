/** Tickers and the public tape. */
import type { Side } from '@agio/engine/command.ts'
import { asInstrumentId, asTradeId, type InstrumentId, type TradeId } from '@agio/engine/ids/id.ts'
import { type CompiledQuery, type Selectable, sql } from 'kysely'
import type { PublicTrade, TickerRow, TickerSeed } from '../port.ts'
import { DAY_MS, dayStart, MINUTE_MS } from '../projectors/projector.ts'
import { tradesKeptFrom } from '../projectors/trades.ts'
import type { TickersTable, TradesTable } from '../store/tables.ts'
import { type PackedColumn, packed, unpacked } from './packed-rows.ts'
import { int, type TenantReader } from './reader.ts'
import type { SharedReads } from './shared-reads.ts'

/** Newest first. @param beforeId only trades before that one */
export function listTrades(
  reader: TenantReader,
  shared: SharedReads<readonly PublicTrade[]>,
  instrumentId: InstrumentId,
  limit: number,
  beforeId: TradeId | undefined,
  now: number,
): Promise<readonly PublicTrade[]> {
  const from = tradesKeptFrom(now)
  return shared.read(`${instrumentId} ${limit} ${beforeId} ${from}`, async () => {
    let rows = reader.db.selectFrom('trades').selectAll().where('instrument_id', '=', instrumentId).where('at', '>=', String(from))
    if (beforeId !== undefined) rows = rows.where('trade_id', '<', String(beforeId))
    const found = await rows.orderBy('trade_id', 'desc').limit(limit).execute()
    return found.map(tradeOf)
  })
}

/** Of each pair, newest first. A read of its own for every pair would be planned anew each time, which costs more than the rows. */
export async function listLastTrades(
  reader: TenantReader,
  limit: number,
  now: number,
): Promise<ReadonlyMap<InstrumentId, readonly PublicTrade[]>> {
  const rows = await reader.db
    .selectFrom('tickers as pair')
    .innerJoinLateral(
      (from) =>
        from
          .selectFrom('trades')
          .selectAll()
          .whereRef('trades.instrument_id', '=', 'pair.instrument_id')
          .where('at', '>=', String(tradesKeptFrom(now)))
          .orderBy('trade_id', 'desc')
          .limit(limit)
          .as('last'),
      (join) => join.onTrue(),
    )
    .selectAll('last')
    .orderBy('last.instrument_id')
    .orderBy('last.trade_id', 'desc')
    .execute()
  const byPair = Map.groupBy(rows, (row) => asInstrumentId(row.instrument_id))
  return new Map([...byPair].map(([instrumentId, trades]) => [instrumentId, trades.map(tradeOf)]))
}

function tradeOf(row: Selectable<TradesTable>): PublicTrade {
  return {
    tradeId: asTradeId(int(row.trade_id)),
    price: int(row.price),
    quantity: int(row.quantity),
    takerSide: row.taker_side as Side,
    at: int(row.at),
  }
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
  const edgeRows = reader.db.selectFrom('trades').selectAll().where('at', '>', String(windowStart)).where('at', '<', String(wholeFrom))
  const {
    rows: [states, pairs, edge],
    seq,
  } = await reader.togetherAt(
    reader.db.selectFrom('tickers').selectAll().orderBy('instrument_id').compile(),
    minutesSince(reader, wholeFrom - MINUTE_MS),
    edgeRows.compile(),
  )
  const minutes = pairs.flatMap(unpack)
  const rolling = new Map<number, Rolling>()
  for (const minute of minutes) if (minute.openAt >= wholeFrom) include(rolling, minute)
  for (const row of edge) {
    const price = int(row.price)
    const instrumentId = asInstrumentId(row.instrument_id)
    include(rolling, { instrumentId, high: price, low: price, quantity: int(row.quantity), turnover: BigInt(row.notional) })
  }
  return {
    seq,
    rows: states.map((state) => tickerOf(state, rolling.get(state.instrument_id), now)),
    minutes,
  }
}

function include(rolling: Map<number, Rolling>, part: Rolling & { readonly instrumentId: InstrumentId }): void {
  const { high, low, quantity, turnover } = part
  const pair = rolling.get(part.instrumentId)
  if (pair === undefined) {
    rolling.set(part.instrumentId, { high, low, quantity, turnover })
    return
  }
  pair.high = Math.max(pair.high, high)
  pair.low = Math.min(pair.low, low)
  pair.quantity += quantity
  pair.turnover += turnover
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

const MINUTE_COLUMNS = ['open_at', 'open', 'high', 'low', 'close', 'quantity', 'turnover', 'trade_count'] as const

type PackedMinutes = { readonly instrument_id: number } & Readonly<Record<(typeof MINUTE_COLUMNS)[number], PackedColumn>>

/** A pair's minutes in one row: a day of every pair is twenty thousand. */
function minutesSince(reader: TenantReader, fromAt: number): CompiledQuery<PackedMinutes> {
  const columns = MINUTE_COLUMNS.map((column) => packed(column, sql.ref('open_at')).as(column))
  return reader.db
    .selectFrom('candles')
    .select(['instrument_id', ...columns])
    .where('step', '=', 1)
    .where('open_at', '>=', String(fromAt))
    .groupBy('instrument_id')
    .orderBy('instrument_id')
    .compile() as CompiledQuery<PackedMinutes>
}

function unpack(row: PackedMinutes): readonly TickerSeed['minutes'][number][] {
  const [openAt, open, high, low, close, quantity, turnover, tradeCount] = MINUTE_COLUMNS.map((column) => unpacked(row[column]))
  const figure = (column: readonly string[] | undefined, index: number): number => int(column?.[index] ?? '')
  return (openAt ?? []).map((_, index) => ({
    instrumentId: asInstrumentId(row.instrument_id),
    openAt: figure(openAt, index),
    open: figure(open, index),
    high: figure(high, index),
    low: figure(low, index),
    close: figure(close, index),
    quantity: figure(quantity, index),
    turnover: BigInt(turnover?.[index] ?? ''),
    tradeCount: figure(tradeCount, index),
  }))
}
