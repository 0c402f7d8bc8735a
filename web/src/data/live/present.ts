/** The page's connection for those who tell of it and open none: a page has one from the moment somebody listens. */
import { useSyncExternalStore } from 'react'
import type { ConnectionView } from './connection.ts'
import type { SocketClient } from './socket-client.ts'

let present: SocketClient | undefined
const waiting = new Set<() => void>()

export const presentClient = (): SocketClient | undefined => present

export function setPresent(client: SocketClient): void {
  present = client
  for (const listener of waiting) listener()
}

/** Calls `listener` after each change of the connection, and when there is one for the first time. @returns the way to stop */
export function onPresent(listener: () => void): () => void {
  let stop = present?.facts.store.subscribe(listener)
  const begin = (): void => {
    stop ??= present?.facts.store.subscribe(listener)
    listener()
  }
  waiting.add(begin)
  return () => {
    waiting.delete(begin)
    stop?.()
  }
}

/** What is known of the connection; undefined while the page has none. */
export function usePresentConnection(): ConnectionView | undefined {
  return useSyncExternalStore(
    onPresent,
    () => present?.facts.store.get(),
    () => undefined,
  )
}
