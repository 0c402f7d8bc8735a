/**
 * The world of those who carry away what may be undone: two persons with two accounts each, a victim whose account they have got into, and two
 * honest customers. Three coins, one of them with ticks so coarse that its index lies between two of them; pairs that make a triangle; a chain.
 */
import type { Command, ContractTerms, InstrumentTerms, ProductTerms } from '@agio/engine/command.ts'
import { asAssetId, asInstrumentId, asNetworkId, asProductId, asUserId } from '@agio/engine/ids/id.ts'
import { pairTerms } from '@agio/engine/plain-terms.ts'
import { ENGINE_VERSION } from '@agio/engine/rules.ts'
import { START_MS } from '../../workload.ts'

export const FIRST = 100_001
/** The first person has the first two accounts, the second the next two. */
export const ATTACKERS = [FIRST, FIRST + 1, FIRST + 2, FIRST + 3] as const
export const VICTIM = FIRST + 4
export const HONEST = [FIRST + 5, FIRST + 6] as const
export const USERS = [...ATTACKERS, VICTIM, ...HONEST] as const
export const [CASH, COIN, GRAIN] = [1, 2, 3] as const
export const ASSETS = [CASH, COIN, GRAIN] as const
export const NETWORK = asNetworkId(1)
export const CONTRACT = 4
export const UNIT = 10n ** 8n
/** 1e-12 of the unit asset. */
export const ONE = 10n ** 12n
export const PRICES: ReadonlyMap<number, bigint> = new Map([
  [CASH, ONE],
  [COIN, 100n * ONE],
  [GRAIN, (1_209n * ONE) / 100_000n],
])
/** Value of what each account has of each coin when the world begins, whole units of cash. */
export const BROUGHT = 20_000n
/** Confirmations. */
export const CREDIT_AT = 1
export const UNLOCK_AT = 4
/** Value of the least deposit. */
export const LEAST = 10n
export const DAY_MS = 86_400_000
export const SIGNED = { actor: 'operator', why: 'attack' } as const
const SOURCES = ['a', 'b', 'c']

export interface Pair {
  readonly id: number
  readonly base: number
  readonly quote: number
  readonly priceScale: number
  /** Minor units of base in a lot, and of quote in a tick of a lot. */
  readonly lot: bigint
  readonly tick: bigint
}

const pairOf = (id: number, base: number, quote: number, priceScale: number, quantityScale: number): Pair => ({
  ...{ id, base, quote, priceScale, lot: 10n ** BigInt(8 - quantityScale), tick: 10n ** BigInt(8 - priceScale - quantityScale) },
})
export const PAIRS: readonly [Pair, Pair, Pair] = [
  pairOf(1, COIN, CASH, 2, 3),
  // 120.9 ticks
  pairOf(2, GRAIN, CASH, 4, 0),
  pairOf(3, GRAIN, COIN, 7, 0),
]

/** Smallest units of a coin that are worth so many whole units of cash, by prices in 1e-12. */
export const worth = (prices: ReadonlyMap<number, bigint>, assetId: number, value: bigint): bigint =>
  (value * UNIT * ONE) / (prices.get(assetId) ?? ONE)

function termsOf({ id, base, quote, priceScale, tick }: Pair): InstrumentTerms {
  const quantityScale = 8 - priceScale - (tick.toString().length - 1)
  const least = worth(PRICES, quote, 5n)
  return pairTerms({
    ...{
      symbol: `PAIR-${id}`,
      baseAssetId: asAssetId(base),
      quoteAssetId: asAssetId(quote),
      priceScale,
      quantityScale,
      notionalMin: least,
    },
    ...{ priceBandE8: 20_000_000, breakerMoveE8: 10_000_000, breakerHaltMs: 60_000, makerFeeE8: 10_000, takerFeeE8: 100_000 },
  })
}

/** Little leverage and no funding: what those cost a bounded account at fair prices is no loss by a price. */
const CONTRACT_TERMS: ContractTerms = {
  ...{ multiplier: 1, minLeverage: 1, maxLeverage: 3, tiers: [{ upTo: null, rateE8: 5_000_000, maxLeverage: 3 }] },
  ...{ liquidationFeeE8: 200_000, priceRangeE8: 20_000_000, fundingHours: 8, fundingStartHour: 0, interestE12: 0 },
  ...{ fundingCapE12: 0, fundingFloorE12: 0, impactValue: 500n * UNIT },
}
const FEES = {
  buyFeeE8: 50_000,
  sellFeeE8: 50_000,
  makerFeeE8: 20_000,
  takerFeeE8: 50_000,
  feeDirection: 'quote',
  slippageCapE8: 500_000,
  maxTriggerOrders: 100,
} as const
const BASE_OF_CONTRACT = { symbol: 'E-COIN', baseAssetId: asAssetId(COIN), quoteAssetId: asAssetId(CASH), priceScale: 2, quantityScale: 3 }

const FLEXIBLE: ProductTerms = {
  ...{
    assetId: asAssetId(CASH),
    type: 'flexible',
    rateType: 'current',
    payout: 'daily',
    termDays: 0,
    totalQuota: 0n,
    userMin: UNIT,
    userMax: 0n,
  },
  ...{ step: 1n, startTime: 0, endTime: 0, earlyRedeem: true, renewable: false, poolLimit: 0n },
}
const TERM: ProductTerms = {
  ...FLEXIBLE,
  assetId: asAssetId(COIN),
  type: 'fixed',
  rateType: 'fixed',
  termDays: 7,
  userMin: 1n,
  renewable: true,
}

