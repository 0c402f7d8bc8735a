/** Desks: one row per (user, instrument) with its accounts, its live orders and their counts. */
import { openAccount } from '../ledger/account'
import { after, handleAt, hashAt, homeOf, indexAdd, mixPair } from '../memory/handle-index'
import { WALKED_MOST } from '../memory/own-list'
import { allocateZeroed } from '../memory/tables'
import {
  DESK_BASE_ACCOUNT,
  DESK_BYTES,
  DESK_INSTRUMENT,
  DESK_NEXT,
  DESK_QUOTE_ACCOUNT,
  DESK_USER,
  DESK_USER_ID,
  USER_DESKS,
} from '../constants/layout'
import { DESKS, I_BASE_ASSET, I_QUOTE_ASSET, T_DESKS, USERS, X_DESKS } from '../constants/map'
import { userHandle } from '../user/user'
import { idOf } from './instrument'

/** Desk of a user on a pair, 0 = none yet. */
@inline export function findDesk(userId: i32, instrumentId: i32): usize {
  return findDeskFrom(userHandle(userId), userId, instrumentId)
}

/** As findDesk, where the user's row is at hand. */
@inline export function findDeskFrom(user: usize, userId: i32, instrumentId: i32): usize {
  let desk = load<usize>(user, USERS + USER_DESKS)
  for (let walked: i32 = 0; walked < WALKED_MOST; walked += 1) {
    if (desk == 0 || load<i32>(desk, DESKS + DESK_INSTRUMENT) == instrumentId) return desk
    desk = load<usize>(desk, DESKS + DESK_NEXT)
  }
  return desk == 0 ? 0 : searchDesk(userId, instrumentId)
}

function searchDesk(userId: i32, instrumentId: i32): usize {
  const hash = mixPair(userId, ~instrumentId)
  let slot = homeOf(X_DESKS, hash)
  let desk = handleAt(X_DESKS, slot)
  while (desk != 0 && (hashAt(X_DESKS, slot) != hash || !isOf(desk, userId, instrumentId))) {
    slot = after(X_DESKS, slot)
    desk = handleAt(X_DESKS, slot)
  }
  return desk
}

@inline function isOf(desk: usize, userId: i32, instrumentId: i32): bool {
  return load<i32>(desk, DESKS + DESK_USER_ID) == userId && load<i32>(desk, DESKS + DESK_INSTRUMENT) == instrumentId
}

/** Desk of a user on a pair, opened with its two accounts when there is none. */
export function openDesk(userId: i32, instrument: usize): usize {
  const instrumentId = idOf(instrument)
  const known = findDesk(userId, instrumentId)
  if (known != 0) return known
  const base = openAccount(userId, load<i32>(instrument, I_BASE_ASSET))
  const quote = openAccount(userId, load<i32>(instrument, I_QUOTE_ASSET))
  const user = userHandle(userId)
  const desk = allocateZeroed(DESKS, T_DESKS, DESK_BYTES)
  store<usize>(desk, user, DESKS + DESK_USER)
  store<i32>(desk, userId, DESKS + DESK_USER_ID)
  store<i32>(desk, instrumentId, DESKS + DESK_INSTRUMENT)
  store<usize>(desk, base, DESKS + DESK_BASE_ACCOUNT)
  store<usize>(desk, quote, DESKS + DESK_QUOTE_ACCOUNT)
  store<usize>(desk, load<usize>(user, USERS + USER_DESKS), DESKS + DESK_NEXT)
  store<usize>(user, desk, USERS + USER_DESKS)
  // the row that a walk from the new one does not reach any more
  let deeper = desk
  for (let walked: i32 = 0; walked < WALKED_MOST && deeper != 0; walked += 1) deeper = load<usize>(deeper, DESKS + DESK_NEXT)
  if (deeper != 0) indexAdd(X_DESKS, mixPair(userId, ~load<i32>(deeper, DESKS + DESK_INSTRUMENT)), deeper)
  return desk
}
