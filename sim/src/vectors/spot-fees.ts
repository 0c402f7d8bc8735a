/** Vectors about fees: each is a real trade on a scratch exchange whose rates are those of the vector. */
import { divideCeil } from '@agio/engine/money/rounding.ts'
import { add, decimalsOf, type Exact, exact, format, multiply, subtract, unitsAt, whole } from './exact.ts'
import { rateE8, Scratch, scaleOf } from './scratch.ts'
import { sideOf } from './spot-book.ts'

type Input = Readonly<Record<string, unknown>>

const ONE = whole(1)
/** Figures of a fee vector may have more decimals than money has: they are run this many times larger and read back smaller. */
const MAGNIFIED_DECIMALS = 8

/** Trades price × quantity at a rate, and tells the fee of one side in the asset that side pays it in. */
function tradeFee(price: unknown, quantity: unknown, rate: Exact, side: 'buy' | 'sell'): { fee: string; notional: string } {
  const scratch = new Scratch({
    priceScale: scaleOf([price]),
    quantityScale: side === 'buy' ? MAGNIFIED_DECIMALS : scaleOf([quantity]),
    users: 2,
    terms: side === 'buy' ? { buyFeeE8: rateE8(rate) } : { sellFeeE8: rateE8(rate) },
  })
  const order = { price: scratch.ticks(price), quantity: scratch.lots(quantity) }
  scratch.place(0, { side: side === 'buy' ? 'sell' : 'buy', ...order })
  const outcome = scratch.place(1, { side, ...order })
  const placed = scratch.orderOf(outcome)
  if (placed === undefined || placed.status !== 'filled') throw new Error(`fee trade: ${outcome.reason}`)
  const fee = side === 'buy' ? scratch.quantityText(placed.fee) : scratch.moneyText(placed.fee)
  return { fee, notional: scratch.moneyText(placed.executedQuote) }
}

function commission(input: Input): Input {
  const rates = ['rate', 'rateA', 'rateB', 'rateC'].map((name) => input[name]).filter((rate) => rate !== undefined && rate !== null)
  const rate = rates.reduce<Exact>((sum, part) => add(sum, exact(part)), whole(0))
  return tradeFee(input.price, input.qty, rate, sideOf(input.side))
}

/** Each component is charged and rounded by itself, on the value of the trade. */
function components(input: Input): Input {
  const rates = Array.isArray(input.rates) ? (input.rates as unknown[]) : []
  const fees = rates.map((rate) => exact(tradeFee(input.vwap, input.qty, exact(rate), 'sell').fee))
  return { fee: format(fees.reduce(add, whole(0))) }
}

/** Up to a whole number of units: the engine's own division. */
function roundFee(input: Input): Input {
  const amount = exact(input.amount)
  const unit = exact(input.unit)
  const scale = Math.max(amount.scale, unit.scale)
  const units = divideCeil(unitsAt(amount, scale), unitsAt(unit, scale))
  return { fee: format(multiply(whole(units), unit)) }
}

/** A part of a commission paid in the fee asset: a sale whose whole value is fee (rate 1), with the discount on it. */
function inChip(part: unknown, tokenPrice: Exact, multiplier: Exact): Exact {
  const value = exact(part)
  const scale = decimalsOf(value)
  if (value.units === 0n) return whole(0)
  const scratch = new Scratch({ priceScale: 0, quantityScale: 0, users: 2, terms: { sellFeeE8: 100_000_000 } })
  const priceScale = decimalsOf(tokenPrice)
  scratch.payInChip(1, Number(unitsAt(tokenPrice, priceScale)), rateE8(subtract(ONE, multiplier)))
  const before = scratch.balance(1, 'chip').available
  const price = Number(unitsAt(value, scale))
  scratch.place(0, { side: 'buy', price, quantity: 1 })
  scratch.place(1, { side: 'sell', price, quantity: 1 })
  const paid = before - scratch.balance(1, 'chip').available
  // The sale was 10^scale times the part and the price 10^priceScale times the token's: undo both, exactly.
  return priceScale > scale ? whole(paid * 10n ** BigInt(priceScale - scale), 8) : whole(paid, 8 + scale - priceScale)
}

function inFeeToken(input: Input): Input {
  const price = exact(input.tokenPrice)
  const standard = inChip(input.standard ?? '0', price, exact(input.discountMultiplier ?? '1'))
  const tax = inChip(input.tax ?? '0', price, ONE)
  const special = inChip(input.special ?? '0', price, ONE)
  const total = add(add(standard, tax), special)
  return { standard: format(standard), tax: format(tax), special: format(special), total: format(total) }
}

export const feeOperations = {
  'spot.commission': commission,
  'spot.commission.inFeeToken': inFeeToken,
  'spot.fee.components': components,
  'spot.fee.round': roundFee,
}
