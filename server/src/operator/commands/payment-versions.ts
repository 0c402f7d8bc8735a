/** Transactions that were ever signed for a withdrawal: the one that stands, those that it replaced, and those of payments given up before. */
import type { WalletTxRow } from '../../projections/rows/wallet-rows.ts'
import type { OperatorTenant } from '../operator-command.ts'

/** Versions of one payment at most: each offers more than the one before. */
const PAYMENTS = { pageNo: 1, pageSize: 100 } as const

/** Ids of transactions, in the order of their signing. Any of them may be in a block. */
export async function signedFor(tenant: Pick<OperatorTenant, 'models'>, row: WalletTxRow): Promise<readonly string[]> {
  const steps = await tenant.models.walletSteps(row)
  const known = steps.flatMap(({ tx }) => tx ?? [])
  const found = await Promise.all(known.map((tx) => tenant.models.paymentList({ ...PAYMENTS, tx })))
  const versions = found.flatMap(({ rows }) => rows.toReversed().flatMap(({ signed }) => signed.map(({ tx }) => tx)))
  return [...new Set([...versions, ...known])]
}
