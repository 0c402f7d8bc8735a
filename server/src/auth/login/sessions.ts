/**
 * Login sessions: soft state, kept in memory and in a file so that a restart keeps them. A token is 256 random bits and is stored only
 * as its SHA-256.
 */
import { hash } from 'node:crypto'
import { asUserId, type UserId } from '@agio/engine/ids/id.ts'
import type { SessionEnding } from '@agio/wire/codes.ts'
import type { Clock } from '../../core/clock.ts'
import { Failure, type FailureParams } from '../../core/failure.ts'
import type { RandomBytes } from '../../core/random.ts'
import { type AppendLog, linesOf } from '../append-log.ts'

const DAY = 86_400_000
export const IDLE_MS = DAY
export const ABSOLUTE_MS = 7 * DAY
export const SESSIONS_PER_USER = 10
/** An ended session is remembered so long that its owner learns why it ended. */
const REMEMBERED_MS = ABSOLUTE_MS
/** Uses are written down this often; a restart may take a session's idle time back by that much. */
const TOUCH_MS = 5 * 60_000
const TOKEN = /^[A-Za-z0-9_-]{43}$/

export interface SessionDevice {
  /** Stable identifier of the device from its report; a new login of the same device ends the older session. */
  readonly identity: string
  readonly clientType: string
  readonly device: string
  readonly os: string
  readonly browser: string
  readonly ip: string
  /** Area of the device's clock; '' when it told none, and in sessions of earlier versions. */
  readonly region?: string
  /** Digest of its last sealed report; absent in sessions of earlier versions. */
  readonly report?: string
}

export interface Session {
  readonly sessionId: string
  readonly userId: UserId
  readonly createdAt: number
  readonly device: SessionDevice
  /** Of a program that signed its request instead of logging in. */
  readonly apiKeyId?: string
  /** Number of that program's key among the callers of its user; absent of a login. */
  readonly caller?: number
  lastAt: number
}

const NO_DEVICE: SessionDevice = { identity: '', clientType: '', device: '', os: '', browser: '', ip: '' }

interface Ended {
  readonly ending: SessionEnding
  readonly params: FailureParams
  readonly at: number
}

interface Entry extends Session {
  readonly tokenHash: string
  device: SessionDevice
  writtenAt: number
  ended: Ended | null
}

export type SessionLine = Omit<Entry, 'userId' | 'writtenAt'> & { readonly userId: number }

export interface SessionStoreOptions {
  readonly clock: Clock
  readonly random: RandomBytes
  readonly log: AppendLog<SessionLine>
  /** True when the account may not be used now. */
  isDisabled(userId: UserId): boolean
  /** True when another tenant of this process knows the token. */
  isForeign(tokenHash: string): boolean
}

export interface NewSession {
  readonly session: Session
  /** Shown once; only its hash is kept. */
  readonly token: string
  /** ms, absolute end. */
  readonly expireAt: number
}

export type EndListener = (sessionId: string, ending: SessionEnding, params: FailureParams) => void

const hashOf = (token: string): string => hash('sha256', token, 'base64url')

/** The last token that came over a connection with its hash: nearly every request brings the same one. Lives as long as the connection. */
export interface TokenMemo {
  token: string
  tokenHash: string
}

function rememberedHash(token: string, memo: TokenMemo | undefined): string {
  if (memo === undefined) return hashOf(token)
  if (memo.token !== token) {
    memo.tokenHash = hashOf(token)
    memo.token = token
  }
  return memo.tokenHash
}

export class SessionStore {
  readonly #options: SessionStoreOptions
  readonly #byHash = new Map<string, Entry>()
  readonly #byUser = new Map<UserId, Set<Entry>>()
  readonly #listeners = new Set<EndListener>()

  constructor(options: SessionStoreOptions) {
    this.#options = options
  }

