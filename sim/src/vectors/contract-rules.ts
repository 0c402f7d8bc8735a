/** This product's own rules about contracts as they are written, with all decimals: for figures finer than the engine keeps. */

import { listOf, rowsOf, signOf } from './foreign/sides.ts'
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
  sumOf,
  times,
} from './fraction.ts'

type Input = Readonly<Record<string, unknown>>

const ONE = frac(1)
const ZERO = frac(0)
const DAMPER = frac('0.0005')

function averageEntry({ fills }: Input): Input {
  const all = rowsOf(fills)
  const quantity = sumOf(all.map(({ qty }) => frac(qty)))
  const value = sumOf(all.map(({ qty, price }) => times(frac(qty), frac(price))))
  return { qty: shown(quantity), value: shown(value), avgEntry: shown(over(value, quantity)) }
}

const profitOf = (input: Input, price: unknown): Fraction => times(signOf(input), frac(input.qty), minus(frac(price), frac(input.entry)))

const bankruptcyOf = (input: Input, entry: unknown): Fraction =>
  times(frac(entry), minus(ONE, over(signOf(input), frac(input.leverage ?? 1))))

function orderCost(input: Input): Input {
  const value = times(frac(input.qty), frac(input.price))
  const initialMargin = over(value, frac(input.leverage ?? 1))
  const openFee = times(value, fracOr0(input.takerFee))
  const bankruptcyPrice = bankruptcyOf(input, input.price)
  const closeFee = times(frac(input.qty), bankruptcyPrice, fracOr0(input.takerFee))
  return {
    initialMargin: shown(initialMargin),
    openFee: shown(openFee),
    bankruptcyPrice: shown(bankruptcyPrice),
    closeFee: shown(closeFee),
    orderCost: shown(sumOf([initialMargin, openFee, closeFee])),
  }
}

const floorOfAny = ({ over: top, under }: Fraction): bigint => top / under - (top < 0n && top % under !== 0n ? 1n : 0n)

/** A long one's rounds up, a short one's down. */
function bankruptcyRounded({ side, price, tick }: Input): Input {
  if (isZero(fracOr0(tick))) return { rounded: shown(frac(price)) }
  const steps = over(frac(price), frac(tick))
  const count = signOf({ side }).over > 0n ? -floorOfAny(negative(steps)) : floorOfAny(steps)
  return { rounded: shown(times({ over: count, under: 1n }, frac(tick))) }
}

/** Each bracket's part by its own rate; the last has no end. */
function maintenance({ tiers, positionValue }: Input): Input {
  const value = frac(positionValue)
  let from = ZERO
  const parts = rowsOf(tiers).map(({ to, mmr }, place, all) => {
    const end = to == null || place === all.length - 1 ? value : smaller(value, frac(to))
    const part = times(larger(ZERO, minus(end, from)), frac(mmr))
    from = larger(from, end)
    return part
  })
  return { mm: shown(sumOf(parts)) }
}

const maintenanceFlat = ({ positionValue, mmr, deduction }: Input): Input => ({
  mm: shown(minus(times(frac(positionValue), frac(mmr)), fracOr0(deduction))),
})

function maintenanceOfContracts({ contracts, multiplier, mark, mmr }: Input): Input {
  const value = times(magnitudeOf(frac(contracts)), frac(multiplier ?? 1), frac(mark))
  return { positionValue: shown(value), mm: shown(times(value, frac(mmr))) }
}

/** What a bracket deducts: its lower end × the step of the rate, and what the one before deducts. */
const amountStep = ({ amountPrev, floor, mmrN, mmrPrev }: Input): Input => ({
  amount: shown(plus(times(frac(floor), minus(frac(mmrN), frac(mmrPrev))), fracOr0(amountPrev))),
})

