/** A customer's own withdrawal, as history has it after everything that is durable now. */
import { asWithdrawalId, type UserId } from '@agio/engine/ids/id.ts'
import { withdrawalStatus } from '@agio/engine/wallet/read-payments.ts'
import type { WalletTxStatus } from '@agio/wire/wallet/view.ts'
import { walletStatusOf } from '@agio/wire/wallet/view.ts'
import { Failure } from '../../core/failure.ts'
import type { WalletTxRow } from '../../projections/rows/wallet-rows.ts'
import { PositionTimeout } from '../../projections/thread/projection-position.ts'
import { readDocument, type WithdrawalDocument, withdrawalDocument } from '../documents.ts'
import type { RequestParts } from './parts.ts'

const WAIT_MS = 2000
const RETRY_S = 1

export interface OwnWithdrawal {
  readonly row: WalletTxRow
  readonly document: WithdrawalDocument
}

export const stateFailure = (status: WalletTxStatus): Failure =>
  new Failure('WITHDRAW_STATE', { status: String(walletStatusOf('withdrawal', status)) })

/** @throws Failure ENGINE_BUSY while history is on its way */
export async function historyIsWhole({ models, exchange }: Pick<RequestParts, 'models' | 'exchange'>): Promise<void> {
  if (models.rebuilding() !== null) throw new Failure('ENGINE_BUSY', { retryAfter: RETRY_S })
  try {
    await models.reached(exchange.durableSeq, WAIT_MS)
  } catch (error) {
    if (error instanceof PositionTimeout) throw new Failure('ENGINE_BUSY', { retryAfter: RETRY_S })
    throw error
  }
}

/** Undefined for one that does not exist or is another customer's. @throws Failure ENGINE_BUSY */
export async function ownWithdrawal(
  parts: Pick<RequestParts, 'models' | 'exchange'>,
  userId: UserId,
  txId: number,
): Promise<OwnWithdrawal | undefined> {
  await historyIsWhole(parts)
  const { rows } = await parts.models.walletTxs({ userId, name: { kind: 'withdrawal', txId }, pageNo: 1, pageSize: 1 })
  const [row] = rows
  return row === undefined ? undefined : { row, document: readDocument(withdrawalDocument, row.document ?? {}) }
}

/**
 * Whether it waits for a payment again though history shows it on its way: its payment was given up before anything was signed. Where
 * something was, it may be in a block, whoever says that it is not.
 */
export async function waitsUnsigned(
  { models, exchange }: Pick<RequestParts, 'models'> & { readonly exchange: Pick<RequestParts['exchange'], 'state'> },
  row: WalletTxRow,
): Promise<boolean> {
  if (row.status !== 'signing') return false
  if (withdrawalStatus(exchange.state, row.userId, asWithdrawalId(row.txId)) !== 'queued') return false
  return (await models.walletSteps(row)).every(({ status, tx }) => status !== 'broadcast' && tx === undefined)
}
