/** Commands about customers: registration, status, terms, money from the house. */

import * as code from '../../generated/vocabularies.ts'
import { codeOf } from '../codec/code.ts'
import type { ChangeAccountKeys, CreditUser, RegisterUser, ReverseCredit, SaveDocument, SetUserStatus, SetUserTerms } from '../command.ts'
import { writeDocument } from '../events/write-document.ts'
import { type AssetId, asUserId } from '../ids/id.ts'
import { ASSET_DEPOSIT_ADDRESSES, EQUITY_HOUSE } from '../ledger/chart-of-accounts.ts'
import { ISSUED_LIMIT } from '../ledger/issued-limit.ts'
import type { Handle } from '../memory/handle.ts'
import { balanceOf } from '../read.ts'
import type { Reason } from '../reason.ts'
import type { State } from '../state.ts'
import { userHandle } from '../user/user.ts'
import { noteInviter } from './invite-admin.ts'

/** Pairs and contracts: see `orders/find-order.ts` of the kernel. */
const EVERYTHING = -2

const { CAUSES, CLOSE_FREEZE, SPOT_ACCOUNT, USER_STATUSES } = code

const MAKER_ROLE = 1

/** The new user's id, or why not. */
export function registerUser(state: State, command: RegisterUser): number | Reason {
  const { accountKey, role, document, inviterId } = command
  if (state.userByAccountKey.has(accountKey)) return 'accountExists'
  if (inviterId !== undefined && (inviterId === 0 || userHandle(state, inviterId) === 0)) return 'userNotFound'
  if (!state.users.hasRoom(1)) return 'engineFull'
  const user = state.kernel.addUser(role === 'maker' ? MAKER_ROLE : 0)
  const { id: userId } = state.users.at(user)
  state.userByAccountKey.set(accountKey, userId)
  if (state.fees.volumeMins.length > 0) state.kernel.setLevel(user)
  writeDocument(state.out, { kind: 'userRegistered', userId, accountKey, role, document })
  if (inviterId !== undefined) noteInviter(state, user, userId, inviterId)
  return userId
}

/** Freezing or disabling cancels every open order. */
export function setUserStatus(state: State, user: Handle<'user'>, command: SetUserStatus): Reason {
  const { userId, status, actor, why, note } = command
  if (!USER_STATUSES.includes(status)) return 'badParameter'
  state.users.edit(user).status = status
  if (status !== 'active') state.kernel.endAll(user, EVERYTHING, CLOSE_FREEZE)
  writeDocument(state.out, { kind: 'userStatusChanged', userId, status, actor, why })
  if (note !== undefined) writeDocument(state.out, { kind: 'documentSaved', userId: asUserId(0), ...note, actor })
  return 'none'
}

export function setUserTerms(state: State, user: Handle<'user'>, command: SetUserTerms): Reason {
  const { userId, feeLevel, payFeeInFeeAsset, tradingEnabled } = command
  const terms = state.users.edit(user)
  const isKnownLevel = feeLevel === undefined || feeLevel === null || (Number.isInteger(feeLevel) && feeLevel >= 0)
  if (!isKnownLevel) return 'badParameter'
  if (feeLevel !== undefined) {
    terms.levelOverride = feeLevel ?? -1
    state.kernel.setLevel(user)
  }
  if (payFeeInFeeAsset !== undefined) terms.payFeeAsset = payFeeInFeeAsset
  if (tradingEnabled !== undefined) terms.trading = tradingEnabled
  writeDocument(state.out, {
    kind: 'userTermsChanged',
    userId,
    feeLevel: Math.max(0, terms.level),
    payFeeInFeeAsset: terms.payFeeAsset,
    tradingEnabled: terms.trading,
  })
  return 'none'
}

