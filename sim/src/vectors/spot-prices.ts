/** Vectors about prices: daily change, reference price, trailing orders. */
import { changePercent } from '@agio/wire/market/view.ts'
import { type Exact, exact, format, multiply, tryExact, unitsAt, whole } from './exact.ts'
import { referenceOfBuckets } from './price-buckets.ts'
import { Scratch, scaleOf } from './scratch.ts'
import { sideOf } from './spot-book.ts'

type Input = Readonly<Record<string, unknown>>

const BPS_ONE = 10_000

function priceChange(input: Input): Input {
  const scale = scaleOf([input.price, tryExact(input.yesterdayPrice) === undefined ? '0' : input.yesterdayPrice])
  const previous = tryExact(input.yesterdayPrice)
  const ticksOf = (price: Exact | undefined): number => (price === undefined ? 0 : Number(unitsAt(price, scale)))
  return { pct: changePercent(ticksOf(exact(input.price)), ticksOf(previous)) }
}

/** A bucket as an object under the usual names, or as [open time, count, sum]. */
function bucketOf(row: unknown, scale: number): { openTime: number; count: bigint; sum: bigint } {
  const fields = (row ?? {}) as Readonly<Record<string, unknown>>
  const [openTime, count, sum] = Array.isArray(row)
    ? (row as unknown[])
    : [
        fields.openTime ?? fields.open ?? fields.start ?? fields.time ?? fields.t,
        fields.count ?? fields.trades ?? fields.n,
        fields.sum ?? fields.total ?? fields.prices,
      ]
  const prices = Array.isArray(sum) ? (sum as unknown[]) : undefined
  const total =
    prices === undefined ? unitsAt(exact(sum), scale) : prices.reduce<bigint>((all, price) => all + unitsAt(exact(price), scale), 0n)
  return { openTime: Number(openTime), count: BigInt(Number(count ?? prices?.length ?? 0)), sum: total }
}

function referencePrice(input: Input): Input {
  const rows = Array.isArray(input.buckets) ? (input.buckets as unknown[]) : []
  const decimals = Number(input.decimals ?? 8)
  const buckets = rows.map((row) => bucketOf(row, decimals))
  const ref = referenceOfBuckets(buckets, Number(input.bucketCount), Number(input.bucketWidthMs), Number(input.now))
  return { ref: ref === 0n ? null : format(whole(ref, decimals)) }
}

/** The price with a stop condition of this type: stop-loss sells and take-profit buys start below, the others above. */
function startsBelow(type: string, side: 'buy' | 'sell'): boolean {
  return type.toUpperCase().startsWith('STOP') === (side === 'sell')
}

/**
 * A real trailing order that two other users feed with trades, one a price. The configured reference stands on the side of the
 * activation price from which the vector's order type comes to it.
 */
function trailing(input: Input): Input {
  const trades = (Array.isArray(input.trades) ? input.trades : []) as unknown[]
  const hasStop = input.stopPrice !== null && input.stopPrice !== undefined && input.stopPrice !== ''
  const priceScale = scaleOf([...trades, hasStop ? input.stopPrice : '0'])
  const side = sideOf(input.side)
  const ticksOf = (value: unknown): number => Number(unitsAt(exact(value), priceScale))
  const activationPrice = hasStop ? ticksOf(input.stopPrice) : 0
  const isBelow = startsBelow(String(input.type ?? 'STOP_LOSS'), side)
  const referencePrice = hasStop ? activationPrice + (isBelow ? 1 : -1) : ticksOf(trades[0] ?? '1')
  const scratch = new Scratch({ priceScale, quantityScale: 0, users: 3, terms: { referencePrice } })
  const trailingBps = Number(input.deltaBps)
  const outcome = scratch.place(0, { side, type: 'trailingStop', quantity: 1, trailingBps, activationPrice })
  const followed: number[] = []
  for (const [index, trade] of trades.entries()) {
    const price = ticksOf(trade)
    scratch.place(1, { side: 'sell', price, quantity: 1 })
    scratch.place(2, { side: 'buy', price, quantity: 1, timeInForce: 'ioc' })
    const isActive = !hasStop || followed.length > 0 || (isBelow ? price <= activationPrice : price >= activationPrice)
    if (scratch.orderOf(outcome)?.triggered === true) return trailingView(scratch, side, followed, index, trailingBps)
    if (isActive) followed.push(price)
  }
  const extreme = followed.length === 0 ? null : scratch.priceText(side === 'sell' ? Math.max(...followed) : Math.min(...followed))
  return { triggerIndex: null, extreme, triggerPrice: null, reason: outcome.reason }
}

function trailingView(scratch: Scratch, side: 'buy' | 'sell', followed: readonly number[], triggerIndex: number, bps: number): Input {
  const extreme = side === 'sell' ? Math.max(...followed) : Math.min(...followed)
  const factor = whole(side === 'sell' ? BPS_ONE - bps : BPS_ONE + bps, 4)
  const text = scratch.priceText(extreme)
  return { triggerIndex, extreme: text, triggerPrice: format(multiply(exact(text), factor)) }
}

export const priceOperations = {
  'spot.priceChangePercent': priceChange,
  'spot.referencePrice': referencePrice,
  'spot.trailing': trailing,
}
