/** One dialog about a position at a time, opened from a row, a card, a menu or the chart. */
import { useSyncExternalStore } from 'react'

export type PositionDeed = 'close' | 'margin' | 'protect' | 'reverse' | 'share'

export interface OpenDialog {
  readonly deed: PositionDeed
  readonly positionId: string
}

let open: OpenDialog | undefined
const listeners = new Set<() => void>()

function put(next: OpenDialog | undefined): void {
  open = next
  for (const listener of listeners) listener()
}

export const openPositionDialog = (deed: PositionDeed, positionId: string): void => put({ deed, positionId })
export const closePositionDialog = (): void => put(undefined)

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useOpenDialog = (): OpenDialog | undefined =>
  useSyncExternalStore(
    subscribe,
    () => open,
    () => undefined,
  )
