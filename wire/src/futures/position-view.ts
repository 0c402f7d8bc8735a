/** What a customer has in contracts, in engine words and units → the API's rows. */
import type { LiquidationKind, MarginMode } from '@agio/engine/event.ts'
import { formatDecimal } from '@agio/engine/money/decimal.ts'
import { divideCeil, divideFloor, divideHalfUp } from '@agio/engine/money/rounding.ts'
import type { AssetFacts } from '../market/view.ts'
import { formatSteps } from '../steps.ts'
import { type CoOrderView, WIRE_MARGIN_MODES } from './order-view.ts'
import {
  type ContractFacts,
  coAverage,
  coMoney,
  coPrice,
  coSymbol,
  coValue,
  finePriceText,
  rateText,
  ratioText,
  shareText,
} from './view.ts'

/** A position with what follows from the mark, as the engine reads it. Amounts in minor units of its margin coin, prices in ticks. */
export interface PositionFacts {
  readonly positionId: number
  readonly isShort: boolean
  readonly marginMode: MarginMode
  readonly leverage: number
  readonly quantity: number
  readonly closable: number
  /** Value at the prices of its fills. */
  readonly entry: bigint
  /** Profit that was paid out while it was open. */
  readonly settled: bigint
  readonly margin: bigint
  readonly value: bigint
  readonly unrealised: bigint
  readonly unrealisedAtLast: bigint
  readonly initialMargin: bigint
  readonly maintenance: bigint
  readonly maintenanceRateE8: number
  readonly equity: bigint
  /** 0 = none. */
  readonly liquidationPrice: number
  readonly bankruptcyPrice: number
  readonly addable: bigint
  readonly removable: bigint
  /** Of its own margin what leverage never frees. */
  readonly added: bigint
  readonly profit: bigint
  readonly fees: bigint
  readonly funding: bigint
  readonly shared: bigint
  readonly createdAt: number
  readonly updatedAt: number
}

/** What a customer has in a margin coin, as the engine reads it; minor units. */
export interface CrossFacts {
  /** With margins of positions and what orders reserve. */
  readonly balance: bigint
  readonly isolated: bigint
  readonly reserved: bigint
  readonly free: bigint
  readonly transferable: bigint
  readonly unrealised: bigint
  readonly crossInitial: bigint
  readonly crossMaintenance: bigint
  readonly crossEquity: bigint
}

const atLeastNone = (amount: bigint): bigint => (amount > 0n ? amount : 0n)

/** What a position brought so far, what was settled of its profit with it. */
export const realisedOf = ({ profit, fees, funding, shared, settled }: Realised): bigint => profit - fees + funding + shared + settled
type Realised = Pick<PositionFacts, 'profit' | 'fees' | 'funding' | 'shared' | 'settled'>

/** @param beside `realised`: what open positions of the coin brought so far; `openedAt`: of the contract account, ms */
export function accountView(cross: CrossFacts, asset: AssetFacts, beside: { readonly realised: bigint; readonly openedAt: number }) {
  const money = (minor: bigint): string => formatDecimal(minor, asset.scale)
  return {
    symbol: asset.symbol,
    originalCoin: asset.symbol,
    accountBalance: money(cross.balance),
    canUseAmount: money(atLeastNone(cross.free)),
    isolateMargin: money(cross.isolated),
    lockAmount: money(cross.reserved),
    unRealizedAmount: money(cross.unrealised),
    realizedAmount: money(beside.realised),
    totalAmount: money(cross.balance + cross.unrealised),
    totalMargin: money(cross.crossMaintenance),
    totalMarginRate: ratioText(cross.crossMaintenance, cross.crossEquity),
    marginAmount: money(cross.crossInitial),
    canTransferAmount: money(atLeastNone(cross.transferable)),
    trialAmount: '0',
    openTime: beside.openedAt,
  }
}
export type AccountView = ReturnType<typeof accountView>

