/** What is in stock of a coin, with its limits as the engine has them; what the engine takes for the target counts as one. */
import { stockStateOf } from '@agio/engine/convert/read-convert.ts'
import type { AssetId } from '@agio/engine/ids/id.ts'
import type { State } from '@agio/engine/state.ts'
import type { Stock } from './spread.ts'

export function stockOf(state: State, assetId: AssetId): Stock {
  const { amount, least, target, most } = stockStateOf(state, assetId)
  return { amount, least, target, most }
}
