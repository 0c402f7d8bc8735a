/** Events of contracts made by hand, as the engine would publish them. */
import type { ContractTerms } from '@agio/engine/command.ts'
import type { Event, OfContract, Order } from '@agio/engine/event.ts'
import { asInstrumentId, asOrderId, asPositionId, asTradeId, asUserId } from '@agio/engine/ids/id.ts'
import { pairTerms } from '@agio/engine/plain-terms.ts'
import { COIN, CUSTOMER, order, QUOTE, traded } from './events.ts'

type Of<Kind extends Event['kind']> = Extract<Event, { kind: Kind }>

export const CONTRACT = asInstrumentId(2)
export const POSITION = asPositionId(7)
export const RECEIPT = asPositionId(90)

const TERMS: ContractTerms = {
  multiplier: 10,
  minLeverage: 1,
  maxLeverage: 100,
  tiers: [{ upTo: null, rateE8: 500_000, maxLeverage: 100 }],
  liquidationFeeE8: 250_000,
  priceRangeE8: 10_000_000,
  fundingHours: 8,
  fundingStartHour: 0,
  interestE12: 100_000_000,
  fundingCapE12: 3_750_000_000,
  fundingFloorE12: -3_750_000_000,
  impactValue: 0n,
}

export const defined = (): Event => ({
  kind: 'contractDefined',
  instrumentId: CONTRACT,
  terms: pairTerms({ symbol: 'E-BTC-USDT', baseAssetId: COIN, quoteAssetId: QUOTE }),
  contract: TERMS,
  actor: 'ann',
  why: 'a test',
})

export const OF_CONTRACT: OfContract = {
  isClose: false,
  isShortLeg: false,
  isWhole: false,
  leverage: 20,
  marginMode: 'isolated',
  triggerBy: 'mark',
  callbackRate: 0,
  callback: 0,
  takeProfit: null,
  stopLoss: null,
  receiptId: 0,
}

/** A limit buy of contracts, open unless the changes say otherwise. */
export const coOrder = (seq: number, at: number, changes: Partial<Order> = {}, contract: Partial<OfContract> = {}): Order =>
  order(seq, at, { instrumentId: CONTRACT, quantity: 5, feeAssetId: QUOTE, contract: { ...OF_CONTRACT, ...contract }, ...changes })

/** The customer buys contracts from the maker. */
export const coTraded = (tradeId: number, changes: Partial<Of<'traded'>> = {}): Event =>
  traded(tradeId, { instrumentId: CONTRACT, takerFeeAssetId: QUOTE, ...changes })

/** The customer's side of a trade. */
export const filled = (tradeId: number, changes: Partial<Of<'contractFilled'>> = {}): Event => ({
  kind: 'contractFilled',
  role: 1,
  side: 'buy',
  isClose: 0,
  userId: CUSTOMER,
  instrumentId: CONTRACT,
  tradeId: asTradeId(tradeId),
  orderId: asOrderId(16),
  positionId: POSITION,
  price: 100,
  quantity: 5,
  value: 500n,
  fee: 2n,
  realised: 0n,
  ...changes,
})

export const position = (change: Of<'positionChanged'>['change'], changes: Partial<Of<'positionChanged'>> = {}): Event => ({
  kind: 'positionChanged',
  change,
  marginMode: 'isolated',
  isShort: 0,
  isBroken: 0,
  userId: CUSTOMER,
  instrumentId: CONTRACT,
  leverage: 20,
  positionId: POSITION,
  quantity: 5,
  entry: 500n,
  margin: 25n,
  settled: 0n,
  amount: 0n,
  opened: 5,
  openedValue: 500n,
  closed: 0,
  closedValue: 0n,
  profit: 0n,
  fees: 2n,
  funding: 0n,
  shared: 0n,
  createdAt: 1000,
  ...changes,
})

export const marked = (mark: number, index: number, changes: Partial<Of<'markChanged'>> = {}): Event => ({
  kind: 'markChanged',
  isShut: 0,
  instrumentId: CONTRACT,
  mark,
  index,
  indexFine: BigInt(index) * 10n ** 10n,
  basis: 0n,
  drawn: BigInt(index) * 10n ** 10n,
  rate: 0n,
  estimate: 0n,
  ...changes,
})

export const settled = (rate: bigint, changes: Partial<Of<'fundingSettled'>> = {}): Event => ({
  kind: 'fundingSettled',
  instrumentId: CONTRACT,
  rate,
  mark: 100,
  next: 0,
  openMinutes: 480,
  shutMinutes: 0,
  ...changes,
})

export const liquidated = (step: Of<'liquidated'>['step'], changes: Partial<Of<'liquidated'>> = {}): Event => ({
  kind: 'liquidated',
  step,
  isShort: 0,
  isDone: 0,
  tier: 1,
  userId: CUSTOMER,
  instrumentId: CONTRACT,
  receiptId: RECEIPT,
  positionId: POSITION,
  forId: asPositionId(0),
  quantity: 5,
  mark: 96,
  indexFine: 960_000_000_000n,
  entry: 500n,
  rate: 500_000n,
  deduction: 0n,
  maintenance: 3n,
  margin: 25n,
  equity: 2n,
  bankruptcy: 475n,
  fee: 0n,
  insurance: 0n,
  share: 0n,
  ...changes,
})

export const insured = (cause: Of<'insuranceChanged'>['cause'], amount: bigint, balance: bigint): Event => ({
  kind: 'insuranceChanged',
  cause,
  assetId: QUOTE,
  amount,
  balance,
})

export const warned = (changes: Partial<Of<'marginWarned'>> = {}): Event => ({
  kind: 'marginWarned',
  marginMode: 'isolated',
  userId: CUSTOMER,
  instrumentId: CONTRACT,
  assetId: QUOTE,
  positionId: POSITION,
  maintenance: 3n,
  equity: 4n,
  ...changes,
})

/** The house sells what it took over. */
export const disposed = (tradeId: number, quantity: number, price: number): Event =>
  filled(tradeId, {
    userId: asUserId(0),
    side: 'sell',
    orderId: asOrderId(0),
    positionId: RECEIPT,
    ...{ quantity, price, fee: 0n, value: BigInt(quantity * price) },
  })
