/** Positions and the contract account in our words. Everything that follows from margins is the server's word; nothing of it is computed here. */
import { type Fields, numberOf, textOf } from '../live/read.ts'
import { type ContractOrder, readContractOrders } from './contract-order.ts'

export interface Position {
  readonly positionId: string
  readonly contractId: string
  readonly symbol: string
  readonly name: string
  readonly marginAsset: string
  readonly isShort: boolean
  readonly isIsolated: boolean
  readonly leverage: number
  /** Whole contracts. */
  readonly volume: string
  /** Not in orders that close it. */
  readonly closable: string
  readonly entryPrice: string
  readonly markPrice: string
  /** `0` = none. */
  readonly liquidationPrice: string
  readonly bankruptcyPrice: string
  readonly margin: string
  /** At the mark. */
  readonly value: string
  /** Need ÷ what there is; liquidation begins at 1. */
  readonly marginRatio: string
  readonly maintenanceRate: string
  /** At the mark, signed. */
  readonly unrealised: string
  readonly realised: string
  readonly returnRate: string
  /** Margin that can be added and taken out. */
  readonly addable: string
  readonly removable: string
  /** Of its own margin what leverage never frees: added by hand, or for the loss of a fill. */
  readonly added: string
  readonly fees: string
  /** Above zero when received. */
  readonly funding: string
  /** 1–5; 5 is reduced first. */
  readonly deleveraging: number
  readonly protection: readonly ContractOrder[]
  readonly createdAt: number
  readonly updatedAt: number
}

export interface ContractAccount {
  readonly asset: string
  /** With margins of positions and reserves of orders. */
  readonly balance: string
  readonly free: string
  readonly isolatedMargin: string
  readonly reserved: string
  readonly unrealised: string
  readonly realised: string
  readonly equity: string
  /** Of crossed positions: need, and need ÷ equity. */
  readonly maintenance: string
  readonly marginRatio: string
  readonly initialMargin: string
  readonly transferable: string
  readonly openedAt: number
}

const amountOf = (value: unknown): string => textOf(value) || '0'

export function readPosition(fields: Fields): Position {
  return {
    positionId: textOf(fields.id),
    contractId: textOf(fields.contractId),
    symbol: textOf(fields.contractName),
    name: textOf(fields.symbol).replaceAll('-', ''),
    marginAsset: textOf(fields.marginCoin),
    isShort: fields.orderSide === 'SELL',
    isIsolated: fields.positionType === 2,
    leverage: numberOf(fields.leverageLevel),
    volume: amountOf(fields.positionVolume),
    closable: amountOf(fields.canCloseVolume),
    entryPrice: amountOf(fields.openAvgPrice),
    // The wire calls the mark an index price here.
    markPrice: amountOf(fields.indexPrice),
    liquidationPrice: amountOf(fields.reducePrice),
    bankruptcyPrice: amountOf(fields.bankruptcyPrice),
    margin: amountOf(fields.holdAmount),
    value: amountOf(fields.positionBalance),
    marginRatio: amountOf(fields.marginRate),
    maintenanceRate: amountOf(fields.keepRate),
    unrealised: amountOf(fields.unRealizedAmount),
    realised: amountOf(fields.realizedAmount),
    returnRate: amountOf(fields.returnRate),
    addable: amountOf(fields.canUseAmount),
    removable: amountOf(fields.canSubMarginAmount),
    added: amountOf(fields.addedAmount),
    fees: amountOf(fields.tradeFee),
    funding: amountOf(fields.capitalFee),
    deleveraging: numberOf(fields.adlLevel),
    protection: readContractOrders(fields.tpslList),
    createdAt: numberOf(fields.ctime),
    updatedAt: numberOf(fields.mtime),
  }
}

export function readContractAccount(fields: Fields): ContractAccount {
  return {
    asset: textOf(fields.symbol),
    balance: amountOf(fields.accountBalance),
    free: amountOf(fields.canUseAmount),
    isolatedMargin: amountOf(fields.isolateMargin),
    reserved: amountOf(fields.lockAmount),
    unrealised: amountOf(fields.unRealizedAmount),
    realised: amountOf(fields.realizedAmount),
    equity: amountOf(fields.totalAmount),
    maintenance: amountOf(fields.totalMargin),
    marginRatio: amountOf(fields.totalMarginRate),
    initialMargin: amountOf(fields.marginAmount),
    transferable: amountOf(fields.canTransferAmount),
    openedAt: numberOf(fields.openTime),
  }
}

export const hasVolume = (volume: string): boolean => /[1-9]/.test(volume)
