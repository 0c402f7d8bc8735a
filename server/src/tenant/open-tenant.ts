/** Opens the parts of a tenant and joins them: the one place where they meet. */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { SignerPort } from '@agio/chain/signer/protocol.ts'
import { readEvents } from '@agio/engine/event-buffer.ts'
import type { UserId } from '@agio/engine/ids/id.ts'
import { DEFAULT_LANGUAGE } from '@agio/wire/headers.ts'
import { accountKeyOf, emailName, namesMeant } from '../auth/account/account-name.ts'
import { Accounts } from '../auth/account/accounts.ts'
import { wantedKinds } from '../auth/account/notify.ts'
import { Persons } from '../auth/account/persons.ts'
import { AppendLog } from '../auth/append-log.ts'
import { flushDeviceParts, openDeviceParts } from '../auth/device-parts.ts'
import type { BreachedPasswords } from '../auth/factors/breached-passwords.ts'
import type { ApiKeys } from '../auth/keys/api-keys.ts'
import { Logins } from '../auth/login/login.ts'
import type { SessionStore } from '../auth/login/sessions.ts'
import type { Mailer } from '../auth/mail/mailer.ts'
import { closedOutbox, developmentOutbox } from '../auth/mail/outbox.ts'
import { openSecurityParts } from '../auth/security-parts.ts'
import { Content } from '../content/content.ts'
import { Inform } from '../content/inform/inform.ts'
import { type MailLine, MessageMails } from '../content/inform/message-mails.ts'
import { CONTENT } from '../content/seed-content.ts'
import { Stops } from '../content/stops.ts'
import { openContracts } from '../contract/open-contract.ts'
import { openConvert } from '../convert/open-convert.ts'
import type { Clock } from '../core/clock.ts'
import type { Log } from '../core/log.ts'
import type { RandomBytes } from '../core/random.ts'
import type { Profile, TenantConfig } from '../core/tenant-config.ts'
import { type NoticeLine, NoticeRows } from '../delivery/notice-rows.ts'
import { NO_WAYS_OUT, outboxOver, type WaysOut } from '../delivery/open-delivery.ts'
import { changedView } from '../earn/order-view.ts'
import { ProductTexts } from '../earn/product-texts.ts'
import type { Feeds } from '../feeds/feeds.ts'
import { FileStore } from '../files/file-store.ts'
import { Identities, type IdentitiesOptions } from '../identity/identities.ts'
import { Nicknames } from '../identity/nicknames.ts'
import { type IndexPrices, NO_INDEX } from '../index/open-index.ts'
import { Invites } from '../invite/invites.ts'
import { createLimits, LIMIT_SIZES, type LimitSizes, widened } from '../limits/rate-limit.ts'
import { Closures } from '../personal/closures.ts'
import { LiveDocuments } from '../projections/live-documents.ts'
import type { ReadModels } from '../projections/port.ts'
import type { Exchange } from '../sequencer/exchange.ts'
import type { Vault } from '../vault/vault.ts'
import { openWallet, type Wallet } from '../wallet/open-wallet.ts'
import { type ChainUrls, NO_CHAINS, type WalletExchange } from '../wallet/parts.ts'
import { openWithdrawals, type WithdrawalOptions, type Withdrawals } from '../wallet/request/open-requests.ts'
import { walletTxOf } from '../wallet/tx-place.ts'
import { refuseLostKeys } from './lost-keys.ts'
import { openVault } from './open-identity.ts'
import { socketHostsOf } from './socket-host.ts'
import { openSoftState } from './soft-state.ts'
import type { Tenant } from './tenant.ts'

const WEB_DIR = fileURLToPath(new URL('../../../web/dist', import.meta.url))
const TEST_FACTOR = 1000

export interface TenantOptions {
  readonly config: TenantConfig
  readonly profile: Profile
  /** Folder of the tenant. */
  readonly dir: string
  readonly masterKey: string | undefined
  readonly exchange: WalletExchange
  readonly models: ReadModels
  readonly feeds: Feeds
  readonly clock: Clock
  readonly random: RandomBytes
  readonly log: Log
  /** Limits as configured; the test profile's wide ones for loopback are derived from them. */
  readonly limitSizes?: LimitSizes
  readonly webDir?: string
  /** Mail and SMS; absent = nothing is sent. */
  readonly delivery?: WaysOut
  /** Accounts that an operator gives up, because their keys are lost. */
  readonly lostKeysAccepted?: number
  readonly breached?: BreachedPasswords | undefined
  /** Sources of index prices; absent = none. */
  readonly index?: IndexPrices
  /** Addresses of the networks' nodes; absent = none. */
  readonly chains?: ChainUrls
  /** Absent = the journal is not on a disk. */
  readonly journalDir?: string
  /** Absent = no address is made and nothing is paid. */
  readonly signer?: SignerPort | undefined
}

