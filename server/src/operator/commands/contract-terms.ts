/** Terms and brackets of contracts as they are typed. */
import type { ContractTerms, MarginTier } from '@agio/engine/command.ts'
import { formatDecimal, parseDecimal } from '@agio/engine/money/decimal.ts'
import { isSafe, type Safety, safetyOf } from '@agio/engine/perp/bounds.ts'
import { dec } from '@agio/wire/fields.ts'
import { formatSteps, parseSteps } from '@agio/wire/steps.ts'
import * as z from 'zod/mini'
import { operatorCommand, refuse } from '../operator-command.ts'
import { askFor } from './contract-changes.ts'
import { FUNDING_SCALE, quoteScaleOf, RATE_SCALE, tierText, type WholeTerms } from './contract-text.ts'
import { CONTRACT } from './contracts.ts'

export const TERMS = {
  open: 'yes or no: whether anybody may place orders',
  'maker-fee': 'share of the value, 0.0002 = 0.02 %',
  'taker-fee': 'share of the value',
  'liquidation-fee': 'share of what a liquidation reduces, below the lowest maintenance rate',
  'min-leverage': 'lowest that may be set',
  'max-leverage': 'highest that may be set: that of the first bracket',
  'funding-cap': 'highest funding of an interval, a share of three quarters of the lowest maintenance rate at most',
  'funding-floor': 'lowest, below zero, nearer to it than that rate',
  interest: 'share of an interval that is paid where nothing is dearer',
  'impact-value': 'value whose average price makes the premium',
  'loss-of-one': 'share of the insurance fund that bankruptcies of one customer may cost in a day; 0.02 where nothing is said',
  'loss-of-all': 'the same of all customers; 0.1 where nothing is said',
  'frozen-move': 'how much worse a position without an index counts when money leaves, a share; 0.5 where nothing is said',
  'settle-after': 'hours that the index has to be silent before contracts settle; 24 where nothing is said',
  'price-range': 'how far from the mark a limit may lie, a share',
  slippage: 'how far from the mark a market order goes at most, a share up to 0.01',
  'min-volume': 'fewest contracts of an order',
  'max-volume': 'most contracts of an order',
  'min-value': 'least value of an order',
  'max-value': 'largest value of a limit order; 0 = no bound',
  'market-value': 'largest value of a market order; 0 = no bound',
} as const
export type GivenTerms = Readonly<Partial<Record<keyof typeof TERMS, string>>>

const RATE_ONE = 10 ** RATE_SCALE
const HOUR_MS = 3_600_000

/** A figure in minor units, below zero where that is allowed. @throws Refusal */
function figure(name: string, text: string, scale: number, isSigned = false): bigint {
  const isBelow = isSigned && text.startsWith('-')
  const found = parseDecimal(isBelow ? text.slice(1) : text, scale)
  if (typeof found !== 'bigint') return refuse(`${name}: ${text} is no number with ${scale} decimals at most`)
  return isBelow ? -found : found
}

function count(name: string, text: string): number {
  const found = parseSteps(text, 0)
  return typeof found === 'number' ? found : refuse(`${name}: ${text} is no whole number`)
}

function yesOrNo(name: string, text: string): boolean {
  if (text !== 'yes' && text !== 'no') refuse(`${name}: yes or no`)
  return text === 'yes'
}

