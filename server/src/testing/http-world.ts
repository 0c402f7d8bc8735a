/** The whole gateway in memory: two tenants over memory exchanges, with real vaults, sessions, codes and sealed reports. For tests only. */
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SignerPort } from '@agio/chain/signer/protocol.ts'
import { asAssetId, asUserId, type UserId } from '@agio/engine/ids/id.ts'
import { canonicalReport, HPKE_INFO_PREFIX, payloadBinding, SECURITY_PREFIX } from '@agio/wire/security.ts'
import { Aes256Gcm, CipherSuite, DhkemX25519HkdfSha256, HkdfSha256 } from '@hpke/core'
import type { FastifyInstance } from 'fastify'
import type { Log } from '../core/log.ts'
import type { Profile, TenantConfig } from '../core/tenant-config.ts'
import type { WaysOut } from '../delivery/open-delivery.ts'
import { type DevTools, openDevTools } from '../dev/dev-tools.ts'
import { createFeeds } from '../feeds/feeds.ts'
import { buildApp } from '../http/app.ts'
import { servedCalls } from '../http/calls/route.ts'
import type { ServerContext } from '../http/context.ts'
import { ConnectionBounds, type ConnectionBoundsOptions } from '../http/door/connection-bounds.ts'
import { buildFuturesApp } from '../http/futures-app.ts'
import { openIndex } from '../index/open-index.ts'
import type { IndexSource } from '../index/source.ts'
import type { LimitSizes } from '../limits/rate-limit.ts'
import { type OpenedTenant, openTenant } from '../tenant/open-tenant.ts'
import { type DataAt, type FailureData, failureOf } from './answers.ts'
import { mustConform } from './conform.ts'
import { plainTerms } from './market-fixtures.ts'
import { MemoryExchange } from './memory-exchange.ts'
import { type MemoryModels, memoryModels } from './memory-models.ts'

export interface Reply<Data = unknown> {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>
  readonly text: string
  readonly code: string
  readonly message: string
  /** Of a call that succeeded. */
  readonly data: Data
  /** Of a call that was refused; its name is empty otherwise. */
  readonly failure: FailureData
}

export interface Ask {
  readonly token?: string
  readonly host?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly ip?: string
}

const AGIO: TenantConfig = { tenantId: 'agio', name: 'Agio', themeColor: '#FF5F1F', hosts: ['localhost', '127.0.0.1', '[::1]'] }
const NOVA: TenantConfig = { tenantId: 'nova', name: 'Nova', themeColor: '#4B5BFF', hosts: ['nova.localhost'] }
export const PASSWORD = 'Correct-Horse-9'

/** Lines of the log, so that tests can look for request ids and secrets. */
export interface LogLine {
  readonly level: string
  readonly text: string
  readonly fields: Readonly<Record<string, unknown>>
}

function memoryLog(lines: LogLine[]): Log {
  const write =
    (level: string) =>
    (text: string, fields: Readonly<Record<string, unknown>> = {}): void =>
      void lines.push({ level, text, fields })
  return { info: write('info'), warn: write('warn'), error: write('error') }
}

export interface WorldOptions {
  readonly profile?: Profile
  readonly limitSizes?: LimitSizes
  readonly webDir?: string
  readonly dir?: string
  readonly proxies?: ServerContext['proxies']
  readonly delivery?: WaysOut
  /** Public origins of the first tenant. */
  readonly origins?: readonly string[]
  /** Of the first tenant. */
  readonly pictureHosts?: readonly string[]
  readonly connections?: Omit<ConnectionBoundsOptions, 'log'>
  /** Sources of the index of both tenants; absent = nobody tells one. */
  readonly sources?: readonly IndexSource[]
  /** Gives public keys for addresses; absent = no address is made. */
  readonly signer?: SignerPort
}

/** The clock of the world. Taken away from its exchange, or from what was made over it, it is none, as with the sequencer's own. */
function nowOf(exchange: MemoryExchange, clock: { now(): number }): () => number {
  return function now(this: unknown) {
    const isExchange = this === exchange || Object.prototype.isPrototypeOf.call(exchange, Object(this))
    if (!isExchange) throw new TypeError('now: asked of no exchange')
    return clock.now()
  }
}

