/** What stands in a snapshot: small things by name, tables with their layouts, sections of bytes. */
import type { FeeDirection, JsonObject } from '../command.ts'
import type { PairPrices } from '../market/pair-prices.ts'
import type { Asset } from '../state.ts'
import type { Layout } from './layout-text.ts'

/** Numbers by the names of their fields; those of 64 bits as text; zero is left out. */
export type NamedNumbers = Readonly<Record<string, number | string>>

export interface PairHead {
  readonly terms: JsonObject
  /** Of a contract: what a pair has not. */
  readonly contract?: JsonObject
  readonly fields: NamedNumbers
  readonly prices: PairPrices
}

export interface TableHead extends Layout {
  /** First free row, 0 = none. */
  readonly free: number
  readonly live: number
}

export interface Head {
  readonly tables: readonly TableHead[]
  /** Rows at fixed places. */
  readonly places: readonly Layout[]
  readonly state: NamedNumbers
  readonly assets: readonly Asset[]
  readonly issued: readonly string[]
  /** Names of the sources of index prices; absent while there are none. */
  readonly indexSources?: readonly string[]
  readonly pairs: readonly PairHead[]
  readonly fees: { readonly volumeMins: readonly string[]; readonly feeAssetId: number; readonly feeAssetShareE8: number }
  /** Absent where fees are taken in what is received. */
  readonly feeDirection?: FeeDirection
  readonly accountKeys: readonly (readonly [string, number])[]
  /** Keys whose outcome is long: handles. */
  readonly longOutcomes: readonly number[]
}

export interface Contents {
  readonly head: Head
  readonly sections: ReadonlyMap<string, Uint8Array>
}

/** Names of sections. */
export const tableSection = (name: string): string => `table ${name}`
export const indexSection = (name: string): string => `index ${name}`
export const placeSection = (name: string): string => `places ${name}`
export const waitingSection = (pair: number): string => `pair ${pair} waiting`
export const ownersSection = (pair: number): string => `pair ${pair} owners`
export const ladderSection = (pair: number, which: number): string => `pair ${pair} ladder ${which}`
export const outcomeSection = (key: number): string => `outcome ${key}`
