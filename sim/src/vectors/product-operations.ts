/** Vectors of this product's own rules: index prices, conversion and savings, through the kernel. */
import type { RateTier } from '@agio/engine/command.ts'
import { amountsWorth, inverseOf, PRICE_SCALE, priceOf, receivedFor, sentFor } from '@agio/engine/convert/quote.ts'
import { asEarnOrderId } from '@agio/engine/ids/id.ts'
import { INDEX_SCALE } from '@agio/engine/schema/index-price.ts'
import { exact, format, unitsAt, whole } from './exact.ts'
import { differences } from './expected.ts'
import { areOurPrices, areOurSources, cappedByRule, weightedByRule, weightedOf } from './foreign/indexes.ts'
import { dailyOf, isOurYear, tieredDailyOf } from './foreign/years.ts'
import { shown } from './fraction.ts'
import { COIN, DAY_MS, ProductEngine, UNIT, USER } from './product-engine.ts'

type Input = Readonly<Record<string, unknown>>

const SCALE = 8
const NOON = Date.UTC(2026, 0, 15, 12)
const ONE = 10n ** BigInt(INDEX_SCALE)
/** A cap that lets every price count as it is. */
const NO_CAP = 99_999_999
/** Rounding down at each source and at the mean. */
const INDEX_STEP = '0.00000000001'
const money = (value: unknown): bigint => unitsAt(exact(value), SCALE)
const said = (amount: bigint, scale = SCALE): string => format(whole(amount, scale))
const rateOf = (value: unknown): number => Number(unitsAt(exact(value), SCALE))
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

// ---- index prices ----

/** The median is the index of the middle prices alone. What the rule says more exactly than the kernel does is said so. */
function medianCapMean(input: Input): Input {
  const answer = cappedByRule(input)
  if (!areOurPrices(input)) return answer
  const all = listOf(input.prices).map((price) => unitsAt(exact(price), INDEX_SCALE))
  const sorted = [...all].sort((one, other) => (one < other ? -1 : 1))
  const middle = sorted.slice(Math.floor((sorted.length - 1) / 2), Math.floor(sorted.length / 2) + 1)
  const index = new ProductEngine(NOON).index(all, rateOf(input.capFraction))
  const asked = { index: said(index, INDEX_SCALE), median: said(new ProductEngine(NOON).index(middle, NO_CAP), INDEX_SCALE) }
  return differences(answer, asked, INDEX_STEP).length === 0 ? answer : asked
}

/** The engine takes the mean of two as it is, and one by itself: each is listed again, which leaves the weighted mean what it is. */
function weightedIndex(input: Input): Input {
  if (!areOurSources(input)) return { index: shown(weightedByRule(input)) }
  const all = weightedOf(input)
  const rows = Array.from({ length: Math.ceil(3 / all.length) }, () => all).flat()
  const [prices, weights] = [rows.map(({ price }) => price), rows.map(({ weight }) => Number(weight))]
  return { index: said(new ProductEngine(NOON).index(prices, NO_CAP, weights), INDEX_SCALE) }
}

// ---- conversion ----

const priceFrom = (value: unknown): bigint => unitsAt(exact(value), PRICE_SCALE)

function quote({ fromAmount, ratio }: Input): Input {
  return { toAmount: said(receivedFor(money(fromAmount), priceFrom(ratio), { send: SCALE, receive: SCALE })) }
}

function quoteByTo({ toAmount, ratio }: Input): Input {
  return { fromAmount: said(sentFor(money(toAmount), priceFrom(ratio), { send: SCALE, receive: SCALE })) }
}

function quoteByToRound({ toAmount, rate, fromScale }: Input): Input {
  const send = Number(fromScale)
  return { fromAmount: said(sentFor(money(toAmount), priceFrom(rate), { send, receive: SCALE }), send) }
}

function quoteSpread({ fromAmount, mid, spreadBps, toScale }: Input): Input {
  const receive = Number(toScale)
  // the middle price is a fraction, of however many decimals
  const middle = exact(mid)
  const price = priceOf(middle.units, 10n ** BigInt(middle.scale), unitsAt(exact(spreadBps), 4))
  return { rate: said(price, PRICE_SCALE), toAmount: said(receivedFor(money(fromAmount), price, { send: SCALE, receive }), receive) }
}

/** Whether the engine takes a quote at an instant. */
function quoteValid({ now, validTimestamp }: Input): Input {
  const house = new ProductEngine(Number(now))
  const index = house.index([60_000n * ONE], NO_CAP)
  house.fund()
  const amounts = { sendAmount: 10n ** 8n, receiveAmount: 1_666n, value: 10n ** 8n, spread: 0n, quoteId: 1 }
  const indexes = { sendIndex: ONE, receiveIndex: index, sendAssetId: UNIT, receiveAssetId: COIN }
  const { reason } = house.run({ kind: 'acceptQuote', userId: USER, validUntil: Number(validTimestamp), ...amounts, ...indexes })
  if (reason !== 'none' && reason !== 'quoteExpired') throw new Error(reason)
  return { ok: reason === 'none' }
}

/** An amount of the unit asset is its own value. A highest value of 0 is none. */
function limit({ valueU, minTradeU, maxTradeU }: Input): Input {
  const value = money(valueU)
  const most = money(maxTradeU)
  const bounds = amountsWorth(money(minTradeU), most === 0n ? value : most, ONE, SCALE)
  return { ok: value >= bounds.least && value <= bounds.most }
}

function inverseRatio({ ratio, decimals }: Input): Input {
  const scale = Number(decimals)
  return { inverseRatio: said(inverseOf(priceFrom(ratio)) / 10n ** BigInt(PRICE_SCALE - scale), scale) }
}

