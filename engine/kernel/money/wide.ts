/**
 * Products beyond 64 bits. A product stands in two words until it is divided: `multiply` puts one there, `divideCeil` and `divideFloor` divide
 * it in place, as often as there are divisors. Rounding one way step by step is exact: ⌈⌈x ÷ a⌉ ÷ b⌉ = ⌈x ÷ (a × b)⌉, and so for floors.
 */

let high: u64 = 0
let low: u64 = 0

/** Upper 64 bits of a product. */
export function highOf(a: u64, b: u64): u64 {
  const aLow = a & 0xffffffff
  const aHigh = a >> 32
  const bLow = b & 0xffffffff
  const bHigh = b >> 32
  const middle = aHigh * bLow + ((aLow * bLow) >> 32)
  const other = aLow * bHigh + (middle & 0xffffffff)
  return aHigh * bHigh + (middle >> 32) + (other >> 32)
}

/** a × b, to be divided. */
export function multiply(a: u64, b: u64): void {
  high = highOf(a, b)
  low = a * b
}

/** Adds a × b to what was multiplied; the sum stays below 2^128. */
export function addProduct(a: u64, b: u64): void {
  const sum = low + a * b
  high += highOf(a, b) + u64(sum < low)
  low = sum
}

/** a × b < c × d. */
export function isProductLess(a: u64, b: u64, c: u64, d: u64): bool {
  const one = highOf(a, b)
  const other = highOf(c, d)
  return one != other ? one < other : a * b < c * d
}

/** Divides what was multiplied and leaves the quotient, rounded down. Returns the rest. */
export function divideFloor(divisor: u64): u64 {
  if (high == 0) {
    const whole = low / divisor
    const rest = low - whole * divisor
    low = whole
    return rest
  }
  const rest = high % divisor
  high /= divisor
  return divideLow(rest, divisor)
}

/** As divideFloor, rounded up. */
export function divideCeil(divisor: u64): void {
  if (divideFloor(divisor) == 0) return
  low += 1
  if (low == 0) high += 1
}

/** The quotient as int64; 2^63 − 1 where it is more. */
export function quotient(): i64 {
  return high != 0 ? i64.MAX_VALUE : signed(low)
}

/** 2^63 − 1 stands for more. */
@inline function signed(whole: u64): i64 {
  return <i64>whole < 0 ? i64.MAX_VALUE : <i64>whole
}

/** Have two factors few enough bits for a product below 2^64? */
@inline function isWord(a: u64, b: u64): bool {
  return clz(a) + clz(b) >= 64
}

/** What stands there, by its words. */
@inline export function upperWord(): u64 {
  return high
}

@inline export function lowerWord(): u64 {
  return low
}

/** floor(a × b ÷ divisor); 2^63 − 1 where it is more. */
export function mulDivFloor(a: u64, b: u64, divisor: u64): i64 {
  if (isWord(a, b)) return signed((a * b) / divisor)
  multiply(a, b)
  divideFloor(divisor)
  return quotient()
}

/** ceil(a × b ÷ divisor); 2^63 − 1 where it is more. */
export function mulDivCeil(a: u64, b: u64, divisor: u64): i64 {
  if (isWord(a, b)) {
    const product = a * b
    const whole = product / divisor
    return signed(whole * divisor == product ? whole : whole + 1)
  }
  multiply(a, b)
  divideCeil(divisor)
  return quotient()
}

/** Divides (rest, low) by a divisor above the rest: two digits of 32 bits, each estimated by the divisor's upper half (Knuth 4.3.1 D). */
function divideLow(rest: u64, divisor: u64): u64 {
  const shift = clz(divisor)
  const d = divisor << shift
  const upper = shift == 0 ? rest : (rest << shift) | (low >> (64 - shift))
  const lower = low << shift
  const dHigh = d >> 32
  const dLow = d & 0xffffffff
  const first = digitOf(upper, lower >> 32, dHigh, dLow)
  const between = (upper << 32) + (lower >> 32) - first * d
  const second = digitOf(between, lower & 0xffffffff, dHigh, dLow)
  low = (first << 32) + second
  return ((between << 32) + (lower & 0xffffffff) - second * d) >> shift
}

/** The next digit of a quotient: at most two too much at first. */
function digitOf(upper: u64, next: u64, dHigh: u64, dLow: u64): u64 {
  let digit = upper / dHigh
  let rest = upper % dHigh
  while (digit > 0xffffffff || digit * dLow > ((rest << 32) | next)) {
    digit -= 1
    rest += dHigh
    if (rest > 0xffffffff) break
  }
  return digit
}
