/** Opens what the HTTP layer keeps for a tenant: vault, sessions, codes, accounts, content, limits; and joins them. */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readEvents } from '@agio/engine/event-buffer.ts'
import type { UserId } from '@agio/engine/ids/id.ts'
import { userStatusOf } from '@agio/engine/read.ts'
import { ERRORS, type SessionEnding } from '@agio/wire/codes.ts'
import { Accounts, accountKeyOf, createCustomer } from '../auth/accounts.ts'
import { AppendLog } from '../auth/append-log.ts'
import { CodeBook } from '../auth/codes.ts'
import { Logins } from '../auth/login.ts'
import { createMailer } from '../auth/mailer.ts'
import { closedOutbox, developmentOutbox } from '../auth/outbox.ts'
import { PayloadOpener, type ReplayLine } from '../auth/security-payload.ts'
import { type SessionLine, SessionStore } from '../auth/sessions.ts'
import type { Profile, TenantConfig } from '../config.ts'
import { Content } from '../content/content.ts'
import type { Feeds } from '../feeds/feeds.ts'
import type { SessionFault, SocketHost } from '../feeds/socket-port.ts'
import { FileStore } from '../files/file-store.ts'
import { Identities } from '../identity/identities.ts'
import { Nicknames } from '../identity/nicknames.ts'
import type { ReadModels } from '../projections/port.ts'
import type { Exchange } from '../sequencer/exchange.ts'
import { readMasterKey } from '../vault/master-key.ts'
import { Vault } from '../vault/vault.ts'
import type { Clock, Log, RandomBytes, Tenant } from './context.ts'
import { ApiError } from './errors.ts'
import { createLimits, LIMIT_SIZES, type LimitSizes, widened } from './guard/rate-limit.ts'

const WEB_DIR = fileURLToPath(new URL('../../../web/dist', import.meta.url))
const TEST_FACTOR = 1000

export interface TenantOptions {
  readonly config: TenantConfig
  readonly profile: Profile
  /** Folder of the tenant. */
  readonly dir: string
  readonly masterKey: string | undefined
  readonly exchange: Exchange
  readonly models: ReadModels
  readonly feeds: Feeds
  readonly clock: Clock
  readonly random: RandomBytes
  readonly log: Log
  /** Limits as configured; the test profile's wide ones for loopback are derived from them. */
  readonly limitSizes?: LimitSizes
  readonly webDir?: string
}

export interface OpenedTenant extends Tenant {
  /** What the engine knows an e-mail account by. */
  accountKeyOf(email: string): string
  /** Ends every session of an account that was closed or frozen. */
  endSessions(userId: UserId): void
  close(): Promise<void>
}

/** Sessions of every tenant of the process, to tell a token of another tenant from an unknown one. */
const stores = new Map<string, Set<SessionStore>>()

const isForeign = (tenantId: string, tokenHash: string): boolean =>
  [...stores].some(([other, open]) => other !== tenantId && [...open].some((store) => store.knows(tokenHash)))

/** The keys of a tenant alone, for what happens before projections and feeds exist. */
export async function openVault(
  dir: string,
  { tenantId }: Pick<TenantConfig, 'tenantId'>,
  profile: Profile,
  masterKey: string | undefined,
): Promise<Vault> {
  const keys = join(dir, 'keys')
  return Vault.open(keys, tenantId, await readMasterKey(keys, profile, masterKey))
}

export interface Identity {
  createCustomer(
    exchange: Exchange,
    customer: { readonly email: string; readonly password: string; readonly nickname?: string },
  ): Promise<UserId>
}

/** Registers customers before projections and feeds exist. */
export async function openIdentity(options: {
  readonly dir: string
  readonly config: Pick<TenantConfig, 'tenantId'>
  readonly profile: Profile
  readonly masterKey: string | undefined
}): Promise<Identity> {
  const vault = await openVault(options.dir, options.config, options.profile, options.masterKey)
  return { createCustomer: (exchange, customer) => createCustomer({ exchange, vault }, customer) }
}

