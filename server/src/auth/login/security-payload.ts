/** Opens the sealed device report of a call (HPKE, X25519) and refuses what is old, repeated or does not match. Keys rotate. */
import { createHash } from 'node:crypto'
import { mkdir, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import {
  canonicalReport,
  type DeviceReport,
  deviceReportSchema,
  HPKE_INFO_PREFIX,
  PAYLOAD_FIELDS,
  PAYLOAD_WINDOW_MS,
  payloadBinding,
  payloadSchema,
  REPORT_BYTES_MAX,
  SECURITY_PREFIX,
  type SecurityPayload,
} from '@agio/wire/security.ts'
import { Aes256Gcm, CipherSuite, DhkemX25519HkdfSha256, HkdfSha256 } from '@hpke/core'
import * as z from 'zod/mini'
import type { Clock } from '../../core/clock.ts'
import { Failure } from '../../core/failure.ts'
import type { RandomBytes } from '../../core/random.ts'
import { readIfThere, writeDurably } from '../../vault/durable-file.ts'
import type { Vault } from '../../vault/vault.ts'
import { type AppendLog, linesOf } from '../append-log.ts'

const DAY = 86_400_000
const ROTATE_MS = 7 * DAY
/** A retired key still opens reports for a day. */
const RETIRED_MS = DAY
const ENC_BYTES = 32
const REMEMBERED_MS = 2 * PAYLOAD_WINDOW_MS + 60_000
const FIELD = 'hpke-keys'

const suite = new CipherSuite({ kem: new DhkemX25519HkdfSha256(), kdf: new HkdfSha256(), aead: new Aes256Gcm() })

interface StoredKey {
  readonly keyId: string
  readonly createdAt: number
  readonly publicKey: string
  readonly privateKey: string
}

interface OpenerKey extends StoredKey {
  readonly recipientKey: CryptoKey
}

export interface PublishedKey {
  readonly keyId: string
  readonly publicKey: string
  readonly notAfter: number
}

export interface ReplayLine {
  readonly reqNo: string
  readonly at: number
}

export interface PayloadOpenerOptions {
  readonly clock: Clock
  readonly random: RandomBytes
  readonly vault: Vault
  /** Keys, sealed by the vault. */
  readonly keyFile: string
  /** Request numbers of the last minutes, so that a restart does not accept them again. */
  readonly replayLog: AppendLog<ReplayLine>
  /** Something damaged was set aside. */
  onError(error: unknown): void
}

export class PayloadOpener {
  readonly #options: PayloadOpenerOptions
  readonly #seen = new Map<string, number>()
  /** Newest first. */
  #keys: OpenerKey[] = []
  #rotating: Promise<void> | undefined
  /** Request numbers up to this instant may be used and forgotten. */
  #forgottenTo = Number.NEGATIVE_INFINITY

  constructor(options: PayloadOpenerOptions) {
    this.#options = options
  }

  async start(): Promise<void> {
    const { clock, replayLog } = this.#options
    await this.#readKeys()
    const now = clock.now()
    for (const line of await replayLog.read()) if (now - line.at < REMEMBERED_MS) this.#seen.set(line.reqNo, line.at)
    if (replayLog.isDamaged) this.#forgottenTo = now
    await replayLog.compact(() => linesOf(this.#seen, ([reqNo, at]) => ({ reqNo, at })))
    await this.#rotateWhenDue()
  }

  /** Without its keys a browser is told that its key is unknown, and asks for another: what cannot be opened is set aside, and made anew. */
  async #readKeys(): Promise<void> {
    const { keyFile, vault, onError } = this.#options
    const sealed = await readIfThere(keyFile)
    if (sealed === undefined) return
    try {
      const stored = JSON.parse(vault.openOwn(FIELD, sealed)) as StoredKey[]
      this.#keys = await Promise.all(stored.map(importKey))
    } catch (error) {
      const copy = `${keyFile}.damaged`
      await rename(keyFile, copy)
      onError(new Error(`${keyFile}: cannot be opened (${(error as Error).message}); set aside as ${copy}, and new keys are made`))
    }
  }

  /** The key that browsers seal with now. */
  async current(): Promise<PublishedKey> {
    await this.#rotateWhenDue()
    const [key] = this.#keys
    if (key === undefined) throw new Error('payload opener: not opened')
    return { keyId: key.keyId, publicKey: key.publicKey, notAfter: key.createdAt + ROTATE_MS + RETIRED_MS }
  }

  /**
   * @param fields the body with its clear security fields
   * @param path method and path without query, which the sealed report is bound to
   * @throws Failure SECURITY_PAYLOAD_REQUIRED, _INVALID, _STALE, _REPLAYED or SECURITY_KEY_UNKNOWN
   */
  async open(fields: Readonly<Record<string, unknown>>, path: string): Promise<DeviceReport> {
    for (const field of PAYLOAD_FIELDS) {
      if (fields[field] === undefined || fields[field] === null) throw new Failure('SECURITY_PAYLOAD_REQUIRED')
    }
    const parsed = z.safeParse(payloadSchema, fields)
    if (!parsed.success) throw new Failure('SECURITY_PAYLOAD_INVALID')
    const payload = parsed.data
    const now = this.#options.clock.now()
    if (Math.abs(payload.time - now) > PAYLOAD_WINDOW_MS || payload.time <= this.#forgottenTo)
      throw new Failure('SECURITY_PAYLOAD_STALE', { serverTime: now })
    const [keyId = '', sealed = ''] = payload.data.split('.', 2)
    const key = this.#keys.find((candidate, index) => candidate.keyId === keyId && this.#isUsable(index, now))
    if (key === undefined) throw new Failure('SECURITY_KEY_UNKNOWN')
    this.#useUp(payload.reqNo, now)
    const report = await unseal(key, sealed, payload, path)
    // What cannot be opened cannot act after a restart either, and costs no room.
    this.#options.replayLog.append({ reqNo: payload.reqNo, at: now })
    const digest = createHash('sha256').update(canonicalReport(report)).digest('hex')
    const matches =
      report.uaTime === payload.uaTime && report.securityInfo === payload.securityInfo && payload.securityInfo === SECURITY_PREFIX + digest
    if (!matches) throw new Failure('SECURITY_PAYLOAD_INVALID')
    return report
  }

  flush(): Promise<void> {
    return this.#options.replayLog.flush()
  }

  /** The newest key always; an older one for a day after its successor came. */
  #isUsable(index: number, now: number): boolean {
    const successor = this.#keys[index - 1]
    return successor === undefined || now < successor.createdAt + RETIRED_MS
  }

  #useUp(reqNo: string, now: number): void {
    if (this.#seen.has(reqNo)) throw new Failure('SECURITY_PAYLOAD_REPLAYED')
    this.#seen.set(reqNo, now)
    for (const [oldest, at] of this.#seen) {
      if (now - at < REMEMBERED_MS) break
      this.#seen.delete(oldest)
    }
  }

  async #rotateWhenDue(): Promise<void> {
    const [newest] = this.#keys
    if (newest !== undefined && this.#options.clock.now() < newest.createdAt + ROTATE_MS) return
    this.#rotating ??= this.#rotate().finally(() => {
      this.#rotating = undefined
    })
    await this.#rotating
  }

  async #rotate(): Promise<void> {
    const { clock, keyFile, vault, random } = this.#options
    const pair = await suite.kem.generateKeyPair()
    const text = async (raw: Promise<ArrayBuffer>): Promise<string> => Buffer.from(await raw).toString('base64url')
    const key: OpenerKey = {
      keyId: Buffer.from(random(9)).toString('base64url'),
      createdAt: clock.now(),
      publicKey: await text(suite.kem.serializePublicKey(pair.publicKey)),
      privateKey: await text(suite.kem.serializePrivateKey(pair.privateKey)),
      recipientKey: pair.privateKey,
    }
    this.#keys = [key, ...this.#keys].filter((_, index) => index < 2)
    const stored = this.#keys.map(({ keyId, createdAt, publicKey, privateKey }) => ({ keyId, createdAt, publicKey, privateKey }))
    await mkdir(dirname(keyFile), { recursive: true })
    await writeDurably(keyFile, vault.sealOwn(FIELD, JSON.stringify(stored)))
  }
}

