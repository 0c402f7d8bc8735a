/** Contracts in plain arrays. For tests only; what follows a posting tells what it was for, as in the projections. */
import type { Event, Order } from '@agio/engine/event.ts'
import type { OrderId, UserId } from '@agio/engine/ids/id.ts'
import type { EventByKind } from '@agio/engine/schema/events.ts'
import { isOrderEvent, type OrderEvent } from '@agio/engine/schema/events.ts'
import { coStatusOf, coTypeOf, isConditional } from '@agio/wire/futures/order-view.ts'
import { isLive } from '@agio/wire/spot/view.ts'
import type { Candle, Listing, Page, TimeRange } from '../projections/port.ts'
import { bucketAfter, bucketStart } from '../projections/reads/candle-buckets.ts'
import type {
  ContractFillRow,
  ContractLineRow,
  ContractReads,
  PositionDayRow,
  PositionHistoryRow,
} from '../projections/reads/contract-reads.ts'

type Stamped<Kind extends Event['kind']> = EventByKind[Kind] & { readonly seq: number; readonly at: number }
type Line = { -readonly [Field in keyof ContractLineRow]: ContractLineRow[Field] } & { readonly userId: number; readonly seq: number }
type OfOrders = 'contractOrders' | 'contractOrder' | 'contractOrdersById' | 'realisedOf' | 'contractFills'
type Paging = <Row>(rows: readonly Row[], asked: Page) => Listing<Row>

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const within = (at: number, range: TimeRange | undefined): boolean => range === undefined || (at >= range.from && at <= range.to)
const is = <Value>(asked: Value | undefined, value: Value): boolean => asked === undefined || asked === value

const TYPES: Partial<Record<EventByKind['balanceChanged']['cause'], ContractLineRow['type']>> = {
  realised: 'realised',
  settled: 'realised',
  funding: 'funding',
  liquidationFee: 'liquidationFee',
  liquidation: 'insurance',
  share: 'share',
  airdrop: 'bonus',
  fee: 'openFee',
}

export class MemoryContracts {
  readonly #orders = new Map<number, Order>()
  /** Attached to another, and not armed. */
  readonly #unarmed = new Set<number>()
  readonly #fills: Stamped<'contractFilled'>[] = []
  readonly #gone: Stamped<'positionChanged'>[] = []
  readonly #positions: Stamped<'positionChanged'>[] = []
  readonly #lines: Line[] = []
  readonly #fundings: Stamped<'fundingSettled'>[] = []
  readonly #fund: Stamped<'insuranceChanged'>[] = []
  readonly #marks: Stamped<'markChanged'>[] = []
  readonly #receipts: Stamped<'liquidated'>[] = []
  #waiting: Line[] = []

  see(event: Event, seq: number, at: number): void {
    const stamp = { seq, at }
    if (isOrderEvent(event) && event.order.contract !== undefined) this.#ordered(event)
    else if (event.kind === 'contractFilled') this.#fills.unshift({ ...event, ...stamp })
    else if (event.kind === 'balanceChanged') this.#posted(event, seq, at)
    else if (event.kind === 'positionChanged') this.#changed({ ...event, ...stamp })
    else if (event.kind === 'fundingSettled') this.#fundings.unshift({ ...event, ...stamp })
    else if (event.kind === 'insuranceChanged') this.#fund.unshift({ ...event, ...stamp })
    else if (event.kind === 'markChanged') this.#marks.push({ ...event, ...stamp })
    else if (event.kind === 'liquidated') this.#receipts.push({ ...event, ...stamp })
  }

