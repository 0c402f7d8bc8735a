/** What the measured gap of the hero says: depth as steps, and what an ordinary purchase costs right now. Pure, in ticks and lots. */
import { formatFixed, parseDecimal, pow10 } from '@agio/engine/money/decimal.ts'

export interface Level {
  /** Ticks. */
  readonly price: number
  /** Lots. */
  readonly quantity: number
}

export interface CaliperPair {
  readonly priceScale: number
  readonly quantityScale: number
  /** Fraction, `"0.001"`. */
  readonly takerFee: string
}

export interface Purchase {
  /** Quote paid, two decimals, rounded up: what a user pays. */
  readonly pay: string
  /** What the gap and the depth add to the price of the middle, quote, two decimals, rounded up. */
  readonly cost: string
  /** Base, 8 decimals, rounded up: what a user pays. */
  readonly fee: string
  /** Base, 8 decimals, rounded down: what a user receives. */
  readonly receive: string
}

const LEDGER_SCALE = 8

function ceilDivide(value: bigint, divisor: bigint): bigint {
  return (value + divisor - 1n) / divisor
}

/**
 * Buying for at most `budget` of the quote asset at the asks, whole lots only.
 *
 * @returns undefined when the book is empty or the budget does not buy one lot
 */
export function purchase(bids: readonly Level[], asks: readonly Level[], pair: CaliperPair, budget: string): Purchase | undefined {
  const [bestBid] = bids
  const [bestAsk] = asks
  const scale = pair.priceScale + pair.quantityScale
  const limit = parseDecimal(budget, scale)
  const feeRate = parseDecimal(pair.takerFee, LEDGER_SCALE)
  if (bestBid === undefined || bestAsk === undefined || typeof limit !== 'bigint' || typeof feeRate !== 'bigint') return undefined
  let paid = 0n
  let lots = 0n
  for (const level of asks) {
    const price = BigInt(level.price)
    const affordable = (limit - paid) / price
    const taken = affordable < BigInt(level.quantity) ? affordable : BigInt(level.quantity)
    paid += taken * price
    lots += taken
    if (taken < BigInt(level.quantity)) break
  }
  if (lots === 0n) return undefined
  const atMiddle = lots * BigInt(bestBid.price + bestAsk.price)
  const cost = ceilDivide(paid * 2n - atMiddle, 2n)
  const received = (lots * pow10(LEDGER_SCALE)) / pow10(pair.quantityScale)
  const fee = ceilDivide(received * feeRate, pow10(LEDGER_SCALE))
  const cents = (value: bigint) => formatFixed(scale > 2 ? ceilDivide(value, pow10(scale - 2)) : value * pow10(2 - scale), 2)
  return {
    pay: cents(paid),
    cost: cents(cost),
    fee: formatFixed(fee, LEDGER_SCALE),
    receive: formatFixed(received - fee, LEDGER_SCALE),
  }
}

export interface DepthShape {
  /** Filled area of a side, SVG path. */
  readonly area: string
  /** Its upper edge. */
  readonly edge: string
}

interface ShapeBox {
  /** x of the gap's edge, and of the outer edge of the side. */
  readonly inner: number
  readonly outer: number
  readonly top: number
  readonly bottom: number
}

/** Cumulated quantity as steps from the gap outwards; `reach` is the price distance (ticks) that fills the box, `deepest` the sum that reaches its top. */
export function depthShape(levels: readonly Level[], best: number, reach: number, deepest: number, box: ShapeBox): DepthShape {
  const direction = box.outer < box.inner ? -1 : 1
  const width = Math.abs(box.outer - box.inner)
  const x = (distance: number) => round(box.inner + direction * Math.min(1, distance / reach) * width)
  const y = (sum: number) => round(box.bottom - Math.min(1, sum / deepest) * (box.bottom - box.top))
  let sum = 0
  let edge = `M${round(box.inner)} ${box.bottom}`
  for (const level of levels) {
    const distance = Math.abs(level.price - best)
    if (distance > reach) break
    edge += `H${x(distance)}`
    sum += level.quantity
    edge += `V${y(sum)}`
  }
  edge += `H${round(box.outer)}`
  return { edge, area: `${edge}V${box.bottom}Z` }
}

const round = (value: number) => Math.round(value * 10) / 10

/** Sum of the quantities within `reach` ticks of the best price. */
export function sumWithin(levels: readonly Level[], best: number, reach: number): number {
  return levels.filter((level) => Math.abs(level.price - best) <= reach).reduce((sum, level) => sum + level.quantity, 0)
}

/** Share of the quantity that the drawing shows; single orders far away would otherwise press the book into the gap. */
const SHOWN_SHARE = 0.95

/** Distance from the best price, in ticks, within which nearly all of the quantity stands; at least 10. */
export function reachOf(levels: readonly Level[], best: number): number {
  const total = levels.reduce((sum, level) => sum + level.quantity, 0)
  let sum = 0
  for (const level of levels) {
    sum += level.quantity
    if (sum >= total * SHOWN_SHARE) return Math.max(10, Math.abs(level.price - best))
  }
  return 10
}
