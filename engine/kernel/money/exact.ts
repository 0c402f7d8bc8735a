/** Exact arithmetic on money (int64) and on prices and quantities, which are safe integers in float64. Every division names its rounding. */
import { highOf, mulDivFloor } from './wide'

/** Below this an integer fits the mantissa with room to spare, so that adding 2^52 leaves it in the low bits. */
const EXACT: f64 = 4503599627370496
const TWO_52_BITS: i64 = 0x4330000000000000
export const RATE_ONE: i64 = 100_000_000
export const SAFE_MOST: f64 = 9007199254740991
/** Largest notional, as a float a hair below 2^62: the float product that is compared with it is off by less than that hair. */
export const NOTIONAL_LIMIT: f64 = 4611686018427383808

/** int64 of an integer of at least 0 and below 2^52. */
@inline export function smallInt64(value: f64): i64 {
  return reinterpret<i64>(value + EXACT) - TWO_52_BITS
}

/** int64 of a safe integer ≥ 0. */
@inline export function int64Of(value: f64): i64 {
  return i64(value)
}

@inline export function isSafeInteger(value: f64): bool {
  return floor(value) == value && abs(value) <= SAFE_MOST
}

/** Are four numbers zero? +0 has no bit set, hence a single comparison tells; −0 counts as nonzero. */
@inline export function areZero(a: f64, b: f64, c: f64, d: f64): bool {
  return (reinterpret<u64>(a) | reinterpret<u64>(b) | reinterpret<u64>(c) | reinterpret<u64>(d)) == 0
}

/** price × quantity × unit, wrapped to int64: checks keep it below 2^62. */
@inline export function notionalOf(price: f64, quantity: f64, unit: i64): i64 {
  const product = price * quantity
  if (product < EXACT) return smallInt64(product) * unit
  return int64Of(price) * int64Of(quantity) * unit
}

/** ceil(amount × rate ÷ 1e8) of an amount ≥ 0 and a rate of at most 1e8. */
@inline export function feeOf(amount: i64, rate: i64): i64 {
  if (<u64>amount < 92_000_000_000) return i64((<u64>(amount * rate + 99_999_999)) / <u64>RATE_ONE)
  return feeOfLarge(amount, rate)
}

function feeOfLarge(amount: i64, rate: i64): i64 {
  const whole = amount / RATE_ONE
  const rest = amount - whole * RATE_ONE
  return whole * rate + (rest * rate + 99_999_999) / RATE_ONE
}

/** floor(amount × rate ÷ 1e8) of an amount ≥ 0 and a rate of at most 1e8. */
export function shareOf(amount: i64, rate: i64): i64 {
  const whole = amount / RATE_ONE
  return whole * rate + ((amount - whole * RATE_ONE) * rate) / RATE_ONE
}

/** Sum of two amounts ≥ 0; 2^63 − 1 where it would be more: a need that nobody can cover. */
@inline export function addUpTo(first: i64, second: i64): i64 {
  const sum = first + second
  return sum < 0 ? i64.MAX_VALUE : sum
}

/** True when a × b ≤ c × d, all ≥ 0, compared in 128 bits. */
export function isProductAtMost(a: u64, b: u64, c: u64, d: u64): bool {
  const left = highOf(a, b)
  const right = highOf(c, d)
  return left != right ? left < right : a * b <= c * d
}

/** Largest quantity whose cost, its fee in quote included, a hold covers. `lot` is the value of one lot; hold and lot are below 2^62. */
export function affordableLots(held: i64, lot: i64, rate: i64): f64 {
  // floor(held × 1e8 ÷ (lot × (1e8 + rate))): the fee rounds up, so it may be a lot or more too few
  let lots = mulDivFloor(held, RATE_ONE, RATE_ONE + rate) / lot
  while (isAffordable((lots + 1) * lot, rate, held)) lots += 1
  return <f64>lots
}

function isAffordable(cost: i64, rate: i64, held: i64): bool {
  return cost <= held && cost + feeOf(cost, rate) <= held
}
