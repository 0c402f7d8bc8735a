/** For work that waits for history however long it takes, and that a stop ends. */
import type { ReadModels } from './port.ts'
import { PositionTimeout } from './projection-position.ts'

const LOOK_MS = 2000

/** @returns false when it was stopped before. @throws what reading history throws, but for being late */
export async function wheneverReached(models: Pick<ReadModels, 'reached'>, seq: number, isStopped: () => boolean): Promise<boolean> {
  while (!isStopped()) {
    try {
      await models.reached(seq, LOOK_MS)
      return true
    } catch (error) {
      if (!(error instanceof PositionTimeout)) throw error
    }
  }
  return false
}