export interface OpenedTenant extends Tenant {
  /** The blind key by which the engine knows an e-mail account. */
  accountKeyOf(email: string): string
  /** Keys of every account that an e-mail address or a telephone number, typed in any way, may mean. */
  accountKeysMeant(text: string): readonly string[]
  /** Ends every session of an account that was closed or frozen. */
  endSessions(userId: UserId): void
  close(): Promise<void>
}

/** Finishes, beside everything else, what the last leader left half done. */
function resumes({ config, exchange, log }: TenantOptions, parts: readonly Pick<Closures | Identities, 'resume'>[]): () => Promise<void> {
  const leaving = parts.map((part) => {
    let isOver = false
    let resumed = Promise.resolve()
    return exchange.leadership.join({
      begin() {
        isOver = false
        resumed = part
          .resume(() => isOver)
          .catch((error: unknown) => log.warn('half done work waits for the next start', { tenant: config.tenantId, error: String(error) }))
      },
      end() {
        isOver = true
        return resumed
      },
    })
  })
  return async () => void (await Promise.all(leaving.map((leave) => leave())))
}

function limitsOf({ profile, limitSizes = LIMIT_SIZES, clock }: TenantOptions): Pick<Tenant, 'limits' | 'wideLimits'> {
  const limits = createLimits(limitSizes, clock)
  return { limits, wideLimits: profile === 'test' ? createLimits(widened(limitSizes, TEST_FACTOR), clock) : limits }
}

/** What the last run did not carry goes out first. */
async function openOutbox(options: TenantOptions, vault: Vault, onFault: (error: unknown) => void) {
  const { profile, clock, config, dir, exchange } = options
  const delivery = (options.delivery ?? NO_WAYS_OUT).of(exchange.leadership)
  const rows = new NoticeRows({ log: new AppendLog<NoticeLine>(join(dir, 'soft', 'notices.jsonl'), onFault), vault, clock, onFault })
  for (const letter of await rows.open()) delivery.send(letter, () => rows.settle(letter.id))
  return { rows, outbox: outboxOver(delivery, config.name, profile === 'production' ? closedOutbox : developmentOutbox(clock), rows) }
}

export async function openTenant(options: TenantOptions): Promise<OpenedTenant> {
  const { config, dir, exchange, models, feeds, clock, random, log } = options
  const vault = await openVault(options)
  let isClosed = false
  await refuseLostKeys({ vault, exchange, models, accepted: options.lostKeysAccepted ?? 0, log }, () => isClosed)
  const onError = (error: unknown): void => log.warn('soft state was not kept', { tenant: config.tenantId, error: String(error) })
  const soft = await openSoftState({ tenantId: config.tenantId, dir, exchange, vault, clock, random, onError })
  const { sessions, payloads, freezing } = soft
  const content = await openContent(options)
  const { rows, outbox } = await openOutbox(options, vault, onError)
  const accounts = new Accounts({ exchange, models, vault })
  const inform = openInform(options, accounts)
  const files = new FileStore(join(dir, 'files'), vault, onError)
  const people = openIdentities({ exchange, models, vault, accounts, files }, content)
  const parts = { exchange, models, vault, accounts, clock, random, dir, softDir: join(dir, 'soft'), onError }
  const devices = await openDeviceParts(parts)
  const security = await openSecurityParts({
    ...parts,
    tenantName: config.name,
    breached: options.breached,
    sessions,
    outbox,
    freezing,
    devices,
  })
  const mails = await openMails(options, accounts, security.mailer, onError)
  const logins = new Logins({ ...parts, sessions, devices, levelOf: (userId) => people.identities.level(userId), ...security })
  const closures = new Closures({ exchange, models, vault, accounts, files, sessions, devices })
  const small = smallParts(options, { vault, accounts, content, identities: people.identities, ...security, ...devices })
  const stopResuming = resumes(options, [closures, people.identities])
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
    ...limitsOf(options),
    accounts,
    ...people,
    ...security,
    logins,
    payloads,
    files,
    contracts: await openContracts(parts),
    ...small,
    closures,
    ...devices,
    ...socketHostsOf({ sessions, content, feeds, exchange, stops: small.stops, ...devices }),
    ...accountKeysOf(vault),
    endSessions: (userId) => sessions.disable(userId),
    async close() {
      isClosed = true
      stopWatching()
      for (const part of [inform, small.stops, feeds, small.convert, small.productTexts, small.withdrawals]) part.stop()
      await Promise.all([options.index?.stop(), small.wallet.stop(), stopResuming(), mails.stop(), security.close()])
      await Promise.all([soft.close(), flushDeviceParts(devices), rows.flush(), mails.flush()])
    },
  }
}

