/** What SQL answers about contracts. */
import type { Candle } from '../port.ts'
import { listCandles } from './candle-reads.ts'
import { listFundings, listInsurance } from './contract-market-reads.ts'
import { contractOrdersById, findContractOrder, listContractFills, listContractOrders, sumRealised } from './contract-order-reads.ts'
import { listContractLines, listPositions, positionDays } from './contract-position-reads.ts'
import type { ContractReads } from './contract-reads.ts'
import { findMarkMinute } from './mark-reads.ts'
import type { TenantReader } from './reader.ts'
import { findReceipt } from './receipt-reads.ts'
import type { SharedReads } from './shared-reads.ts'

/** @param now clock of the tenant's exchange, ms: it ends candles and days */
export const openContractReads = (reader: TenantReader, candles: SharedReads<readonly Candle[]>, now: () => number): ContractReads => ({
  contractOrders: (query) => listContractOrders(reader, query),
  contractOrder: (userId, orderId) => findContractOrder(reader, userId, orderId),
  contractOrdersById: (userId, orderIds) => contractOrdersById(reader, userId, orderIds),
  realisedOf: (userId, orderIds) => sumRealised(reader, userId, orderIds),
  contractFills: (query) => listContractFills(reader, query),
  positionHistory: (query) => listPositions(reader, query),
  positionDays: (userId, fromDay) => positionDays(reader, userId, fromDay, now()),
  contractLines: (query) => listContractLines(reader, query),
  fundingRates: (instrumentId, page) => listFundings(reader, instrumentId, page),
  insuranceLines: (assetId, page) => listInsurance(reader, assetId, page),
  priceCandles: (price, instrumentId, interval, range, limit) =>
    listCandles(reader, candles, { instrumentId, price }, interval, range, limit, now()),
  markMinute: (instrumentId, at) => findMarkMinute(reader, instrumentId, at, now()),
  receipt: (userId, receiptId) => findReceipt(reader, userId, receiptId, now()),
})
