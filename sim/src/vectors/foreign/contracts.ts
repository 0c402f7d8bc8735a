/**
 * Formulas of other venues about contracts, which nothing in this product runs: they are here because the catalogue names them, are counted
 * apart, and prove nothing about it.
 */
import {
  ceilOf,
  clamp,
  type Fraction,
  floorOf,
  frac,
  larger,
  minus,
  negative,
  over,
  plus,
  shown,
  smaller,
  sumOf,
  times,
} from '../fraction.ts'

import { FOREIGN_DELEVERAGING } from './deleveraging.ts'

type Input = Readonly<Record<string, unknown>>
type Level = readonly [unknown, unknown]

const ONE = frac(1)
const ZERO = frac(0)
const PPM = frac(1_000_000)
const signOf = ({ side }: Input): Fraction => frac(side === 'LONG' || side === 'BUY' ? 1 : -1)

// ---- inverse contracts ----

const inverseValue = (quantity: unknown, price: unknown): Fraction => over(frac(quantity), frac(price))

function averageInverse({ fills }: Input): Input {
  const all = fills as readonly { readonly qty: unknown; readonly price: unknown }[]
  const quantity = sumOf(all.map(({ qty }) => frac(qty)))
  const value = sumOf(all.map(({ qty, price }) => inverseValue(qty, price)))
  return { qty: shown(quantity), value: shown(value), avgEntry: shown(over(quantity, value)) }
}

const profitInverse = (input: Input): Fraction =>
  times(
    signOf(input),
    minus(inverseValue(input.qty ?? input.contracts, input.entry), inverseValue(input.qty ?? input.contracts, input.price ?? input.exit)),
  )

function orderCostInverse({ qty, price, leverage, takerFee }: Input): Input {
  const value = inverseValue(qty, price)
  const initialMargin = over(value, frac(leverage))
  const openFee = times(value, frac(takerFee))
  // at the bankruptcy price a long is worth value × (L + 1) ÷ L
  const closeFee = times(value, over(plus(frac(leverage), ONE), frac(leverage)), frac(takerFee))
  return {
    initialMargin: shown(initialMargin),
    openFee: shown(openFee),
    closeFee: shown(closeFee),
    orderCost: shown(sumOf([initialMargin, openFee, closeFee])),
  }
}

function bankruptcyInverse(input: Input): Input {
  const leverage = frac(input.leverage)
  return { bankruptcyPrice: shown(over(times(frac(input.entry), leverage), plus(leverage, signOf(input)))) }
}

function liquidationInverseCross({ qty, entry, balance, mmr, takerFee, orderMargin }: Input): Input {
  const value = inverseValue(qty, entry)
  const free = minus(frac(balance), frac(orderMargin))
  const fee = frac(takerFee)
  // what is left at the price of bankruptcy pays the fee of closing there
  const bankrupt = over(times(frac(qty), plus(ONE, fee)), plus(value, free))
  const need = times(value, frac(mmr))
  const closing = times(over(frac(qty), bankrupt), fee)
  return { bankruptcyPrice: shown(bankrupt), liqPrice: shown(over(frac(qty), minus(minus(plus(value, free), need), closing))) }
}

function liquidationInverse(input: Input): Input {
  const value = inverseValue(input.qty, input.entry)
  const initialMargin = over(value, frac(input.leverage))
  const mm = times(value, frac(input.mmr))
  const price = over(frac(input.qty), plus(value, times(signOf(input), minus(initialMargin, mm))))
  return { positionValue: shown(value), initialMargin: shown(initialMargin), mm: shown(mm), liqPrice: shown(price) }
}

const initialInverse = ({ contracts, contractValue, price, leverage }: Input): Input => ({
  initialMargin: shown(over(over(times(frac(contracts), frac(contractValue)), frac(price)), frac(leverage))),
})

function roundTripInverse(input: Input): Input {
  const pnl = profitInverse(input)
  const fundingPaid = times(inverseValue(input.contracts, input.markAtFunding), frac(input.fundingRate))
  return {
    entryValue: shown(inverseValue(input.contracts, input.entry)),
    fundingPaid: shown(fundingPaid),
    pnl: shown(pnl),
    net: shown(minus(pnl, fundingPaid)),
  }
}

const paymentInverse = ({ contracts, parValue, mark, rate }: Input): Input => ({
  amount: shown(over(times(frac(contracts), frac(parValue), frac(rate)), frac(mark))),
})

// ---- liquidation of linear ones ----

function liquidationWithFee(input: Input): Input {
  const sign = signOf(input)
  const reach = minus(frac(input.entry), over(times(sign, frac(input.margin)), frac(input.qty)))
  return { liqPrice: shown(over(reach, minus(ONE, times(sign, plus(frac(input.mmr), frac(input.takerFee)))))) }
}