export async function openTenant(options: TenantOptions): Promise<OpenedTenant> {
  const { config, profile, dir, exchange, models, feeds, clock, random, log } = options
  const vault = await openVault(dir, config, profile, options.masterKey)
  const softState = (error: unknown): void => log.warn('soft state was not written', { tenant: config.tenantId, error: String(error) })
  const sessions = new SessionStore({
    clock,
    random,
    log: new AppendLog<SessionLine>(join(dir, 'soft', 'sessions.jsonl'), softState),
    isDisabled: (userId) => userStatusOf(exchange.state, userId) !== 'active',
    isForeign: (tokenHash) => isForeign(config.tenantId, tokenHash),
  })
  await sessions.open()
  const payloads = new PayloadOpener({
    clock,
    random,
    vault,
    keyFile: join(dir, 'keys', 'payload-keys'),
    replayLog: new AppendLog<ReplayLine>(join(dir, 'soft', 'replay.jsonl'), softState),
  })
  await payloads.start()
  const content = new Content({ config, models, clock, webDir: options.webDir ?? WEB_DIR })
  await content.load()
  const outbox = profile === 'production' ? closedOutbox : developmentOutbox(clock)
  const codes = new CodeBook(clock)
  const accounts = new Accounts({ exchange, models, vault })
  const files = new FileStore(join(dir, 'files'), vault)
  const identities = new Identities({ exchange, models, vault, accounts, files })
  const mailer = createMailer(codes, outbox, config.name)
  const logins = new Logins({ clock, random, exchange, accounts, sessions, codes, mailer })
  const limits = createLimits(options.limitSizes ?? LIMIT_SIZES, clock)
  const wideLimits = profile === 'test' ? createLimits(widened(options.limitSizes ?? LIMIT_SIZES, TEST_FACTOR), clock) : limits
  const own = stores.get(config.tenantId) ?? new Set()
  stores.set(config.tenantId, own.add(sessions))
  const stopWatching = endSessionsOfDisabled(exchange, sessions)
  return {
    tenantId: config.tenantId,
    config,
    exchange,
    models,
    feeds,
    sessions,
    vault,
    content,
    outbox,
    limits,
    wideLimits,
    accounts,
    codes,
    mailer,
    logins,
    payloads,
    files,
    identities,
    nicknames: new Nicknames({ exchange, models, accounts }),
    socketHost: socketHostOf({ sessions, content, feeds, exchange }),
    accountKeyOf: (email) => accountKeyOf(vault, { type: 1, account: email, areaCode: '' }),
    endSessions: (userId) => sessions.disable(userId),
    async close() {
      stopWatching()
      own.delete(sessions)
      feeds.stop()
      await Promise.all([sessions.flush(), payloads.flush()])
    },
  }
}

/** An account that is closed or frozen while its owner is connected loses its sessions, and with them its sockets, at once. */
function endSessionsOfDisabled(exchange: Exchange, sessions: SessionStore): () => void {
  const wanted = new Set(['userStatusChanged'] as const)
  return exchange.onDurable(({ events }) => {
    for (const { event } of readEvents(events, wanted)) {
      if (event.kind === 'userStatusChanged' && event.status !== 'active') sessions.disable(event.userId)
    }
  })
}

/** The socket server's view of a tenant. */
function socketHostOf({ sessions, content, feeds, exchange }: Pick<Tenant, 'sessions' | 'content' | 'feeds' | 'exchange'>): SocketHost {
  const faultOf = (name: SessionEnding, params: ApiError['params'], lang: string | undefined): SessionFault => ({
    code: ERRORS[name].code,
    name,
    message: content.errorText(content.language(lang), name, params),
  })
  return {
    feeds,
    now: () => exchange.now(),
    async authenticate(token, lang) {
      try {
        const session = sessions.authenticate(token)
        return { userId: session.userId, sessionId: session.sessionId, expireAt: sessions.expireAt(session) }
      } catch (error) {
        if (error instanceof ApiError) return faultOf(error.errorName as SessionEnding, error.params, lang)
        throw error
      }
    },
    message: (name, lang, params) => content.errorText(content.language(lang), name, params),
    onSessionEnded: (listener) => sessions.onEnded((sessionId, ending, params) => listener(sessionId, faultOf(ending, params, undefined))),
  }
}
