/** A contract, an index and customers who trade it, for tests of the futures host over memory exchanges. */
import type { ContractTerms, InstrumentTerms } from '@agio/engine/command.ts'
import { asAssetId, asInstrumentId, asUserId, type InstrumentId, type UserId } from '@agio/engine/ids/id.ts'
import { pow10 } from '@agio/engine/money/decimal.ts'
import { INDEX_SCALE } from '@agio/engine/schema/index-price.ts'
import { plainTerms } from './market-fixtures.ts'
import type { MemoryExchange } from './memory-exchange.ts'

export const USDT = asAssetId(1)
export const BTC = asAssetId(2)
const WHY = { actor: 'ops', why: 'test' } as const
const ONE_USDT = 10n ** 8n
const E8 = 100_000_000

/** 0.001 BTC, prices of one decimal, maker 0.02 %, taker 0.05 %, as the criteria have it. */
export const contractPair = (over: Partial<InstrumentTerms> = {}): InstrumentTerms => ({
  ...plainTerms('E-BTC-USDT', BTC, USDT),
  priceScale: 1,
  quantityScale: 3,
  quantityMin: 1,
  quantityMax: 100_000,
  notionalMin: 5n * ONE_USDT,
  makerFeeE8: 20_000,
  takerFeeE8: 50_000,
  slippageCapE8: 500_000,
  document: { otherName: 'BTC/USDT Perpetual' },
  ...over,
})

export const CONTRACT_TERMS: ContractTerms = {
  multiplier: 1,
  minLeverage: 1,
  maxLeverage: 125,
  tiers: [
    { upTo: 50_000n * ONE_USDT, rateE8: 500_000, maxLeverage: 125 },
    { upTo: 250_000n * ONE_USDT, rateE8: 1_000_000, maxLeverage: 50 },
    { upTo: null, rateE8: 5_000_000, maxLeverage: 10 },
  ],
  liquidationFeeE8: 250_000,
  priceRangeE8: 50_000_000,
  fundingHours: 8,
  fundingStartHour: 0,
  interestE12: 100_000_000,
  fundingCapE12: 3_750_000_000,
  fundingFloorE12: -3_750_000_000,
  impactValue: 25_000n * ONE_USDT,
}

/** What the one source of BTC says from now on, or once where it is live; 0 = nothing. */
export function setIndex(exchange: MemoryExchange, price: number, state: 'pinned' | 'live' = 'pinned'): void {
  const items = [
    {
      assetId: BTC,
      source: 0,
      state: price === 0 ? ('silent' as const) : state,
      price: BigInt(price) * pow10(INDEX_SCALE),
      at: exchange.clock,
    },
  ]
  exchange.must({ kind: 'reportPrices', items })
  exchange.must({ kind: 'tick' })
}

/** Defines E-BTC-USDT with an index of 60,000. */
export function openContract(exchange: MemoryExchange, over: Partial<InstrumentTerms> = {}): InstrumentId {
  exchange.must({ kind: 'setIndexTerms', unitAssetId: USDT, sources: ['one'], freshMs: 30_000, capE8: E8 / 100, weights: [], ...WHY })
  const { value } = exchange.must({ kind: 'defineContract', terms: contractPair(over), contract: CONTRACT_TERMS, ...WHY })
  setIndex(exchange, 60_000)
  return asInstrumentId(value)
}

/** So much USDT in the spot account of a customer. */
export function give(exchange: MemoryExchange, userId: number, usdt: number): void {
  const amount = BigInt(usdt) * ONE_USDT
  exchange.must({ kind: 'creditUser', userId: asUserId(userId), assetId: USDT, amount, cause: 'airdrop', reference: '' })
}

/** A market maker with a contract account and much money, who is no customer. */
export function openMaker(exchange: MemoryExchange): UserId {
  const { value } = exchange.must({ kind: 'registerUser', accountKey: 'contract maker', document: {}, role: 'maker' })
  const userId = asUserId(value)
  give(exchange, userId, 10_000_000)
  exchange.must({ kind: 'openContractAccount', userId })
  exchange.must({ kind: 'transferBetweenAccounts', userId, from: 'spot', to: 'contract', assetId: USDT, amount: 10_000_000n * ONE_USDT })
  return userId
}

/** An order of the maker that rests. @param price in ticks of 0.1 */
export function quote(
  exchange: MemoryExchange,
  userId: UserId,
  instrumentId: InstrumentId,
  side: 'buy' | 'sell',
  price: number,
  quantity: number,
): void {
  exchange.must({
    kind: 'placeContractOrder',
    userId,
    instrumentId,
    side,
    action: 'open',
    type: 'limit',
    timeInForce: 'gtc',
    selfTrade: 'expireTaker',
    source: 'api',
    marginMode: 'cross',
    checksLiquidation: 0,
    leverage: 20,
    price,
    quantity,
    triggerPrice: 0,
    triggerBy: 'mark',
    direction: 'auto',
    callbackRate: 0n,
    callback: 0,
    expireAt: 0,
    takeProfit: 0,
    takeProfitLimit: 0,
    takeProfitBy: 'mark',
    stopLoss: 0,
    stopLossLimit: 0,
    stopLossBy: 'mark',
    positionId: 0 as never,
  })
}
