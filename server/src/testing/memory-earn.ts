/** Savings in plain arrays. For tests only. */
import type { Event } from '@agio/engine/event.ts'
import type { Listing, Page, ReadModels, TimeRange } from '../projections/port.ts'
import type { EarnLineKind, EarnLineRow, EarnOrderRow } from '../projections/rows/earn-rows.ts'

const DAY_MS = 86_400_000

type Changed = Extract<Event, { kind: 'earnChanged' }>
type Owned<Row> = Row & { readonly userId: number; readonly seq: number }
type Reads = Pick<ReadModels, 'earnOrders' | 'earnLines' | 'earnSums'>

const within = (at: number, range: TimeRange | undefined): boolean => range === undefined || (at >= range.from && at <= range.to)
const is = <Value>(asked: Value | undefined, value: Value): boolean => asked === undefined || asked === value

/** A page of rows as they stood at an entry; rows that do not say theirs were always there. */
export function pageAt<Row>(rows: readonly Row[], { pageNo, pageSize, asOf }: Page, seq: number): Listing<Row> {
  const seen = rows.filter((row) => ((row as { readonly seq?: number }).seq ?? 0) <= (asOf ?? seq))
  return { rows: seen.slice((pageNo - 1) * pageSize, pageNo * pageSize), total: seen.length, asOf: asOf ?? seq }
}

export class MemoryEarn {
  readonly #orders = new Map<number, Owned<EarnOrderRow>>()
  readonly #lines: Owned<EarnLineRow>[] = []
  readonly #rates: Extract<Event, { kind: 'productRateSet' }>[] = []
  #given = 0n

  see(event: Event, seq: number, at: number): void {
    if (event.kind === 'balanceChanged' && event.cause === 'earnRedeem' && event.availableDelta > 0n) this.#given = event.availableDelta
    if (event.kind === 'productRateSet') this.#rates.unshift(event)
    if (event.kind !== 'earnChanged') return
    const line = (kind: EarnLineKind, amount: bigint): void => {
      const { userId, orderId, productId, assetId, day } = event
      const lineId = seq * 1000 + this.#lines.length
      if (amount !== 0n) this.#lines.push({ userId, lineId, orderId, productId, assetId, kind, amount, day, at, seq })
    }
    const { change, amount, expireAt, principal } = event
    if (change === 'purchased' || change === 'renewed') {
      this.#orders.set(event.orderId, { ...event, seq, tiers: this.#tiersOf(event), end: null })
      line('purchase', -amount)
      return
    }
    if (change === 'redeemed') line('redemption', expireAt === 0 ? amount : this.#given)
    if (change === 'matured') line('redemption', amount)
    line('interest', event.interest)
    if (change === 'matured') this.#end(event, 'mature', at)
    if (change === 'redeemed' && principal === 0n) this.#end(event, expireAt === 0 ? 'flexible' : 'early', at)
  }

  #tiersOf({ productId, startAt }: Changed): EarnOrderRow['tiers'] {
    const given = this.#rates.filter((rate) => rate.productId === productId && rate.fromDay <= startAt / DAY_MS)
    return given.sort((a, b) => b.fromDay - a.fromDay)[0]?.tiers ?? null
  }

  #end({ orderId, amount, paid, forfeited, renewal }: Changed, how: NonNullable<EarnOrderRow['end']>['how'], at: number): void {
    const order = this.#orders.get(orderId)
    if (order !== undefined) this.#orders.set(orderId, { ...order, end: { how, principal: amount, paid, forfeited, renewal, at } })
  }

  reads(page: <Row>(rows: readonly Row[], asked: Page) => Listing<Row>): Reads {
    return {
      earnOrders: async (query) => {
        const found = [...this.#orders.values()]
          .filter((row) => row.userId === query.userId && is(query.orderId, row.orderId) && is(query.assetId, row.assetId))
          .filter((row) => is(query.isHolding, row.end === null) && is(query.isTerm, row.expireAt > 0) && within(row.startAt, query.range))
          .filter(({ end }) => end === null || end.at >= (query.endedSince ?? 0))
        return page(found.reverse(), query)
      },
      earnLines: async (query) => {
        const found = this.#lines
          .filter((row) => row.userId === query.userId && is(query.orderId, row.orderId) && is(query.assetId, row.assetId))
          .filter((row) => is(query.kind, row.kind) && within(row.at, query.range))
        return page(found.reverse(), query)
      },
      earnSums: async (userId, day) => {
        const lines = this.#lines.filter((row) => row.userId === userId && row.kind === 'interest')
        const sum = (rows: readonly EarnLineRow[]): bigint => rows.reduce((total, { amount }) => total + amount, 0n)
        return [...Map.groupBy(lines, ({ productId }) => productId)].flatMap(([productId, own]) => {
          const assetId = own[0]?.assetId
          const ofDay = sum(own.filter((row) => row.day === day))
          return assetId === undefined ? [] : [{ productId, assetId, interest: sum(own), ofDay }]
        })
      },
    }
  }

  clear(): void {
    this.#orders.clear()
    this.#lines.length = 0
    this.#rates.length = 0
  }
}
