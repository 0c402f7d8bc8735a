/** The proof that no money appeared or vanished. */
import type { AssetId } from '../ids/id.ts'
import { asAssetId } from '../ids/id.ts'
import type { State } from '../state.ts'

/** Sum over all accounts, users' and the house's, per asset. Every sum is 0n in a sound exchange. */
export function trialBalance(state: State): readonly { readonly assetId: AssetId; readonly sum: bigint }[] {
  const sums: bigint[] = state.assets.map(() => 0n)
  const { accounts } = state
  const account = accounts.at(accounts.first)
  for (; account.handle < accounts.used; account.move(accounts.behind(account.handle))) {
    const position = account.asset - 1
    sums[position] = (sums[position] ?? 0n) + account.available + account.held
  }
  return sums.map((sum, position) => ({ assetId: asAssetId(position + 1), sum }))
}