function isolatedState(input: Input): Input {
  const value = times(frac(input.qty), frac(input.entry))
  const initialMargin = over(value, frac(input.leverage ?? 1))
  const mm = times(value, frac(input.mmr))
  const remaining = plus(initialMargin, profitOf(input, input.price))
  return { initialMargin: shown(initialMargin), mm: shown(mm), remaining: shown(remaining), liquidate: !isBelow(mm, remaining) }
}

function liquidation(input: Input): Input {
  const [sign, quantity] = [signOf(input), frac(input.qty)]
  const behind = sumOf([frac(input.walletBalance), negative(fracOr0(input.tmmOther)), fracOr0(input.upnlOther), fracOr0(input.cum)])
  const reach = minus(behind, times(sign, quantity, frac(input.entry)))
  return { liqPrice: shown(over(reach, times(quantity, minus(frac(input.mmr), sign)))) }
}

function rate8h({ premium, interest }: Input): Input {
  const due = minus(fracOr0(interest), frac(premium))
  return { rate: shown(plus(frac(premium), clamp(due, negative(DAMPER), DAMPER))) }
}

function markMedian({ index, lastFundingRate, hoursToFunding, intervalHours, basis, contractPrice }: Input): Input {
  const interval = fracOr0(intervalHours)
  const share = isZero(interval) ? ZERO : over(times(fracOr0(lastFundingRate), fracOr0(hoursToFunding)), interval)
  const price1 = times(frac(index), plus(ONE, share))
  const price2 = plus(frac(index), meanOf(listOf(basis).map(frac)))
  const last = contractPrice == null ? price2 : frac(contractPrice)
  const mark = larger(smaller(price1, price2), smaller(larger(price1, price2), last))
  return { price1: shown(price1), price2: shown(price2), mark: shown(mark) }
}

/** Reducing keeps the entry price; what crosses zero opens anew. */
function enginePosition({ events }: Input): Input {
  let [position, entry] = [ZERO, ZERO]
  for (const { mark, take } of rowsOf(events)) {
    const taken = fracOr0(take)
    const next = plus(position, taken)
    const isAdding = position.over * taken.over >= 0n
    const isCrossing = position.over * next.over < 0n
    if (isAdding && !isZero(next)) entry = over(plus(times(position, entry), times(taken, frac(mark))), next)
    if (isCrossing) entry = frac(mark)
    if (isZero(next)) entry = ZERO
    position = next
  }
  const profit = isZero(position) ? ZERO : times(position, minus(frac(rowsOf(events).at(-1)?.mark), entry))
  return { position: shown(position), avgEntry: shown(entry), unrealised: shown(profit) }
}

const trailing = ({ side, extreme }: Input, distance: Fraction): Input => ({
  trigger: shown(minus(frac(extreme), times(signOf({ side: side === 'SELL' || side === 'LONG' ? 'LONG' : 'SHORT' }), distance))),
})

export const CONTRACT_RULES = {
  'perp.avgEntry.linear': averageEntry,
  'perp.upnl.linear': (input: Input): Input => ({ pnl: shown(profitOf(input, input.price)) }),
  'perp.orderCost.linear': orderCost,
  'perp.bankruptcy.linear': (input: Input): Input => ({ bankruptcyPrice: shown(bankruptcyOf(input, input.entry)) }),
  'perp.bankruptcy.round': bankruptcyRounded,
  'perp.mm.tiered': maintenance,
  'perp.mm.flat': maintenanceFlat,
  'perp.mm.contracts': maintenanceOfContracts,
  'perp.mm.amountStep': amountStep,
  'perp.isolated.state': isolatedState,
  'perp.liq.linear.binance': liquidation,
  'perp.funding.rate8h': rate8h,
  'perp.mark.binanceMedian': markMedian,
  'perp.engine.position': enginePosition,
  'perp.trailing.trigger': (input: Input): Input => trailing(input, times(frac(input.extreme), frac(input.callbackRate))),
  'perp.trailing.trigger.abs': (input: Input): Input => trailing(input, frac(input.callback)),
}
