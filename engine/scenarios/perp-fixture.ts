/** The contract of scenarios: E-BTC-USDT of 0.001 BTC, prices of one decimal, as the criteria have it. Its settings are words. */
import type { ContractTerms, InstrumentTerms, MarginTier } from '../src/command.ts'
import { asInstrumentId } from '../src/ids/id.ts'
import { parseDecimal } from '../src/money/decimal.ts'
import { PLAIN_PAIR } from '../src/plain-terms.ts'

/** The pair is the first instrument of a scenario, its contract the second. */
export const CONTRACT = asInstrumentId(2)
export const CONTRACT_PRICE_SCALE = 1
const SCALE = 8
const FUNDING_SCALE = 12

export interface ContractSettingsOfScenario {
  readonly terms: InstrumentTerms
  readonly contract: ContractTerms
}

/** Fees 0.02 % and 0.05 %, four tiers of which the first two are the criteria's, funding every 8 h. */
export const CONTRACT_FIXTURE: ContractSettingsOfScenario = {
  terms: {
    ...PLAIN_PAIR,
    symbol: 'E-BTC-USDT',
    priceScale: CONTRACT_PRICE_SCALE,
    quantityScale: 3,
    quantityMin: 1,
    quantityMax: 1_000_000,
    maxOpenOrders: 200,
    maxTriggerOrders: 200,
    makerFeeE8: 20_000,
    takerFeeE8: 50_000,
    slippageCapE8: 1_000_000,
  },
  contract: {
    multiplier: 1,
    minLeverage: 1,
    maxLeverage: 125,
    tiers: tiersOf('50000:0.005:125,250000:0.01:50,1000000:0.02:25,:0.05:10'),
    liquidationFeeE8: 250_000,
    priceRangeE8: 50_000_000,
    fundingHours: 8,
    fundingStartHour: 0,
    interestE12: 100_000_000,
    fundingCapE12: 3_750_000_000,
    fundingFloorE12: -3_750_000_000,
    impactValue: 25_000n * 10n ** 8n,
  },
}

/** A decimal, which may be below zero, as a whole number of units. */
export function unitsOf(text: string, scale = SCALE): bigint {
  const value = parseDecimal(text.replace(/^-/, '') || '0', scale)
  if (typeof value === 'string') throw new RangeError(`${text}: ${value}`)
  return text.startsWith('-') ? -value : value
}

/** Ticks of a price, 0 for an empty cell. */
export const ticksOf = (text: string): number => Number(unitsOf(text, CONTRACT_PRICE_SCALE))

/** `50000:0.005:125,:0.01:100`: value up to, maintenance rate, highest leverage. */
function tiersOf(text: string): readonly MarginTier[] {
  return text.split(',').map((tier) => {
    const [upTo = '', rate = '', leverage = ''] = tier.split(':')
    return { upTo: upTo === '' ? null : unitsOf(upTo), rateE8: Number(unitsOf(rate)), maxLeverage: Number(leverage) }
  })
}

/** Settings by short names over those that are; a name that neither has is a mistake. */
export function contractWith(known: ContractSettingsOfScenario, changes: ReadonlyMap<string, string>): ContractSettingsOfScenario {
  let { terms, contract } = known
  for (const [name, value] of changes) {
    const made = CONTRACT_WORDS[name]?.(value)
    if (made !== undefined) contract = { ...contract, ...made }
    else terms = { ...terms, ...termOf(name, value) }
  }
  return { terms, contract }
}

const CONTRACT_WORDS: Readonly<Record<string, (value: string) => Partial<ContractTerms>>> = {
  tiers: (value) => ({ tiers: tiersOf(value) }),
  multiplier: (value) => ({ multiplier: Number(value) }),
  leverages: (value) => leveragesOf(Number(value.split('-')[0]), Number(value.split('-')[1])),
  liquidationFee: (value) => ({ liquidationFeeE8: Number(unitsOf(value)) }),
  priceRange: (value) => ({ priceRangeE8: Number(unitsOf(value)) }),
  hours: (value) => ({ fundingHours: Number(value) }),
  startHour: (value) => ({ fundingStartHour: Number(value) }),
  interest: (value) => ({ interestE12: Number(unitsOf(value, FUNDING_SCALE)) }),
  cap: (value) => ({ fundingCapE12: Number(unitsOf(value, FUNDING_SCALE)) }),
  floor: (value) => ({ fundingFloorE12: Number(unitsOf(value, FUNDING_SCALE)) }),
  impact: (value) => ({ impactValue: unitsOf(value) }),
  lossOfOne: (value) => ({ lossOfOneE8: Number(unitsOf(value)) }),
  lossOfAll: (value) => ({ lossOfAllE8: Number(unitsOf(value)) }),
  frozenMove: (value) => ({ frozenMoveE8: Number(unitsOf(value)) }),
  settleAfter: (value) => ({ settleAfterMs: Number(value) * 3_600_000 }),
}

/** Bounds of the leverage, which the tiers have to keep too. */
const leveragesOf = (minLeverage: number, maxLeverage: number): Partial<ContractTerms> => ({
  minLeverage,
  maxLeverage,
  tiers: CONTRACT_FIXTURE.contract.tiers.map((tier, place) => ({ ...tier, maxLeverage: Math.min(tier.maxLeverage, maxLeverage - place) })),
})

function termOf(name: string, value: string): Partial<InstrumentTerms> {
  if (['makerFee', 'takerFee', 'slippageCap', 'breakerMove', 'priceBand'].includes(name)) return { [`${name}E8`]: Number(unitsOf(value)) }
  if (['notionalMin', 'notionalMax', 'marketNotionalCap'].includes(name)) return { [name]: unitsOf(value) }
  if (['enabled', 'buyEnabled', 'sellEnabled'].includes(name)) return { [name]: value === 'on' }
  if (['limitPriceCap', 'referencePrice'].includes(name)) return { [name]: ticksOf(value) }
  if (!(name in PLAIN_PAIR)) throw new RangeError(`a contract has no ${name}`)
  return { [name]: typeof PLAIN_PAIR[name as keyof InstrumentTerms] === 'string' ? value : Number(value) }
}
