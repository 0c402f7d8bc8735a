/** Whether balances are shown: yes unless hidden in this browser session, on every page at once. */
import { useSyncExternalStore } from 'react'
import { onStored, readStored, writeStored } from './storage.ts'

export function areBalancesVisible(): boolean {
  return readStored('balanceVisible') ?? true
}

export function toggleBalances(): void {
  writeStored('balanceVisible', !areBalancesVisible())
}

export function useBalancesVisible(): boolean {
  return useSyncExternalStore(
    (listener) => onStored('balanceVisible', listener),
    areBalancesVisible,
    () => true,
  )
}
