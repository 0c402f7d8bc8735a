/** Formulas of other venues about funding and marks, and those of this product that its engine only runs as part of something larger. */
import {
  clamp,
  type Fraction,
  frac,
  fracOr0,
  isBelow,
  isZero,
  larger,
  magnitudeOf,
  meanOf,
  minus,
  negative,
  over,
  plus,
  shown,
  smaller,
  times,
  weighted,
} from '../fraction.ts'
import { listOf } from './sides.ts'

type Input = Readonly<Record<string, unknown>>
type Level = readonly [unknown, unknown]

const ONE = frac(1)
const ZERO = frac(0)
const PPM = frac(1_000_000)
const levelsOf = (value: unknown): readonly Level[] => listOf(value) as readonly Level[]
const fractionsOf = (value: unknown): readonly Fraction[] => listOf(value).map(frac)

/** Within bounds that may be missing, each by itself. */
const within = (rate: Fraction, lowest: unknown, highest: unknown): Fraction =>
  clamp(rate, lowest == null ? rate : frac(lowest), highest == null ? rate : frac(highest))

// ---- rates ----

const interest = ({ quoteDaily, baseDaily, intervalsPerDay }: Input): Input => ({
  rate: shown(over(minus(fracOr0(quoteDaily), fracOr0(baseDaily)), frac(intervalsPerDay))),
})

const cap = ({ rate, capCoefficient, mmr }: Input): Input => {
  const most = times(frac(capCoefficient), frac(mmr))
  return { rate: shown(clamp(frac(rate), negative(most), most)) }
}

/** A side of which nothing is known counts as having no depth. */
const premium = ({ impactBid, impactAsk, index }: Input): Input => {
  const above = impactBid == null ? ZERO : larger(ZERO, minus(frac(impactBid), frac(index)))
  const below = impactAsk == null ? ZERO : larger(ZERO, minus(frac(index), frac(impactAsk)))
  return { premium: shown(over(minus(above, below), frac(index))) }
}

/** Later ones weigh more: 1 to N. */
const weightedPremium = ({ premiums }: Input): Input => ({
  premium: shown(weighted(fractionsOf(premiums).map((each, place) => [each, frac(place + 1)]))),
})

function okx({ premiums, interest: due, cap: most, floor }: Input): Input {
  const ma = meanOf(fractionsOf(premiums).map((each) => minus(each, fracOr0(due))))
  return { ma: shown(ma), rate: shown(within(ma, floor, most)) }
}

const damper = frac('0.00025')
const deribit = ({ premium: due }: Input): Input => ({
  rate: shown(plus(larger(damper, frac(due)), smaller(negative(damper), frac(due)))),
})

function scaledBounded({ markTwap, spotTwap, scaling, lower, upper }: Input): Input {
  const spot = frac(spotTwap)
  const rate = isZero(spot) ? ZERO : times(over(minus(frac(markTwap), spot), spot), frac(scaling ?? 1))
  return { rate: shown(within(rate, lower, upper)) }
}

/** Rate × price × 10^(exponent + resolution + 6) × seconds ÷ 8 h, truncated towards 0. */
function indexDelta({ price, exponent, atomicResolution, ratePpm8h, seconds }: Input): Input {
  const power = Number(exponent ?? 0) + Number(atomicResolution ?? 0) + 6
  const scale = power >= 0 ? { over: 10n ** BigInt(power), under: 1n } : { over: 1n, under: 10n ** BigInt(-power) }
  const delta = over(times(frac(ratePpm8h), frac(price), scale, frac(seconds)), frac(28_800))
  return { delta: String(delta.over / delta.under) }
}

// ---- payments ----

const paymentLinear = ({ contracts, parValue, mark, rate }: Input): Input => {
  const amount = shown(times(frac(contracts), frac(parValue), frac(mark), frac(rate)))
  return { longPays: amount, shortReceives: amount }
}

const accumulated = ({ margin, leverage, rate, intervalsPerDay, days }: Input): Input => ({
  total: shown(times(frac(margin), frac(leverage), magnitudeOf(frac(rate)), frac(intervalsPerDay), frac(days))),
})

// ---- means over time ----

interface Span {
  readonly start: Fraction
  readonly end: Fraction
}
const lengthOf = ({ start, end }: Span): Fraction => larger(ZERO, minus(end, start))
const shared = (one: Span, other: Span): Span => ({ start: larger(one.start, other.start), end: smaller(one.end, other.end) })

