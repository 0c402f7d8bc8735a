/** The insurance fund of a coin. */
import * as layout from '../../generated/layout.ts'
import type { Amount, AssetId } from '../ids/id.ts'
import { FUND_INSURANCE } from '../ledger/chart-of-accounts.ts'
import type { State } from '../state.ts'

/** What it has, minor units. */
export function insuranceOf({ accounts, kernel }: State, assetId: AssetId): Amount {
  const account = kernel.findAccount(FUND_INSURANCE, assetId, 0)
  return account === 0 ? 0n : accounts.view.getBigInt64(account + layout.ACCOUNT_AVAILABLE, true)
}
