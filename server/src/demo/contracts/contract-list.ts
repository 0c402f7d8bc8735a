/** Perpetual contracts of the demo world, as an operator would list them. Figures are typed in decimals and turned into ticks and lots here. */
import type { ContractTerms, InstrumentTerms, MarginTier } from '@agio/engine/command.ts'
import { asAssetId } from '@agio/engine/ids/id.ts'
import { ticks, units } from '../listing.ts'

/** Brackets of maintenance margin: values up to (in the margin coin, '' = all above), rate in per cent, highest leverage. */
type TierRow = readonly [upTo: string, rate: string, leverage: number]

export interface ListedContract {
  readonly name: string
  readonly base: string
  readonly quote: string
  readonly priceScale: number
  /** A contract is `multiplier` × 10^−quantityScale of the base. */
  readonly quantityScale: number
  readonly multiplier: number
  /** Contracts of one limit order, at most. */
  readonly quantityMax: number
  readonly depthSteps: readonly [string, string, string, string]
  readonly tiers: readonly TierRow[]
  /** Usual value of one trade, in the quote. */
  readonly tradeValue: number
  /** How often it is traded, beside the others. */
  readonly weight: number
}

const SCALE = 8
const PER_CENT = 6
const QUOTE = 'USDT'
const FEES = { makerFeeE8: 20_000, takerFeeE8: 50_000 } as const
const LIQUIDATION_FEE_E8 = 200_000
const PRICE_RANGE_E8 = 5_000_000
/** Majors; others twice as much. */
const SLIPPAGE_E8 = 500_000
const FUNDING_HOURS = 8
/** 0.01 % of eight hours. */
const INTEREST_E12 = 100_000_000
/** Highest funding of an interval, in percent of the lowest maintenance rate. */
const FUNDING_CAP_PARTS = 75
const E8_TO_E12 = 10_000
/** Value whose average price makes the premium, for each step of leverage. */
const IMPACT_A_STEP = 200n
const LEAST_VALUE = '5'
const MOST_VALUE = '10000000'
const MOST_AT_MARKET = '2000000'

const MAJOR: readonly TierRow[] = [
  ['50000', '0.4', 125],
  ['600000', '0.5', 100],
  ['3000000', '0.65', 75],
  ['12000000', '1', 50],
  ['70000000', '2', 25],
  ['100000000', '2.5', 20],
  ['230000000', '5', 10],
  ['', '12.5', 4],
]

const SECOND: readonly TierRow[] = [
  ['50000', '0.5', 100],
  ['600000', '0.65', 75],
  ['3000000', '1', 50],
  ['12000000', '2', 25],
  ['50000000', '2.5', 20],
  ['75000000', '5', 10],
  ['', '12.5', 4],
]

const MINOR: readonly TierRow[] = [
  ['50000', '0.65', 75],
  ['300000', '1', 50],
  ['1500000', '2', 25],
  ['3000000', '2.5', 20],
  ['10000000', '5', 10],
  ['', '12.5', 4],
]

const listed = (base: string, more: Omit<ListedContract, 'name' | 'base' | 'quote'>): ListedContract => ({
  name: `E-${base}-${QUOTE}`,
  base,
  quote: QUOTE,
  ...more,
})

export const LISTED_CONTRACTS: readonly ListedContract[] = [
  listed('BTC', {
    priceScale: 1,
    quantityScale: 3,
    multiplier: 1,
    quantityMax: 200_000,
    depthSteps: ['0.1', '1', '10', '50'],
    tiers: MAJOR,
    tradeValue: 9_000,
    weight: 4,
  }),
  listed('ETH', {
    priceScale: 2,
    quantityScale: 2,
    multiplier: 1,
    quantityMax: 300_000,
    depthSteps: ['0.01', '0.1', '1', '10'],
    tiers: SECOND,
    tradeValue: 6_000,
    weight: 3,
  }),
  listed('SOL', {
    priceScale: 2,
    quantityScale: 1,
    multiplier: 1,
    quantityMax: 500_000,
    depthSteps: ['0.01', '0.1', '1', '5'],
    tiers: MINOR,
    tradeValue: 3_000,
    weight: 2,
  }),
  listed('XRP', {
    priceScale: 4,
    quantityScale: 0,
    multiplier: 10,
    quantityMax: 1_000_000,
    depthSteps: ['0.0001', '0.001', '0.01', '0.05'],
    tiers: MINOR,
    tradeValue: 2_000,
    weight: 2,
  }),
]

