/**
 * History in plain arrays, made of the same events as the SQL projections. For tests only; small and obvious on purpose. Tests may make
 * it lag, fail and start again from nothing, as the real one does.
 */
import type { Event, Order } from '@agio/engine/event.ts'
import { readEvents } from '@agio/engine/event-buffer.ts'
import type { OrderId, UserId } from '@agio/engine/ids/id.ts'
import { isOrderEvent } from '@agio/engine/schema/events.ts'
import { HISTORY_NAMES, type HistoryRow, historyOf } from '../projections/histories.ts'
import type { Candle, FillRow, Listing, Page, ReadModels, StatementRow, TickerRow, UserRow } from '../projections/port.ts'
import { savedBy } from '../projections/projectors/documents.ts'
import { isFoldedBy } from '../projections/projectors/projector.ts'
import { type TotalChange, TotalChanges } from '../projections/projectors/total-changes.ts'
import { bucketAfter, bucketStart } from '../projections/reads/candle-buckets.ts'
import type { LoweringRow } from '../projections/rows/lowering-row.ts'
import { ProjectionPosition } from '../projections/thread/projection-position.ts'
import type { DurableBatch, Exchange } from '../sequencer/exchange.ts'
import { MemoryContracts } from './memory-contracts.ts'
import { MemoryEarn, pageAt } from './memory-earn.ts'
import { has, isNamed, isStatementLine, isSubject, within } from './memory-filters.ts'
import { indexReads, MemoryIndex } from './memory-index.ts'
import { MemoryMessages } from './memory-messages.ts'
import { sumReads } from './memory-sums.ts'
import { MemoryWallet } from './memory-wallet.ts'
import { guarded } from './refused-reads.ts'

type Traded = Extract<Event, { kind: 'traded' }> & { readonly at: number }
type Done = Extract<Event, { readonly userId: UserId }> & { readonly at: number; readonly seq: number }
const HISTORY_EVENTS: ReadonlySet<Event['kind']> = new Set(HISTORY_NAMES.map((name) => historyOf(name).event))
type Saved = ReturnType<typeof savedBy> & { readonly at: number; readonly seq: number }

const DAY_MS = 86_400_000

export class MemoryModels {
  readonly orderRows = new Map<number, Order>()
  /** By order. */
  readonly lowerings = new Map<OrderId, LoweringRow[]>()
  readonly trades: Traded[] = []
  readonly fillRows: FillRow[] = []
  readonly lines: StatementRow[] = []
  /** What every change left, those too that stand in no statement. */
  readonly totals: (TotalChange & { readonly at: number })[] = []
  /** What histories are made of. */
  readonly done: Done[] = []
  readonly saved: Saved[] = []
  readonly users = new Map<UserId, UserRow>()
  messages = new MemoryMessages()
  readonly index = new MemoryIndex()
  readonly earn = new MemoryEarn()
  readonly wallet = new MemoryWallet()
  readonly contracts = new MemoryContracts()
  /** Every read is refused while this is true. */
  isFailing = false
  /** How long `reached` waits, whatever was asked for; undefined = as asked. */
  patienceMs: number | undefined
  readonly #now: () => number
  readonly #contracts = new Set<number>()
  #changes = new TotalChanges(new Map())
  readonly #batches: DurableBatch[] = []
  #position = new ProjectionPosition(0, false, () => undefined)
  #taken = 0
  #isHeld = false
  #waitedFor: () => void = () => undefined

  constructor(exchange: Exchange) {
    this.#now = () => exchange.now()
    exchange.onDurable((batch) => {
      this.#batches.push(batch)
      if (!this.#isHeld) this.#takeAll()
    })
  }

  get seq(): number {
    return this.#position.seq
  }

  get rebuilding(): number | null {
    return this.#position.rebuilding()
  }

  reached(seq: number, timeoutMs?: number): Promise<void> {
    const reached = this.#position.reached(seq, this.patienceMs ?? timeoutMs)
    if (seq > this.seq) this.#waitedFor()
    return reached
  }

  /** From now on what becomes durable is not seen, until `catchUp`. */
  lag(): void {
    this.#isHeld = true
  }

  /** Sees nothing new until somebody waits for what it has not seen, and then all of it. */
  lagUntilWaitedFor(): void {
    this.lag()
    this.#waitedFor = () => {
      this.#waitedFor = () => undefined
      setImmediate(() => this.catchUp())
    }
  }

  /** Everything is dropped, and nothing is seen until `catchUp`. */
  drop(): void {
    this.lag()
    for (const rows of [this.trades, this.fillRows, this.lines, this.totals, this.saved]) rows.length = 0
    for (const rows of [this.orderRows, this.lowerings, this.users, this.index, this.earn, this.wallet, this.contracts]) rows.clear()
    this.messages = new MemoryMessages()
    this.#changes = new TotalChanges(new Map())
    this.#position = new ProjectionPosition(this.#batches.at(-1)?.lastSeq ?? 0, true, () => undefined)
    this.#taken = 0
  }