/** House money to a user. The amounts ever issued of an asset stay below 2^62, which bounds every balance. */
export function creditUser(state: State, user: Handle<'user'>, command: CreditUser): Reason {
  const { userId, assetId, amount, cause } = command
  const issued = state.issued[assetId]
  if (amount <= 0n) return 'badNumber'
  if (issued === undefined || assetId < 1) return 'assetNotFound'
  if (!CREDITS.includes(cause)) return 'badParameter'
  if (issued + amount >= ISSUED_LIMIT) return 'valueTooLarge'
  if (!state.accounts.hasRoom(2)) return 'engineFull'
  state.issued[assetId] = issued + amount
  const { kernel } = state
  kernel.postHouse(kernel.openHouseAccount(contraOf(cause), assetId), -amount)
  const account = kernel.openAccount(userId, assetId, SPOT_ACCOUNT)
  kernel.post(account, amount, 0n, codeOf(CAUSES, cause), 0)
  kernel.payDebt(user, account)
  return 'none'
}

/**
 * Takes a credit back. What is on hold is freed first where the rest does not suffice, by ending every order; what is missing even then
 * becomes a debt, so that money which is gone never stops the house from booking what happened.
 */
export function reverseCredit(state: State, user: Handle<'user'>, command: ReverseCredit): Reason {
  const { userId, assetId, amount, cause } = command
  if (amount <= 0n) return 'badNumber'
  if (state.assets[assetId - 1] === undefined) return 'assetNotFound'
  if (!CREDITS.includes(cause)) return 'badParameter'
  const contra = contraOf(cause)
  const given = -houseBalance(state, contra, assetId)
  if (amount > given) return 'valueTooLarge'
  if (!state.accounts.hasRoom(2)) return 'engineFull'
  const { kernel } = state
  if (balanceOf(state, userId, assetId).available < amount) kernel.endAll(user, 0, CLOSE_FREEZE)
  kernel.takeBack(user, assetId, amount, codeOf(CAUSES, cause))
  kernel.postHouse(kernel.openHouseAccount(contra, assetId), amount)
  return 'none'
}

type CreditCause = CreditUser['cause']
const CREDITS: readonly CreditCause[] = ['airdrop', 'adjustment', 'deposit']

/** House account that stands against a credit. */
const contraOf = (cause: CreditCause): number => (cause === 'deposit' ? ASSET_DEPOSIT_ADDRESSES : EQUITY_HOUSE)

/** What the house never gave it does not take back: so reversals, like credits, stay below 2^62 together. */
function houseBalance(state: State, owner: number, assetId: AssetId): bigint {
  const account = state.kernel.findAccount(owner, assetId, 0)
  return account === 0 ? 0n : state.accounts.at(account).available
}

/** Passes a document through to the projections. */
export function saveDocument(state: State, command: SaveDocument): Reason {
  const { userId, collection, id, document, actor } = command
  if (!bound(state, command)) return 'badParameter'
  writeDocument(state.out, { kind: 'documentSaved', userId, collection, id, document, actor })
  return 'none'
}

/** What protects an account changed: its orders are bounded until withdrawals go again. False for a time that is none. */
function bound(state: State, { userId, boundUntil }: { readonly userId: number; readonly boundUntil?: number }): boolean {
  if (boundUntil === undefined) return true
  const user = userId === 0 ? 0 : userHandle(state, userId)
  if (user === 0 || !Number.isSafeInteger(boundUntil) || boundUntil < 0) return false
  state.kernel.boundUntil(user, boundUntil)
  return true
}

/** A key belongs to one account at a time; a document that is refused leaves every key where it was. */
export function changeAccountKeys(state: State, command: ChangeAccountKeys): Reason {
  const { userId, bind, release, collection, id, document, actor } = command
  const owners = state.userByAccountKey
  if (bind === release || (release !== '' && owners.get(release) !== userId)) return 'badParameter'
  const owner = bind === '' ? undefined : owners.get(bind)
  if (owner !== undefined && owner !== userId) return 'accountExists'
  if (!bound(state, command)) return 'badParameter'
  if (release !== '') owners.delete(release)
  if (bind !== '') owners.set(bind, userId)
  writeDocument(state.out, { kind: 'documentSaved', userId, collection, id, document, actor })
  return 'none'
}
