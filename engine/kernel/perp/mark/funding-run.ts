/** The settlement of funding of all contracts of an instant, in slices over the table of positions. */
import { findDue, removeDue, setDue } from '../../due/queue'
import { CLEARING_FUNDING, openHouseAccount } from '../../ledger/account'
import { postHouse } from '../../ledger/posting'
import { makeSure } from '../../events/out'
import { tellTime } from '../../events/told'
import { settleTouched } from '../after'
import { payClaim, PAYERS, reachFunding, RECEIVERS, settledCount } from './funding'
import { changeFund } from '../risk/insurance'
import { fundingEstimate } from './rate'
import { FundingRecord } from '../../../generated/records'
import { Contract, contractsTable, Due, none, Position, positionsTable, state } from '../../../generated/rows'
import { INSURANCE_FUNDING } from '../../constants/code'
import { DUE_FUNDING } from '../../constants/due'
import { CONTRACT_BYTES, POSITION_BYTES } from '../../constants/layout'

/** A position costs so many units. */
const POSITION_UNITS: i32 = 8

/** Goes on with a settlement: all payers, then all who receive. At its end its row moves to the next instant. Returns the units that it took. */
export function runFunding(row: Due, left: i32): i32 {
  const at = row.at
  let units: i32 = 1
  if (state.fundingPass == 0) {
    tellTime(at)
    beginFunding(at)
  }
  let hand = changetype<usize>(state.fundingHand)
  while (units < left) {
    const end = <usize>positionsTable.used
    for (; hand < end && units < left; hand += POSITION_BYTES) units += come(changetype<Position>(hand))
    if (hand < end) break
    hand = POSITION_BYTES
    state.fundingPass += 1
    if (state.fundingPass > RECEIVERS) {
      state.fundingHand = none<Position>()
      state.fundingPass = 0
      settleTouched()
      endFunding(at)
      removeDue(row)
      scheduleFunding()
      return units
    }
  }
  settleTouched()
  state.fundingHand = changetype<Position>(hand)
  return units
}

/** Comes to a position in the pass under way. Returns the units that it took. */
function come(position: Position): i32 {
  if (position.id == 0) return 1
  const isBehind = position.round != position.contract.round
  if (!isBehind && (position.claim == 0 || state.fundingPass != RECEIVERS)) return 1
  makeSure()
  const before = settledCount
  // one that was closed since waits here for what it is owed
  if (position.quantity == 0) payClaim(position)
  else reachFunding(position)
  return 1 + POSITION_UNITS * max(1, settledCount - before)
}

/** The instant of a settlement has come: from here on nobody's deed changes what he pays or gets. */
export function beginFunding(at: f64): void {
  settleRates(at)
  state.fundingPass = PAYERS
  state.fundingHand = changetype<Position>(POSITION_BYTES)
}

/** A settlement that is due has begun before anything else happens, however much there is to do before its turn. */
export function reachInstant(): void {
  const row = findDue(DUE_FUNDING, 0, 0)
  if (!row.exists || row.at > state.at || state.fundingPass != 0) return
  // as many positions as a slice is for; the others are reached by whoever touches them
  runFunding(row, <i32>state.dueSlice)
  tellTime(state.at)
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
    contract.collected = 0
    contract.claimed = 0
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

/** What rounding left is the fund’s, and what payers paid beyond what others held. */
function endFunding(at: f64): void {
  const end = <usize>contractsTable.used
  for (let row: usize = CONTRACT_BYTES; row < end; row += CONTRACT_BYTES) {
    const contract = changetype<Contract>(row)
    if (contract.roundAt != at) continue
    const clearing = openHouseAccount(CLEARING_FUNDING, contract.marginAsset)
    const rest = clearing.available
    if (rest <= 0) continue
    postHouse(clearing, -rest)
    changeFund(contract.marginAsset, rest, INSURANCE_FUNDING)
  }
}

/** The row of the next instant at which any contract settles. */
export function scheduleFunding(): void {
  let next = Infinity
  const end = <usize>contractsTable.used
  for (let row: usize = CONTRACT_BYTES; row < end; row += CONTRACT_BYTES) next = min(next, changetype<Contract>(row).nextFunding)
  if (next != Infinity) setDue(next, DUE_FUNDING, 0, 0)
}
