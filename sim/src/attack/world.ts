/** Worlds of the attacker: assets, contracts as the demo lists them or with small brackets, his accounts with money, and a fund of a million. */
import type { Command, ContractTerms, InstrumentTerms, SourcePrice, SourceState } from '@agio/engine/command.ts'
import { asAssetId, asInstrumentId, asUserId, type InstrumentId, type UserId } from '@agio/engine/ids/id.ts'
import { PLAIN_PAIR } from '@agio/engine/plain-terms.ts'
import { ENGINE_VERSION } from '@agio/engine/rules.ts'
import { LISTED_CONTRACTS, type ListedContract, listedTerms } from '@agio/server/demo/contracts/contract-list.ts'
import { FIRST_USER } from '../workload-world.ts'

export const CASH = asAssetId(1)
/** Minor units of a whole unit of the margin coin. */
export const ONE = 10n ** 8n
export const FUND = 1_000_000n * ONE
const SIGNED = { actor: 'operator', why: 'attack' } as const
export const SOURCES = ['a', 'b', 'c'] as const
const FINE_ONE = 10n ** 12n
const IDS = new Map([
  ['USDT', 1],
  ['BTC', 2],
  ['ETH', 3],
  ['SOL', 4],
])

/** A contract as the attacker knows it. */
export interface Market {
  readonly id: InstrumentId
  readonly base: number
  /** Minor units of the margin coin that a tick of a lot is. */
  readonly unit: bigint
  /** Price of the index in ticks at the start, and what a tick is in 1e-12 of the coin. */
  readonly start: number
  readonly fineTick: bigint
  readonly terms: InstrumentTerms
  readonly contract: ContractTerms
}

export interface WorldPlan {
  readonly terms: 'demo' | 'tight'
  /** What each of the attacker's accounts brings, whole coins. */
  readonly deposits: readonly bigint[]
  readonly isHedged: readonly boolean[]
  /** Customers beside him: they come behind his accounts. */
  readonly strangers: readonly bigint[]
}

const listedAs = (place: number, over: Partial<ListedContract> = {}): ListedContract => {
  const found = LISTED_CONTRACTS[place]
  if (found === undefined) throw new Error('the demo lists fewer contracts')
  return { ...found, ...over }
}

/** The demo's, and a second one on the first coin, so that somebody can be long here and short there. */
const DEMO: readonly (readonly [ListedContract, price: bigint])[] = [
  [listedAs(0), 60_000n],
  [listedAs(1), 3_000n],
  [listedAs(2), 150n],
  [listedAs(0, { name: 'E-BTC2-USDT', tiers: listedAs(1).tiers }), 60_000n],
]

function demoMarkets(): Market[] {
  return DEMO.map(([listed, price], place) => {
    const { terms, contract } = listedTerms(listed, IDS)
    return marketOf(place, terms, contract, price)
  })
}

/** Brackets of hundreds instead of hundred thousands, and prices that may lie far from the mark. */
function tightMarkets(): Market[] {
  return [2, 3, 2].map((base, place) => {
    const multiplier = place === 1 ? 7 : 1
    const terms = { ...PLAIN_PAIR, symbol: `E-${place}`, baseAssetId: asAssetId(base), quoteAssetId: CASH, priceScale: 1, quantityScale: 3 }
    return marketOf(place, { ...terms, quantityMin: 1, ...FEES, maxTriggerOrders: 100 }, tightTerms(multiplier, place), 1_000n)
  })
}

const FEES = { buyFeeE8: 50_000, sellFeeE8: 50_000, makerFeeE8: 20_000, takerFeeE8: 50_000, feeDirection: 'quote' } as const