const entryMaintenance = (input: Input): Fraction =>
  times(frac(input.entry), minus(ONE, times(signOf(input), minus(over(ONE, frac(input.leverage)), frac(input.mmr)))))

function entryMaintenanceOfContracts(input: Input): Input {
  const value = times(frac(input.contracts), frac(input.multiplier), frac(input.entry))
  return {
    initialMargin: shown(over(value, frac(input.leverage))),
    mm: shown(times(value, frac(input.mmr))),
    liqPrice: shown(entryMaintenance(input)),
  }
}

function phemex({ openValue, leverage, takerFee, mmr, mmAmount, size }: Input): Input {
  const value = frac(openValue)
  const initial = over(value, frac(leverage))
  const balance = plus(initial, times(minus(value, initial), frac(takerFee)))
  const price = over(minus(minus(value, balance), frac(mmAmount)), times(frac(size), minus(minus(ONE, frac(mmr)), frac(takerFee))))
  return { positionBalance: shown(balance), liqPrice: shown(price) }
}

function otherTerms({ positions }: Input): Input {
  const all = positions as readonly Input[]
  return {
    mm: all.map(({ qty, mark, mmr, cum }) => shown(minus(times(frac(qty), frac(mark), frac(mmr)), frac(cum)))),
    upnl: all.map(({ qty, mark, entry }) => shown(times(frac(qty), minus(frac(mark), frac(entry))))),
  }
}

const simpleMaintenance = ({ positionValue, mmr, margin }: Input): Input => {
  const mm = times(frac(positionValue), frac(mmr))
  return { mm: shown(mm), riskRatePct: shown(over(times(mm, frac(100)), frac(margin))) }
}

function roi({ side, qty, entry, price, leverage, takerFee }: Input): Input {
  const sign = signOf({ side })
  const initialMargin = over(times(frac(qty), frac(entry)), frac(leverage))
  const bankrupt = times(frac(entry), minus(ONE, over(sign, frac(leverage))))
  const closeFee = times(frac(qty), bankrupt, frac(takerFee))
  const profit = times(sign, frac(qty), minus(frac(price), frac(entry)))
  return {
    initialMargin: shown(initialMargin),
    closeFee: shown(closeFee),
    roiPct: shown(over(times(profit, frac(100)), plus(initialMargin, closeFee))),
  }
}

function realisedTotal(input: Input): Input {
  const openValue = times(frac(input.qty), frac(input.entry))
  const pnl = times(signOf(input), frac(input.qty), minus(frac(input.exit), frac(input.entry)))
  const openFee = times(openValue, frac(input.openFeeRate))
  const closeFee = times(frac(input.qty), frac(input.exit), frac(input.closeFeeRate))
  const fundingReceived = times(negative(signOf(input)), openValue, frac(input.fundingRate))
  return {
    openFee: shown(openFee),
    fundingReceived: shown(fundingReceived),
    pnl: shown(pnl),
    total: shown(minus(minus(plus(pnl, fundingReceived), openFee), closeFee)),
  }
}

// ---- funding ----

const interest = ({ quoteDaily, baseDaily, intervalsPerDay }: Input): Input => ({
  rate: shown(over(minus(frac(quoteDaily), frac(baseDaily)), frac(intervalsPerDay))),
})

const cap = ({ rate, capCoefficient, mmr }: Input): Input => {
  const most = times(frac(capCoefficient), frac(mmr))
  return { rate: shown(clamp(frac(rate), negative(most), most)) }
}

const premium = ({ impactBid, impactAsk, index }: Input): Input => {
  const above = larger(ZERO, minus(frac(impactBid), frac(index)))
  const below = larger(ZERO, minus(frac(index), frac(impactAsk)))
  return { premium: shown(over(minus(above, below), frac(index))) }
}

function okx({ premiums, interest: due, cap: most, floor }: Input): Input {
  const all = premiums as readonly unknown[]
  const ma = over(sumOf(all.map((one) => minus(frac(one), frac(due)))), frac(all.length))
  return { ma: shown(ma), rate: shown(clamp(ma, frac(floor), frac(most))) }
}

const damper = frac('0.00025')
const deribit = ({ premium: due }: Input): Input => ({
  rate: shown(plus(larger(damper, frac(due)), smaller(negative(damper), frac(due)))),
})

const paymentLinear = ({ contracts, parValue, mark, rate }: Input): Input => {
  const amount = shown(times(frac(contracts), frac(parValue), frac(mark), frac(rate)))
  return { longPays: amount, shortReceives: amount }
}

const accumulated = ({ margin, leverage, rate, intervalsPerDay, days }: Input): Input => {
  const size = frac(String(rate).replace('-', ''))
  return { total: shown(times(frac(margin), frac(leverage), size, frac(intervalsPerDay), frac(days))) }
}

