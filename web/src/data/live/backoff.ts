/** How long to wait before the next try to connect: 1 s, doubling to 30 s, ±20 %, so that a restarted server is not met by everyone at once. */
import type { CloseCodes, LimitReasons } from '@agio/wire/socket/socket.ts'
import type { Crowd } from './connection.ts'

const FIRST_MS = 1000
const LONGEST_MS = 30_000
const JITTER = 0.2

/**
 * @param attempt 0 for the first try after a break
 * @param random 0 ≤ value < 1
 * @returns milliseconds
 */
export function reconnectDelay(attempt: number, random: number): number {
  const base = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(attempt, 10))
  return Math.round(base * (1 - JITTER + 2 * JITTER * random))
}

/** What this page wrote could not be read: the connection must not come back by itself. */
const UNREADABLE_CLOSE: CloseCodes['unreadable'] = 4002
/** Limits reached: trying earlier would only be refused again. */
const LIMIT_CLOSE: CloseCodes['limit'] = 4003
const LIMIT_WAIT_MS = 60_000
export const SESSION_CLOSE: CloseCodes['sessionEnded'] = 4001

const CROWDS: Readonly<Record<string, Crowd>> = {
  ['too many connections' satisfies LimitReasons['address']]: 'address',
  ['too many connections of this user' satisfies LimitReasons['user']]: 'user',
}

/** Whose connections were too many, if that is why this one was closed. */
export function crowdOf(code: number, reason: string): Crowd | undefined {
  return code === LIMIT_CLOSE && Object.hasOwn(CROWDS, reason) ? CROWDS[reason] : undefined
}

/** Milliseconds until the next try after a close, or undefined when there must be none. */
export function delayAfterClose(code: number, attempt: number, random: number): number | undefined {
  if (code === UNREADABLE_CLOSE) return undefined
  return code === LIMIT_CLOSE ? LIMIT_WAIT_MS : reconnectDelay(attempt, random)
}