const tierOf = ([upTo, rate, maxLeverage]: TierRow): MarginTier => ({
  upTo: upTo === '' ? null : units(upTo, SCALE),
  rateE8: ticks(rate, PER_CENT),
  maxLeverage,
})

/** A value of the quote in whole contracts at a price in ticks, at least one. */
export function contractsFor({ priceScale, quantityScale, multiplier }: ListedContract, value: number, price: number): number {
  const one = (price * multiplier) / 10 ** (priceScale + quantityScale)
  return Math.max(1, Math.round(value / one))
}

/** Price of the traded asset in ticks of the contract, with a fraction. */
export const ticksOf = ({ priceScale }: ListedContract, price: number): number => price * 10 ** priceScale

/** Terms as the engine takes them. */
export function listedTerms(
  contract: ListedContract,
  assetIds: ReadonlyMap<string, number>,
): { readonly terms: InstrumentTerms; readonly contract: ContractTerms } {
  const [base, quote] = [assetIds.get(contract.base), assetIds.get(contract.quote)]
  if (base === undefined || quote === undefined) throw new Error(`listing: ${contract.name} has an unknown asset`)
  const tiers = contract.tiers.map(tierOf)
  const [first] = tiers
  if (first === undefined) throw new Error(`listing: ${contract.name} has no tiers`)
  const fundingCapE12 = (first.rateE8 * FUNDING_CAP_PARTS * E8_TO_E12) / 100
  return { terms: pairTermsOf(contract, base, quote), contract: contractTermsOf(contract, tiers, first, fundingCapE12) }
}

const contractTermsOf = (
  { multiplier }: ListedContract,
  tiers: readonly MarginTier[],
  { maxLeverage, rateE8 }: MarginTier,
  fundingCapE12: number,
): ContractTerms => ({
  multiplier,
  minLeverage: 1,
  maxLeverage,
  tiers,
  liquidationFeeE8: Math.min(LIQUIDATION_FEE_E8, Math.floor(rateE8 / 2)),
  priceRangeE8: PRICE_RANGE_E8,
  fundingHours: FUNDING_HOURS,
  fundingStartHour: 0,
  interestE12: INTEREST_E12,
  fundingCapE12,
  fundingFloorE12: -fundingCapE12,
  impactValue: IMPACT_A_STEP * BigInt(maxLeverage) * 10n ** BigInt(SCALE),
})

const pairTermsOf = (contract: ListedContract, base: number, quote: number): InstrumentTerms => ({
  symbol: contract.name,
  baseAssetId: asAssetId(base),
  quoteAssetId: asAssetId(quote),
  priceScale: contract.priceScale,
  quantityScale: contract.quantityScale,
  quantityMin: 1,
  quantityMax: contract.quantityMax,
  notionalMin: units(LEAST_VALUE, SCALE),
  notionalMax: units(MOST_VALUE, SCALE),
  limitPriceCap: 0,
  marketNotionalCap: units(MOST_AT_MARKET, SCALE),
  // The mark bounds what a price may be: neither band nor breaker.
  priceBandE8: 0,
  referencePrice: 0,
  buyFeeE8: FEES.takerFeeE8,
  sellFeeE8: FEES.takerFeeE8,
  ...FEES,
  feeDirection: 'quote',
  maxOpenOrders: 200,
  maxTriggerOrders: 50,
  maxOrderLists: 50,
  positionMax: 0,
  icebergPartsMax: 0,
  trailingBpsMin: 10,
  trailingBpsMax: 2000,
  slippageCapE8: contract.tiers === MINOR ? 2 * SLIPPAGE_E8 : SLIPPAGE_E8,
  breakerMoveE8: 0,
  breakerWindowMs: 0,
  breakerHaltMs: 0,
  enabled: true,
  buyEnabled: true,
  sellEnabled: true,
  visible: true,
  document: {
    depthSteps: contract.depthSteps,
    classLabel: 'perpetual',
    group: contract.quote,
    sort: LISTED_CONTRACTS.indexOf(contract) + 1,
  },
})
