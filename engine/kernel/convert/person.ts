/** Who turns out to be one person has taken and converted what both accounts did; who is parted keeps what was done together. */
import { convertedToday } from './accept-quote'
import { VALUE_MOST } from './bounds'
import { today } from './stock'
import { joinTakers } from './takes'
import { userHandle } from '../user/user'
import { state } from '../../generated/rows'

/** The accounts of one number get another one. */
export function joinConversions(kept: i32, gone: i32): void {
  const sum = min(convertedToday(userHandle(kept)) + convertedToday(userHandle(gone)), VALUE_MOST)
  setConverted(kept, sum)
  for (let assetId: i32 = 1; <u32>assetId <= state.assets; assetId += 1) joinTakers(kept, gone, assetId)
}

/** Of the accounts of a person some get another number: what was converted today counts for both. */
export function partConversions(person: i32, one: i32, other: i32): void {
  const value = convertedToday(userHandle(person))
  setConverted(one, value)
  setConverted(other, value)
}

function setConverted(person: i32, value: i64): void {
  const lead = userHandle(person)
  lead.converted = value
  lead.convertDay = today()
}
