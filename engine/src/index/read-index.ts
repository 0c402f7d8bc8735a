/** Readers of index prices, and of what they are made of. */
import { AssetIndexRow } from '../../generated/views.ts'
import type { SourceState } from '../command.ts'
import type { AssetId, IndexPrice } from '../ids/id.ts'
import { asHandle } from '../memory/handle.ts'
import type { State } from '../state.ts'

export interface AssetIndex {
  /** 1e-12 of the unit asset for a whole coin; 0n = it never had one. */
  readonly price: IndexPrice
  /** Sources that it is made of; 0 = it is frozen. */
  readonly live: number
  /** Since when it is that, ms. */
  readonly at: number
}

export interface Source {
  readonly name: string
  readonly weight: number
  readonly state: SourceState
  /** 0n = it never said anything, or is silent. */
  readonly price: IndexPrice
  /** When the venue said so, ms. */
  readonly at: number
}

export interface IndexTerms {
  readonly unitAssetId: AssetId | 0
  readonly sources: readonly string[]
  readonly freshMs: number
  readonly capE8: number
}

// As constants of this file: the compiler knows them, and loads what is imported each time anew.
const InIndex = AssetIndexRow

const NOTHING: AssetIndex = { price: 0n, live: 0, at: 0 }

/** The index price of an asset as the engine has it; of an asset that does not exist: none. */
export function indexOf({ assets, assetIndexes }: State, assetId: AssetId): AssetIndex {
  if (assets[assetId - 1] === undefined) return NOTHING
  const { rowBytes, view } = assetIndexes
  const row = asHandle<'assetIndex'>(assetId * rowBytes)
  return { price: InIndex.price(view, row), live: InIndex.live(view, row), at: InIndex.at(view, row) }
}

/** What each source said of an asset last, by number. */
export function sourcesOf({ assets, assetIndexes, indexSources }: State, assetId: AssetId): readonly Source[] {
  if (assets[assetId - 1] === undefined) return []
  const index = assetIndexes.at(assetIndexes.rowOf(assetId))
  return indexSources.map((name, number): Source => {
    const { weight, state, price, at } = index.sources(number)
    return { name, weight, state, price, at }
  })
}

/** The rules in force; without sources and unit while nobody set any. */
export function indexTermsOf({ indexSources, scalars }: State): IndexTerms {
  const { indexCap, indexFreshMs, unitAsset } = scalars
  return { unitAssetId: unitAsset, sources: indexSources, freshMs: indexFreshMs, capE8: Number(indexCap) }
}

/** What an amount of an asset is worth at its index price, 1e-8 of the unit asset, rounded down; 0n without a price. */
export function indexValueOf(state: State, assetId: AssetId, amount: bigint): bigint {
  return state.assets[assetId - 1] === undefined ? 0n : state.kernel.valueOf(assetId, amount)
}