/** Terms with those that were named in place of what stands. @throws Refusal */
export function changed({ terms, contract }: WholeTerms, given: GivenTerms, scale: number): WholeTerms {
  const taken = <Value>(name: keyof typeof TERMS, standing: Value, read: (text: string) => Value): Value => {
    const text = given[name]
    return text === undefined ? standing : read(text)
  }
  const share = (name: keyof typeof TERMS, standing: number): number =>
    taken(name, standing, (text) => {
      const found = Number(figure(name, text, RATE_SCALE))
      return found < RATE_ONE ? found : refuse(`${name}: a share below 1, such as 0.0005`)
    })
  const funding = (name: keyof typeof TERMS, standing: number): number =>
    taken(name, standing, (text) => Number(figure(name, text, FUNDING_SCALE, true)))
  const money = (name: keyof typeof TERMS, standing: bigint): bigint => taken(name, standing, (text) => figure(name, text, scale))
  const whole = (name: keyof typeof TERMS, standing: number): number => taken(name, standing, (text) => count(name, text))
  const maxLeverage = whole('max-leverage', contract.maxLeverage)
  const tiers = contract.tiers.map((tier, index) => (index === 0 ? { ...tier, maxLeverage } : tier))
  checkTiers(tiers, scale)
  const enabled = taken('open', terms.enabled, (text) => yesOrNo('open', text))
  const takerFeeE8 = share('taker-fee', terms.takerFeeE8 ?? terms.buyFeeE8)
  return {
    terms: {
      ...terms,
      enabled,
      makerFeeE8: share('maker-fee', terms.makerFeeE8 ?? terms.buyFeeE8),
      takerFeeE8,
      buyFeeE8: takerFeeE8,
      sellFeeE8: takerFeeE8,
      slippageCapE8: share('slippage', terms.slippageCapE8),
      quantityMin: whole('min-volume', terms.quantityMin),
      quantityMax: whole('max-volume', terms.quantityMax),
      notionalMin: money('min-value', terms.notionalMin),
      notionalMax: money('max-value', terms.notionalMax),
      marketNotionalCap: money('market-value', terms.marketNotionalCap),
    },
    contract: {
      ...contract,
      liquidationFeeE8: share('liquidation-fee', contract.liquidationFeeE8),
      minLeverage: whole('min-leverage', contract.minLeverage),
      maxLeverage,
      tiers,
      fundingCapE12: funding('funding-cap', contract.fundingCapE12),
      fundingFloorE12: funding('funding-floor', contract.fundingFloorE12),
      interestE12: funding('interest', contract.interestE12),
      impactValue: money('impact-value', contract.impactValue),
      priceRangeE8: share('price-range', contract.priceRangeE8),
      ...safetyGiven(contract, given),
    },
  }
}

/** What was named of what every contract has its defaults of; nothing is written down that nobody said. @throws Refusal */
function safetyGiven(standing: ContractTerms, given: GivenTerms): Partial<Safety> {
  const rate = (name: 'loss-of-one' | 'loss-of-all' | 'frozen-move', known: number | undefined): number | undefined => {
    const text = given[name]
    if (text === undefined) return known
    const found = Number(figure(name, text, RATE_SCALE))
    return found <= RATE_ONE ? found : refuse(`${name}: a share of 1 at most`)
  }
  const hours = given['settle-after']
  const said = {
    lossOfOneE8: rate('loss-of-one', standing.lossOfOneE8),
    lossOfAllE8: rate('loss-of-all', standing.lossOfAllE8),
    frozenMoveE8: rate('frozen-move', standing.frozenMoveE8),
    settleAfterMs: hours === undefined ? standing.settleAfterMs : count('settle-after', hours) * HOUR_MS,
  }
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined))
}

/** Of a market order beyond the mark: 1 %. */
const SLIPPAGE_MOST_E8 = 1_000_000
const E8_TO_E12 = 10_000

/** Terms that the engine would take: each that it would not is named with its bound. @throws Refusal */
export function bounded(whole: WholeTerms): WholeTerms {
  const { terms, contract } = whole
  const lowest = contract.tiers[0]?.rateE8 ?? 0
  const rate = formatSteps(lowest, RATE_SCALE)
  if (contract.liquidationFeeE8 >= lowest) refuse(`liquidation-fee: below the lowest maintenance rate, which is ${rate}`)
  if (terms.slippageCapE8 > SLIPPAGE_MOST_E8) refuse(`slippage: at most ${formatSteps(SLIPPAGE_MOST_E8, RATE_SCALE)}`)
  // So whoever stands above his maintenance can pay an interval.
  const funding = Math.floor((lowest * E8_TO_E12 * 3) / 4)
  const most = formatDecimal(BigInt(funding), FUNDING_SCALE)
  if (Math.abs(contract.fundingCapE12) > funding) refuse(`funding-cap: at most three quarters of the lowest maintenance rate, ${most}`)
  if (Math.abs(contract.fundingFloorE12) > funding)
    refuse(`funding-floor: not below -${most}, three quarters of the lowest maintenance rate`)
  const { lossOfOneE8, lossOfAllE8 } = safetyOf(contract)
  if (lossOfOneE8 > lossOfAllE8) refuse('loss-of-one: at most loss-of-all')
  if (!isSafe(contract)) refuse('settle-after: from 1 to 720 hours')
  return whole
}

