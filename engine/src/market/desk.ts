/** Desks: one row per (user, instrument) with its accounts, its live orders and their counts. */
import * as layout from '../layout.ts'
import { openAccount } from '../ledger/account.ts'
import { mixPair } from '../memory/handle-index.ts'
import { behindWalk, WALKED_MOST as WALKED } from '../memory/own-list.ts'
import { HANDLE_MASK } from '../memory/rows.ts'
import type { State } from '../state.ts'
import { userHandle } from '../user/user.ts'
import type { Instrument } from './instrument.ts'

const HANDLE = HANDLE_MASK
const WALKED_MOST = WALKED

const { DESK_BASE_ACCOUNT, DESK_INSTRUMENT, DESK_NEXT, DESK_QUOTE_ACCOUNT, DESK_USER, DESK_USER_ID, USER_DESKS } = layout

/** Desk of a user on a pair, 0 = none yet. */
export function findDesk(state: State, userId: number, instrumentId: number): number {
  const desks = state.desks.view
  let desk = state.users.view.getInt32((userHandle(state, userId) & HANDLE) + USER_DESKS, true) & HANDLE
  for (let walked = 0; walked < WALKED_MOST; walked += 1) {
    if (desk === 0 || desks.getInt32(desk + DESK_INSTRUMENT, true) === instrumentId) return desk
    desk = desks.getInt32(desk + DESK_NEXT, true) & HANDLE
  }
  return desk === 0 ? 0 : searchDesk(state, userId, instrumentId)
}

function searchDesk(state: State, userId: number, instrumentId: number): number {
  const { deskIndex, desks } = state
  const hash = mixPair(userId, ~instrumentId)
  for (let slot = deskIndex.start(hash); ; slot = deskIndex.after(slot)) {
    const desk = deskIndex.handleAt(slot)
    if (desk === 0) return 0
    if (deskIndex.hashAt(slot) !== hash) continue
    if (desks.view.getInt32(desk + DESK_USER_ID, true) === userId && desks.view.getInt32(desk + DESK_INSTRUMENT, true) === instrumentId)
      return desk
  }
}

/** Desk of a user on a pair, opened with its two accounts when there is none. */
export function openDesk(state: State, userId: number, instrument: Instrument): number {
  const known = findDesk(state, userId, instrument.instrumentId)
  if (known !== 0) return known
  const base = openAccount(state, userId, instrument.baseAssetId)
  const quote = openAccount(state, userId, instrument.quoteAssetId)
  const user = userHandle(state, userId)
  const desk = state.desks.allocateZeroed()
  const view = state.desks.view
  view.setInt32(desk + DESK_USER, user, true)
  view.setInt32(desk + DESK_USER_ID, userId, true)
  view.setInt32(desk + DESK_INSTRUMENT, instrument.instrumentId, true)
  view.setInt32(desk + DESK_BASE_ACCOUNT, base, true)
  view.setInt32(desk + DESK_QUOTE_ACCOUNT, quote, true)
  view.setInt32(desk + DESK_NEXT, state.users.view.getInt32(user + USER_DESKS, true), true)
  state.users.view.setInt32(user + USER_DESKS, desk, true)
  const deeper = behindWalk(view, desk, DESK_NEXT)
  if (deeper !== 0) state.deskIndex.add(mixPair(userId, ~view.getInt32(deeper + DESK_INSTRUMENT, true)), deeper)
  return desk
}