/** What the row of a position does not say of it. */
export interface BesidePosition {
  readonly markTicks: number
  /** Of the coin: a crossed position shares its ratio. */
  readonly cross: CrossFacts | undefined
  readonly takerFeeE8: number
  /** 1…5; 5 is deleveraged first. */
  readonly adlLevel: number
  readonly tpsl: readonly CoOrderView[]
}

const ratioOf = (position: PositionFacts, cross: CrossFacts | undefined): string =>
  position.marginMode === 'cross' && cross !== undefined
    ? ratioText(cross.crossMaintenance, cross.crossEquity)
    : ratioText(position.maintenance, position.equity)

export function positionView(position: PositionFacts, facts: ContractFacts, beside: BesidePosition) {
  const money = (minor: bigint): string => coMoney(facts, minor)
  const isIsolated = position.marginMode === 'isolated'
  const realised = realisedOf(position)
  return {
    id: String(position.positionId),
    contractId: String(facts.instrumentId),
    contractName: facts.symbol,
    symbol: coSymbol(facts),
    marginCoin: facts.quote.symbol,
    orderSide: position.isShort ? ('SELL' as const) : ('BUY' as const),
    positionType: WIRE_MARGIN_MODES[position.marginMode],
    leverageLevel: position.leverage,
    positionVolume: formatSteps(position.quantity, 0),
    canCloseVolume: formatSteps(position.closable, 0),
    openAvgPrice: coAverage(facts, position.entry, position.quantity),
    indexPrice: coPrice(facts, beside.markTicks),
    reducePrice: coPrice(facts, position.liquidationPrice),
    bankruptcyPrice: coPrice(facts, position.bankruptcyPrice),
    holdAmount: money(isIsolated ? position.margin : position.initialMargin),
    positionBalance: money(position.value),
    marginRate: ratioOf(position, beside.cross),
    keepRate: rateText(position.maintenanceRateE8),
    maxFeeRate: rateText(beside.takerFeeE8),
    unRealizedAmount: money(position.unrealised),
    openRealizedAmount: money(position.unrealisedAtLast),
    realizedAmount: money(realised),
    returnRate: shareText(position.unrealised, position.initialMargin),
    canUseAmount: money(atLeastNone(position.addable)),
    canSubMarginAmount: money(atLeastNone(position.removable)),
    addedAmount: money(position.added),
    tradeFee: money(position.fees),
    capitalFee: money(position.funding),
    closeProfit: money(position.profit),
    settleProfit: money(position.settled),
    shareAmount: money(position.shared),
    historyRealizedAmount: money(realised),
    profitRealizedAmount: money(position.profit),
    adlLevel: beside.adlLevel,
    tpslList: [...beside.tpsl],
    ctime: position.createdAt,
    mtime: position.updatedAt,
  }
}
export type CoPositionView = ReturnType<typeof positionView>

/** A position that is gone. Amounts in minor units of its margin coin. */
export interface HistoryPositionFacts {
  readonly positionId: number
  readonly isShort: boolean
  readonly marginMode: MarginMode
  readonly leverage: number
  readonly opened: number
  readonly openedValue: bigint
  readonly closed: number
  readonly closedValue: bigint
  readonly profit: bigint
  readonly fees: bigint
  readonly funding: bigint
  readonly shared: bigint
  readonly endCause: 'close' | 'liquidation' | 'adl'
  /** 0 = none. */
  readonly receiptId: number
  readonly createdAt: number
  readonly endedAt: number
}