async function openOne(config: TenantConfig, dir: string, clock: { now(): number }, log: Log, options: WorldOptions) {
  const exchange = new MemoryExchange()
  Object.defineProperty(exchange, 'now', { value: nowOf(exchange, clock) })
  const models = memoryModels(exchange)
  const usdt = asAssetId(
    exchange.must({ kind: 'defineAsset', symbol: 'USDT', scale: 8, document: { fullName: 'Tether', isStable: true } }).value,
  )
  const btc = asAssetId(exchange.must({ kind: 'defineAsset', symbol: 'BTC', scale: 8, document: { fullName: 'Bitcoin' } }).value)
  exchange.must({ kind: 'defineInstrument', terms: plainTerms('BTC/USDT', btc, usdt) })
  const feeds = await createFeeds({ exchange, models, coalesceMs: 1 })
  const { profile = 'test', limitSizes, webDir = '' } = options
  const masterKey = Buffer.from(Array.from({ length: 32 }, (_, index) => (index * 7 + config.tenantId.length) % 256)).toString('hex')
  const tenant = await openTenant({
    config,
    profile,
    dir: join(dir, config.tenantId),
    masterKey,
    exchange,
    models,
    feeds,
    clock,
    random: (count) => randomBytes(count),
    log,
    webDir,
    ...(limitSizes !== undefined && { limitSizes }),
    ...(options.delivery !== undefined && { delivery: options.delivery }),
    ...(options.signer !== undefined && { signer: options.signer }),
    ...(options.sources !== undefined && { index: openIndex({ exchange, sources: options.sources, log }) }),
  })
  return { tenant, exchange, history: models.rows }
}

const suite = new CipherSuite({ kem: new DhkemX25519HkdfSha256(), kdf: new HkdfSha256(), aead: new Aes256Gcm() })

/** A report as a browser sends it. */
export const reportOf = (identity: string, now: number): Record<string, unknown> => ({
  id: identity,
  org: '',
  timestamp: now,
  userAgent: 'test',
  availableScreenResolution: '1920x1040',
  screenResolution: '1920x1080',
  touchSupport: 0,
  sessionStorage: 1,
  localStorage: 1,
  indexedDb: 1,
  plugins: [],
  fonts: [],
  adblock: 0,
  client_type: 'pc',
  identity,
  device: 'Desktop',
  ip: '',
  ip2region: '',
  language: 'en-US',
  platform: 'Linux',
  browser: 'Chromium',
  browser_version: '150',
  os: 'Linux',
  os_version: '',
  resolution: '1920x1080',
  timezone: 'UTC',
  ctime: now,
  mtime: now,
})

export interface Seal {
  readonly keyId: string
  readonly publicKey: string
  readonly path: string
  readonly now: number
  readonly identity?: string
  readonly report?: Record<string, unknown>
  readonly reqNo?: string
  /** Instead of the digest of the report. */
  readonly securityInfo?: string
}

/** The five fields of a sealed call. */
export async function seal({
  keyId,
  publicKey,
  path,
  now,
  identity = 'device-1',
  report = reportOf(identity, now),
  reqNo = randomUUID(),
  securityInfo: forged,
}: Seal) {
  const securityInfo = forged ?? SECURITY_PREFIX + createHash('sha256').update(canonicalReport(report)).digest('hex')
  const recipientPublicKey = await suite.kem.deserializePublicKey(Buffer.from(publicKey, 'base64url'))
  const sender = await suite.createSenderContext({ recipientPublicKey, info: Buffer.from(HPKE_INFO_PREFIX + keyId) })
  const plain = Buffer.from(JSON.stringify({ ...report, uaTime: now, securityInfo }))
  const sealed = await sender.seal(plain, Buffer.from(payloadBinding(now, reqNo, path)))
  const data = `${keyId}.${Buffer.concat([Buffer.from(sender.enc), Buffer.from(sealed)]).toString('base64url')}`
  return { data, time: now, reqNo, uaTime: now, securityInfo }
}

