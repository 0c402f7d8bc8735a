/** Opens what the HTTP layer keeps for a tenant: vault, sessions, codes, accounts, content, limits; and joins them. */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readEvents } from '@agio/engine/event-buffer.ts'
import type { UserId } from '@agio/engine/ids/id.ts'
import { userStatusOf } from '@agio/engine/read.ts'
import { accountKeyOf, emailName } from '../auth/account/account-name.ts'
import { Accounts, createCustomer } from '../auth/account/accounts.ts'
import { AppendLog } from '../auth/append-log.ts'
import { flushDeviceParts, openDeviceParts } from '../auth/device-parts.ts'
import type { ApiKeys } from '../auth/keys/api-keys.ts'
import { Logins } from '../auth/login/login.ts'
import { PayloadOpener, type ReplayLine } from '../auth/login/security-payload.ts'
import { type SessionLine, SessionStore } from '../auth/login/sessions.ts'
import { closedOutbox, developmentOutbox } from '../auth/mail/outbox.ts'
import { openSecurityParts } from '../auth/security-parts.ts'
import type { Profile, TenantConfig } from '../config.ts'
import { Content } from '../content/content.ts'
import { Inform } from '../content/inform/inform.ts'
import { type Delivery, NO_DELIVERY, outboxOver } from '../delivery/open-delivery.ts'
import type { Feeds } from '../feeds/feeds.ts'
import { FileStore } from '../files/file-store.ts'
import { Identities } from '../identity/identities.ts'
import { Nicknames } from '../identity/nicknames.ts'
import { Invites } from '../invite/invites.ts'
import { Closures, type ClosuresOptions } from '../personal/closures.ts'
import type { ReadModels } from '../projections/port.ts'
import type { Exchange } from '../sequencer/exchange.ts'
import { readMasterKey } from '../vault/master-key.ts'
import { Vault } from '../vault/vault.ts'
import type { Clock, Log, RandomBytes, Tenant } from './context.ts'
import { createLimits, LIMIT_SIZES, type LimitSizes, widened } from './guard/rate-limit.ts'
import { socketHostOf } from './socket-host.ts'

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
  /** Ways out of the house; absent = none. */
  readonly delivery?: Delivery
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

/** What a restart keeps and a lost disk may lose: sessions, and the keys and numbers of sealed reports. */
async function openSoftState({ config, dir, exchange, clock, random }: TenantOptions, vault: Vault, onError: (error: unknown) => void) {
  const freezing = new Set<UserId>()
  const sessions = new SessionStore({
    clock,
    random,
    log: new AppendLog<SessionLine>(join(dir, 'soft', 'sessions.jsonl'), onError),
    isDisabled: (userId) => userStatusOf(exchange.state, userId) !== 'active' && !freezing.has(userId),
    isForeign: (tokenHash) => isForeign(config.tenantId, tokenHash),
  })
  await sessions.open()
  const payloads = new PayloadOpener({
    clock,
    random,
    vault,
    keyFile: join(dir, 'keys', 'payload-keys'),
    replayLog: new AppendLog<ReplayLine>(join(dir, 'soft', 'replay.jsonl'), onError),
  })
  await payloads.start()
  return { sessions, payloads, freezing }
}

/** What the last run left half closed is finished beside everything else. */
function openClosures({ config, exchange, models, log }: TenantOptions, parts: Omit<ClosuresOptions, 'exchange' | 'models'>): Closures {
  const closures = new Closures({ exchange, models, ...parts })
  closures
    .resume()
    .catch((error: unknown) => log.warn('closures wait for the next start', { tenant: config.tenantId, error: String(error) }))
  return closures
}

export async function openTenant(options: TenantOptions): Promise<OpenedTenant> {
  const { config, profile, dir, exchange, models, feeds, clock, random, log } = options
  const vault = await openVault(dir, config, profile, options.masterKey)
  const softState = (error: unknown): void => log.warn('soft state was not written', { tenant: config.tenantId, error: String(error) })
  const { sessions, payloads, freezing } = await openSoftState(options, vault, softState)
  const content = new Content({ config, models, clock, webDir: options.webDir ?? WEB_DIR })
  await content.load()
  const inbox = profile === 'production' ? closedOutbox : developmentOutbox(clock)
  const outbox = outboxOver(options.delivery ?? NO_DELIVERY, config.name, inbox)
  const accounts = new Accounts({ exchange, models, vault })
  const inform = openInform(options, accounts)
  const files = new FileStore(join(dir, 'files'), vault)
  const identities = new Identities({ exchange, models, vault, accounts, files })
  const softDir = join(dir, 'soft')
  const security = await openSecurityParts({
    tenantName: config.name,
    onError: softState,
    ...{ exchange, vault, accounts, sessions, outbox, freezing, clock, random, softDir },
  })
  const devices = await openDeviceParts({ ...{ exchange, models, vault, accounts, clock, random, softDir }, onError: softState })
  const logins = new Logins({ clock, random, exchange, accounts, sessions, devices, ...security })
  const closures = openClosures(options, { vault, accounts, files, devices })
  const limits = createLimits(options.limitSizes ?? LIMIT_SIZES, clock)
  const wideLimits = profile === 'test' ? createLimits(widened(options.limitSizes ?? LIMIT_SIZES, TEST_FACTOR), clock) : limits
  const own = stores.get(config.tenantId) ?? new Set()
  stores.set(config.tenantId, own.add(sessions))
  const stopWatching = endSessionsOfDisabled(exchange, sessions, devices.apiKeys)
  return {
    tenantId: config.tenantId,
    config,
    exchange,
    models,
    feeds,
    sessions,
    vault,
    content,
    inform,
    outbox,
    limits,
    wideLimits,
    accounts,
    ...security,
    logins,
    payloads,
    files,
    identities,
    invites: new Invites({ exchange, models, random }),
    closures,
    nicknames: new Nicknames({ exchange, models, accounts }),
    ...devices,
    socketHost: socketHostOf({ sessions, content, feeds, exchange, ...devices }),
    accountKeyOf: (email) => accountKeyOf(vault, emailName(email)),
    endSessions: (userId) => sessions.disable(userId),
    async close() {
      stopWatching()
      own.delete(sessions)
      inform.stop()
      feeds.stop()
      await security.close()
      await Promise.all([sessions.flush(), payloads.flush(), flushDeviceParts(devices)])
    },
  }
}

/** Announcements, help and messages, also on the socket, where messages come in the language that their reader chose. */
function openInform({ exchange, models, feeds }: TenantOptions, accounts: Accounts): Inform {
  const inform = new Inform({ exchange, models, listings: feeds.listings })
  feeds.serveMessages(inform.channels(async (userId) => (await accounts.settings(userId)).lang ?? (await accounts.get(userId)).lang))
  return inform
}

/** An account that is closed or frozen while its owner is connected loses its sessions, and with them its sockets, at once. */
function endSessionsOfDisabled(exchange: Exchange, sessions: SessionStore, apiKeys: ApiKeys): () => void {
  const wanted = new Set(['userStatusChanged'] as const)
  return exchange.onDurable(({ events }) => {
    for (const { event } of readEvents(events, wanted)) {
      if (event.kind !== 'userStatusChanged' || event.status === 'active') continue
      // The owner's own freeze ends sessions like every security action of the owner.
      if (event.actor === 'user') sessions.revokeOthers(event.userId, '', 'accountFrozen')
      else sessions.disable(event.userId)
      apiKeys.endAll(event.userId).catch(() => undefined)
    }
  })
}
