/** A new contract. */
import type { ContractTerms, InstrumentTerms } from '@agio/engine/command.ts'
import { asAssetId } from '@agio/engine/ids/id.ts'
import { contractsOf } from '@agio/engine/perp/read-contract.ts'
import { PLAIN_PAIR } from '@agio/engine/plain-terms.ts'
import { dec, optional } from '@agio/wire/fields.ts'
import * as z from 'zod/mini'
import { type OperatorTenant, operatorCommand, refuse, submitted } from '../operator-command.ts'
import { bounded, changed, TERMS, tierList, tiersOf } from './contract-terms.ts'
import { quoteScaleOf, type WholeTerms } from './contract-text.ts'
import { coinOf } from './convert.ts'
import { jsonIn } from './given.ts'

/** What a contract is for ever, and its brackets; all else has its defaults, and options. */
const definition = z.strictObject({
  name: z.string().check(z.regex(/^[A-Z]-[A-Z0-9]{1,12}-[A-Z0-9]{1,12}$/)),
  base: z.string(),
  quote: z.string(),
  priceScale: z.int().check(z.minimum(0), z.maximum(8)),
  quantityScale: z.int().check(z.minimum(0), z.maximum(8)),
  multiplier: z.int().check(z.minimum(1), z.maximum(1_000_000)),
  tiers: tierList,
  fundingHours: optional(z.literal([1, 2, 3, 4, 6, 8, 12, 24])),
  fundingStartHour: optional(z.int().check(z.minimum(0), z.maximum(23))),
  depthSteps: optional(z.array(dec).check(z.minLength(1), z.maxLength(4))),
  sort: optional(z.int()),
})
type Definition = z.output<typeof definition>

const FEES = { makerFeeE8: 20_000, takerFeeE8: 50_000 } as const
/** Of what a liquidation reduces: that, or half of the lowest maintenance rate where it is less. */
const LIQUIDATION_FEE_E8 = 200_000
const HALF_PER_CENT_E8 = 500_000
const FIVE_PER_CENT_E8 = 5_000_000
const INTEREST_OF_AN_HOUR_E12 = 12_500_000
/** Highest funding of an interval, in percent of the lowest maintenance rate. */
const FUNDING_CAP_PARTS = 75
const E8_TO_E12 = 10_000
const IMPACT_A_STEP = 200n
const MOST_ORDERS = { maxOpenOrders: 200, maxTriggerOrders: 50, maxOrderLists: 50 } as const

function firstPair(tenant: OperatorTenant, given: Definition): InstrumentTerms {
  const [base, quote] = [coinOf(tenant, given.base), coinOf(tenant, given.quote)]
  const { depthSteps, sort, name, priceScale, quantityScale } = given
  return {
    ...PLAIN_PAIR,
    symbol: name,
    baseAssetId: asAssetId(base.assetId),
    quoteAssetId: asAssetId(quote.assetId),
    priceScale,
    quantityScale,
    quantityMin: 1,
    buyFeeE8: FEES.takerFeeE8,
    sellFeeE8: FEES.takerFeeE8,
    ...FEES,
    feeDirection: 'quote',
    ...MOST_ORDERS,
    slippageCapE8: HALF_PER_CENT_E8,
    breakerWindowMs: 0,
    breakerHaltMs: 0,
    // Until somebody opens it.
    enabled: false,
    document: {
      classLabel: 'perpetual',
      group: quote.symbol,
      depthSteps: [...(depthSteps ?? [])],
      sort: sort ?? contractsOf(tenant.exchange.state).length + 1,
    },
  }
}

function firstContract(given: Definition, tiers: ContractTerms['tiers'], scale: number): ContractTerms {
  const { multiplier, fundingHours, fundingStartHour } = given
  const first = tiers[0] ?? refuse('tiers: none')
  const hours = fundingHours ?? 8
  const fundingCapE12 = (first.rateE8 * FUNDING_CAP_PARTS * E8_TO_E12) / 100
  return {
    multiplier,
    minLeverage: 1,
    maxLeverage: first.maxLeverage,
    tiers,
    liquidationFeeE8: Math.min(LIQUIDATION_FEE_E8, Math.floor(first.rateE8 / 2)),
    priceRangeE8: FIVE_PER_CENT_E8,
    fundingHours: hours,
    fundingStartHour: fundingStartHour ?? 0,
    interestE12: INTEREST_OF_AN_HOUR_E12 * hours,
    fundingCapE12,
    fundingFloorE12: -fundingCapE12,
    impactValue: IMPACT_A_STEP * BigInt(first.maxLeverage) * 10n ** BigInt(scale),
  }
}

function firstTerms(tenant: OperatorTenant, given: Definition): WholeTerms {
  const terms = firstPair(tenant, given)
  const scale = quoteScaleOf(tenant.exchange.state, terms)
  return { terms, contract: firstContract(given, tiersOf(given.tiers, scale), scale) }
}

export const contractsDefine = operatorCommand({
  name: 'contracts define',
  summary: 'Lists a contract, closed until contracts terms --open yes; what is not named has its default.',
  arguments: {
    json: '{"name":"E-BTC-USDT","base":"BTC","quote":"USDT","priceScale":1,"quantityScale":3,"multiplier":1,"tiers":[…]}: see contracts tiers',
  },
  options: TERMS,
  needsReason: true,
  async run(call) {
    const { tenant, given, actor, why } = call
    const whole = firstTerms(tenant, jsonIn(definition, {}, given.json))
    const { terms, contract } = bounded(changed(whole, given, quoteScaleOf(tenant.exchange.state, whole.terms)))
    if (contractsOf(tenant.exchange.state).some((one) => one.terms.symbol === terms.symbol)) refuse(`${terms.symbol} is listed already`)
    const { value, seq } = await submitted(call, { kind: 'defineContract', terms, contract, actor, why })
    return `${terms.symbol} is listed as contract ${value}, ${terms.enabled ? 'open' : 'closed'}, entry ${seq}`
  },
})
