/** A tenant as its socket server sees it: who connects, and when a connection has to end. */
import { ERRORS, type ErrorName } from '@agio/wire/codes.ts'
import type { FailureParams } from '../core/failure.ts'
import type { SessionFault, SocketHost } from '../feeds/socket-port.ts'
import { knownFailure } from './known-failure.ts'
import { onStopsChanged } from './site-stops.ts'
import type { Tenant } from './tenant.ts'

type Parts = Pick<Tenant, 'sessions' | 'content' | 'stops' | 'feeds' | 'exchange' | 'apiCallers' | 'apiKeys'>

/** Timers count to this and no further; a key that lasts longer outlives its connections. */
const TIMER_MAX_MS = 2 ** 31 - 1
const NO_BODY = new Uint8Array(0)

/** Of both sockets: they differ in their channels alone. */
export function socketHostsOf(parts: Parts): { readonly socketHost: SocketHost; readonly futuresSocketHost: SocketHost } {
  const socketHost = socketHostOf(parts)
  return { socketHost, futuresSocketHost: { ...socketHost, feeds: parts.feeds.contracts } }
}

export function socketHostOf({ sessions, content, feeds, exchange, stops, apiCallers, apiKeys }: Parts): SocketHost {
  const faultOf = (name: ErrorName, params: FailureParams, lang: string | undefined): SessionFault => ({
    code: ERRORS[name].code,
    name,
    message: content.errorText(content.language(lang), name, params),
  })
  const faultFrom = (error: unknown, lang: string | undefined): SessionFault => {
    const known = knownFailure(error)
    if (known === undefined) throw error
    return faultOf(known.errorName, known.params, lang)
  }
  const expired = new Set<(sessionId: string) => void>()
  const timers = new Map<string, NodeJS.Timeout>()
  /** One timer a key, however often it logs in. */
  const endLater = (sessionId: string, left: number): void => {
    if (timers.has(sessionId)) return
    const timer = setTimeout(() => {
      timers.delete(sessionId)
      for (const listener of expired) listener(sessionId)
    }, left)
    timers.set(sessionId, timer.unref())
  }
  return {
    feeds,
    now: () => exchange.now(),
    async authenticate(token, lang) {
      try {
        const session = sessions.authenticate(token)
        return { userId: session.userId, sessionId: session.sessionId, expireAt: sessions.expireAt(session) }
      } catch (error) {
        return faultFrom(error, lang)
      }
    },
    async authenticateKey({ apiKey, timestamp, signature, path, ip }, lang) {
      try {
        const signed = { apiKey, timestamp: String(timestamp), window: undefined, signature, method: 'GET', path, body: NO_BODY, ip }
        const { userId, sessionId, expireAt } = await apiCallers.check({ ...signed, permission: 'read', isOnce: false })
        const left = (expireAt ?? Number.POSITIVE_INFINITY) - exchange.now()
        if (left < TIMER_MAX_MS) endLater(sessionId, left)
        return { userId, sessionId, expireAt: expireAt ?? Number.MAX_SAFE_INTEGER }
      } catch (error) {
        return faultFrom(error, lang)
      }
    },
    message: (name, lang, params) => content.errorText(content.language(lang), name, params),
    onSiteChanged: (listener) => onStopsChanged({ exchange, stops }, listener),
    onSessionEnded(listener) {
      const endKey = (sessionId: string): void => listener(sessionId, faultOf('API_KEY_INVALID', {}, undefined))
      expired.add(endKey)
      const leave = [
        sessions.onEnded((sessionId, ending, params) => listener(sessionId, faultOf(ending, params, undefined))),
        apiKeys.onEnded((id) => endKey(`key:${id}`)),
        () => expired.delete(endKey),
      ]
      return () => {
        for (const stop of leave) stop()
      }
    },
  }
}