/** `settleProfit` is "0": what was settled while it was open is part of `closeProfit` once it is closed. */
export function historyPositionView(position: HistoryPositionFacts, facts: ContractFacts) {
  const money = (minor: bigint): string => coMoney(facts, minor)
  return {
    id: String(position.positionId),
    contractId: String(facts.instrumentId),
    contractName: facts.symbol,
    symbol: coSymbol(facts),
    positionType: WIRE_MARGIN_MODES[position.marginMode],
    side: position.isShort ? ('SELL' as const) : ('BUY' as const),
    leverageLevel: position.leverage,
    openPrice: coAverage(facts, position.openedValue, position.opened),
    openEndPrice: coAverage(facts, position.closedValue, position.closed),
    volume: formatSteps(position.closed, 0),
    closeProfit: money(position.profit),
    tradeFee: money(position.fees),
    capitalFee: money(position.funding),
    shareAmount: money(position.shared),
    settleProfit: '0',
    historyRealizedAmount: money(realisedOf({ ...position, settled: 0n })),
    endCause: position.endCause,
    receiptId: position.receiptId === 0 ? null : String(position.receiptId),
    ctime: position.createdAt,
    mtime: position.endedAt,
  }
}
/** A liquidation as far as it has come. */
export interface ReceiptFacts {
  readonly receiptId: number
  readonly instrumentId: number
  readonly positionId: number
  readonly kind: LiquidationKind
  readonly isShort: boolean
  readonly quantity: number
  readonly mark: number
  /** 1e-12 of what it is priced in. */
  readonly indexFine: bigint
  readonly indexInputs: readonly { readonly source: string; readonly price: bigint; readonly weight: number }[]
  readonly tier: number
  readonly rateE8: number
  readonly deduction: bigint
  readonly maintenance: bigint
  readonly margin: bigint
  readonly equity: bigint
  /** Value at which nothing of it is left; of a deleveraging that of the lots that were taken, at the price of it. */
  readonly bankruptcy: bigint
  readonly fills: readonly { readonly price: number; readonly quantity: number; readonly at: number }[]
  /** What was closed against positions of others without a trade: lots, and their value at the one price of it. */
  readonly deleveraged: readonly { readonly value: bigint; readonly quantity: number; readonly at: number }[]
  readonly fee: bigint
  readonly insurance: bigint
  readonly share: bigint
  readonly at: number
  /** When all of it was disposed of; 0 = the house still sells. What is no take-over is done at once. */
  readonly doneAt: number
}

/** What the house still has of a position that it took over, and what that brought so far. */
export interface HouseFacts {
  readonly quantity: number
  readonly profit: bigint
  readonly shared: bigint
}

/** As it was when the house took the position over: nothing sold yet. Of what is done at once there is one receipt alone. */
export const firstReceipt = (receipt: ReceiptFacts): ReceiptFacts =>
  receipt.kind === 'full' ? { ...receipt, fills: [], deleveraged: [], insurance: 0n, share: 0n, doneAt: 0 } : receipt

/** With what the house has brought about so far. */
export const receiptSoFar = (receipt: ReceiptFacts, { profit, shared }: Pick<HouseFacts, 'profit' | 'shared'>): ReceiptFacts => ({
  ...receipt,
  ...{ insurance: profit, share: -shared },
})

/** In ticks, never in favour of who is liquidated: of a long up, of a short down. */
function bankruptcyTicks(facts: ContractFacts, { bankruptcy, isShort }: ReceiptFacts, lots: number): string {
  const unit = coValue(facts, 1, lots)
  if (unit === 0n || bankruptcy <= 0n) return '0'
  return formatDecimal(isShort ? divideFloor(bankruptcy, unit) : divideCeil(bankruptcy, unit), facts.priceScale)
}

const MANY = 1_000_000

/** Contracts of the position before the step: those of which the maintenance margin at the mark is what it was. */
function lotsBefore(facts: ContractFacts, { maintenance, deduction, rateE8, mark, quantity }: ReceiptFacts): number {
  const ofMany = BigInt(rateE8) * coValue(facts, mark, MANY)
  return ofMany === 0n || maintenance === 0n
    ? quantity
    : Number(divideHalfUp((maintenance + deduction) * BigInt(MANY) * 100_000_000n, ofMany))
}

