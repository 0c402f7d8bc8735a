/** What the house owes its customers, from the ledger alone. */
import * as layout from '../../generated/layout.ts'
import { type AssetId, asAssetId } from '../ids/id.ts'
import type { State } from '../state.ts'
import { FIRST_USER_ID } from '../user/user.ts'

const { ACCOUNT_ASSET, ACCOUNT_AVAILABLE, ACCOUNT_BYTES, ACCOUNT_HELD, ACCOUNT_OWNER } = layout

/**
 * What all customers together have of each asset, in all their accounts: also what is set aside, held by orders or saved. A debt of one lessens
 * nothing: it is no claim that another one could be paid by. Minor units. It walks over every account: 13 ms for a million of them.
 */
export function customerSums(state: State): ReadonlyMap<AssetId, bigint> {
  const sums = new Map<AssetId, bigint>()
  const { view, used } = state.accounts
  for (let account = ACCOUNT_BYTES; account < used; account += ACCOUNT_BYTES) {
    if (view.getInt32(account + ACCOUNT_OWNER, true) < FIRST_USER_ID) continue
    const total = view.getBigInt64(account + ACCOUNT_AVAILABLE, true) + view.getBigInt64(account + ACCOUNT_HELD, true)
    if (total <= 0n) continue
    const assetId = asAssetId(view.getInt32(account + ACCOUNT_ASSET, true))
    sums.set(assetId, (sums.get(assetId) ?? 0n) + total)
  }
  return sums
}
