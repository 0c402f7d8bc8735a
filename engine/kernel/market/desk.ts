/** Desks: one row per (user, instrument) with its accounts, its live orders and their counts. */
import { after, hashAt, homeOf, indexAdd, mixPair, rowAt } from '../memory/handle-index'
import { WALKED_MOST } from '../memory/own-list'
import { allocateZeroed, hasRoom } from '../memory/tables'
import { openAccounts } from '../product'
import { userHandle } from '../user/user'
import { idOf } from './instrument'
import { accountsTable, Desk, desksIndex, desksTable, Instrument, none, state, User, volumesTable } from '../../generated/rows'
import { DESK_BYTES } from '../constants/layout'
import { DESKS } from '../constants/map'

/** Accounts that a new desk opens, with some to spare. */
const DESK_ACCOUNTS: u32 = 64

/** Room for one more desk of a user, and for the row of volumes that whoever has one may come to need in the middle of a match. */
export function hasRoomForDesk(user: User): bool {
  if (!hasRoom(desksTable, 1) || !hasRoom(accountsTable, DESK_ACCOUNTS)) return false
  return user.desks.exists || state.traders < volumesTable.most
}

/** Desk of a user on a pair, none when there is none yet. */
@inline export function findDesk(userId: i32, instrumentId: i32): Desk {
  return findDeskFrom(userHandle(userId), userId, instrumentId)
}

/** As findDesk, where the user's row is at hand. */
@inline export function findDeskFrom(user: User, userId: i32, instrumentId: i32): Desk {
  let desk = user.desks
  for (let walked: i32 = 0; walked < WALKED_MOST; walked += 1) {
    if (!desk.exists || desk.instrument == instrumentId) return desk
    desk = desk.next
  }
  return desk.exists ? searchDesk(userId, instrumentId) : none<Desk>()
}

function searchDesk(userId: i32, instrumentId: i32): Desk {
  const hash = mixPair(userId, ~instrumentId)
  let slot = homeOf(desksIndex, hash)
  let desk = rowAt<Desk>(desksIndex, slot)
  while (desk.exists && (hashAt(desksIndex, slot) != hash || !isOf(desk, userId, instrumentId))) {
    slot = after(desksIndex, slot)
    desk = rowAt<Desk>(desksIndex, slot)
  }
  return desk
}

@inline function isOf(desk: Desk, userId: i32, instrumentId: i32): bool {
  return desk.userId == userId && desk.instrument == instrumentId
}

/** Desk of a user on a pair, opened with its two accounts when there is none. */
export function openDesk(userId: i32, instrument: Instrument): Desk {
  const instrumentId = idOf(instrument)
  const known = findDesk(userId, instrumentId)
  if (known.exists) return known
  const user = userHandle(userId)
  const desk = allocateZeroed<Desk>(DESKS, desksTable, DESK_BYTES)
  desk.user = user
  desk.userId = userId
  desk.instrument = instrumentId
  openAccounts(desk, instrument)
  if (!user.desks.exists) state.traders += 1
  desk.next = user.desks
  user.desks = desk
  // the row that a walk from the new one does not reach any more
  let deeper = desk
  for (let walked: i32 = 0; walked < WALKED_MOST && deeper.exists; walked += 1) deeper = deeper.next
  if (deeper.exists) indexAdd<Desk>(desksIndex, mixPair(userId, ~deeper.instrument), deeper)
  return desk
}
