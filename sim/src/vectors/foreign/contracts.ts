/**
 * Formulas of other venues about contracts, which nothing in this product runs: they are here because the catalogue names them, are counted
 * apart, and prove nothing about it.
 */
import { Unfit } from '../exact.ts'
import {
  ceilOf,
  clamp,
  type Fraction,
  floorOf,
  frac,
  fracOr0,
  isBelow,
  isZero,
  larger,
  magnitudeOf,
  minus,
  negative,
  over,
  plus,
  shown,
  smaller,
  times,
} from '../fraction.ts'
import { FOREIGN_DELEVERAGING } from './deleveraging.ts'
import { FUNDING_OPERATIONS } from './funding.ts'
import { INVERSE_OPERATIONS } from './inverse.ts'
import { rowsOf, signOf } from './sides.ts'

type Input = Readonly<Record<string, unknown>>

const ONE = frac(1)
const ZERO = frac(0)
const PPM = frac(1_000_000)
const whole = (units: bigint): Fraction => ({ over: units, under: 1n })

// ---- liquidation of linear ones ----

function liquidationWithFee(input: Input): Input {
  const sign = signOf(input)
  const reach = minus(frac(input.entry), over(times(sign, frac(input.margin)), frac(input.qty)))
  return { liqPrice: shown(over(reach, minus(ONE, times(sign, plus(frac(input.mmr), fracOr0(input.takerFee)))))) }
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

function phemex({ side, openValue, leverage, takerFee, mmr, mmAmount, size }: Input): Input {
  const [sign, value, fee] = [signOf({ side }), frac(openValue), fracOr0(takerFee)]
  const initial = over(value, frac(leverage))
  const balance = plus(initial, times(minus(value, times(sign, initial)), fee))
  const reach = minus(value, times(sign, plus(balance, fracOr0(mmAmount))))
  const price = over(reach, times(frac(size), minus(ONE, times(sign, plus(frac(mmr), fee)))))
  return { positionBalance: shown(balance), liqPrice: shown(price) }
}

/** A position below 0 is short, as one whose side says so. */
function otherTerms({ positions }: Input): Input {
  const all = rowsOf(positions)
  return {
    mm: all.map(({ qty, mark, mmr, cum }) => shown(minus(times(magnitudeOf(frac(qty)), frac(mark), frac(mmr)), fracOr0(cum)))),
    upnl: all.map(({ side, qty, mark, entry }) => shown(times(signOf({ side }), frac(qty), minus(frac(mark), frac(entry))))),
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
  const closeFee = times(frac(qty), bankrupt, fracOr0(takerFee))
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
  const openFee = times(openValue, fracOr0(input.openFeeRate))
  const closeFee = times(frac(input.qty), frac(input.exit), fracOr0(input.closeFeeRate))
  const fundingReceived = times(negative(signOf(input)), openValue, fracOr0(input.fundingRate))
  return {
    openFee: shown(openFee),
    fundingReceived: shown(fundingReceived),
    pnl: shown(pnl),
    total: shown(minus(minus(plus(pnl, fundingReceived), openFee), closeFee)),
  }
}

// ---- margins of other engines ----

const slippage = ({ mark, size, slippageFactor, riskFactor }: Input): Input => ({
  mm: shown(times(frac(mark), frac(size), plus(fracOr0(slippageFactor), fracOr0(riskFactor)))),
})
const orderMargin = ({ price, size, marginFactor }: Input): Input => ({
  orderMargin: shown(times(frac(price), frac(size), frac(marginFactor))),
})
const netOfReducing = ({ price, orderSize, opposingPosition, marginFactor }: Input): Input => ({
  orderMargin: shown(times(frac(price), larger(ZERO, minus(frac(orderSize), fracOr0(opposingPosition))), frac(marginFactor))),
})
function leverageChange({ entry, size, from, to }: Input): Input {
  const [before, after] = [times(frac(entry), frac(size), frac(from)), times(frac(entry), frac(size), frac(to))]
  return { before: shown(before), after: shown(after), released: shown(minus(before, after)) }
}

function insuranceFeeCapped({ side, fillQuote, bankruptcyQuote, maxFeePpm }: Input): Input {
  const surplus = times(signOf({ side }), minus(frac(fillQuote), frac(bankruptcyQuote)))
  const most = whole(floorOf(over(times(frac(fillQuote), frac(maxFeePpm)), PPM)))
  return { delta: shown(smaller(surplus, most)) }
}

/** −Δ × mark + net collateral × (maintenance after − before) ÷ before. */
function netCollateral({ usdc, position, delta, mark, mmr }: Input): Input {
  const need = (quantity: Fraction): Fraction => times(magnitudeOf(quantity), frac(mark), frac(mmr))
  const collateral = plus(frac(usdc), times(frac(position), frac(mark)))
  const before = need(frac(position))
  const after = need(plus(frac(position), frac(delta)))
  const share = isZero(before) ? ZERO : over(times(collateral, minus(after, before)), before)
  return { bankruptcyQuote: shown(plus(times(negative(frac(delta)), frac(mark)), share)) }
}

function openInterestScaled({ imPpm, notional, openInterest, lowerCap, upperCap }: Input): Input {
  const [low, high] = [frac(lowerCap), frac(upperCap)]
  const isBounded = minus(high, low).over !== 0n
  const part = isBounded ? clamp(over(minus(frac(openInterest), low), minus(high, low)), ZERO, ONE) : ZERO
  const rate = floorOf(plus(frac(imPpm), times(part, minus(PPM, frac(imPpm)))))
  return { imPpm: String(rate), im: String(ceilOf(over(times(whole(rate), fracOr0(notional)), PPM))) }
}

const maintenanceFraction = ({ imPpm, fractionPpm }: Input): Input => ({
  mmPpm: String(floorOf(over(times(frac(imPpm), frac(fractionPpm)), PPM))),
})
const capOfMargins = ({ clampFactorPpm, imPpm, fractionPpm }: Input): Input => {
  const maintenance = over(times(frac(imPpm), frac(fractionPpm)), PPM)
  return { capPpm: shown(over(times(frac(clampFactorPpm), minus(frac(imPpm), maintenance)), PPM)) }
}

/** Rates of more decimals than this product keeps: Σ of the ends below × the step of the rate. */
function deductions({ tiers }: Input): Input {
  const all = rowsOf(tiers)
  let deduction = ZERO
  return {
    deductions: all.map(({ mmr }, place) => {
      const below = all[place - 1]
      if (below !== undefined) deduction = plus(deduction, times(frac(below.to), minus(frac(mmr), frac(below.mmr))))
      return shown(deduction)
    }),
  }
}

// ---- results of a position ----

const closedProfit = ({ positionPnl, openFee, closeFee, fundingPaid }: Input): Input => ({
  closedPnl: shown([openFee, closeFee, fundingPaid].map(fracOr0).reduce(minus, frac(positionPnl))),
})

/** Price at which the profit is so many per cent of the initial margin. */
const targetPrice = (input: Input): Input => {
  const move = over(frac(input.roePct), times(frac(100), frac(input.leverage ?? 1)))
  return { target: shown(times(frac(input.entry), plus(ONE, times(signOf(input), move)))) }
}

/** What an order loses against the mark where it fills at its own price; Binance wants it beside the margin. */
function openLoss({ side, qty, orderPrice, mark, leverage }: Input): Input {
  const initialMargin = over(times(frac(qty), frac(orderPrice)), frac(leverage ?? 1))
  const loss = times(frac(qty), larger(ZERO, times(signOf({ side }), minus(frac(orderPrice), frac(mark)))))
  return { initialMargin: shown(initialMargin), openLoss: shown(loss), cost: shown(plus(initialMargin, loss)) }
}

/** Vega: at a fill what goes to the position rounds down, what stays with the order rounds up. */
function orderToPosition({ filled, remaining, limitPrice, marginFactor }: Input): Input {
  const marginOf = (size: unknown): Fraction => times(frac(size), frac(limitPrice), frac(marginFactor))
  return { addedToPosition: String(floorOf(marginOf(filled))), orderMarginLeft: String(ceilOf(marginOf(remaining))) }
}

const TRADES_MOST = 100_000

/** Vega: a share of what is left at a time, no more than a share of the book; all at once when little is left. */
function staged({ volume, disposalFraction, fullDisposalSize, bookVolume, maxBookFraction }: Input): Input {
  const most = whole(floorOf(times(frac(bookVolume), frac(maxBookFraction ?? 1))))
  const trades: string[] = []
  let left = magnitudeOf(frac(volume))
  while (left.over > 0n) {
    const share = smaller(left, whole(ceilOf(times(left, frac(disposalFraction ?? 1)))))
    const size = isBelow(fracOr0(fullDisposalSize), left) ? smaller(share, most) : left
    if (size.over <= 0n) break
    if (trades.length === TRADES_MOST) throw new Unfit(`more than ${TRADES_MOST} trades`)
    trades.push(shown(size))
    left = minus(left, size)
  }
  return { trades }
}

export const FOREIGN_CONTRACT_OPERATIONS = {
  ...FOREIGN_DELEVERAGING,
  ...INVERSE_OPERATIONS,
  ...FUNDING_OPERATIONS,
  'perp.liq.linear.withFee': liquidationWithFee,
  'perp.liq.linear.bitget': liquidationWithFee,
  'perp.liq.linear.entryMM': (input: Input): Input => ({ liqPrice: shown(entryMaintenance(input)) }),
  'perp.liq.linear.entryMM.contracts': entryMaintenanceOfContracts,
  'perp.liq.linear.phemex': phemex,
  'perp.liq.staged': staged,
  'perp.cross.otherTerms': otherTerms,
  'perp.mm.deductions': deductions,
  'perp.mm.simple': simpleMaintenance,
  'perp.mm.slippage': slippage,
  'perp.mm.fraction': maintenanceFraction,
  'perp.roi.positionMargin': roi,
  'perp.realized.total': realisedTotal,
  'perp.closedPnl': closedProfit,
  'perp.targetPrice': targetPrice,
  'perp.openLoss': openLoss,
  'perp.isolated.orderMargin': orderMargin,
  'perp.isolated.orderMargin.netOfReducing': netOfReducing,
  'perp.isolated.orderToPosition': orderToPosition,
  'perp.isolated.leverageChange': leverageChange,
  'perp.insurance.feeCapped': insuranceFeeCapped,
  'perp.bankruptcy.netCollateral': netCollateral,
  'perp.im.openInterestScaled': openInterestScaled,
  'perp.funding.cap.imMinusMm': capOfMargins,
}