function scaledBounded({ markTwap, spotTwap, scaling, lower, upper }: Input): Input {
  const rate = times(over(minus(frac(markTwap), frac(spotTwap)), frac(spotTwap)), frac(scaling))
  return { rate: shown(clamp(rate, lower === undefined ? rate : frac(lower), upper === undefined ? rate : frac(upper))) }
}

/** Mean over time of a price that holds until the next one, without the time of a halt. */
function twap(points: readonly Level[], start: number, end: number, from: number, to: number): Fraction {
  let sum = ZERO
  let length = 0
  for (let at = start; at < end; at += 1) {
    if (at >= from && at < to) continue
    const price = points.findLast(([time]) => Number(time) <= at)?.[1] ?? 0
    sum = plus(sum, frac(price))
    length += 1
  }
  return over(sum, frac(length))
}

function twapWithHalt({ start, end, haltFrom, haltTo, mark, spot }: Input): Input {
  const [from, to, first, last] = [haltFrom, haltTo, start, end].map(Number) as [number, number, number, number]
  const markTwap = twap(mark as readonly Level[], first, last, from, to)
  const spotTwap = twap(spot as readonly Level[], first, last, from, to)
  const open = over(frac(last - first - (to - from)), frac(last - first))
  return { markTwap: shown(markTwap), spotTwap: shown(spotTwap), fundingPayment: shown(times(minus(markTwap, spotTwap), open)) }
}

const bitmexFair = ({ index, fundingRate, hoursToFunding, intervalHours }: Input): Input => ({
  mark: shown(times(frac(index), plus(ONE, over(times(frac(fundingRate), frac(hoursToFunding)), frac(intervalHours))))),
})

/** Premium of an impact order as dYdX has it, 1e-6. */
function impactPpm({ index, impactNotional, maxAbsPpm, bids, asks }: Input): Input {
  const impact = (levels: readonly Level[]): Fraction | undefined => {
    let left = frac(impactNotional)
    let quantity = ZERO
    for (const [price, size] of levels) {
      const value = times(frac(price), frac(size))
      if (minus(value, left).over >= 0n) return over(frac(impactNotional), plus(quantity, over(left, frac(price))))
      quantity = plus(quantity, frac(size))
      left = minus(left, value)
    }
    return undefined
  }
  const [bid, ask] = [impact(bids as readonly Level[]), impact(asks as readonly Level[])]
  const above = bid === undefined ? ZERO : larger(ZERO, minus(bid, frac(index)))
  const below = ask === undefined ? ZERO : larger(ZERO, minus(frac(index), ask))
  const rate = times(over(minus(above, below), frac(index)), PPM)
  return { premiumPpm: shown(clamp(rate, negative(frac(maxAbsPpm)), frac(maxAbsPpm))) }
}

// ---- margins of other engines ----

const slippage = ({ mark, size, slippageFactor, riskFactor }: Input): Input => ({
  mm: shown(times(frac(mark), frac(size), plus(frac(slippageFactor), frac(riskFactor)))),
})
const orderMargin = ({ price, size, marginFactor }: Input): Input => ({
  orderMargin: shown(times(frac(price), frac(size), frac(marginFactor))),
})
const netOfReducing = ({ price, orderSize, opposingPosition, marginFactor }: Input): Input => ({
  orderMargin: shown(times(frac(price), minus(frac(orderSize), frac(opposingPosition)), frac(marginFactor))),
})
function leverageChange({ entry, size, from, to }: Input): Input {
  const [before, after] = [times(frac(entry), frac(size), frac(from)), times(frac(entry), frac(size), frac(to))]
  return { before: shown(before), after: shown(after), released: shown(minus(before, after)) }
}

function insuranceFeeCapped({ side, fillQuote, bankruptcyQuote, maxFeePpm }: Input): Input {
  const surplus = times(signOf({ side }), minus(frac(fillQuote), frac(bankruptcyQuote)))
  const most = { over: floorOf(over(times(frac(fillQuote), frac(maxFeePpm)), PPM)), under: 1n }
  return { delta: shown(smaller(surplus, most)) }
}

/** −Δ × mark + net collateral × (maintenance after − before) ÷ before. */
function netCollateral({ usdc, position, delta, mark, mmr }: Input): Input {
  const size = (value: Fraction): Fraction => (value.over < 0n ? negative(value) : value)
  const need = (quantity: Fraction): Fraction => times(size(quantity), frac(mark), frac(mmr))
  const collateral = plus(frac(usdc), times(frac(position), frac(mark)))
  const before = need(frac(position))
  const after = need(plus(frac(position), frac(delta)))
  const share = over(times(collateral, minus(after, before)), before)
  return { bankruptcyQuote: shown(plus(times(negative(frac(delta)), frac(mark)), share)) }
}

