/** What the core's workload trades: a pair, or a contract with the same prices, lots and customers. */
import type { Command, InstrumentTerms, Side } from '@agio/engine/command.ts'
import { asAssetId, asInstrumentId, asPositionId, asUserId, type InstrumentId, type UserId } from '@agio/engine/ids/id.ts'
import { PLAIN_TERMS } from '@agio/engine/plain-terms.ts'
import { ENGINE_VERSION } from '@agio/engine/rules.ts'

export const MID = 1_000_000
export const FIRST_USER = 100_001
const GRANT = 10n ** 16n
const HOUSE = { actor: 'bench', why: '' } as const

export interface Market {
  readonly instrumentId: InstrumentId
  /** Room for one timed entry. */
  readonly entryBytes: number
  opening(users: number, at: number): Generator<Command>
  place(userId: UserId, side: Side, price: number, quantity: number, isIoc: boolean): Command
}

const TERMS: InstrumentTerms = {
  symbol: 'BTC/USDT',
  baseAssetId: asAssetId(1),
  quoteAssetId: asAssetId(2),
  priceScale: 2,
  quantityScale: 5,
  quantityMin: 1,
  quantityMax: 100_000_000,
  notionalMin: 1n,
  notionalMax: 10n ** 18n,
  limitPriceCap: 100_000_000,
  marketNotionalCap: 10n ** 18n,
  priceBandE8: 90_000_000,
  referencePrice: MID,
  buyFeeE8: 100_000,
  sellFeeE8: 100_000,
  makerFeeE8: 80_000,
  takerFeeE8: 100_000,
  feeDirection: 'received',
  maxOpenOrders: 2_000_000,
  maxTriggerOrders: 1_000,
  maxOrderLists: 1_000,
  positionMax: 0,
  icebergPartsMax: 100,
  trailingBpsMin: 10,
  trailingBpsMax: 2_000,
  slippageCapE8: 1_000_000,
  breakerMoveE8: 90_000_000,
  breakerWindowMs: 300_000,
  breakerHaltMs: 300_000,
  enabled: true,
  buyEnabled: true,
  sellEnabled: true,
  visible: true,
  document: {},
}

const customersOf = (users: number): UserId[] => Array.from({ length: users }, (_, user) => asUserId(FIRST_USER + user))

function* customers(users: number): Generator<Command> {
  for (let user = 0; user < users; user += 1) yield { kind: 'registerUser', accountKey: `bench-${user}`, document: {}, role: 'customer' }
  const amount = grantOf(users)
  for (const userId of customersOf(users))
    for (const assetId of [1, 2].map(asAssetId)) yield { kind: 'creditUser', userId, assetId, amount, cause: 'airdrop', reference: '' }
}

const grantOf = (users: number): bigint => {
  const most = 2n ** 61n / BigInt(users)
  return most < GRANT ? most : GRANT
}

function* assets(): Generator<Command> {
  yield { kind: 'setEngineVersion', version: ENGINE_VERSION }
  for (const symbol of ['BTC', 'USDT']) yield { kind: 'defineAsset', symbol, scale: 8, document: {} }
}

export const PAIR: Market = {
  instrumentId: asInstrumentId(1),
  entryBytes: 112,
  *opening(users) {
    yield* assets()
    yield { kind: 'defineInstrument', terms: TERMS }
    yield* customers(users)
  },
  place: (userId, side, price, quantity, isIoc) => ({
    kind: 'placeOrder',
    userId,
    instrumentId: asInstrumentId(1),
    terms: { ...PLAIN_TERMS, side, price, quantity, timeInForce: isIoc ? 'ioc' : 'gtc' },
    selfTrade: 'expireTaker',
    source: 'api',
    child: null,
  }),
}

/** Positions that share the balance, at twenty times. */
export const CONTRACT: Market = {
  instrumentId: asInstrumentId(1),
  entryBytes: 256,
  *opening(users, at) {
    yield* assets()
    yield* listing(at)
    yield* customers(users)
    const amount = grantOf(users)
    for (const userId of customersOf(users)) {
      yield { kind: 'openContractAccount', userId }
      yield { kind: 'transferBetweenAccounts', userId, from: 'spot', to: 'contract', assetId: asAssetId(2), amount }
    }
  },
  place: (userId, side, price, quantity, isIoc) => ({
    kind: 'placeContractOrder',
    userId,
    instrumentId: asInstrumentId(1),
    side,
    action: 'open',
    type: 'limit',
    timeInForce: isIoc ? 'ioc' : 'gtc',
    selfTrade: 'expireTaker',
    source: 'api',
    marginMode: 'cross',
    triggerBy: 'mark',
    direction: 'auto',
    takeProfitBy: 'mark',
    stopLossBy: 'mark',
    checksLiquidation: 1,
    leverage: 20,
    price,
    quantity,
    triggerPrice: 0,
    callbackRate: 0n,
    callback: 0,
    expireAt: 0,
    takeProfit: 0,
    takeProfitLimit: 0,
    stopLoss: 0,
    stopLossLimit: 0,
    positionId: asPositionId(0),
  }),
}

/** An index that stays, and a contract of one bracket whose limits may lie anywhere. */
export function* listing(at: number): Generator<Command> {
  yield { kind: 'setIndexTerms', unitAssetId: asAssetId(2), sources: ['one'], freshMs: 86_400_000, capE8: 1_000_000, ...HOUSE }
  yield {
    kind: 'defineContract',
    terms: { ...TERMS, symbol: 'E-BTC-USDT', priceBandE8: 0, breakerMoveE8: 0, breakerWindowMs: 0, breakerHaltMs: 0 },
    contract: {
      multiplier: 1,
      minLeverage: 1,
      maxLeverage: 125,
      tiers: [{ upTo: null, rateE8: 500_000, maxLeverage: 125 }],
      liquidationFeeE8: 200_000,
      priceRangeE8: 90_000_000,
      fundingHours: 8,
      fundingStartHour: 0,
      interestE12: 100_000_000,
      fundingCapE12: 3_000_000_000,
      fundingFloorE12: -3_000_000_000,
      impactValue: 10n ** 12n,
    },
    ...HOUSE,
  }
  yield priceOf(MID, at)
}

/** The index as the one source says it, in ticks. */
export const priceOf = (ticks: number, at: number): Command => ({
  kind: 'reportPrices',
  items: [{ assetId: asAssetId(1), source: 0, state: 'live', price: BigInt(ticks) * 10n ** 10n, at }],
})
