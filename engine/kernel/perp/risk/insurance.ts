/** The insurance fund of a coin: what liquidations leave, and what pays for those that cost more than was there. */
import { EQUITY_HOUSE, FUND_INSURANCE, openHouseAccount } from '../../ledger/account'
import { postHouse } from '../../ledger/posting'
import { makeSure } from '../../events/out'
import { notePutIn, openFund } from './bounds'
import { InsuranceRecord } from '../../../generated/records'

/** Changes the fund and tells it. The caller posts the other side. */
export function changeFund(asset: i32, amount: i64, cause: i32): void {
  if (amount == 0) return
  const fund = openHouseAccount(FUND_INSURANCE, asset)
  postHouse(fund, amount)
  makeSure()
  const record = InsuranceRecord.begin(cause)
  record.assetId = asset
  record.amount = amount
  record.balance = fund.available
}

/** Puts money of the house into the fund, or takes it out, as an operator says. */
export function fundInsurance(asset: i32, amount: i64, cause: i32): void {
  notePutIn(asset, amount)
  move(asset, amount, cause)
}

function move(asset: i32, amount: i64, cause: i32): void {
  postHouse(openHouseAccount(EQUITY_HOUSE, asset), -amount)
  changeFund(asset, amount, cause)
}

/** What nobody else can bear the house pays into the fund, which owes it from then on. */
export function bearByHouse(asset: i32, amount: i64, cause: i32): void {
  if (amount == 0) return
  openFund(asset).debt += amount
  move(asset, amount, cause)
}
