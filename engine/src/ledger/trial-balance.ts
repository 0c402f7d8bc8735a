/** The proof that no money appeared or vanished. */
import * as layout from '../../generated/layout.ts'
import type { AssetId } from '../ids/id.ts'
import { asAssetId } from '../ids/id.ts'
import type { State } from '../state.ts'

const { ACCOUNT_ASSET, ACCOUNT_AVAILABLE, ACCOUNT_BYTES, ACCOUNT_HELD } = layout

/** Sum over all accounts, users' and the house's, per asset. Every sum is 0n in a sound exchange. */
export function trialBalance(state: State): readonly { readonly assetId: AssetId; readonly sum: bigint }[] {
  const sums: bigint[] = state.assets.map(() => 0n)
  const view = state.accounts.view
  for (let account = ACCOUNT_BYTES; account < state.accounts.used; account += ACCOUNT_BYTES) {
    const position = view.getInt32(account + ACCOUNT_ASSET, true) - 1
    const total = view.getBigInt64(account + ACCOUNT_AVAILABLE, true) + view.getBigInt64(account + ACCOUNT_HELD, true)
    sums[position] = (sums[position] ?? 0n) + total
  }
  return sums.map((sum, position) => ({ assetId: asAssetId(position + 1), sum }))
}