/** By what a position was closed, trades and deleveraging alike, in the order of time. A deleveraging has one price: its value divides exactly. */
function closingsOf(facts: ContractFacts, { fills, deleveraged }: ReceiptFacts) {
  const others = deleveraged.map(({ value, quantity, at }) => ({ price: Number(value / coValue(facts, 1, quantity)), quantity, at }))
  return [...fills, ...others]
    .sort((one, other) => one.at - other.at)
    .map(({ price, quantity, at }) => ({ price: coPrice(facts, price), volume: formatSteps(quantity, 0), ctime: at }))
}

/** When what it tells was so: the end of it, or the newest part. */
const timeOf = ({ at, doneAt, fills, deleveraged }: ReceiptFacts): number =>
  doneAt === 0 ? [...fills, ...deleveraged].reduce((latest, each) => Math.max(latest, each.at), at) : doneAt

/**
 * Everything of a receipt that is signed, but the id of the key.
 * @param remaining contracts that the house still has; 0 = all of it is disposed of
 */
export function receiptView(receipt: ReceiptFacts, facts: ContractFacts, remaining = 0) {
  const money = (minor: bigint): string => coMoney(facts, minor)
  const lots = lotsBefore(facts, receipt)
  // A deleveraging names the price at which it took lots; all else is about the position as it was.
  const bankruptLots = receipt.kind === 'adl' ? receipt.quantity : lots
  return {
    receiptId: String(receipt.receiptId),
    contractId: String(facts.instrumentId),
    positionId: String(receipt.positionId),
    kind: receipt.kind === 'matched' ? ('partial' as const) : receipt.kind,
    isMatched: receipt.kind === 'matched' ? (1 as const) : (0 as const),
    side: receipt.isShort ? ('SELL' as const) : ('BUY' as const),
    volume: formatSteps(receipt.quantity, 0),
    positionVolume: formatSteps(lots, 0),
    tagPrice: coPrice(facts, receipt.mark),
    indexPrice: finePriceText(receipt.indexFine),
    indexInputs: receipt.indexInputs.map(({ source, price, weight }) => ({ source, price: finePriceText(price), weight: String(weight) })),
    tier: receipt.tier,
    keepRate: rateText(receipt.rateE8),
    deduction: money(receipt.deduction),
    marginBefore: money(receipt.margin),
    marginRate: ratioText(receipt.maintenance, receipt.equity),
    bankruptcyPrice: bankruptcyTicks(facts, receipt, bankruptLots),
    fills: closingsOf(facts, receipt),
    fee: money(receipt.fee),
    insuranceChange: money(receipt.insurance),
    shareAmount: money(receipt.share),
    disposed: receipt.doneAt === 0 ? (0 as const) : (1 as const),
    remaining: formatSteps(remaining, 0),
    time: timeOf(receipt),
  }
}
/** Types of transactions by their number in the API. */
export const TRANSACTION_TYPES = {
  transferIn: 1,
  transferOut: 2,
  openFee: 3,
  closeFee: 4,
  realised: 5,
  funding: 6,
  liquidationFee: 7,
  insurance: 8,
  adl: 9,
  share: 10,
  bonus: 11,
  adjustment: 12,
} as const
export type TransactionType = keyof typeof TRANSACTION_TYPES

/** A line of the contract account of a coin. */
export interface TransactionFacts {
  readonly lineId: number
  readonly type: TransactionType
  /** Undefined where it is of no contract. */
  readonly contract: ContractFacts | undefined
  readonly amount: bigint
  readonly balanceAfter: bigint
  /** Id of the trade, transfer, position or receipt that it is for, 0 = none. */
  readonly reference: number
  readonly at: number
}

export const transactionView = (line: TransactionFacts, asset: AssetFacts) => ({
  id: String(line.lineId),
  type: TRANSACTION_TYPES[line.type],
  typeName: line.type,
  symbol: asset.symbol,
  contractId: line.contract === undefined ? null : String(line.contract.instrumentId),
  contractName: line.contract?.symbol ?? null,
  amount: formatDecimal(line.amount, asset.scale),
  balanceAfter: formatDecimal(line.balanceAfter, asset.scale),
  fee: '0',
  refId: line.reference === 0 ? null : String(line.reference),
  ctime: line.at,
})
