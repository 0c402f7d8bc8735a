/** The record of a liquidation, of which its customer can recompute what happened to him. */
import { makeSure } from '../../events/out'
import { equityBehind, bankruptValue } from '../position/bankruptcy'
import { contractValue, tierAt, tierOf } from '../contract'
import { maintenanceOf, valueAtMark } from '../position/position'
import { LiquidationRecord } from '../../../generated/records'
import { Position } from '../../../generated/rows'

/** Writes what is known of a position before a step; the caller fills in the rest. `lots` is what the step is about. */
export function writeReceipt(step: i32, receiptId: f64, position: Position, userId: i32, lots: f64): LiquidationRecord {
  makeSure()
  const contract = position.contract
  const tier = tierOf(contract, valueAtMark(position))
  const row = tierAt(contract, tier)
  const isOwn = position.seat.exists
  const equity = isOwn ? equityBehind(position) : 0
  const bankruptcy = isOwn ? bankruptValue(position) : 0
  const record = LiquidationRecord.begin(step, position.isShort, 0)
  record.tier = <u32>tier + 1
  record.userId = userId
  record.instrumentId = contract.instrument
  record.receiptId = receiptId
  record.positionId = isOwn ? position.id : position.brokenId
  record.forId = 0
  record.quantity = lots
  record.mark = contract.mark
  record.indexFine = contract.indexFine
  record.entry = position.entry
  record.rate = row.rate
  record.deduction = row.deduction
  record.maintenance = maintenanceOf(position)
  record.margin = position.isIsolated != 0 || !isOwn ? position.margin : equity - contractGain(position)
  record.equity = equity
  record.bankruptcy = bankruptcy
  record.fee = 0
  record.insurance = 0
  record.share = 0
  return record
}

/** Profit at the mark. */
function contractGain(position: Position): i64 {
  const value = contractValue(position.contract, position.contract.mark, position.quantity)
  return (position.isShort != 0 ? position.entry - value : value - position.entry) - position.settled
}