type LoginDone = DataAt<'/api/auth/v1/open/register'>

/** What the second step of a login is asked with. @throws Error when the first one did not ask for a second */
export function ticketOf({ data, text }: Reply<DataAt<'/api/auth/v1/open/login'>>): string {
  if (data.stage !== 'secondFactor') throw new Error(`no second step: ${text}`)
  return data.ticket
}

/** Makes who just registered a person of his own. */
function part({ exchange }: Pick<HttpWorld, 'exchange'>, answer: Reply<LoginDone>): void {
  exchange.must({ kind: 'setPerson', userId: userIdOf(answer), withUserId: asUserId(0), actor: 'test', why: '' })
}

export class HttpWorld {
  readonly app: FastifyInstance
  readonly futures: FastifyInstance
  readonly agio: OpenedTenant
  readonly nova: OpenedTenant
  readonly exchange: MemoryExchange
  /** Of the first tenant; tests make it lag, fail and start again. */
  readonly history: MemoryModels
  readonly context: ServerContext
  readonly log: LogLine[]
  readonly dir: string
  readonly clock: { at: number; now(): number }
  isReady = true

  constructor(parts: Pick<HttpWorld, 'app' | 'futures' | 'agio' | 'nova' | 'exchange' | 'history' | 'context' | 'log' | 'dir' | 'clock'>) {
    this.app = parts.app
    this.futures = parts.futures
    this.agio = parts.agio
    this.nova = parts.nova
    this.exchange = parts.exchange
    this.history = parts.history
    this.context = parts.context
    this.log = parts.log
    this.dir = parts.dir
    this.clock = parts.clock
  }