  catchUp(): void {
    this.#isHeld = false
    this.#takeAll()
  }

  #takeAll(): void {
    for (; this.#taken < this.#batches.length; this.#taken += 1) {
      const batch = this.#batches[this.#taken]
      if (batch === undefined) return
      for (const { seq, at, event } of readEvents(batch.events)) {
        this.#see(event, seq, at)
        this.messages.see(event, seq, at)
        this.earn.see(event, seq, at)
        this.wallet.see(event, seq, at)
        this.contracts.see(event, seq, at)
      }
      this.#position.moved(batch.lastSeq)
    }
  }

  #see(event: Event, seq: number, at: number): void {
    if ('userId' in event && HISTORY_EVENTS.has(event.kind)) this.done.push({ ...event, at, seq })
    if (isOrderEvent(event)) {
      if (event.kind === 'orderLowered') this.#lowered(event.order, at)
      if (event.order.contract === undefined) this.orderRows.set(event.order.orderId, event.order)
    } else if (event.kind === 'contractDefined') this.#contracts.add(event.instrumentId)
    else if (event.kind === 'traded') {
      this.trades.push({ ...event, at })
      if (this.#contracts.has(event.instrumentId)) return
      this.#fill(event, 'maker', at)
      this.#fill(event, 'taker', at)
    } else this.index.fold(event, at)
    const change = isFoldedBy('statement', event) ? this.#changes.of(event) : undefined
    if (change !== undefined) this.#line(change, seq, at)
    if (isFoldedBy('documents', event)) this.saved.push({ ...savedBy(event), at, seq })
    else if (event.kind === 'userRegistered') {
      const { userId, accountKey, role, document } = event
      this.users.set(userId, { userId, accountKey, role, document, createdAt: at })
    }
  }

  #lowered({ orderId, quantity: loweredTo, executedQuantity, contract }: Order, at: number): void {
    const { quantity = 0 } = (contract === undefined ? this.orderRows.get(orderId) : this.contracts.order(orderId)) ?? {}
    this.lowerings.set(orderId, [...(this.lowerings.get(orderId) ?? []), { quantity, loweredTo, executedQuantity, at }])
  }

  #fill(event: Extract<Event, { kind: 'traded' }>, role: 'maker' | 'taker', at: number): void {
    const maker = role === 'maker'
    const { tradeId, instrumentId, price, quantity, notional } = event
    const orderId = maker ? event.makerOrderId : event.takerOrderId
    this.fillRows.push({
      tradeId,
      instrumentId,
      price,
      quantity,
      notional,
      at,
      role,
      orderId,
      clientOrderId: this.orderRows.get(orderId)?.clientOrderId ?? '',
      originOrderId: this.orderRows.get(orderId)?.originOrderId ?? 0,
      userId: maker ? event.makerUserId : event.takerUserId,
      side: maker === (event.takerSide === 'buy') ? 'sell' : 'buy',
      fee: maker ? event.makerFee : event.takerFee,
      feeAssetId: maker ? event.makerFeeAssetId : event.takerFeeAssetId,
    })
  }

  #line(change: TotalChange, seq: number, at: number): void {
    const line = Object.assign(change, { lineId: seq * 1000 + this.lines.length, at })
    this.totals.push(line)
    if (isStatementLine(line)) this.lines.push(line)
  }

  page<Row>(rows: readonly Row[], asked: Page): Listing<Row> {
    return pageAt(rows, asked, this.seq)
  }

  candles(instrumentId: number, interval: Parameters<ReadModels['candles']>[1], from: number, to: number, limit: number): Candle[] {
    const trades = this.trades.filter((trade) => trade.instrumentId === instrumentId)
    const [first] = trades
    if (first === undefined) return []
    const candles: Candle[] = []
    let close = first.price
    for (let openAt = bucketStart(interval, first.at); openAt <= Math.min(to, this.#now()); openAt = bucketAfter(interval, openAt, 1)) {
      const own = trades.filter((trade) => bucketStart(interval, trade.at) === openAt)
      const prices = own.length === 0 ? [close] : own.map((trade) => trade.price)
      close = prices.at(-1) ?? close
      candles.push({
        openAt,
        open: prices[0] ?? close,
        high: Math.max(...prices),
        low: Math.min(...prices),
        close,
        quantity: own.reduce((sum, trade) => sum + trade.quantity, 0),
        turnover: own.reduce((sum, trade) => sum + trade.notional, 0n),
        tradeCount: own.length,
      })
    }
    return candles.filter((candle) => candle.openAt >= from).slice(-limit)
  }

  ticker(instrumentId: TickerRow['instrumentId']): TickerRow | undefined {
    const trades = this.trades.filter((trade) => trade.instrumentId === instrumentId)
    const last = trades.at(-1)
    if (last === undefined) return undefined
    const midnight = Math.floor(this.#now() / DAY_MS) * DAY_MS
    const before = trades.filter((trade) => trade.at < midnight).at(-1)?.price ?? 0
    const recent = trades.filter((trade) => trade.at > this.#now() - DAY_MS)
    const prices = recent.length === 0 ? [last.price] : recent.map((trade) => trade.price)
    return {
      instrumentId,
      lastPrice: last.price,
      openPrice: trades.find((trade) => trade.at >= midnight)?.price ?? before,
      previousClose: before,
      high24h: Math.max(...prices),
      low24h: Math.min(...prices),
      quantity24h: recent.reduce((sum, trade) => sum + trade.quantity, 0),
      turnover24h: recent.reduce((sum, trade) => sum + trade.notional, 0n),
      at: last.at,
    }
  }

  documents(userId: UserId, collection: string): { id: string; document: NonNullable<Saved['document']>; savedAt: number }[] {
    const newest = new Map<string, Saved>()
    for (const saved of this.saved) if (saved.userId === userId && saved.collection === collection) newest.set(saved.id, saved)
    return [...newest.values()].flatMap(({ id, document, at }) => (document === null ? [] : [{ id, document, savedAt: at }]))
  }
}

const LIVE: readonly string[] = ['pendingTrigger', 'pendingNew', 'new', 'partiallyFilled']

type Lists = Pick<
  ReadModels,
  | 'messages'
  | 'indexMinute'
  | 'indexCloses'
  | 'unreadMessages'
  | 'orders'
  | 'order'
  | 'ordersById'
  | 'lowerings'
  | 'fills'
  | 'statement'
  | 'statementSums'
  | 'statementDays'
  | 'takenBack'
  | 'history'
  | 'documents'
  | 'documentVersions'
>

const loweringReads = (rows: MemoryModels): Pick<Lists, 'lowerings'> => ({
  lowerings: (userId, orderIds) => {
    const own = orderIds.filter((orderId) => (rows.orderRows.get(orderId) ?? rows.contracts.order(orderId))?.userId === userId)
    return Promise.resolve(new Map(own.map((orderId) => [orderId, rows.lowerings.get(orderId) ?? []])))
  },
})

const lists = (rows: MemoryModels): Lists => ({
  ...loweringReads(rows),
  ...indexReads(rows.index),
  ...sumReads(rows.lines),
  messages: (query) => Promise.resolve(rows.page(rows.messages.find(query, rows.orderRows), query)),
  unreadMessages: (userId) => {
    const unread = rows.messages.find({ userId, isRead: false }, rows.orderRows)
    const of = (type: string): number => unread.filter((row) => row.type === type).length
    return Promise.resolve({ account: of('account'), assets: of('assets'), transaction: of('transaction'), asOf: rows.seq })
  },
  orders: (query) => {
    const found = [...rows.orderRows.values()]
      .filter(
        (order) => order.userId === query.userId && has(query.instrumentIds, order.instrumentId) && within(order.createdAt, query.range),
      )
      .filter((order) => query.state === 'all' || LIVE.includes(order.status) === (query.state === 'open'))
      .filter((order) => has(query.types, order.type) && has(query.statuses, order.status) && (query.side ?? order.side) === order.side)
      .filter((order) => LIVE.includes(order.status) || order.updatedAt >= (query.endedSince ?? 0))
      .filter((order) => query.name === undefined || isNamed(order, query.name))
      .filter((order) => query.isJoined !== true || order.closeReason !== 'replaced')
      .sort((a, b) => b.orderId - a.orderId)
    return Promise.resolve(rows.page(found, query))
  },
  order: (userId, name) => {
    const found = [...rows.orderRows.values()].filter((order) => order.userId === userId && isNamed(order, name))
    return Promise.resolve(found.sort((a, b) => a.orderId - b.orderId).at(-1))
  },
  ordersById: (userId, orderIds) => {
    const found = orderIds.flatMap((orderId) => rows.orderRows.get(orderId) ?? []).filter((order) => order.userId === userId)
    return Promise.resolve(new Map(found.map((order) => [order.orderId, order])))
  },
  fills: (query) => {
    const found = rows.fillRows
      .filter((fill) => fill.userId === query.userId && has(query.instrumentIds, fill.instrumentId) && within(fill.at, query.range))
      .filter((fill) => (query.orderId ?? fill.orderId) === fill.orderId && (query.side ?? fill.side) === fill.side)
      .reverse()
    return Promise.resolve(rows.page(found, query))
  },
  statement: (query) => {
    const found = rows.lines
      .filter((line) => line.userId === query.userId && has(query.causes, line.cause) && within(line.at, query.range))
      .filter((line) => (query.assetId ?? line.assetId) === line.assetId && isSubject(line, query.about))
      .filter((line) => (query.account ?? line.account) === line.account)
      .filter((line) => query.direction === undefined || line.amount > 0n === (query.direction === 'in'))
      .reverse()
    return Promise.resolve(rows.page(found, query))
  },
  history: (name, query) => {
    const { event, id } = historyOf(name)
    const wanted = Object.entries(query.where ?? {})
    const found = rows.done
      .filter((row) => row.kind === event && row.userId === query.userId && within(row.at, query.range))
      .map((row) => ({ ...row, id: Number((row as unknown as Record<string, unknown>)[id]) }))
      .filter(
        (row) =>
          (query.id ?? row.id) === row.id &&
          wanted.every(([column, value]) => Object.entries(row).some(([own, has]) => own === column && has === value)),
      )
      .reverse()
    return Promise.resolve(rows.page(found, query) as unknown as Listing<HistoryRow<typeof name>>)
  },
  documents: (userId, collection) => Promise.resolve(rows.documents(userId, collection)),
  documentVersions: (collection, id) => {
    const versions = rows.saved.filter((saved) => saved.userId === 0 && saved.collection === collection && saved.id === id)
    return Promise.resolve(
      versions.map(({ seq, document, at, actor }, index) => ({ version: index + 1, seq, document, savedAt: at, actor })),
    )
  },
})

/** ReadModels over the arrays; everything durable is reached at once, unless a test holds it back. */
export function memoryModels(exchange: Exchange): ReadModels & { readonly rows: MemoryModels } {
  const rows = new MemoryModels(exchange)
  const tickers = (): TickerRow[] =>
    [...new Set(rows.trades.map((trade) => trade.instrumentId))].flatMap((instrumentId) => rows.ticker(instrumentId) ?? [])
  const models: Partial<ReadModels> & { rows: MemoryModels } = {
    rows,
    ...lists(rows),
    ...rows.earn.reads((found, query) => rows.page(found, query)),
    ...rows.wallet.reads((found, query) => rows.page(found, query)),
    ...rows.contracts.reads(
      (found, query) => rows.page(found, query),
      () => exchange.now(),
    ),
    position: () => rows.seq,
    reached: (seq, timeoutMs) => rows.reached(seq, timeoutMs),
    onMailed: (listener) => rows.messages.mails.on(listener),
    rebuilding: () => rows.rebuilding,
    async *users() {
      yield* [...rows.users.values()]
    },
    user: (userId) => Promise.resolve(rows.users.get(userId)),
    candles: (instrumentId, interval, range, limit) => Promise.resolve(rows.candles(instrumentId, interval, range.from, range.to, limit)),
    candleSeed: (instrumentId, interval) => {
      const candles = rows.candles(instrumentId, interval, 0, exchange.now(), 2)
      return Promise.resolve({ seq: rows.seq, candles })
    },
    lastTrades: (limit) => {
      const byPair = Map.groupBy(rows.trades, (trade) => trade.instrumentId)
      return Promise.resolve(new Map([...byPair].map(([pair, trades]) => [pair, trades.slice(-limit).reverse()])))
    },
    trades: (instrumentId, limit, beforeId) => {
      const found = rows.trades.filter(
        (trade) => trade.instrumentId === instrumentId && trade.tradeId < (beforeId ?? Number.POSITIVE_INFINITY),
      )
      return Promise.resolve(found.reverse().slice(0, limit))
    },
    tickers: () => Promise.resolve(tickers()),
    tickerSeed: () => {
      const minutes = tickers().flatMap(({ instrumentId }) =>
        rows.candles(instrumentId, '1m', exchange.now() - DAY_MS, exchange.now(), 1440).map((candle) => ({ ...candle, instrumentId })),
      )
      return Promise.resolve({ seq: rows.seq, rows: tickers(), minutes: minutes.filter((minute) => minute.tradeCount > 0) })
    },
    balanceDays: (userId, fromDay) => {
      const days: Awaited<ReturnType<ReadModels['balanceDays']>>[number][] = []
      for (let at = Date.parse(fromDay); at <= exchange.now(); at += DAY_MS) {
        const totals = new Map(
          rows.totals
            .filter((line) => line.userId === userId && line.at < at + DAY_MS)
            .map(({ assetId, account, totalAfter }) => [`${assetId} ${account}`, { assetId, account, total: totalAfter }] as const),
        )
        for (const held of totals.values()) days.push({ day: new Date(at).toISOString().slice(0, 10), ...held })
      }
      return Promise.resolve(days)
    },
  }
  return guarded(models, () => rows.isFailing) as unknown as ReadModels & { readonly rows: MemoryModels }
}