  /** Takes over what the last run left. */
  async open(): Promise<void> {
    const now = this.#options.clock.now()
    const newest = new Map<string, SessionLine>()
    for (const line of await this.#options.log.read()) newest.set(line.tokenHash, line)
    // Among the lines that are missing may be the one that ended a session: everybody logs in again.
    if (this.#options.log.isDamaged) newest.clear()
    for (const line of newest.values()) {
      if (now - (line.ended?.at ?? line.createdAt) > REMEMBERED_MS) continue
      this.#keep({ ...line, userId: asUserId(line.userId), writtenAt: now })
    }
    await this.#options.log.compact(() => linesOf(this.#byHash.values(), lineOf))
  }

  /** Starts a session; the older one of the same device ends, and the oldest when the user has too many. */
  create(userId: UserId, device: SessionDevice): NewSession {
    const now = this.#options.clock.now()
    const token = Buffer.from(this.#options.random(32)).toString('base64url')
    const entry: Entry = {
      sessionId: Buffer.from(this.#options.random(12)).toString('base64url'),
      tokenHash: hashOf(token),
      userId,
      createdAt: now,
      lastAt: now,
      writtenAt: now,
      device,
      ended: null,
    }
    const replaced = { time: now, device: device.device }
    for (const older of this.#live(userId)) {
      if (older.device.identity === device.identity) this.#end(older, 'SESSION_REPLACED', replaced)
    }
    const live = this.#live(userId).sort((a, b) => a.createdAt - b.createdAt)
    for (const oldest of live.slice(0, Math.max(0, live.length - SESSIONS_PER_USER + 1))) this.#end(oldest, 'SESSION_REPLACED', replaced)
    this.#keep(entry)
    this.#options.log.append(lineOf(entry))
    this.#forgetOld(now)
    return { session: entry, token, expireAt: now + ABSOLUTE_MS }
  }

  /** The live session of a token, which counts as a use. @throws Failure one of the six session failures, each from its own cause */
  authenticate(token: string, memo?: TokenMemo): Session {
    if (!TOKEN.test(token)) throw new Failure('SESSION_INVALID')
    const tokenHash = rememberedHash(token, memo)
    const entry = this.#byHash.get(tokenHash)
    if (entry === undefined) throw new Failure(this.#options.isForeign(tokenHash) ? 'SESSION_TENANT_MISMATCH' : 'SESSION_INVALID')
    const now = this.#options.clock.now()
    if (entry.ended === null) this.#expire(entry, now)
    if (entry.ended === null && this.#options.isDisabled(entry.userId)) this.#end(entry, 'ACCOUNT_DISABLED', {})
    if (entry.ended !== null) throw new Failure(entry.ended.ending, entry.ended.params)
    entry.lastAt = now
    if (now - entry.writtenAt > TOUCH_MS) {
      entry.writtenAt = now
      this.#options.log.append(lineOf(entry))
    }
    return entry
  }

  /** Another sealed report came with a call of this session. @param report its digest */
  reported({ userId, sessionId }: Session, report: string): void {
    const entry = this.#live(userId).find((candidate) => candidate.sessionId === sessionId)
    if (entry === undefined || entry.device.report === report) return
    entry.device = { ...entry.device, report }
    this.#options.log.append(lineOf(entry))
  }

  knows(tokenHash: string): boolean {
    return this.#byHash.has(tokenHash)
  }

  /** When a session ends unless it is used again, ms. */
  expireAt(session: Session): number {
    return Math.min(session.lastAt + IDLE_MS, session.createdAt + ABSOLUTE_MS)
  }

  /** Live sessions of a user, newest first. */
  list(userId: UserId): Session[] {
    const now = this.#options.clock.now()
    for (const entry of this.#live(userId)) this.#expire(entry, now)
    return this.#live(userId).sort((a, b) => b.createdAt - a.createdAt)
  }

  logout(session: Session): void {
    this.#endById(session.userId, session.sessionId, 'SESSION_INVALID', {})
  }

  /** Ends one session by a security action. False when it does not exist. */
  revoke(userId: UserId, sessionId: string, cause: string): boolean {
    return this.#endById(userId, sessionId, 'SESSION_REVOKED', { cause })
  }

  /** Ends all sessions of a user but one. Returns how many. */
  revokeOthers(userId: UserId, keptSessionId: string, cause: string): number {
    const others = this.#live(userId).filter((entry) => entry.sessionId !== keptSessionId)
    for (const entry of others) this.#end(entry, 'SESSION_REVOKED', { cause })
    return others.length
  }

  /** Ends every session of an account that the operator closed or froze. */
  disable(userId: UserId): void {
    for (const entry of this.#live(userId)) this.#end(entry, 'ACCOUNT_DISABLED', {})
  }

  /** Tells when a session ends. Returns the unsubscribe. */
  onEnded(listener: EndListener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Forgets, in memory and on disk, from where a closed account was used. Its tokens still learn why they ended. */
  async forgetDevices(userId: UserId): Promise<void> {
    const own = this.#byUser.get(userId)
    if (own === undefined) return
    for (const entry of own) entry.device = NO_DEVICE
    await this.#options.log.compactNow()
  }

  flush(): Promise<void> {
    return this.#options.log.flush()
  }

  /** Resolves when every ending so far is on the disk. @throws Failure ENGINE_BUSY when the disk takes none: after a crash they would be alive */
  async persist(): Promise<void> {
    try {
      await this.#options.log.sync()
    } catch {
      throw new Failure('ENGINE_BUSY', { retryAfter: 1 })
    }
  }

  #endById(userId: UserId, sessionId: string, ending: SessionEnding, params: FailureParams): boolean {
    const entry = this.#live(userId).find((candidate) => candidate.sessionId === sessionId)
    if (entry === undefined) return false
    this.#end(entry, ending, params)
    return true
  }

  #live(userId: UserId): Entry[] {
    return [...(this.#byUser.get(userId) ?? [])].filter((entry) => entry.ended === null)
  }

  #expire(entry: Entry, now: number): void {
    if (now - entry.lastAt >= IDLE_MS || now - entry.createdAt >= ABSOLUTE_MS) this.#end(entry, 'SESSION_EXPIRED', {})
  }

  #end(entry: Entry, ending: SessionEnding, params: FailureParams): void {
    if (entry.ended !== null) return
    entry.ended = { ending, params, at: this.#options.clock.now() }
    this.#options.log.append(lineOf(entry))
    for (const listener of this.#listeners) listener(entry.sessionId, ending, params)
  }

  #keep(entry: Entry): void {
    this.#byHash.set(entry.tokenHash, entry)
    const own = this.#byUser.get(entry.userId)
    if (own === undefined) this.#byUser.set(entry.userId, new Set([entry]))
    else own.add(entry)
  }

  /** Sessions enter in time order, so the old ones are at the front; a login pays for at most a few of them. */
  #forgetOld(now: number): void {
    let looked = 0
    for (const entry of this.#byHash.values()) {
      if (now - entry.createdAt <= ABSOLUTE_MS + REMEMBERED_MS || looked >= 8) return
      looked += 1
      this.#byHash.delete(entry.tokenHash)
      this.#byUser.get(entry.userId)?.delete(entry)
    }
  }
}

const lineOf = ({ sessionId, tokenHash, userId, createdAt, lastAt, device, ended }: Entry): SessionLine => ({
  sessionId,
  tokenHash,
  userId,
  createdAt,
  lastAt,
  device,
  ended,
})
