/** Vectors about admission: each asks a scratch exchange to place an order and reads the answer. */
import type { InstrumentTerms } from '@agio/engine/command.ts'
import { divideCeil } from '@agio/engine/money/rounding.ts'
import { type Exact, exact, format, isMultiple, multiply, stepsIn, subtract, unitsAt, whole } from './exact.ts'
import { rateE8, Scratch, scaleOf } from './scratch.ts'
import { sideOf } from './spot-book.ts'

type Input = Readonly<Record<string, unknown>>

const ONE = whole(1)
const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== ''
/** More slices than this are counted by division instead of by trading them. */
const MOST_SLICES = 2_000

/** Slices of an iceberg, counted as the trades of a taker that takes all of it; admission by the pair's limit. */
function icebergParts(input: Input): Input {
  const quantityScale = scaleOf([input.qty, input.icebergQty])
  const limit = Number(input.limit ?? 0)
  const admission = new Scratch({ priceScale: 0, quantityScale, users: 2, terms: { icebergPartsMax: limit } })
  const terms = { side: 'sell', price: 1, quantity: admission.lots(input.qty), visibleQuantity: admission.lots(input.icebergQty) } as const
  const ok = admission.place(0, terms).reason === 'none'
  const counted = divideCeil(BigInt(terms.quantity), BigInt(terms.visibleQuantity))
  if (counted > BigInt(MOST_SLICES)) return { ok, parts: counted.toString() }
  const scratch = new Scratch({ priceScale: 0, quantityScale, users: 2 })
  scratch.place(0, terms)
  scratch.place(1, { side: 'buy', type: 'market', quantity: terms.quantity })
  return { ok, parts: String(scratch.trades.length) }
}

/** The value of an order is what a limit buy without fees holds. */
function notional(input: Input): Input {
  const open = { priceScale: scaleOf([input.price]), quantityScale: scaleOf([input.qty]), users: 1 }
  const bounds = new Scratch(open)
  const bound = (value: unknown): bigint => (isGiven(value) ? bounds.money(value) : 0n)
  const terms: Partial<InstrumentTerms> = { notionalMin: bound(input.min), notionalMax: bound(input.max) }
  const order = { price: bounds.ticks(input.price), quantity: bounds.lots(input.qty) }
  bounds.place(0, order)
  const value = bounds.moneyText(bounds.balance(0, 'quote').held)
  return { notional: value, ok: new Scratch({ ...open, terms }).place(0, order).reason === 'none' }
}

/** Is a price inside one bound of the engine's band? The band of buys is above the reference, that of sells below. */
function insideBand(reference: unknown, price: unknown, side: 'buy' | 'sell', band: Exact): boolean {
  const priceScale = scaleOf([reference, price])
  const figures = new Scratch({ priceScale, quantityScale: 0, users: 1 })
  const terms = { referencePrice: figures.ticks(reference), priceBandE8: rateE8(band) }
  const scratch = new Scratch({ priceScale, quantityScale: 0, users: 1, terms })
  return scratch.place(0, { side, price: scratch.ticks(price), quantity: 1 }).reason !== 'priceBand'
}

/** Both bounds; a band of 0 would switch the engine's rule off, so a multiplier of exactly 1 is compared through a band of the smallest rate. */
function band(input: Input): { low?: string; high?: string; ok: boolean } {
  const result: { low?: string; high?: string; ok: boolean } = { ok: true }
  if (!isGiven(input.ref)) return result
  const bandOf = (width: Exact): Exact => (width.units === 0n ? whole(1, 8) : width)
  if (isGiven(input.up)) {
    const up = exact(input.up)
    result.high = format(multiply(exact(input.ref), up))
    result.ok &&= insideBand(input.ref, input.price, 'buy', bandOf(subtract(up, ONE)))
  }
  if (isGiven(input.down)) {
    const down = exact(input.down)
    result.low = format(multiply(exact(input.ref), down))
    result.ok &&= insideBand(input.ref, input.price, 'sell', bandOf(subtract(ONE, down)))
  }
  return result
}

/** Range and step of a quantity: one engine lot is one step, so what is no whole number of steps cannot even be written. */
function step(input: Input): Input {
  const isStepped = isGiven(input.step) && exact(input.step).units > 0n
  const unit = isStepped ? exact(input.step) : whole(1, scaleOf([input.price, input.min, input.max]))
  const price = exact(input.price)
  if (!isMultiple(price, unit)) return { ok: false, reason: 'step' }
  const bound = (value: unknown, up: boolean): number => {
    if (!isGiven(value)) return 0
    const steps = Number(stepsIn(exact(value), unit))
    return up && !isMultiple(exact(value), unit) ? steps + 1 : steps
  }
  const terms = { quantityMin: bound(input.min, true), quantityMax: bound(input.max, false) }
  const scratch = new Scratch({ priceScale: 8, quantityScale: 0, users: 1, terms })
  const { reason } = scratch.place(0, { side: 'sell', price: 1, quantity: Number(stepsIn(price, unit)) })
  return { ok: reason === 'none', reason }
}

/** Price rule of a one-cancels-other list; the configured reference stands for the last price. */
function listPrices(input: Input): Input {
  const priceScale = scaleOf([input.last, input.limitPrice, input.stopPrice])
  const ticksOf = (value: unknown): number => Number(unitsAt(exact(value), priceScale))
  const scratch = new Scratch({ priceScale, quantityScale: 0, users: 1, terms: { referencePrice: ticksOf(input.last) } })
  const terms = {
    side: sideOf(input.side),
    type: 'oneCancelsOther',
    price: ticksOf(input.limitPrice),
    triggerPrice: ticksOf(input.stopPrice),
    quantity: 1,
  } as const
  const { reason } = scratch.place(0, terms)
  return { ok: reason === 'none', reason }
}

export const filterOperations = {
  'spot.filter.icebergParts': icebergParts,
  'spot.filter.notional': notional,
  'spot.filter.percentPrice': (input: Input): Input => band(input),
  'spot.filter.step': step,
  'spot.priceRange': (input: Input): Input => {
    const { ok, ...range } = band(input)
    return { ...range, allowed: ok }
  },
  'spot.oco.valid': listPrices,
}