const tierSchema = z.strictObject({ upTo: z.nullable(dec), rate: dec, leverage: z.int().check(z.minimum(1), z.maximum(1000)) })
export const tierList = z.array(tierSchema).check(z.minLength(1), z.maxLength(16))

/** Brackets as they are typed, in the engine's units. @throws Refusal that names the bracket */
export function tiersOf(typed: readonly z.output<typeof tierSchema>[], scale: number): readonly MarginTier[] {
  const tiers = typed.map(({ upTo, rate, leverage }): MarginTier => {
    const rateE8 = Number(figure('rate', rate, RATE_SCALE))
    return { upTo: upTo === null ? null : figure('upTo', upTo, scale), rateE8, maxLeverage: leverage }
  })
  checkTiers(tiers, scale)
  return tiers
}

/** @throws Refusal for what is no list of brackets */
function tiersIn(text: string, scale: number): readonly MarginTier[] {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return refuse('tiers: what was given is not JSON')
  }
  const found = z.safeParse(tierList, value)
  if (found.success) return tiersOf(found.data, scale)
  return refuse(`tiers: a list of {"upTo","rate","leverage"}: ${found.error.issues[0]?.path.join('.') ?? ''} does not fit`)
}

/** Values and rates rise, leverage falls, the last bracket has no end. @throws Refusal that names the bracket */
function checkTiers(tiers: readonly MarginTier[], scale: number): void {
  for (const [index, tier] of tiers.entries()) {
    const before = tiers[index - 1]
    const isLast = index === tiers.length - 1
    const name = `tiers: bracket ${index + 1} (${tierText(tier, scale)})`
    if ((tier.upTo === null) !== isLast) refuse(`${name}: the last one, and no other, has upTo null`)
    if (tier.rateE8 === 0) refuse(`${name}: a rate above 0`)
    // Whoever opened at the highest leverage would be liquidated by that.
    if (tier.rateE8 * tier.maxLeverage >= RATE_ONE) refuse(`${name}: its rate times its leverage has to be below 1`)
    if (before === undefined) continue
    if (tier.upTo !== null && before.upTo !== null && tier.upTo <= before.upTo) refuse(`${name}: its value has to be above the one before`)
    if (tier.rateE8 <= before.rateE8) refuse(`${name}: its rate has to be above the one before`)
    if (tier.maxLeverage >= before.maxLeverage) refuse(`${name}: its leverage has to be below the one before`)
  }
}

export const contractsTiers = operatorCommand({
  name: 'contracts tiers',
  summary: 'Asks for other brackets of maintenance margin; lists whom they would liquidate. Another operator approves.',
  arguments: { ...CONTRACT, json: '[{"upTo":"50000","rate":"0.004","leverage":125},…,{"upTo":null,"rate":"0.125","leverage":4}]' },
  options: {},
  needsReason: true,
  run: (call) =>
    askFor(call, ({ terms, contract }) => {
      const tiers = tiersIn(call.given.json, quoteScaleOf(call.tenant.exchange.state, terms))
      return bounded({ terms, contract: { ...contract, tiers, maxLeverage: tiers[0]?.maxLeverage ?? contract.maxLeverage } })
    }),
})

export const contractsTerms = operatorCommand({
  name: 'contracts terms',
  summary: 'Asks for other fees, leverage, funding or bounds of a contract; what is not named stays. Another operator approves.',
  arguments: CONTRACT,
  options: TERMS,
  needsReason: true,
  run: (call) => askFor(call, (view) => bounded(changed(view, call.given, quoteScaleOf(call.tenant.exchange.state, view.terms)))),
})
