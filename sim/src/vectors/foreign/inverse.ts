/** Formulas of other venues about inverse contracts: worth a fixed amount of money each, settled in the coin. */
import { type Fraction, frac, fracOr0, minus, over, plus, shown, sumOf, times } from '../fraction.ts'
import { rowsOf, signOf } from './sides.ts'

type Input = Readonly<Record<string, unknown>>

const ONE = frac(1)

const inverseValue = (quantity: unknown, price: unknown): Fraction => over(frac(quantity), frac(price))

function averageInverse({ fills }: Input): Input {
  const all = rowsOf(fills)
  const quantity = sumOf(all.map(({ qty }) => frac(qty)))
  const value = sumOf(all.map(({ qty, price }) => inverseValue(qty, price)))
  return { qty: shown(quantity), value: shown(value), avgEntry: shown(over(quantity, value)) }
}

const profitInverse = (input: Input): Fraction =>
  times(
    signOf(input),
    minus(inverseValue(input.qty ?? input.contracts, input.entry), inverseValue(input.qty ?? input.contracts, input.price ?? input.exit)),
  )

function orderCostInverse({ side, qty, price, leverage, takerFee }: Input): Input {
  const value = inverseValue(qty, price)
  const initialMargin = over(value, frac(leverage))
  const openFee = times(value, fracOr0(takerFee))
  // at the bankruptcy price a long is worth value × (L + 1) ÷ L, a short value × (L − 1) ÷ L
  const closeFee = times(value, over(plus(frac(leverage), signOf({ side })), frac(leverage)), fracOr0(takerFee))
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

function liquidationInverseCross({ side, qty, entry, balance, mmr, takerFee, orderMargin }: Input): Input {
  const sign = signOf({ side })
  const value = inverseValue(qty, entry)
  const free = minus(frac(balance), fracOr0(orderMargin))
  const fee = fracOr0(takerFee)
  // what is left at the price of bankruptcy pays the fee of closing there
  const bankrupt = over(times(frac(qty), plus(ONE, times(sign, fee))), plus(value, times(sign, free)))
  const closing = times(over(frac(qty), bankrupt), fee)
  const left = minus(minus(free, times(value, frac(mmr))), closing)
  return { bankruptcyPrice: shown(bankrupt), liqPrice: shown(over(frac(qty), plus(value, times(sign, left)))) }
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
  const fundingPaid = times(signOf(input), inverseValue(input.contracts, input.markAtFunding), frac(input.fundingRate))
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

/** Maintenance on the value at the price of liquidation, as Kraken has it. */
function liquidationIsolated(input: Input): Input {
  const sign = signOf(input)
  const [contracts, value] = [frac(input.contracts), inverseValue(input.contracts, input.entry)]
  const behind = plus(value, times(sign, frac(input.margin)))
  const at = (amount: Fraction): string => shown(over(amount, behind))
  return { value: shown(value), bankruptcyPrice: at(contracts), liqPrice: at(times(contracts, plus(ONE, times(sign, fracOr0(input.mmr))))) }
}

/** What a contract of so much money makes in coins, told in money at the price of its end; a short one has a notional below 0. */
function profitInQuote(input: Input): Input {
  const { notional, entry, exit } = input
  const base = times(signOf(input), minus(inverseValue(notional, entry), inverseValue(notional, exit)))
  return { base: shown(base), quote: shown(times(base, frac(exit))) }
}

export const INVERSE_OPERATIONS = {
  'perp.avgEntry.inverse': averageInverse,
  'perp.upnl.inverse': (input: Input): Input => ({ pnl: shown(profitInverse(input)) }),
  'perp.pnl.inverseStyleInQuote': profitInQuote,
  'perp.orderCost.inverse': orderCostInverse,
  'perp.bankruptcy.inverse': bankruptcyInverse,
  'perp.liq.inverse.cross.bybitLegacy': liquidationInverseCross,
  'perp.liq.inverse.entryMM': liquidationInverse,
  'perp.liq.inverse.isolated': liquidationIsolated,
  'perp.im.inverse': initialInverse,
  'perp.funding.inverseRoundTrip': roundTripInverse,
  'perp.funding.payment.inverse': paymentInverse,
}