  #ordered({ kind, order }: OrderEvent): void {
    this.#orders.set(order.orderId, order)
    if (kind === 'orderClosed') return
    if (order.status === 'pendingNew') this.#unarmed.add(order.orderId)
    else this.#unarmed.delete(order.orderId)
  }

  order(orderId: OrderId): Order | undefined {
    return this.#orders.get(orderId)
  }

  clear(): void {
    this.#orders.clear()
    this.#unarmed.clear()
    for (const rows of [this.#fills, this.#gone, this.#positions, this.#lines, this.#fundings, this.#fund, this.#marks, this.#receipts])
      rows.length = 0
  }

  #posted(event: EventByKind['balanceChanged'], seq: number, at: number): void {
    const { account, cause, userId, assetId, availableDelta, heldDelta, available, held, reference } = event
    const amount = availableDelta + heldDelta
    if (account !== 'contract' || cause === 'hold' || cause === 'release' || amount === 0n) return
    const type = cause === 'transfer' ? (amount < 0n ? 'transferOut' : 'transferIn') : (TYPES[cause] ?? 'adjustment')
    const lineId = seq * 1000 + this.#lines.length
    const line: Line = { userId, lineId, type, assetId, instrumentId: 0, amount, balanceAfter: available + held, reference, at, seq }
    this.#lines.unshift(line)
    if (this.#waiting[0]?.seq !== seq) this.#waiting = []
    this.#waiting.push(line)
  }

  #changed(event: Stamped<'positionChanged'>): void {
    for (const line of this.#waiting.filter(
      ({ userId, seq, reference }) => userId === event.userId && seq === event.seq && reference !== 0,
    )) {
      line.instrumentId = event.instrumentId
      if (line.type === 'openFee' && event.quantity < event.opened && event.closed > 0 && event.change !== 'opened') line.type = 'closeFee'
      if (line.type === 'realised' && event.change === 'deleveraged') line.type = 'adl'
    }
    this.#waiting = this.#waiting.filter(({ userId }) => userId !== event.userId)
    this.#positions.push(event)
    if (event.quantity === 0) this.#gone.unshift(event)
  }

  #fillOf = (fill: Stamped<'contractFilled'>): ContractFillRow => {
    const order = this.#orders.get(fill.orderId)
    const names = { clientOrderId: order?.clientOrderId ?? '', originOrderId: order?.originOrderId ?? (0 as const) }
    return { ...fill, ...names, isClose: fill.isClose === 1, role: fill.role === 1 ? 'taker' : 'maker' }
  }

  #positionOf = (gone: Stamped<'positionChanged'>): PositionHistoryRow => {
    const endCause = gone.change === 'liquidated' ? 'liquidation' : gone.change === 'deleveraged' ? 'adl' : 'close'
    const receipt = this.#receipts.find(({ positionId, step }) => positionId === gone.positionId && step === 'full')
    return { ...gone, isShort: gone.isShort === 1, endCause, receiptId: receipt?.receiptId ?? 0, endedAt: gone.at }
  }

  #realised(userId: number, orderId: number): bigint {
    const own = this.#fills.filter((fill) => fill.userId === userId && fill.orderId === orderId)
    return own.reduce((sum, { realised }) => sum + realised, 0n)
  }

  #candles(of: 'mark' | 'index', instrumentId: number, interval: Parameters<ContractReads['priceCandles']>[2], range: TimeRange): Candle[] {
    const all = this.#marks.filter((each) => each.instrumentId === instrumentId && each[of] !== 0)
    const [first] = all
    const candles: Candle[] = []
    let close = first?.[of] ?? 0
    if (first === undefined) return candles
    for (let openAt = bucketStart(interval, first.at); openAt <= range.to; openAt = bucketAfter(interval, openAt, 1)) {
      const own = all.filter((each) => bucketStart(interval, each.at) === openAt).map((each) => each[of])
      const prices = own.length === 0 ? [close] : own
      const open = prices[0] ?? close
      close = prices.at(-1) ?? close
      candles.push({ openAt, open, high: Math.max(...prices), low: Math.min(...prices), close, quantity: 0, turnover: 0n, tradeCount: 0 })
    }
    return candles.filter(({ openAt }) => openAt >= range.from)
  }

  reads(page: Paging, now: () => number): ContractReads {
    return { ...this.#ofOrders(page), ...this.#others(page, now) }
  }

  #ofOrders(page: Paging): Pick<ContractReads, OfOrders> {
    const row = (order: Order) => ({ order, realised: this.#realised(order.userId, order.orderId) })
    return {
      contractOrders: (query) => {
        const found = [...this.#orders.values()]
          .filter((order) => order.userId === query.userId && isLive(order.status) === (query.state === 'live'))
          .filter(({ orderId }) => !this.#unarmed.has(orderId))
          .filter(
            (order) => is(query.instrumentId, order.instrumentId) && is(query.side, order.side) && within(order.createdAt, query.range),
          )
          .filter((order) => query.isJoined !== true || order.closeReason !== 'replaced')
          .filter((order) => is(query.isConditional, isConditional(order)))
          .filter((order) => is(query.coType, coTypeOf(order)) && is(query.coStatus, coStatusOf(order)))
          .sort((one, other) => other.orderId - one.orderId)
        return Promise.resolve(page(found.map(row), query))
      },
      contractOrder: (userId, orderId) => {
        const order = this.#orders.get(orderId)
        return Promise.resolve(order?.userId === userId ? row(order) : undefined)
      },
      contractOrdersById: (userId, orderIds) => {
        const found = orderIds.flatMap((orderId) => this.#orders.get(orderId) ?? []).filter((order) => order.userId === userId)
        return Promise.resolve(new Map(found.map((order) => [order.orderId, order])))
      },
      realisedOf: (userId, orderIds) => Promise.resolve(new Map(orderIds.map((orderId) => [orderId, this.#realised(userId, orderId)]))),
      contractFills: (query) => {
        const found = this.#fills.filter((fill) => fill.userId === query.userId && within(fill.at, query.range))
        const asked = found.filter((fill) => is(query.instrumentId, fill.instrumentId) && is(query.orderId, fill.orderId))
        return Promise.resolve(page(asked.map(this.#fillOf), query))
      },
    }
  }

  #days(userId: UserId, fromDay: string, now: number): PositionDayRow[] {
    const days: PositionDayRow[] = []
    for (let at = Date.parse(fromDay); at + DAY_MS <= now; at += DAY_MS) {
      const until = this.#positions.filter((each) => each.userId === userId && each.at < at + DAY_MS)
      const last = new Map(until.map((each) => [each.positionId, each]))
      const day = new Date(at).toISOString().slice(0, 10)
      for (const each of last.values()) if (each.quantity > 0) days.push({ ...each, day, isShort: each.isShort === 1 })
    }
    return days
  }

  #others(page: Paging, now: () => number): Omit<ContractReads, OfOrders> {
    return {
      positionHistory: (query) => {
        const found = this.#gone.filter((gone) => gone.userId === query.userId && within(gone.at, query.range))
        const asked = found.filter((gone) => is(query.positionId, gone.positionId))
        return Promise.resolve(page(asked.filter((gone) => is(query.instrumentId, gone.instrumentId)).map(this.#positionOf), query))
      },
      positionDays: (userId, fromDay) => Promise.resolve(this.#days(userId, fromDay, now())),
      contractLines: (query) => {
        const found = this.#lines.filter((line) => line.userId === query.userId && within(line.at, query.range))
        const asked = found.filter((line) => is(query.assetId, line.assetId) && is(query.type, line.type))
        return Promise.resolve(
          page(
            asked.filter((line) => query.instrumentId === undefined || query.instrumentId === line.instrumentId),
            query,
          ),
        )
      },
      fundingRates: (instrumentId, query) =>
        Promise.resolve(
          page(
            this.#fundings.filter((each) => each.instrumentId === instrumentId),
            query,
          ),
        ),
      insuranceLines: (assetId, query) =>
        Promise.resolve(
          page(
            this.#fund.filter((each) => each.assetId === assetId),
            query,
          ),
        ),
      priceCandles: (of, instrumentId, interval, range, limit) => {
        const until = { from: range.from, to: Math.min(range.to, now()) }
        return Promise.resolve(this.#candles(of, instrumentId, interval, until).slice(-limit))
      },
      markMinute: (instrumentId, at = now()) => {
        const own = this.#marks.filter((each) => each.instrumentId === instrumentId && each.mark !== 0)
        const startAt = at - (at % MINUTE_MS)
        const points = own.map((each) => ({ ...each, time: each.at, last: 0, isShut: each.isShut === 1 }))
        const begunWith = points.findLast(({ time }) => time < startAt)
        const inside = points.filter(({ time }) => time >= startAt && time < startAt + MINUTE_MS)
        return Promise.resolve(own.length === 0 ? undefined : { startAt, begunWith, points: inside })
      },
      receipt: (userId, receiptId) => {
        const own = this.#receipts.filter((each) => each.receiptId === receiptId && each.userId === userId)
        const [first] = own
        if (first === undefined) return Promise.resolve(undefined)
        const last = own.at(-1) ?? first
        const { insurance, share } = last
        const fills =
          first.step === 'matched'
            ? [{ price: first.mark, quantity: first.quantity, at: first.at }]
            : this.#fills.filter((fill) => fill.userId === 0 && fill.positionId === receiptId).reverse()
        const more = {
          kind: first.step,
          isShort: first.isShort === 1,
          rateE8: Number(first.rate),
          indexInputs: [],
          fills,
          // Of one that the house took over history alone tells which ones were for it.
          deleveraged: first.step === 'adl' ? [{ value: first.bankruptcy, quantity: first.quantity, at: first.at }] : [],
          insurance,
          share,
          doneAt: first.step !== 'full' ? first.at : last.isDone === 1 ? last.at : 0,
        }
        return Promise.resolve({ ...first, ...more })
      },
    }
  }
}
