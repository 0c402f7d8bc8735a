/**
 * What the house holds on chains. `asset:*` carry the negative of it, and a listing's row the same by place, so that each network can be
 * compared with its chain: holdings there, less what is on the way, are what the rows say, and dust to the unit.
 */
import { openHouseAccount } from '../ledger/account'
import { postHouse } from '../ledger/posting'
import { Listing } from '../../generated/rows'
import { COLD, HOT, ON_ADDRESSES, WARM } from '../constants/code'

// Accounts of the house: see chart-of-accounts.ts of the engine.
export const EQUITY_HOUSE: i32 = 1
const INCOME_ROUNDING: i32 = 3
const ASSET_DEPOSIT_ADDRESSES: i32 = 4
const ASSET_HOT: i32 = 7
const ASSET_WARM: i32 = 8
const ASSET_COLD: i32 = 9
const ASSET_ON_THE_WAY: i32 = 10
export const INCOME_WITHDRAW_FEE: i32 = 11
export const EXPENSE_GAS: i32 = 12
export const SUSPENSE_DEPOSIT: i32 = 13

/** Accounts of the house that an entry about an asset may open: the five places, fees, gas, suspense, rounding and equity. */
export const HOUSE_ACCOUNTS: u32 = 10

/** Coins come to a place, or (below zero) leave it. The caller posts the other side. */
export function hold(listing: Listing, place: i32, amount: i64): void {
  let owner = ASSET_DEPOSIT_ADDRESSES
  if (place == HOT) {
    listing.hot += amount
    owner = ASSET_HOT
  } else if (place == WARM) {
    listing.warm += amount
    owner = ASSET_WARM
  } else if (place == COLD) {
    listing.cold += amount
    owner = ASSET_COLD
  } else listing.onAddresses += amount
  postHouse(openHouseAccount(owner, listing.asset), -amount)
}

/** What lies at a place. */
export function heldAt(listing: Listing, place: i32): i64 {
  if (place == HOT) return listing.hot
  if (place == WARM) return listing.warm
  return place == COLD ? listing.cold : listing.onAddresses
}

/** Coins set out (or come back, below zero): what is on the way counts below zero until a block has it. */
export function setOut(listing: Listing, amount: i64): void {
  listing.onTheWay -= amount
  postHouse(openHouseAccount(ASSET_ON_THE_WAY, listing.asset), amount)
}

/** Units of the chain that a minor unit has. */
function dustOfUnit(listing: Listing): i64 {
  let units: i64 = 1
  for (let digit: i32 = 0; digit < <i32>listing.dustScale; digit += 1) units *= 10
  return units
}

/** Units of the chain come, or (below zero) go; whole minor units of them are booked as rounding at the place. */
export function addDust(listing: Listing, place: i32, dust: i64): void {
  if (dust == 0) return
  const unit = dustOfUnit(listing)
  let sum = listing.dust + dust
  let whole = sum / unit
  sum -= whole * unit
  if (sum < 0) {
    sum += unit
    whole -= 1
  }
  listing.dust = sum
  if (whole == 0) return
  hold(listing, place, whole)
  postHouse(openHouseAccount(INCOME_ROUNDING, listing.asset), whole)
}
