/** When the exchange is told of a source, and what. */
import type { SourcePrice } from '@agio/engine/command.ts'

/** What was told, and when. */
export interface Told extends SourcePrice {
  readonly toldAt: number
}

/** A price that stands still is told again, so that it is never taken for a stale one. */
export const REPEAT_MS = 5000
/** A move of 1 / 10,000 is told at once. */
const MOVE_PARTS = 10_000n

const magnitude = (value: bigint): bigint => (value < 0n ? -value : value)

/** Whether a word is due: it moved by 1 bp, changed its state, or 5 s passed and the source has said something since. */
export function isDue(word: SourcePrice, told: Told | undefined, now: number): boolean {
  if (told === undefined) return word.state !== 'silent'
  if (word.state !== told.state) return true
  if (word.state === 'silent') return false
  if (word.state === 'pinned') return word.price !== told.price
  if (magnitude(word.price - told.price) * MOVE_PARTS >= told.price) return true
  return now - told.toldAt >= REPEAT_MS && word.at > told.at
}
