/** Coins between the accounts of one customer. What is on hold stays where it is; each account shows a line. */
import { findAccount, openAccount } from './account'
import { post } from './posting'
import { hasRoom } from '../memory/tables'
import { checkLeaving, hasRoomForCross, noteTransfer } from '../perp/position/transfer'
import { checkStanding } from '../user/user'
import { TransferBetweenAccountsEntry } from '../../generated/entries'
import { TransferRecord } from '../../generated/records'
import { accountsTable, state, User } from '../../generated/rows'
import { CAUSE_TRANSFER, CONTRACT_ACCOUNT, DEBT_ACCOUNT } from '../constants/code'
import { BAD_NUMBER, BAD_PARAMETER, CONTRACT_NOT_OPENED, ENGINE_FULL, INSUFFICIENT_BALANCE, NONE } from '../constants/reason'

/** Moves what is available. The entry's value becomes the id of the transfer, to which both lines refer. */
export function transferBetweenAccounts(entry: TransferBetweenAccountsEntry, user: User): i32 {
  const from = entry.from
  const to = entry.to
  if (from == to || from >= DEBT_ACCOUNT || to >= DEBT_ACCOUNT) return BAD_PARAMETER
  const isOfContracts = from == CONTRACT_ACCOUNT || to == CONTRACT_ACCOUNT
  if (isOfContracts && !user.trader.exists) return CONTRACT_NOT_OPENED
  const amount = entry.amount
  if (amount <= 0) return BAD_NUMBER
  const source = findAccount(user.id, entry.assetId, from)
  if (!source.exists || source.available < amount) return INSUFFICIENT_BALANCE
  if (from == CONTRACT_ACCOUNT) {
    const bound = checkLeaving(user, entry.assetId, amount)
    if (bound != NONE) return bound
  }
  const standing = checkStanding(user)
  if (standing != NONE) return standing
  if (!hasRoom(accountsTable, 1) || (isOfContracts && !hasRoomForCross(user, entry.assetId))) return ENGINE_FULL
  const transferId = state.seq
  post(source, -amount, 0, CAUSE_TRANSFER, transferId)
  post(openAccount(user.id, entry.assetId, to), amount, 0, CAUSE_TRANSFER, transferId)
  if (isOfContracts) noteTransfer(user, entry.assetId, from == CONTRACT_ACCOUNT)
  const record = TransferRecord.begin(from, to)
  record.userId = user.id
  record.assetId = entry.assetId
  record.transferId = transferId
  record.amount = amount
  state.value = transferId
  return NONE
}
