/** What the parent of a killed process tells it at its start. */
import type { WorldName } from './kill-world.ts'

/** Commands under way at a time: so many may have been sent behind the last that was answered. */
export const IN_FLIGHT = 64

export interface Life {
  readonly number: number
  readonly world: WorldName
  /** Number of its first command. */
  readonly first: number
  /** The last that may have been sent before. */
  readonly sentBefore: number
  /** Makes a snapshot at its beginning. */
  readonly snapshots: boolean
  /** When it lets something come due; 0 = never. */
  readonly strikeAfterMs: number
  /** Batches of that which it lives to see; 0 = all. */
  readonly batches: number
}