async function importKey(stored: StoredKey): Promise<OpenerKey> {
  return { ...stored, recipientKey: await suite.kem.deserializePrivateKey(Buffer.from(stored.privateKey, 'base64url')) }
}

async function unseal(key: OpenerKey, sealed: string, payload: SecurityPayload, path: string): Promise<DeviceReport> {
  const bytes = Buffer.from(sealed, 'base64url')
  if (bytes.length <= ENC_BYTES || bytes.length > REPORT_BYTES_MAX + 64) throw new Failure('SECURITY_PAYLOAD_INVALID')
  try {
    const context = await suite.createRecipientContext({
      recipientKey: key.recipientKey,
      enc: bytes.subarray(0, ENC_BYTES),
      info: Buffer.from(HPKE_INFO_PREFIX + key.keyId),
    })
    const plain = await context.open(bytes.subarray(ENC_BYTES), Buffer.from(payloadBinding(payload.time, payload.reqNo, path)))
    const report = z.safeParse(deviceReportSchema, JSON.parse(Buffer.from(plain).toString('utf8')))
    if (report.success) return report.data
  } catch {
    // Wrong key, another path, changed bytes or no JSON: one answer for all, which tells an attacker nothing.
  }
  throw new Failure('SECURITY_PAYLOAD_INVALID')
}
