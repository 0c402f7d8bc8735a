/**
 * Fetches from memory what entries are about to need. A place that is in no cache costs as much as five hundred instructions, and a
 * command follows several of them one behind the other: from an id to its order, from there to label and level. So the places of up to
 * sixteen entries are read together, step by step, and the processor waits for all of a step at once. Nothing is decided here: what is
 * read is added up, so that no compiler leaves it out, and forgotten. Only the hashes of keys are kept.
 */
import { homeOf, mixId, rowAt } from './memory/handle-index'
import { hashKey, lineOfKey } from './user/key-buckets'
import { callerOf, keyLengthOf, keyOf } from './user/keys'
import { userHandle } from './user/user'
import { CancelOrderEntry, Entry, PlaceContractOrderEntry, PlaceOrderEntry } from '../generated/entries'
import { Desk, Order, ordersIndex, Seat, state, User } from '../generated/rows'
import { AHEAD, AHEAD_BYTES, AHEAD_HASH, AHEAD_LINE, AHEAD_MOST, AHEAD_SLOT, AHEAD_USER } from './constants/map'

/** Last id that the entries so far take, if each of them places one order. */
let placed: f64 = 0

/** Does any entry place a contract order? */
let isAnyContract: bool = false

/** The hash of this entry's key was not computed. */
const NO_HASH: usize = 0xffffffff

/** Fetches what the entries between two addresses need, of the first ones if they are many. Returns where those end. */
@inline export function fetchAhead(from: usize, to: usize): usize {
  const second = from + changetype<Entry>(from).length
  if (second < to) return fetchTogether(from, to)
  store<usize>(AHEAD, NO_HASH, AHEAD_USER)
  return second
}

/** Hash of an entry's key, from `fetchAhead` unless its user was registered since. */
@inline export function hashAhead(ahead: usize, keyAt: usize, keyLength: u32, user: User, caller: u32): i32 {
  return load<usize>(ahead, AHEAD_USER) == changetype<usize>(user) ? load<i32>(ahead, AHEAD_HASH) : hashKey(keyAt, keyLength, user, caller)
}

function fetchTogether(from: usize, to: usize): usize {
  let sum: u32 = 0
  placed = state.lastOrderId
  isAnyContract = false
  let start = from
  let end = AHEAD
  do {
    const entry = changetype<Entry>(start)
    sum += fetchUser(entry, end)
    start += entry.length
    end += AHEAD_BYTES
  } while (start < to && end < AHEAD + AHEAD_MOST * AHEAD_BYTES)
  for (let at = AHEAD; at < end; at += AHEAD_BYTES) sum += load<u32>(load<usize>(at, AHEAD_LINE)) + changetype<u32>(orderAt(at))
  for (let at = AHEAD; at < end; at += AHEAD_BYTES) sum += changetype<u32>(deskAt(at).baseAccount) + changetype<u32>(orderAt(at).label)
  for (let at = AHEAD; at < end; at += AHEAD_BYTES) sum += fetchBehind(deskAt(at), orderAt(at))
  state.aheadSum = isAnyContract ? sum + fetchSeats(end) : sum
  return start
}

/** Fetches seat, balance and position: contract orders read them besides. Taken is each user's newest seat. */
function fetchSeats(end: usize): u32 {
  let sum: u32 = 0
  for (let at = AHEAD; at < end; at += AHEAD_BYTES) sum += changetype<u32>(seatAt(at))
  for (let at = AHEAD; at < end; at += AHEAD_BYTES) sum += changetype<u32>(seatAt(at).cross) + changetype<u32>(seatAt(at).long)
  for (let at = AHEAD; at < end; at += AHEAD_BYTES) sum += fetchPosition(seatAt(at))
  return sum
}

/** A position fills several lines in memory: reads a field from each line. */
@inline function fetchPosition(seat: Seat): u32 {
  const cross = seat.cross
  const long = seat.long
  return <u32>cross.account.available + <u32>cross.pledged + <u32>long.quantity + <u32>long.place + <u32>long.profit + <u32>long.booked
}

/** Step one: notes where user, key and order of an entry are looked for, and reads the user. */
@inline function fetchUser(entry: Entry, at: usize): u32 {
  const user = userHandle(entry.userId)
  const keyLength = keyLengthOf(entry)
  store<usize>(at, changetype<usize>(user), AHEAD_USER)
  const hash = hashKey(keyOf(entry), keyLength, user, callerOf(entry))
  store<i32>(at, hash, AHEAD_HASH)
  store<usize>(at, keyLength == 0 ? AHEAD : lineOfKey(hash), AHEAD_LINE)
  store<u32>(at, homeOf(ordersIndex, mixId(orderOf(entry))), AHEAD_SLOT)
  return <u32>user.id
}

/** Id of the order that an entry is about, or will place. A wrong guess costs a useless read. */
@inline function orderOf(entry: Entry): f64 {
  const kind = entry.kind
  if (kind == CancelOrderEntry.KIND) return changetype<CancelOrderEntry>(entry).orderId
  if (kind == PlaceOrderEntry.KIND) placed += 1
  else if (kind == PlaceContractOrderEntry.KIND) {
    placed += 1
    isAnyContract = true
  }
  return placed
}

/** Last step: what desk and order lead to. An order that shares its slot with the one that is meant costs a useless read. */
@inline function fetchBehind(desk: Desk, order: Order): u32 {
  return (
    <u32>desk.baseAccount.available +
    <u32>desk.quoteAccount.available +
    <u32>order.label.length +
    <u32>order.level.changed
  )
}

/** First row of the user's desks. */
@inline function deskAt(at: usize): Desk {
  return changetype<User>(load<usize>(at, AHEAD_USER)).desks
}

/** The user's newest seat. */
@inline function seatAt(at: usize): Seat {
  return changetype<User>(load<usize>(at, AHEAD_USER)).trader.seats
}

@inline function orderAt(at: usize): Order {
  return rowAt<Order>(ordersIndex, load<u32>(at, AHEAD_SLOT))
}
