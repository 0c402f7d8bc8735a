/** What the simulated sources of the index would have said while the lapse was traded. */
import type { SourcePrice } from '@agio/engine/command.ts'
import type { AssetId } from '@agio/engine/ids/id.ts'
import { quotedPrice } from '../index/quoted-price.ts'
import { isSilent, quoteAround } from '../index/simulated/simulated-sources.ts'
import type { DemoCommand } from './accounts.ts'

export interface WorthOf {
  readonly coin: string
  readonly assetId: AssetId
  /** USDT for a coin. */
  readonly price: number
}

/** One word of each source and coin. @param names as they stand in the journaled terms */
export function lapseWords(worths: readonly WorthOf[], names: readonly string[], seed: number, at: number): DemoCommand {
  const items = worths.flatMap(({ coin, assetId, price: reference }) =>
    names.flatMap((name, source): SourcePrice[] => {
      const price = quotedPrice(quoteAround(reference, name, coin, seed, at))?.price
      return price === undefined ? [] : [{ assetId, source, price, at, state: isSilent(name, seed, at) ? 'silent' : 'live' }]
    }),
  )
  return { kind: 'reportPrices', items }
}