  /** Any request; a body that is not text is sent as JSON. */
  async ask<const Url extends string>(
    method: string,
    url: Url,
    body?: unknown,
    { token, host = 'localhost', headers = {}, ip = '127.0.0.1' }: Ask = {},
  ): Promise<Reply<DataAt<Url>>> {
    const payload = body === undefined ? undefined : typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body)
    const answer = await this.app.inject({
      method: method as 'GET',
      url,
      remoteAddress: ip,
      headers: {
        host,
        ...(payload !== undefined && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(payload !== undefined && { payload }),
    })
    const isJson = String(answer.headers['content-type']).startsWith('application/json') && answer.body !== ''
    const json = isJson ? answer.json() : {}
    if (isJson) mustConform(servedCalls(this.app), method, url, json)
    return {
      status: answer.statusCode,
      headers: answer.headers,
      text: answer.body,
      code: json.code ?? '',
      message: json.message ?? '',
      data: json.data,
      failure: failureOf(json.code ?? '', json.data),
    }
  }

  get<const Url extends string>(url: Url, options?: Ask): Promise<Reply<DataAt<Url>>> {
    return this.ask('GET', url, undefined, options)
  }

  post<const Url extends string>(url: Url, body: unknown = {}, options?: Ask): Promise<Reply<DataAt<Url>>> {
    return this.ask('POST', url, body, options)
  }

  /** A sealed call. */
  async sealed<const Url extends string>(
    url: Url,
    body: object,
    { identity, ...options }: Ask & { readonly identity?: string } = {},
  ): Promise<Reply<DataAt<Url>>> {
    const key = await this.get('/api/auth/v1/open/security/publicKey', options)
    const { keyId, publicKey } = key.data
    const fields = await seal({ keyId, publicKey, path: `POST ${url}`, now: this.clock.now(), ...(identity !== undefined && { identity }) })
    return this.post(url, { ...body, ...fields }, options)
  }

  /** The newest code in the development inbox. */
  async code(account: string, options?: Ask): Promise<string> {
    const outbox = await this.get(`/api/auth/v1/dev/outbox?account=${encodeURIComponent(account)}`, options)
    return outbox.data.list[0]?.code ?? ''
  }

  /** Registers and returns the answer of the last call. Where no device is named, the account is a person of its own, though one device registers all. */
  async register(account: string, password = PASSWORD, options: Ask & { readonly identity?: string } = {}): Promise<Reply<LoginDone>> {
    await this.post('/api/auth/v1/open/sendCode', { type: 1, account, scene: 'REGISTER' }, options)
    const code = await this.code(account, options)
    const answer = await this.sealed('/api/auth/v1/open/register', { type: 1, account, code, password, agreeTerms: 1 }, options)
    if (answer.code === '0' && options.identity === undefined && options.host === undefined) part(this, answer)
    return answer
  }

  /** Both steps of a login. */
  async login(account: string, password = PASSWORD, options: Ask & { readonly identity?: string } = {}): Promise<Reply<LoginDone>> {
    const first = await this.sealed('/api/auth/v1/open/login', { type: 1, account, password }, options)
    if (first.code !== '0') return first as Reply as Reply<LoginDone>
    const ticket = ticketOf(first)
    this.clock.at += 60_000
    await this.post('/api/auth/v1/open/login/sendCode', { ticket, channel: 'email' }, options)
    const codes = { email: await this.code(account, options) }
    const second = await this.sealed('/api/auth/v1/open/login/secondFactor', { ticket, codes }, options)
    return second as Reply as Reply<LoginDone>
  }

  async close(): Promise<void> {
    await this.app.close()
    await this.futures.close()
    await this.agio.close()
    await this.nova.close()
    await rm(this.dir, { recursive: true, force: true })
  }
}

/** The entries of the memory exchanges carry the clock of the exchange, which a jump takes along. */
function devToolsOf(opened: readonly Awaited<ReturnType<typeof openOne>>[], clock: HttpWorld['clock'], log: Log): DevTools {
  let aheadMs = 0
  const snapshot = () => Promise.reject(new Error('no disk'))
  return openDevTools({
    clock: {
      now: () => clock.at,
      get aheadMs() {
        return aheadMs
      },
      advance(byMs) {
        aheadMs += byMs
        clock.at += byMs
        for (const { exchange } of opened) exchange.clock = clock.at
      },
    },
    tenants: opened.map(({ tenant, exchange }) => ({ ...tenant, exchange: Object.assign(exchange, { snapshot }) })),
    log,
  })
}

export async function httpWorld(options: WorldOptions = {}): Promise<HttpWorld> {
  const dir = options.dir ?? (await mkdtemp(join(tmpdir(), 'agio-http-')))
  const clock = { at: Date.UTC(2026, 10, 21, 12), now: () => clock.at }
  const log: LogLine[] = []
  const { origins } = options
  const named = { ...AGIO, ...(options.pictureHosts && { pictureHosts: options.pictureHosts }) }
  const own = origins === undefined ? named : { ...named, origins, hosts: origins.map((origin) => new URL(origin).hostname) }
  const agio = await openOne(own, dir, clock, memoryLog(log), options)
  const nova = await openOne(NOVA, dir, clock, memoryLog(log), options)
  const tenants = new Map([agio.tenant, nova.tenant].flatMap((tenant) => tenant.config.hosts.map((host) => [host, tenant] as const)))
  const state = { isReady: () => true }
  const context: ServerContext = {
    profile: options.profile ?? 'test',
    tenants,
    clock,
    random: (count) => randomBytes(count),
    log: memoryLog(log),
    version: '0.1.0',
    webDir: options.webDir ?? '',
    ...(options.proxies !== undefined && { proxies: options.proxies }),
    ...(options.connections !== undefined && { connections: new ConnectionBounds({ ...options.connections, log: memoryLog(log) }) }),
    addresses: { port: 8080, futuresPort: 8081 },
    ready: () => state.isReady(),
    dev: devToolsOf([agio, nova], clock, memoryLog(log)),
  }
  const app = await buildApp(context)
  const futures = await buildFuturesApp(context)
  const world = new HttpWorld({
    app,
    futures,
    agio: agio.tenant,
    nova: nova.tenant,
    exchange: agio.exchange,
    history: agio.history,
    context,
    log,
    dir,
    clock,
  })
  state.isReady = () => world.isReady
  return world
}

export const userIdOf = (reply: Reply<LoginDone>): UserId => asUserId(Number(reply.data.userInfo.userId))
