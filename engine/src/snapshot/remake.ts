/** What is derived, made anew from the rows: lists of what a user owns, and the indexes. */
import { ACCOUNT_KINDS } from '../../generated/vocabularies.ts'
import { codeOf } from '../codec/code.ts'
import type { Handle } from '../memory/handle.ts'
import { mixId, mixPair } from '../memory/handle-index.ts'
import type { State } from '../state.ts'
import { FIRST_USER_ID, userHandle } from '../user/user.ts'
import { tagName } from '../wallet/wallet-rows.ts'

/** So many rows of a user's list are walked before the index is asked: see `memory/own-list.ts` of the kernel. */
const WALKED_MOST = 4

/** For tables whose lists and indexes are empty. */
export function remakeDerived(state: State): void {
  const { orderIndex, orders } = state
  for (const order of orders.live()) orderIndex.add(mixId(orders.at(order).id), order)
  remakeAccounts(state)
  remakeDesks(state)
}

/** Notes whose each tag is. */
export function noteTags({ addresses, addressByTag }: State): void {
  for (const row of addresses.live()) {
    const { family, tag } = addresses.at(row)
    if (tag !== 0) addressByTag.set(tagName(family, tag), addresses.numberOf(row))
  }
}

/** Notes how many users have a desk. */
export function countTraders({ scalars, users }: State): void {
  const user = users.at(users.first)
  let count = 0
  for (; user.handle < users.used; user.move(users.behind(user.handle))) if (user.desks !== 0) count += 1
  scalars.traders = count
}

/** Puts each account in front of its user's list, or into the index where nobody's list has it. */
function remakeAccounts(state: State): void {
  const { accountIndex, accounts, users } = state
  // as `mixAccount` of the kernel
  const hashOf = (row: Handle<'account'>): number => {
    const { asset, kind, owner } = accounts.at(row)
    return mixPair(owner, asset | (codeOf(ACCOUNT_KINDS, kind) << 16))
  }
  for (const row of accounts.live()) {
    const account = accounts.edit(row)
    if (account.owner < FIRST_USER_ID) {
      accountIndex.add(hashOf(row), row)
      continue
    }
    const user = users.edit(userHandle(state, account.owner))
    account.next = user.accounts
    user.accounts = row
    const deeper = beyondWalk(row, (one) => accounts.at(one).next)
    if (deeper !== 0) accountIndex.add(hashOf(deeper), deeper)
  }
}

function remakeDesks({ deskIndex, desks, users }: State): void {
  const hashOf = (row: Handle<'desk'>): number => {
    const { instrument, userId } = desks.at(row)
    return mixPair(userId, ~instrument)
  }
  for (const row of desks.live()) {
    const desk = desks.edit(row)
    const user = users.edit(desk.user)
    desk.next = user.desks
    user.desks = row
    const deeper = beyondWalk(row, (one) => desks.at(one).next)
    if (deeper !== 0) deskIndex.add(hashOf(deeper), deeper)
  }
}

/** The first row of a list that a walk does not reach any more: the index has it. */
function beyondWalk<Row extends number>(first: Row, nextOf: (row: Row) => Row): Row {
  let row = first
  for (let walked = 0; walked < WALKED_MOST && row !== 0; walked += 1) row = nextOf(row)
  return row
}
