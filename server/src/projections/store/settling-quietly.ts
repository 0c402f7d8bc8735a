import type { SqlWriter } from './sql-connection.ts'

/**
 * Rows are stored whether or not the database can tidy up behind them, so a failure must not end the thread: it is told once, and the next
 * commit tries again.
 */
export function settlingQuietly<Store extends SqlWriter>(store: Store, warn: (message: string) => void): Store {
  let failing = false
  const settle = async (): Promise<void> => {
    try {
      await store.settle()
      failing = false
    } catch (error) {
      if (!failing) warn(`no checkpoint: ${error instanceof Error ? error.message : String(error)}`)
      failing = true
    }
  }
  return { ...store, settle }
}