function openInterestScaled({ imPpm, notional, openInterest, lowerCap, upperCap }: Input): Input {
  const [low, high] = [frac(lowerCap), frac(upperCap)]
  const isBounded = minus(high, low).over !== 0n
  const part = isBounded ? clamp(over(minus(frac(openInterest), low), minus(high, low)), ZERO, ONE) : ZERO
  const rate = floorOf(plus(frac(imPpm), times(part, minus(PPM, frac(imPpm)))))
  return { imPpm: String(rate), im: String(ceilOf(over(times({ over: rate, under: 1n }, frac(notional)), PPM))) }
}

const maintenanceFraction = ({ imPpm, fractionPpm }: Input): Input => ({
  mmPpm: String(floorOf(over(times(frac(imPpm), frac(fractionPpm)), PPM))),
})
const capOfMargins = ({ clampFactorPpm, imPpm, fractionPpm }: Input): Input => {
  const maintenance = over(times(frac(imPpm), frac(fractionPpm)), PPM)
  return { capPpm: shown(over(times(frac(clampFactorPpm), minus(frac(imPpm), maintenance)), PPM)) }
}

/** Rate × price × 10^(exponent + resolution + 6) × seconds ÷ 8 h, truncated towards 0. */
function indexDelta({ price, exponent, atomicResolution, ratePpm8h, seconds }: Input): Input {
  const power = Number(exponent) + Number(atomicResolution) + 6
  const scale = power >= 0 ? { over: 10n ** BigInt(power), under: 1n } : { over: 1n, under: 10n ** BigInt(-power) }
  const delta = over(times(frac(ratePpm8h), frac(price), scale, frac(seconds)), frac(28_800))
  return { delta: String(delta.over / delta.under) }
}

/** Rates of more decimals than this product keeps: Σ of the ends below × the step of the rate. */
function deductions({ tiers }: Input): Input {
  const all = tiers as readonly { readonly to: unknown; readonly mmr: unknown }[]
  let deduction = ZERO
  return {
    deductions: all.map(({ mmr }, place) => {
      const below = all[place - 1]
      if (below !== undefined) deduction = plus(deduction, times(frac(below.to), minus(frac(mmr), frac(below.mmr))))
      return shown(deduction)
    }),
  }
}

export const FOREIGN_CONTRACT_OPERATIONS = {
  'perp.mm.deductions': deductions,
  ...FOREIGN_DELEVERAGING,
  'perp.avgEntry.inverse': averageInverse,
  'perp.upnl.inverse': (input: Input): Input => ({ pnl: shown(profitInverse(input)) }),
  'perp.orderCost.inverse': orderCostInverse,
  'perp.bankruptcy.inverse': bankruptcyInverse,
  'perp.liq.inverse.cross.bybitLegacy': liquidationInverseCross,
  'perp.liq.inverse.entryMM': liquidationInverse,
  'perp.im.inverse': initialInverse,
  'perp.funding.inverseRoundTrip': roundTripInverse,
  'perp.funding.payment.inverse': paymentInverse,
  'perp.liq.linear.withFee': liquidationWithFee,
  'perp.liq.linear.bitget': liquidationWithFee,
  'perp.liq.linear.entryMM': (input: Input): Input => ({ liqPrice: shown(entryMaintenance(input)) }),
  'perp.liq.linear.entryMM.contracts': entryMaintenanceOfContracts,
  'perp.liq.linear.phemex': phemex,
  'perp.cross.otherTerms': otherTerms,
  'perp.mm.simple': simpleMaintenance,
  'perp.roi.positionMargin': roi,
  'perp.realized.total': realisedTotal,
  'perp.funding.interest': interest,
  'perp.funding.cap': cap,
  'perp.funding.premium': premium,
  'perp.funding.okx': okx,
  'perp.funding.deribitDamper': deribit,
  'perp.funding.payment.linear': paymentLinear,
  'perp.funding.accumulated': accumulated,
  'perp.funding.scaledBounded': scaledBounded,
  'perp.funding.indexDelta': indexDelta,
  'perp.twap.withHalt': twapWithHalt,
  'perp.mark.bitmexFair': bitmexFair,
  'perp.premium.impact': impactPpm,
  'perp.mm.slippage': slippage,
  'perp.isolated.orderMargin': orderMargin,
  'perp.isolated.orderMargin.netOfReducing': netOfReducing,
  'perp.isolated.leverageChange': leverageChange,
  'perp.insurance.feeCapped': insuranceFeeCapped,
  'perp.bankruptcy.netCollateral': netCollateral,
  'perp.im.openInterestScaled': openInterestScaled,
  'perp.mm.fraction': maintenanceFraction,
  'perp.funding.cap.imMinusMm': capOfMargins,
}