/** Mean of a price that holds until the next one, without the time of a halt. Time before the first price does not count; none is 0. */
function twap(points: readonly Level[], period: Span, halt: Span): Fraction {
  const all = points.map(([at, price]) => ({ at: frac(at), price: frac(price) }))
  const inOrder = all.toSorted((one, other) => (isBelow(one.at, other.at) ? -1 : Number(isBelow(other.at, one.at))))
  const parts = inOrder.map(({ at, price }, place) => {
    const holds = shared({ start: at, end: inOrder[place + 1]?.at ?? period.end }, period)
    return [price, minus(lengthOf(holds), lengthOf(shared(holds, halt)))] as const
  })
  return weighted(parts)
}

const NO_HALT: Span = { start: ZERO, end: ZERO }
const periodOf = ({ start, end }: Input): Span => ({ start: fracOr0(start), end: frac(end) })

function twapOf(input: Input): Input {
  const of = (points: unknown): string => shown(twap(levelsOf(points), periodOf(input), NO_HALT))
  return { markTwap: of(input.mark), spotTwap: of(input.spot) }
}

function twapWithHalt(input: Input): Input {
  const period = periodOf(input)
  const isHalted = input.haltFrom != null && input.haltTo != null
  const halt = isHalted ? shared({ start: frac(input.haltFrom), end: frac(input.haltTo) }, period) : NO_HALT
  const [mark, spot] = [twap(levelsOf(input.mark), period, halt), twap(levelsOf(input.spot), period, halt)]
  const isKnown = levelsOf(input.mark).length > 0 && levelsOf(input.spot).length > 0
  const open = over(minus(lengthOf(period), lengthOf(halt)), lengthOf(period))
  const fundingPayment = isKnown ? times(minus(mark, spot), open) : ZERO
  return { markTwap: shown(mark), spotTwap: shown(spot), fundingPayment: shown(fundingPayment) }
}

// ---- marks ----

const bitmexFair = ({ index, fundingRate, hoursToFunding, intervalHours }: Input): Input => ({
  mark: shown(times(frac(index), plus(ONE, over(times(fracOr0(fundingRate), frac(hoursToFunding)), frac(intervalHours))))),
})

/** Index and the mean of how far the middles lie from it. */
const okxMark = ({ index, mids }: Input): Input => ({
  mark: shown(plus(frac(index), meanOf(fractionsOf(mids).map((middle) => minus(middle, frac(index)))))),
})

/** Mean price of an order of that value; of one of no value the best price. None where the side has not the depth. */
function impactOf(levels: readonly Level[], notional: Fraction): Fraction | undefined {
  const [best] = levels
  if (best === undefined) return undefined
  if (notional.over <= 0n) return frac(best[0])
  let left = notional
  let quantity = ZERO
  for (const [price, size] of levels) {
    const value = times(frac(price), frac(size))
    if (!isBelow(value, left)) return over(notional, plus(quantity, over(left, frac(price))))
    quantity = plus(quantity, frac(size))
    left = minus(left, value)
  }
  return undefined
}

/** Premium of an impact order as dYdX has it, 1e-6. */
function impactPpm({ index, impactNotional, maxAbsPpm, bids, asks }: Input): Input {
  const [bid, ask] = [bids, asks].map((side) => impactOf(levelsOf(side), fracOr0(impactNotional)))
  const above = bid === undefined ? ZERO : larger(ZERO, minus(bid, frac(index)))
  const below = ask === undefined ? ZERO : larger(ZERO, minus(frac(index), ask))
  const apart = minus(above, below)
  const rate = isZero(apart) ? ZERO : times(over(apart, frac(index)), PPM)
  return { premiumPpm: shown(maxAbsPpm == null ? rate : clamp(rate, negative(frac(maxAbsPpm)), frac(maxAbsPpm))) }
}

export const FUNDING_OPERATIONS = {
  'perp.funding.interest': interest,
  'perp.funding.cap': cap,
  'perp.funding.premium': premium,
  'perp.funding.weightedPremium': weightedPremium,
  'perp.funding.okx': okx,
  'perp.funding.deribitDamper': deribit,
  'perp.funding.payment.linear': paymentLinear,
  'perp.funding.accumulated': accumulated,
  'perp.funding.scaledBounded': scaledBounded,
  'perp.funding.indexDelta': indexDelta,
  'perp.twap': twapOf,
  'perp.twap.withHalt': twapWithHalt,
  'perp.mark.bitmexFair': bitmexFair,
  'perp.mark.okx': okxMark,
  'perp.premium.impact': impactPpm,
}
