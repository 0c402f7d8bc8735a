/**
 * Who is logged in. The stored token is the only truth: every other tab and every component learns of a change through the
 * `loginStatusChanged` event and reads it again.
 */
import { useSyncExternalStore } from 'react'
import { isUnkept, onStored, readStored, type StoredUser, writeStored } from './storage.ts'

export const LOGIN_STATUS_EVENT = 'loginStatusChanged'

/** Codes that mean: this session is over. They act on gateway calls only. */
const SESSION_CODES: ReadonlySet<string> = new Set(['10005', '10046', '10047', '10106', '10118', '10132'])

export function endsSession(code: string): boolean {
  return SESSION_CODES.has(code)
}

export function isLoggedIn(): boolean {
  return readStored('token') !== undefined
}

export function announceLoginStatus(): void {
  window.dispatchEvent(new Event(LOGIN_STATUS_EVENT))
}

/** Calls `listener` when the token appeared, changed or went, in this tab or another. */
export function onLoginStatus(listener: () => void): () => void {
  window.addEventListener(LOGIN_STATUS_EVENT, listener)
  const stop = onStored('token', listener)
  return () => {
    window.removeEventListener(LOGIN_STATUS_EVENT, listener)
    stop()
  }
}

/** Calls `listener` when what was told to the session of now is nobody's any more: it ended, or another one began. Returns the way to stop. */
export function onOtherSession(listener: () => void): () => void {
  let token = readStored('token')
  return onLoginStatus(() => {
    const now = readStored('token')
    if (now === token) return
    token = now
    listener()
  })
}

export function useLoggedIn(): boolean {
  return useSyncExternalStore(onLoginStatus, isLoggedIn, () => false)
}

/** Whether the session lives in this page alone, because the browser keeps nothing. */
export function useSessionUnkept(): boolean {
  return useSyncExternalStore(
    onLoginStatus,
    () => isUnkept('token'),
    () => false,
  )
}

/** Starts a session with the token and the user that a login or registration answered. */
export function startSession(token: string, user: StoredUser): void {
  writeStored('userInfo', user)
  writeStored('token', token)
  announceLoginStatus()
}

/** Forgets the session here. The server is told by the caller where that is still possible. */
export function clearSession(): void {
  writeStored('token', undefined)
  writeStored('userInfo', undefined)
  writeStored('userConfig', undefined)
  writeStored('contractAssets', undefined)
  announceLoginStatus()
}

type ForcedLogout = (message: string) => void
let forcedLogout: ForcedLogout = () => undefined

/** What to show and where to go when the server ends a session; set once by the application. */
export function onForcedLogout(handler: ForcedLogout): void {
  forcedLogout = handler
}

let leaving: { readonly token: string | undefined; news?: string } | undefined

/**
 * Makes a call that ends this session by its user's own will, and forgets the session once it was done. The live connection may tell of
 * that end before the call is answered; it is news only where the call fails.
 */
export async function endOwnSession<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  const own: { readonly token: string | undefined; news?: string } = { token: readStored('token') }
  leaving = own
  try {
    const answer = await call()
    clearSession()
    return answer
  } finally {
    leaving = undefined
    // Only where the call failed: the token is gone otherwise.
    if (own.token !== undefined && own.news !== undefined) endSession(own.token, own.news)
  }
}

/**
 * The server refused this token. Toast, token, event, navigation, in that order. Of ten calls that fail together only the first acts:
 * the others find the token already gone or replaced.
 */
export function endSession(refusedToken: string, message: string): void {
  if (readStored('token') !== refusedToken) return
  if (leaving?.token === refusedToken) leaving.news = message
  else forcedLogout(message)
}

let cachedText: string | undefined
let cachedUser: StoredUser | undefined

function currentUser(): StoredUser | undefined {
  const user = readStored('userInfo')
  const text = JSON.stringify(user)
  if (text !== cachedText) {
    cachedText = text
    cachedUser = user
  }
  return cachedUser
}

/** The stored user, or undefined for a visitor. The object stays the same while nothing changed. */
export function useCurrentUser(): StoredUser | undefined {
  return useSyncExternalStore(
    (listener) => {
      const stops = [onStored('userInfo', listener), onLoginStatus(listener)]
      return () => stops.forEach((stop) => void stop())
    },
    currentUser,
    () => undefined,
  )
}
