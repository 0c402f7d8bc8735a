/**
 * Reads a source that changes on its own. Its changes are drawn in slices between which input is answered: a key never waits for a book.
 * Where the very same moment must be drawn everywhere at once, use `useSyncExternalStore` instead.
 */
import { startTransition, useEffect, useState } from 'react'

interface Source<Value> {
  readonly subscribe: (listener: () => void) => () => void
  readonly read: () => Value
  /** What is drawn first, when it differs: the server's part of the page must be met exactly. */
  readonly first?: () => Value
}

/** @param key decides which source is read: another key is another source */
export function useCalm<Value>(key: unknown, { subscribe, read, first = read }: Source<Value>): Value {
  const [seen, setSeen] = useState(() => ({ key, value: first() }))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the source
  useEffect(() => {
    const look = () => {
      const value = read()
      startTransition(() => setSeen((before) => (before.key === key && Object.is(before.value, value) ? before : { key, value })))
    }
    look()
    return subscribe(look)
  }, [key])
  return seen.key === key ? seen.value : read()
}
