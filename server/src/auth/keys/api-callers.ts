/** Who calls with an API key: checks key, time, signature, address and permission, each with a refusal of its own. */
import { asUserId, type UserId } from '@agio/engine/ids/id.ts'
import { userStatusOf } from '@agio/engine/read.ts'
import { SIGNATURE_WINDOW_MAX_MS, SIGNATURE_WINDOW_MS } from '@agio/wire/account/api-keys.ts'
import type { ApiPermission } from '@agio/wire/call.ts'
import type { Clock } from '../../core/clock.ts'
import { Failure } from '../../core/failure.ts'
import { OldestFirst } from '../../core/oldest-first.ts'
import type { Exchange } from '../../sequencer/exchange.ts'
import { type AppendLog, linesOf } from '../append-log.ts'
import type { Session } from '../login/sessions.ts'
import type { ApiKey, ApiKeys } from './api-keys.ts'
import { isEd25519Signature, isHmacSignature, type SignedParts } from './api-signature.ts'
import { networkTest } from './network-list.ts'

export interface SignedRequest extends SignedParts {
  readonly apiKey: string
  readonly signature: string
  readonly ip: string
  /** What the call asks of a key. */
  readonly permission: ApiPermission
  /** True when sending the same bytes twice must not do the thing twice. */
  readonly isOnce: boolean
}

/** A signature that acted before its own time came. */
export interface SignatureLine {
  readonly signature: string
  /** ms */
  readonly until: number
}

export interface ApiCallersOptions {
  readonly keys: ApiKeys
  readonly exchange: Exchange
  readonly clock: Clock
  readonly log: AppendLog<SignatureLine>
}

const TIME = /^[0-9]{13}$/
const WINDOW = /^[1-9][0-9]{0,4}$/
const NAME = /^([1-9a-z][0-9a-z]{0,10})\.[A-Za-z0-9_-]{32}$/
const SIGNATURES_MAX = 200_000

/** ms @throws Failure API_TIMESTAMP_STALE for what is no window */
function windowOf(text: string | undefined, now: number): number {
  if (text === undefined) return SIGNATURE_WINDOW_MS
  const window = WINDOW.test(text) ? Number(text) : Number.POSITIVE_INFINITY
  if (window > SIGNATURE_WINDOW_MAX_MS) throw new Failure('API_TIMESTAMP_STALE', { serverTime: now })
  return window
}

export class ApiCallers {
  readonly #keys: ApiKeys
  readonly #exchange: Exchange
  readonly #clock: Clock
  readonly #networks = new WeakMap<ApiKey, (ip: string) => boolean>()
  /** Signatures that acted, with the time until which their own time would still be accepted. */
  readonly #seen = new Map<string, number>()
  readonly #order = new OldestFirst<string>()
  /** A signature made before this start may already have been used: the previous process's memory of them is gone. */
  readonly #since: number

  /** Those of `#seen` that were signed with a time to come. */
  readonly #ahead = new Map<string, number>()
  readonly #log: AppendLog<SignatureLine>

  constructor({ keys, exchange, clock, log }: ApiCallersOptions) {
    this.#keys = keys
    this.#exchange = exchange
    this.#clock = clock
    this.#log = log
    this.#since = clock.now()
  }

  async open(): Promise<void> {
    const now = this.#clock.now()
    for (const { signature, until } of await this.#log.read()) {
      if (until < now) continue
      this.#see(signature, until)
      this.#ahead.set(signature, until)
    }
    await this.#log.compact(() => linesOf(this.#ahead, ([signature, until]) => ({ signature, until })))
  }

  flush(): Promise<void> {
    return this.#log.flush()
  }

  /**
   * A caller like a session, for as long as this request.
   * @throws Failure API_KEY_INVALID, API_TIMESTAMP_STALE, API_SIGNATURE_INVALID, API_IP_DENIED, API_PERMISSION_DENIED, ACCOUNT_DISABLED
   */
  async check(request: SignedRequest): Promise<Session & { readonly expireAt: number | null }> {
    const userId = this.#ownerOf(request.apiKey)
    const found = userId === undefined ? undefined : await this.#keys.find(userId, request.apiKey)
    if (userId === undefined || found === undefined) throw new Failure('API_KEY_INVALID')
    const { id, key } = found
    const now = this.#clock.now()
    const window = windowOf(request.window, now)
    const signedAt = TIME.test(request.timestamp) ? Number(request.timestamp) : Number.NaN
    const isTimely = Math.abs(signedAt - now) <= window && (!request.isOnce || signedAt >= this.#since)
    if (!isTimely) throw new Failure('API_TIMESTAMP_STALE', { serverTime: now })
    if (!isSigned(request, key)) throw new Failure('API_SIGNATURE_INVALID')
    if (!this.#isAllowedFrom(key, request.ip)) throw new Failure('API_IP_DENIED', { ip: request.ip })
    if (key.permissions[request.permission] !== 1) throw new Failure('API_PERMISSION_DENIED', { permission: request.permission })
    if (userStatusOf(this.#exchange.state, userId) !== 'active') throw new Failure('ACCOUNT_DISABLED')
    if (request.isOnce) await this.#useUp(request.signature, { signedAt, until: signedAt + window, now })
    const caller = key.caller ?? (await this.#keys.callerOf(userId, id, request.isOnce))
    this.#keys.used(id)
    const device = { identity: `api ${id}`, clientType: 'api', device: key.label, os: '', browser: '', ip: request.ip }
    return { sessionId: `key:${id}`, apiKeyId: id, caller, userId, createdAt: key.createdAt, lastAt: now, device, expireAt: key.expireAt }
  }

  #ownerOf(apiKey: string): UserId | undefined {
    const owner = NAME.exec(apiKey)?.[1]
    const userId = owner === undefined ? Number.NaN : Number.parseInt(owner, 36)
    if (!Number.isSafeInteger(userId)) return undefined
    return userStatusOf(this.#exchange.state, asUserId(userId)) === undefined ? undefined : asUserId(userId)
  }

  #isAllowedFrom(key: ApiKey, ip: string): boolean {
    if (key.ipList.length === 0) return true
    let test = this.#networks.get(key)
    if (test === undefined) {
      test = networkTest(key.ipList)
      this.#networks.set(key, test)
    }
    return test(ip)
  }

  #see(signature: string, until: number): void {
    this.#seen.set(signature, until)
    this.#order.add(signature)
  }

  /** The same bytes again are a replay: whoever means to repeat signs anew. */
  async #useUp(signature: string, { signedAt, until, now }: { signedAt: number; until: number; now: number }): Promise<void> {
    if (this.#seen.has(signature)) throw new Failure('API_SIGNATURE_INVALID')
    this.#see(signature, until)
    for (let oldest = this.#order.oldest; oldest !== undefined; oldest = this.#order.oldest) {
      if ((this.#seen.get(oldest) ?? 0) >= now && this.#order.size <= SIGNATURES_MAX) break
      this.#order.dropOldest()
      this.#seen.delete(oldest)
      this.#ahead.delete(oldest)
    }
    if (signedAt <= now) return
    // A process that starts before that time comes would take it for a new one.
    this.#ahead.set(signature, until)
    this.#log.append({ signature, until })
    await this.#log.flush()
  }
}

const isSigned = (request: SignedRequest, { secret, publicKey }: ApiKey): boolean =>
  publicKey === '' ? isHmacSignature(request.signature, secret, request) : isEd25519Signature(request.signature, publicKey, request)
