/**
 * Formulas of other venues about savings, which nothing in this product runs: they are here because the catalogue names them, are counted
 * apart, and prove nothing about it.
 */
import { smaller } from '../../reference/model.ts'
import { type Exact, exact, format, multiply, unitsAt, whole } from '../exact.ts'

type Input = Readonly<Record<string, unknown>>

const SCALE = 8
/** Decimals that powers are carried with. */
const FINE = 40
const ONE = 10n ** BigInt(FINE)

/** A product divided by a whole number, rounded down at 8 decimals. */
const partOf = (value: Exact, divisor: number): string =>
  format(whole((value.units * 10n ** BigInt(SCALE)) / (BigInt(divisor) * 10n ** BigInt(value.scale)), SCALE))
const product = (...factors: readonly unknown[]): Exact => factors.map(exact).reduce(multiply)
const fine = (value: unknown): bigint => unitsAt(exact(value), FINE)
const at8 = (value: bigint): string => format(whole(value / 10n ** BigInt(FINE - SCALE), SCALE))

/** (1 + rate ÷ parts) ^ times. */
function grown(rate: unknown, parts: number, times: number): bigint {
  let power = ONE
  for (let time = 0; time < times; time += 1) power = (power * (ONE + fine(rate) / BigInt(parts))) / ONE
  return power
}

const simple = ({ principal, apr, years }: Input): Input => {
  const interest = product(principal, apr, years)
  return { total: at8(fine(principal) + fine(format(interest))) }
}

const compound = ({ principal, apr, periodsPerYear, years }: Input): Input => ({
  total: at8((fine(principal) * grown(apr, Number(periodsPerYear), Number(periodsPerYear) * Number(years))) / ONE),
})

const apy = ({ apr, periodsPerYear }: Input): Input => ({
  apyPct: at8((grown(apr, Number(periodsPerYear), Number(periodsPerYear)) - ONE) * 100n),
})

/** The figures of the page: a day is the 365th part, a year the whole. */
const dailyFromApy = ({ principal, apy: yearly }: Input): Input => ({
  firstDay: partOf(product(principal, yearly), 365),
  yearEnd: at8(fine(principal) + fine(format(product(principal, yearly)))),
})

const hourly = ({ principal, apr, lenderShare }: Input): Input => ({ hourly: partOf(product(principal, apr, lenderShare), 365 * 24) })

const coupon = ({ principal, cap, boostApr, days }: Input): Input => {
  const boosted = fine(principal) < fine(cap) ? principal : cap
  return { boost: partOf(product(boosted, boostApr, days), 365) }
}

function principalForDaily({ apr, daily, dayCount }: Input): Input {
  const annual = product(daily, dayCount)
  const rate = exact(apr)
  const scaled = annual.units * 10n ** BigInt(rate.scale + SCALE)
  return { annual: format(annual), principal: format(whole(scaled / (rate.units * 10n ** BigInt(annual.scale)), SCALE)) }
}

/** The cheapest bids first, until the demand is met; all get the rate of the last one that was taken. */
function lendingAuction({ demand, bids }: Input): Input {
  const all = bids as readonly { readonly id: string; readonly amount: unknown; readonly minApr: unknown }[]
  let left = fine(demand)
  let marketApr = '0'
  const loaned: Record<string, string> = {}
  for (const { id, amount, minApr } of [...all].sort((one, other) => (fine(one.minApr) < fine(other.minApr) ? -1 : 1))) {
    const taken = smaller(fine(amount), left)
    if (taken > 0n) marketApr = String(minApr)
    loaned[id] = at8(taken)
    left -= taken
  }
  return { marketApr, loaned }
}

export const FOREIGN_OPERATIONS = {
  'fin.simple': simple,
  'fin.compound': compound,
  'fin.apy': apy,
  'fin.dailyFromApy': dailyFromApy,
  'fin.hourly': hourly,
  'fin.coupon': coupon,
  'fin.principalForDaily': principalForDaily,
  'fin.lendingAuction': lendingAuction,
}