// ---- savings ----

const flat = (apr: unknown): RateTier[] => [{ upTo: null, rateE8: rateOf(apr) }]

/** First line of a flexible order. */
function firstDay(principal: unknown, tiers: readonly RateTier[]): bigint {
  const house = new ProductEngine(NOON)
  const orderId = house.save({}, tiers, money(principal))
  house.pass(2 * DAY_MS)
  return house.linesOf(orderId)[0]?.interest ?? 0n
}

const daily = (input: Input): Input => (isOurYear(input) ? { daily: said(firstDay(input.principal, flat(input.apr))) } : dailyOf(input))

function tieredDaily(input: Input): Input {
  if (!isOurYear(input)) return tieredDailyOf(input)
  const all = listOf(input.tiers) as readonly { readonly to: unknown; readonly apr: unknown }[]
  const brackets = all.map(({ to, apr }) => ({ upTo: to === null ? null : money(to), rateE8: rateOf(apr) }))
  return { daily: said(firstDay(input.principal, brackets)) }
}

/** All that a term of so many days is paid. */
function termOf({ principal, apr, days }: Input, payout: 'daily' | 'atEnd'): readonly bigint[] {
  const house = new ProductEngine(NOON)
  const termDays = Number(days)
  const orderId = house.save({ type: 'fixed', rateType: 'fixed', payout, termDays }, flat(apr), money(principal))
  for (let day = 0; day <= termDays + 1; day += 1) house.pass(DAY_MS)
  return house.linesOf(orderId).map(({ interest }) => interest)
}

const sumOf = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, amount) => sum + amount, 0n)

const atEnd = (input: Input): Input => ({ interest: said(sumOf(termOf(input, 'atEnd'))) })

function dailySum(input: Input): Input {
  const lines = termOf(input, 'daily')
  return { perDay: said(lines[0] ?? 0n), total: said(sumOf(lines)) }
}

/** Every house here has one product. */
const ONLY = 1
/** Minor units whose interest of a day changes by one where the rate does by its last digit. */
const YEAR_E8 = 36_500_000_000n
/** What a day pays of a principal at most. */
const RATE_MOST_E8 = 1_000_000_000n

/** Brackets by which a day pays just so much: one rate pays all but what is left of it, and a small first bracket that too. */
function tiersPaying(amount: bigint, principal: bigint): RateTier[] {
  const sum = amount * YEAR_E8
  const rate = sum / principal
  if (principal <= YEAR_E8) return [{ upTo: null, rateE8: Number((sum + principal - 1n) / principal) }]
  const first = (sum - (principal - YEAR_E8) * rate + YEAR_E8 - 1n) / YEAR_E8
  return [
    { upTo: YEAR_E8, rateE8: Number(first) },
    { upTo: null, rateE8: Number(rate) },
  ]
}

/** A term that is redeemed when what was distributed was paid, in as many days as it takes. */
function earlyRedeem({ subscription, distributed }: Input): Input {
  const house = new ProductEngine(NOON)
  const [principal, paid] = [money(subscription), money(distributed)]
  const days = (paid * YEAR_E8) / (principal * (RATE_MOST_E8 / 2n)) + 1n
  const termDays = Number(days) + 1
  const terms = { type: 'fixed', rateType: 'current', termDays } as const
  const tiersOf = (day: bigint) => tiersPaying((paid * (day + 1n)) / days - (paid * day) / days, principal)
  const orderId = house.save(terms, tiersOf(0n), principal)
  for (let day = 1n; day < days; day += 1n) house.setRate(ONLY, Number(day) + 1, tiersOf(day))
  for (let day = 0n; day <= days; day += 1n) house.pass(DAY_MS)
  house.must({ kind: 'redeemProduct', userId: USER, orderId: asEarnOrderId(orderId), amount: 0n, toAccount: 'financial' })
  const received = house.events.flatMap(({ event }) =>
    event.kind === 'balanceChanged' && event.cause === 'earnRedeem' && event.account === 'financial' ? [event.availableDelta] : [],
  )
  const forfeited = house.events.flatMap(({ event }) => (event.kind === 'earnChanged' ? [event.forfeited] : []))
  return { received: said(sumOf(received)), forfeited: said(sumOf(forfeited)) }
}

/** The first line says which day it is of and when it was due. */
function flexibleCalendar({ entered }: Input): Input {
  const house = new ProductEngine(Date.parse(`${String(entered)}T12:00:00Z`))
  house.save({}, flat('0.1'), 10n ** 12n)
  house.pass(2 * DAY_MS)
  const line = house.events.find(({ event }) => event.kind === 'earnChanged' && event.change === 'interest')
  if (line?.event.kind !== 'earnChanged') throw new Error('no line')
  const dayText = (at: number): string => new Date(at).toISOString().slice(0, 10)
  return { accrualStart: dayText(line.event.day * DAY_MS), firstPayout: dayText(line.at) }
}

export const productOperations = {
  'perp.index.medianCapMean': medianCapMean,
  'perp.index.weighted': weightedIndex,
  'convert.quote': quote,
  'convert.quote.byTo': quoteByTo,
  'convert.quote.byTo.round': quoteByToRound,
  'convert.quote.spread': quoteSpread,
  'convert.quote.valid': quoteValid,
  'convert.limit': limit,
  'convert.inverseRatio': inverseRatio,
  'fin.daily': daily,
  'fin.tieredDaily': tieredDaily,
  'fin.atEnd': atEnd,
  'fin.dailySum': dailySum,
  'fin.earlyRedeem': earlyRedeem,
  'fin.calendar.flexible': flexibleCalendar,
}
