/** For work that waits for history however long it takes, and that a stop ends. */
import type { ReadModels } from '../port.ts'
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

const RETRY_MS = 1000

/** Who reads history once, however late it is whole. */
export interface WholeReading {
  readonly models: Pick<ReadModels, 'reached'>
  /** The entry that has to be in it. */
  readonly seq: number
  isStopped(): boolean
  /** Told each time that it cannot be read; being late is no trouble. */
  onTrouble?(error: unknown): void
}

/** Calls `read` once history has the entry, and again each second until it does not fail. @returns false when it was stopped before */
export async function readWhenWhole({ models, seq, isStopped, onTrouble }: WholeReading, read: () => Promise<void>): Promise<boolean> {
  while (!isStopped()) {
    try {
      if (!(await wheneverReached(models, seq, isStopped))) return false
      await read()
      return true
    } catch (error) {
      // History is being rebuilt, or does not answer yet.
      onTrouble?.(error)
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS).unref())
    }
  }
  return false
}
