/** What is derived, made anew from the rows: lists of what a user owns, and the indexes. */
import * as layout from '../../generated/layout.ts'
import { type HandleIndex, mixId, mixPair } from '../memory/handle-index.ts'
import type { Rows } from '../memory/rows.ts'
import type { State } from '../state.ts'
import { FIRST_USER_ID, userHandle } from '../user/user.ts'
import { tagName } from '../wallet/wallet-rows.ts'

/** So many rows of a user's list are walked before the index is asked: see `memory/own-list.ts` of the kernel. */
const WALKED_MOST = 4

/** For tables whose lists and indexes are empty. */
export function remakeDerived(state: State): void {
  const { accounts, desks, orders } = state
  for (const order of orders.live()) {
    const id = orders.view.getFloat64(order + layout.ORDER_ID, true)
    state.orderIndex.add(mixId(id), order)
  }
  remakeAccounts(state, accounts)
  remakeDesks(state, desks)
}

/** Notes whose each tag is. */
export function noteTags({ addresses, addressByTag }: State): void {
  const { view } = addresses
  for (const row of addresses.live()) {
    const tag = view.getUint32(row + layout.ADDRESS_TAG, true)
    if (tag !== 0) addressByTag.set(tagName(view.getUint8(row + layout.ADDRESS_FAMILY), tag), row / layout.ADDRESS_BYTES)
  }
}

/** Notes how many users have a desk. */
export function countTraders({ memory, users }: State): void {
  let count = 0
  for (let user = layout.USER_BYTES; user < users.used; user += layout.USER_BYTES)
    if (users.view.getUint32(user + layout.USER_DESKS, true) !== 0) count += 1
  memory.setUint32(layout.S_TRADERS, count, true)
}

function remakeAccounts(state: State, { view }: Rows): void {
  // as `mixAccount` of the kernel
  const hashOf = (account: number): number =>
    mixPair(
      view.getInt32(account + layout.ACCOUNT_OWNER, true),
      view.getInt32(account + layout.ACCOUNT_ASSET, true) | (view.getInt32(account + layout.ACCOUNT_KIND, true) << 16),
    )
  for (const account of state.accounts.live()) {
    const owner = view.getInt32(account + layout.ACCOUNT_OWNER, true)
    if (owner < FIRST_USER_ID) state.accountIndex.add(hashOf(account), account)
    else own(state, userHandle(state, owner) + layout.USER_ACCOUNTS, view, account, layout.ACCOUNT_NEXT, state.accountIndex, hashOf)
  }
}

function remakeDesks(state: State, { view }: Rows): void {
  const hashOf = (desk: number): number =>
    mixPair(view.getInt32(desk + layout.DESK_USER_ID, true), ~view.getInt32(desk + layout.DESK_INSTRUMENT, true))
  for (const desk of state.desks.live()) {
    const user = view.getUint32(desk + layout.DESK_USER, true)
    own(state, user + layout.USER_DESKS, view, desk, layout.DESK_NEXT, state.deskIndex, hashOf)
  }
}

/** Puts a row in front of a user's list; the one that a walk does not reach any more goes to the index. */
function own(
  { users }: State,
  head: number,
  view: DataView,
  row: number,
  next: number,
  index: HandleIndex,
  hashOf: (row: number) => number,
): void {
  view.setUint32(row + next, users.view.getUint32(head, true), true)
  users.view.setUint32(head, row, true)
  let deeper = row
  for (let walked = 0; walked < WALKED_MOST && deeper !== 0; walked += 1) deeper = view.getUint32(deeper + next, true)
  if (deeper !== 0) index.add(hashOf(deeper), deeper)
}
