/** What is in stock of a coin, with its limits in the coin's minor units. */
import { inventoryOf } from '@agio/engine/convert/read-convert.ts'
import { parseDecimal } from '@agio/engine/money/decimal.ts'
import type { State } from '@agio/engine/state.ts'
import type { ListedAsset } from '../feeds/listings.ts'
import type { ConvertSettings } from './settings.ts'
import type { Stock } from './spread.ts'

export function stockOf(
  state: State,
  settings: Pick<ConvertSettings, 'stock'>,
  { assetId, symbol, scale }: Pick<ListedAsset, 'assetId' | 'symbol' | 'scale'>,
): Stock {
  const { least, target, most } = settings.stock(symbol)
  const minor = (text: string | undefined): bigint | undefined => {
    const amount = text === undefined ? undefined : parseDecimal(text, scale)
    return typeof amount === 'bigint' ? amount : undefined
  }
  return { amount: inventoryOf(state, assetId), least: minor(least), target: minor(target), most: minor(most) }
}