const accountKeysOf = (vault: Vault): Pick<OpenedTenant, 'accountKeyOf' | 'accountKeysMeant'> => ({
  accountKeyOf: (email) => accountKeyOf(vault, emailName(email)),
  accountKeysMeant: (text) => namesMeant(text).map((name) => accountKeyOf(vault, name)),
})

type WithdrawalsParts = Pick<WithdrawalOptions, 'vault' | 'accounts' | 'content' | 'identities' | 'factors' | 'knownDevices'>

/** What customers ask of the wallet. */
const withdrawalsOf = (
  { exchange, models, feeds, random, log }: TenantOptions,
  { book, addresses, halts, sanctions }: Wallet,
  parts: WithdrawalsParts,
): Withdrawals => openWithdrawals({ ...parts, exchange, models, feeds, random, log, book, texts: addresses, halts, sanctions })

function smallParts(options: TenantOptions, parts: WithdrawalsParts) {
  const { accounts, content } = parts
  const { exchange, models, random, feeds, log, index = NO_INDEX, chains = NO_CHAINS, signer, clock, dir } = options
  const { tenantId } = options.config
  const productTexts = new ProductTexts(exchange, models)
  const tenant = { exchange, feeds, content, productTexts }
  feeds.serveSavings((event, at) => changedView({ tenant, lang: DEFAULT_LANGUAGE }, event, at))
  const { journalDir } = options
  const softDir = join(dir, 'soft')
  const wallet = openWallet({ tenantId, exchange, models, urls: chains, signer, clock, random, log, dir: softDir, journalDir })
  feeds.serveWallet((row) => walletTxOf({ exchange, feeds, wallet }, row))
  return {
    index,
    stops: new Stops(new LiveDocuments({ exchange, models }, CONTENT)),
    convert: openConvert({ exchange, models, feeds, log }),
    productTexts,
    wallet,
    withdrawals: withdrawalsOf(options, wallet, parts),
    invites: new Invites({ exchange, models, random }),
    nicknames: new Nicknames({ exchange, models, accounts }),
  }
}

/** Who customers are, and which accounts are one person's. */
function openIdentities(parts: Omit<IdentitiesOptions, 'persons' | 'closedCountries'>, content: Content) {
  const persons = new Persons(parts)
  return { persons, identities: new Identities({ ...parts, persons, closedCountries: () => content.closedCountries() }) }
}

async function openContent({ config, models, exchange, clock, dir, webDir = WEB_DIR }: TenantOptions): Promise<Content> {
  const content = new Content({ config, models, exchange, clock, webDir, keptFile: join(dir, 'soft', 'site.json') })
  await content.load()
  return content
}

/** Announcements, help and messages, also on the socket, where messages come in the language that their reader chose. */
function openInform({ exchange, models, feeds }: TenantOptions, accounts: Accounts): Inform {
  const inform = new Inform({ exchange, models, listings: feeds.listings })
  feeds.serveMessages(
    inform.channels(async (userId) => {
      const settings = await accounts.settings(userId)
      return { language: settings.lang ?? (await accounts.get(userId)).lang, pushed: wantedKinds(settings, 'push') }
    }),
  )
  return inform
}

/** Messages by mail to those who want them so; there is no SMS for them. */
async function openMails(
  { exchange, models, feeds, dir }: TenantOptions,
  accounts: Accounts,
  mailer: Mailer,
  onFault: (error: unknown) => void,
): Promise<MessageMails> {
  const mails = new MessageMails({
    models,
    listings: feeds.listings,
    async wishes(userId) {
      const { email, name } = await accounts.get(userId)
      return email === null && name.type !== 1 ? undefined : wantedKinds(await accounts.settings(userId), 'email')
    },
    write: (userId, words) => mailer.write(userId, 'MESSAGES', words),
    log: new AppendLog<MailLine>(join(dir, 'soft', 'message-mails.jsonl'), onFault),
    leadership: exchange.leadership,
    onFault,
  })
  await mails.open()
  return mails
}

/** An account that is closed or frozen while its owner is connected loses its sessions, and with them its sockets, at once. */
function endSessionsOfDisabled(exchange: Exchange, sessions: SessionStore, apiKeys: ApiKeys): () => void {
  const wanted = new Set(['userStatusChanged'] as const)
  return exchange.onDurable(({ events, hasDocuments }) => {
    if (!hasDocuments) return
    for (const { event } of readEvents(events, wanted)) {
      if (event.kind !== 'userStatusChanged' || event.status === 'active') continue
      // The owner's own freeze ends sessions like every security action of the owner.
      if (event.actor === 'user') sessions.revokeOthers(event.userId, '', 'accountFrozen')
      else sessions.disable(event.userId)
      apiKeys.endAll(event.userId).catch(() => undefined)
    }
  })
}
