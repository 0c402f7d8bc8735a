/**
 * Whether the host of contracts knows this session. Its word ends no login elsewhere: a refused token makes only the contract panels those of a
 * visitor, until another one is stored.
 */
import { useSyncExternalStore } from 'react'
import { isLoggedIn, onLoginStatus } from '../session.ts'
import { readStored } from '../storage.ts'

let refused: string | undefined
const listeners = new Set<() => void>()

/** The host of contracts does not take this token any more. */
export function refuseContractToken(token: string): void {
  refused = token
  for (const listener of listeners) listener()
}

export function isContractMember(): boolean {
  return isLoggedIn() && readStored('token') !== refused
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  const stop = onLoginStatus(listener)
  return () => {
    listeners.delete(listener)
    stop()
  }
}

export function useContractMember(): boolean {
  return useSyncExternalStore(subscribe, isContractMember, () => false)
}
