/** The index of one coin in one minute: what its sources said, and what it became. */
import type { SourceState, SourceWeights } from '@agio/engine/command.ts'

/** A word of a source, as the exchange took it. */
export interface IndexWord {
  /** Position in the journaled list of sources. */
  readonly source: number
  readonly state: SourceState
  /** 1e-12 USDT for a coin. */
  readonly price: bigint
  /** When the source said so, ms. */
  readonly at: number
  /** When the exchange took it, ms. */
  readonly time: number
}

export interface IndexChange {
  readonly price: bigint
  /** Sources that it is made of; 0 = it is frozen. */
  readonly live: number
  readonly time: number
}

/** The rules in force, as `setIndexTerms` gave them. */
export interface IndexTermsThen {
  readonly freshMs: number
  readonly capE8: number
  readonly weights: readonly SourceWeights[]
  /** Names by number; rows from before there were contracts have none. */
  readonly sources?: readonly string[]
}

export interface IndexMinute {
  /** Its start, ms. */
  readonly startAt: number
  /** The index with which it began; undefined when there was none. */
  readonly begunWith: IndexChange | undefined
  /** The last word of each source from before it. */
  readonly before: readonly IndexWord[]
  /** Both in the order of the journal. */
  readonly words: readonly IndexWord[]
  readonly changes: readonly IndexChange[]
}

/** With the rules by which its index was made; undefined when nobody had set any. */
export type RuledMinute = IndexMinute & { readonly terms: IndexTermsThen | undefined }
