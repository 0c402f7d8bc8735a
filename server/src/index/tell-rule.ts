/** When the exchange is told of a source, and what. */
import type { AssetId } from '@agio/engine/ids/id.ts'

export type SourceState = 'live' | 'crossed' | 'silent' | 'pinned'

/** One source of one coin, as it is journaled. */
export interface SourceWord {
  readonly assetId: AssetId
  /** Position in the journaled list of names. */
  readonly source: number
  /** 1e-12 USDT for a coin; of a silent source the last one that it said. */
  readonly price: bigint
  /** When the source said so, ms by the exchange's clock. */
  readonly at: number
  readonly state: SourceState
}

/** What was told, and when. */
export interface Told extends SourceWord {
  readonly toldAt: number
}

/** A price that stands still is told again, so that it is never taken for a stale one. */
export const REPEAT_MS = 5000
/** A move of 1 / 10,000 is told at once. */
const MOVE_PARTS = 10_000n

const magnitude = (value: bigint): bigint => (value < 0n ? -value : value)

/** Whether a word is due: it moved by 1 bp, changed its state, or 5 s passed and the source has said something since. */
export function isDue(word: SourceWord, told: Told | undefined, now: number): boolean {
  if (told === undefined) return word.state !== 'silent'
  if (word.state !== told.state) return true
  if (word.state === 'silent') return false
  if (word.state === 'pinned') return word.price !== told.price
  if (magnitude(word.price - told.price) * MOVE_PARTS >= told.price) return true
  return now - told.toldAt >= REPEAT_MS && word.at > told.at
}
