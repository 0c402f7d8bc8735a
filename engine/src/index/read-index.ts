/** Readers of index prices, and of what they are made of. */
import * as layout from '../../generated/layout.ts'
import { SOURCE_STATES } from '../../generated/vocabularies.ts'
import { wordOf } from '../codec/code.ts'
import type { SourceState } from '../command.ts'
import { type AssetId, asAssetId, type IndexPrice } from '../ids/id.ts'
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

const NOTHING: AssetIndex = { price: 0n, live: 0, at: 0 }

/** The index price of an asset as the engine has it; of an asset that does not exist: none. */
export function indexOf({ assets, assetIndexes: { view } }: State, assetId: AssetId): AssetIndex {
  if (assets[assetId - 1] === undefined) return NOTHING
  const row = assetId * layout.ASSET_INDEX_BYTES
  return {
    price: view.getBigInt64(row + layout.ASSET_INDEX_PRICE, true),
    live: view.getUint32(row + layout.ASSET_INDEX_LIVE, true),
    at: view.getFloat64(row + layout.ASSET_INDEX_AT, true),
  }
}

/** What each source said of an asset last, by number. */
export function sourcesOf({ assets, assetIndexes: { view }, indexSources }: State, assetId: AssetId): readonly Source[] {
  if (assets[assetId - 1] === undefined) return []
  return indexSources.map((name, number): Source => {
    const at = assetId * layout.ASSET_INDEX_BYTES + layout.ASSET_INDEX_SOURCES + number * layout.SOURCE_BYTES
    return {
      name,
      weight: view.getUint8(at + layout.SOURCE_WEIGHT),
      state: wordOf(SOURCE_STATES, view.getUint8(at + layout.SOURCE_STATE)),
      price: view.getBigInt64(at + layout.SOURCE_PRICE, true),
      at: view.getFloat64(at + layout.SOURCE_AT, true),
    }
  })
}

/** The rules in force; without sources and unit while nobody set any. */
export function indexTermsOf({ indexSources, memory }: State): IndexTerms {
  const unit = memory.getInt32(layout.S_UNIT_ASSET, true)
  return {
    unitAssetId: unit === 0 ? 0 : asAssetId(unit),
    sources: indexSources,
    freshMs: memory.getFloat64(layout.S_INDEX_FRESH_MS, true),
    capE8: Number(memory.getBigInt64(layout.S_INDEX_CAP, true)),
  }
}

/** What an amount of an asset is worth at its index price, 1e-8 of the unit asset, rounded down; 0n without a price. */
export function indexValueOf(state: State, assetId: AssetId, amount: bigint): bigint {
  return state.assets[assetId - 1] === undefined ? 0n : state.kernel.valueOf(assetId, amount)
}
