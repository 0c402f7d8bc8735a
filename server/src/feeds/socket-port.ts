/** What the socket server needs of a tenant, and its own limits and errors. */
import type { UserId } from '@agio/engine/ids/id.ts'
import type { ErrorName } from '@agio/wire/codes.ts'
import type { ChannelSource } from './channel-source.ts'
import type { Connection } from './connection.ts'

/** The socket's entries of the error catalogue. */
export type SocketErrorName = Extract<ErrorName, `WS_${string}`>

export interface SocketSession {
  readonly userId: UserId
  readonly sessionId: string
  /** ms */
  readonly expireAt: number
}

/** One of the six session codes, or why a key was not taken, in the language asked for. */
export interface SessionFault {
  readonly code: string
  readonly name: string
  readonly message: string
}

/** What a program signs instead of showing a token: an empty GET of the socket's path. */
export interface SignedEntry {
  readonly apiKey: string
  readonly timestamp: number
  readonly signature: string
  readonly path: string
  readonly ip: string
}

/** A tenant as its host names it. */
export interface SocketHost {
  readonly feeds: ChannelSource
  now(): number
  authenticate(token: string, lang: string | undefined): Promise<SocketSession | SessionFault>
  authenticateKey(entry: SignedEntry, lang: string | undefined): Promise<SocketSession | SessionFault>
  /** Text of a socket error in a language, with the figures that the text names. */
  message(name: SocketErrorName, lang: string | undefined, params: Readonly<Record<string, unknown>>): string
  /** Tells when a session ends before its time. Returns the unsubscribe. */
  onSessionEnded(listener: (sessionId: string, fault: SessionFault) => void): () => void
  /** Tells when something starts or ends to rest for everybody. Returns the unsubscribe. */
  onSiteChanged(listener: () => void): () => void
}

/** A host with what the server keeps for it. */
export interface SocketTenant extends Pick<SocketHost, 'feeds' | 'now' | 'authenticate' | 'authenticateKey' | 'message'> {
  /** False when the user already has as many connections as allowed. */
  admits(connection: Connection, userId: UserId): boolean
}

export interface SocketLimits {
  /** A household, an office, or the customers of a mobile network. */
  readonly connectionsPerAddress: number
  /** His browsers and programs: the tabs of a browser share one. */
  readonly connectionsPerUser: number
  readonly channels: number
  readonly messagesPerSecond: number
  readonly messageBytes: number
  /** Bytes that may wait for one reader; beyond it the reader is dropped, the others never wait. */
  readonly queueBytes: number
  readonly pingAfterMs: number
  readonly idleAfterMs: number
}

export const SOCKET_LIMITS: SocketLimits = {
  connectionsPerAddress: 200,
  connectionsPerUser: 30,
  channels: 200,
  messagesPerSecond: 20,
  messageBytes: 16 * 1024,
  queueBytes: 4 * 1024 * 1024,
  pingAfterMs: 20_000,
  idleAfterMs: 60_000,
}
