/** The settlement of funding of all contracts of an instant, in slices over the table of positions. */
import { setDue, removeDue } from '../../due/queue'
import { CLEARING_FUNDING, openHouseAccount } from '../../ledger/account'
import { postHouse } from '../../ledger/posting'
import { makeSure } from '../../events/out'
import { tellTime } from '../../events/told'
import { settleTouched } from '../after'
import { fundOf } from '../position/bankruptcy'
import { reachFunding, settledCount } from './funding'
import { changeFund } from '../risk/insurance'
import { fundingEstimate } from './rate'
import { shareLoss } from '../risk/share'
import { FundingRecord } from '../../../generated/records'
import { Contract, contractsTable, Due, none, Position, positionsTable, state } from '../../../generated/rows'
import { INSURANCE_FUNDING } from '../../constants/code'
import { DUE_FUNDING } from '../../constants/due'
import { CONTRACT_BYTES, POSITION_BYTES } from '../../constants/layout'

/** A position costs so many units. */
const POSITION_UNITS: i32 = 8

/** Goes on with a settlement. When all positions were reached its row moves to the next instant. Returns the units that it took. */
export function runFunding(row: Due, left: i32): i32 {
  const at = row.at
  let units: i32 = 1
  let hand = changetype<usize>(state.fundingHand)
  if (hand == 0) {
    tellTime(at)
    settleRates(at)
    hand = POSITION_BYTES
  }
  const end = <usize>positionsTable.used
  for (; hand < end && units < left; hand += POSITION_BYTES) {
    const position = changetype<Position>(hand)
    units += 1
    if (position.id == 0 || position.round == position.contract.round) continue
    makeSure()
    const before = settledCount
    reachFunding(position)
    units += POSITION_UNITS * max(1, settledCount - before)
  }
  settleTouched()
  if (hand < end) {
    state.fundingHand = changetype<Position>(hand)
    return units
  }
  state.fundingHand = none<Position>()
  endFunding(at)
  removeDue(row)
  scheduleFunding()
  return units
}

/** Notes the rates of the contracts that settle at this instant. */
function settleRates(at: f64): void {
  const end = <usize>contractsTable.used
  for (let row: usize = CONTRACT_BYTES; row < end; row += CONTRACT_BYTES) {
    const contract = changetype<Contract>(row)
    if (contract.nextFunding != at) continue
    makeSure()
    const rate = contract.mark == 0 ? 0 : fundingEstimate(contract)
    contract.round += 1
    contract.roundRate = rate
    contract.roundMark = contract.mark
    contract.roundAt = at
    contract.fundingRate = rate
    contract.nextFunding = at + contract.fundingMs
    const record = FundingRecord.begin()
    record.instrumentId = contract.instrument
    record.rate = rate
    record.mark = contract.mark
    record.next = contract.nextFunding
    record.openMinutes = contract.minutes
    record.shutMinutes = contract.shutMinutes
    contract.premiums = 0
    contract.minutes = 0
    contract.shutMinutes = 0
  }
}

/** What rounding left, or a payer could not pay, is the fund’s; what that has not is shared. */
function endFunding(at: f64): void {
  const end = <usize>contractsTable.used
  for (let row: usize = CONTRACT_BYTES; row < end; row += CONTRACT_BYTES) {
    const contract = changetype<Contract>(row)
    if (contract.roundAt != at) continue
    const asset = contract.marginAsset
    const clearing = openHouseAccount(CLEARING_FUNDING, asset)
    const rest = clearing.available
    if (rest == 0) continue
    postHouse(clearing, -rest)
    const missing = -(fundOf(contract) + rest)
    if (missing > 0) shareLoss(asset, missing)
    changeFund(asset, rest, INSURANCE_FUNDING)
  }
  settleTouched()
}

/** The row of the next instant at which any contract settles. */
export function scheduleFunding(): void {
  let next = Infinity
  const end = <usize>contractsTable.used
  for (let row: usize = CONTRACT_BYTES; row < end; row += CONTRACT_BYTES) next = min(next, changetype<Contract>(row).nextFunding)
  if (next != Infinity) setDue(next, DUE_FUNDING, 0, 0)
}