const tightTerms = (multiplier: number, place: number): ContractTerms => ({
  multiplier,
  minLeverage: 1,
  maxLeverage: 100,
  tiers: [
    { upTo: 200n * ONE, rateE8: 500_000, maxLeverage: 100 },
    { upTo: 1_000n * ONE, rateE8: 1_000_000, maxLeverage: 50 },
    { upTo: 5_000n * ONE, rateE8: 2_500_000, maxLeverage: 20 },
    { upTo: null, rateE8: 5_000_000, maxLeverage: 10 },
  ],
  liquidationFeeE8: 200_000,
  priceRangeE8: place === 1 ? 90_000_000 : 20_000_000,
  fundingHours: 1,
  fundingStartHour: 0,
  interestE12: 100_000_000,
  fundingCapE12: 3_750_000_000,
  fundingFloorE12: -3_750_000_000,
  impactValue: 500n * ONE,
})

function marketOf(place: number, terms: InstrumentTerms, contract: ContractTerms, price: bigint): Market {
  const ofLot = BigInt(contract.multiplier) * 10n ** BigInt(8 - terms.priceScale - terms.quantityScale)
  const start = Number(price) * 10 ** terms.priceScale
  const fineTick = FINE_ONE / 10n ** BigInt(terms.priceScale)
  return { id: asInstrumentId(place + 1), base: terms.baseAssetId, unit: ofLot, start, fineTick, terms, contract }
}

export const marketsOf = ({ terms }: WorldPlan): readonly Market[] => (terms === 'demo' ? demoMarkets() : tightMarkets())

export const attackersOf = ({ deposits }: WorldPlan): readonly UserId[] => deposits.map((_, place) => asUserId(FIRST_USER + place))
export const strangersOf = ({ deposits, strangers }: WorldPlan): readonly UserId[] =>
  strangers.map((_, place) => asUserId(FIRST_USER + deposits.length + place))

/** What sources say of a coin; `pinned` does not age. @param fine 1e-12 of the margin coin */
export function said(base: number, fine: bigint, at: number, state: SourceState = 'pinned'): Command {
  const price = state === 'silent' ? 0n : fine
  const items = SOURCES.map((_, source): SourcePrice => ({ assetId: asAssetId(base), source, state, price, at }))
  return { kind: 'reportPrices', items }
}

/** Everything up to the moment at which the attacker begins. */
export function openingOf(plan: WorldPlan, at: number): Command[] {
  const markets = marketsOf(plan)
  const commands: Command[] = [{ kind: 'setEngineVersion', version: ENGINE_VERSION }]
  for (const symbol of ['USDT', 'BTC', 'ETH', 'SOL']) commands.push({ kind: 'defineAsset', symbol, scale: 8, document: {} })
  const deposits = [...plan.deposits, ...plan.strangers]
  for (const place of deposits.keys())
    commands.push({ kind: 'registerUser', accountKey: `account-${place}`, document: {}, role: 'customer' })
  const sources = [...SOURCES]
  commands.push({ kind: 'setIndexTerms', unitAssetId: CASH, sources, freshMs: 30_000, capE8: 1_000_000, weights: [], ...SIGNED })
  for (const { terms, contract } of markets) commands.push({ kind: 'defineContract', terms, contract, ...SIGNED })
  commands.push({ kind: 'fundInsurance', assetId: CASH, amount: FUND, ...SIGNED })
  for (const [base, { start, fineTick }] of new Map(markets.map((market) => [market.base, market])))
    commands.push(said(base, BigInt(start) * fineTick, at))
  deposits.forEach((whole, place) => {
    const userId = asUserId(FIRST_USER + place)
    const amount = whole * ONE
    commands.push({ kind: 'creditUser', userId, assetId: CASH, amount, cause: 'airdrop', reference: 'opening' })
    commands.push({ kind: 'openContractAccount', userId })
    commands.push({ kind: 'transferBetweenAccounts', userId, from: 'spot', to: 'contract', assetId: CASH, amount })
    if (plan.isHedged[place] === true) commands.push({ kind: 'setPositionMode', userId, isHedged: 1 })
  })
  return commands
}