export const said = (assetId: number, price: bigint, at: number): Command => ({
  kind: 'reportPrices',
  items: SOURCES.map((_, source) => ({ assetId: asAssetId(assetId), source, state: 'pinned', price, at })),
})

const credit = (userId: number, assetId: number): Command => ({
  kind: 'creditUser',
  ...{
    userId: asUserId(userId),
    assetId: asAssetId(assetId),
    amount: worth(PRICES, assetId, BROUGHT),
    cause: 'airdrop',
    reference: 'opening',
  },
})

const listed = (assetId: number): Command => ({
  kind: 'defineListing',
  terms: {
    ...{ assetId: asAssetId(assetId), networkId: NETWORK, depositOpen: true, withdrawOpen: true, chainScale: 8, withdrawScale: 8 },
    ...{ creditAt: CREDIT_AT, unlockAt: UNLOCK_AT, minDeposit: worth(PRICES, assetId, LEAST), minWithdraw: 0n, maxWithdraw: 0n },
    ...{ fee: worth(PRICES, assetId, 1n) / 100n, feeRateE8: 0 },
  },
  ...{ document: {}, ...SIGNED },
})

function people(): Command[] {
  const join = (one: number, other: number): Command => ({
    kind: 'setPerson',
    userId: asUserId(one),
    withUserId: asUserId(other),
    ...SIGNED,
  })
  const invite = (userId: number, inviterId: number): Command => ({
    kind: 'setInviter',
    userId: asUserId(userId),
    inviterId: asUserId(inviterId),
  })
  return [
    ...USERS.map((userId): Command => ({ kind: 'registerUser', accountKey: `account-${userId}`, document: {}, role: 'customer' })),
    join(ATTACKERS[1], ATTACKERS[0]),
    join(ATTACKERS[3], ATTACKERS[2]),
    // of his fees, the thief gets a share
    invite(VICTIM, ATTACKERS[0]),
    invite(ATTACKERS[0], ATTACKERS[2]),
    invite(ATTACKERS[3], ATTACKERS[1]),
    ...USERS.flatMap((userId) => ASSETS.map((assetId) => credit(userId, assetId))),
    ...USERS.slice(0, 5).map((userId): Command => ({ kind: 'openContractAccount', userId: asUserId(userId) })),
  ]
}

function house(): Command[] {
  const fund = (assetId: number): Command[] => [
    { kind: 'fundInventory', assetId: asAssetId(assetId), amount: worth(PRICES, assetId, 1_000_000n), reference: '', ...SIGNED },
    {
      ...{
        kind: 'fundHolding',
        listingId: assetId as never,
        place: 'hot',
        amount: worth(PRICES, assetId, 10_000_000n),
        dust: 0n,
        reference: '',
      },
      ...SIGNED,
    },
  ]
  return [
    { kind: 'setCommission', rateE8: 40_000_000, ...SIGNED },
    { kind: 'setConvertTerms', dailyLimit: 0n, lossBound: 0n, deskUserId: asUserId(0), isClosed: false, ...SIGNED },
    ...ASSETS.flatMap(fund),
    { kind: 'fundInsurance', assetId: asAssetId(CASH), amount: 1_000n * UNIT, ...SIGNED },
    ...[FLEXIBLE, TERM].map(
      (terms): Command => ({ kind: 'defineProduct', terms, tiers: [{ upTo: null, rateE8: 1_000_000 }], document: {}, ...SIGNED }),
    ),
    ...[1, 2].map((id): Command => ({ kind: 'setProductStatus', productId: asProductId(id), status: 'waiting', ...SIGNED })),
  ]
}

/** Everything up to the moment at which they begin. */
export function openingOf(): Command[] {
  const addresses = USERS.slice(0, 5).map(
    (userId): Command => ({ kind: 'assignAddress', userId: asUserId(userId), family: 1, place: 'addresses', tag: 0, label: '' }),
  )
  return [
    { kind: 'setEngineVersion', version: ENGINE_VERSION, secret: '9'.repeat(32) },
    ...['CASH', 'COIN', 'GRAIN'].map((symbol): Command => ({ kind: 'defineAsset', symbol, scale: 8, document: {} })),
    ...PAIRS.map((pair): Command => ({ kind: 'defineInstrument', terms: termsOf(pair) })),
    { kind: 'setIndexTerms', unitAssetId: asAssetId(CASH), sources: SOURCES, freshMs: 60_000, capE8: 1_000_000, weights: [], ...SIGNED },
    { kind: 'defineContract', terms: pairTerms({ ...BASE_OF_CONTRACT, ...FEES }), contract: CONTRACT_TERMS, ...SIGNED },
    said(COIN, PRICES.get(COIN) ?? ONE, START_MS),
    said(GRAIN, PRICES.get(GRAIN) ?? ONE, START_MS),
    { kind: 'defineNetwork', family: 1, document: {}, ...SIGNED },
    ...ASSETS.map(listed),
    ...people(),
    ...house(),
    ...addresses,
  ]
}

export const pairIdOf = (pair: Pair) => asInstrumentId(pair.id)
