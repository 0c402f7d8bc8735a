/** Settings of the process, from the environment and the command line, parsed once. No setting is read anywhere else. */
import { resolve } from 'node:path'
import { EMAIL } from '@agio/wire/account/auth.ts'
import * as z from 'zod/mini'
import type { Profile, TenantConfig } from '../core/tenant-config.ts'
import type { DeliverySettings } from '../delivery/open-delivery.ts'
import { type ConnectionSizes, PER_ADDRESS, TOTAL, totalThatFits } from '../http/door/connection-bounds.ts'
import { type IndexSettings, readPairs, readSources } from '../index/settings.ts'
import type { AcceptedBy } from '../journal/lost-tail.ts'
import { type Proxies, readProxies } from '../net/client-address.ts'
import { thisMachineAccount } from '../operator/machine-account.ts'
import { readChainUrls } from '../wallet/chain-urls.ts'
import { type PublicOrigins, readOrigins } from './public-origins.ts'
import { readArguments } from './start-arguments.ts'

const count = (fallback: number) =>
  z._default(
    z.pipe(
      z.string().check(z.regex(/^[1-9]\d{0,6}$/, 'is no count')),
      z.transform((text: string) => Number(text)),
    ),
    fallback,
  )

const port = (fallback: number) =>
  z._default(
    z.pipe(
      z.string().check(z.regex(/^\d{1,5}$/, 'is no port')),
      z.pipe(
        z.transform((text: string) => Number(text)),
        z.number().check(z.maximum(65_535, 'is no port')),
      ),
    ),
    fallback,
  )

const schema = z.object({
  PORT: port(8080),
  FUTURES_PORT: port(8081),
  CONSOLE_PORT: port(8082),
  AGIO_HOST: z._default(z.string(), '127.0.0.1'),
  AGIO_DATA_DIR: z._default(z.string(), './data'),
  AGIO_PROFILE: z._default(z.enum(['demo', 'test', 'production']), 'demo'),
  AGIO_DEMO: z.optional(z.enum(['on', 'off'])),
  AGIO_DATABASE_URL: z.optional(z.string()),
  AGIO_MASTER_KEY: z.optional(z.string()),
  AGIO_BREACHED_PASSWORDS: z.optional(z.string()),
  AGIO_LOST_KEYS: z._default(z.string().check(z.regex(/^\d{1,9}$/, 'is no number of accounts')), '0'),
  AGIO_ORIGINS: z._default(z.string(), ''),
  AGIO_FUTURES_ORIGINS: z._default(z.string(), ''),
  AGIO_PICTURE_HOSTS: z._default(z.string().check(z.regex(/^[a-z0-9.:,-]*$/, 'lists names of hosts, with commas between')), ''),
  AGIO_PROXIES: z._default(z.string(), ''),
  AGIO_CONNECTIONS: count(TOTAL),
  AGIO_CONNECTIONS_PER_ADDRESS: count(PER_ADDRESS),
  AGIO_INDEX_SOURCES: z.optional(z.string()),
  AGIO_INDEX_PAIRS: z._default(z.string(), ''),
  AGIO_CHAINS: z.optional(z.enum(['on', 'off'])),
  AGIO_CHAIN_URLS: z._default(z.string(), ''),
  AGIO_EVM_RPC_PORT: port(0),
  AGIO_BTC_RPC_PORT: port(0),
  AGIO_SIGNER_SOCKET: z.optional(z.string()),
  AGIO_SIGNER_KEYS: z.optional(z.string()),
  AGIO_SMTP_URL: z.optional(z.string().check(z.regex(/^smtps?:\/\/\S+$/, 'is no smtp:// or smtps:// address'))),
  AGIO_MAIL_FROM: z.optional(z.string().check(z.regex(EMAIL, 'is no e-mail address'))),
  AGIO_SMS_URL: z.optional(z.string().check(z.regex(/^https?:\/\/\S+$/, 'is no http:// or https:// address'))),
  AGIO_SMS_TOKEN: z.optional(z.string()),
})

export interface Config {
  readonly port: number
  readonly futuresPort: number
  /** Reserved; nothing listens. */
  readonly consolePort: number
  readonly host: string
  readonly dataDir: string
  readonly profile: Profile
  /** Demo world: simulated makers and takers, demo customer. Never in production. */
  readonly demo: boolean
  readonly databaseUrl: string | undefined
  readonly masterKey: string | undefined
  /** Accounts that the operator gives up, because their keys are lost; a start that misses more is refused. */
  readonly lostKeysAccepted: number
  /** Who starts the exchange though a tenant's journal has lost entries, and why. What another one lost was shown to nobody. */
  readonly acceptLoss: { readonly tenantId: string; readonly by: AcceptedBy } | undefined
  /** File of a full list of breached passwords. */
  readonly breachedPasswords: string | undefined
  readonly tenants: readonly TenantConfig[]
  /** Proxies in front: the addresses that they forward are the customers'. */
  readonly proxies: Proxies
  /** Connections that the process holds. */
  readonly connections: ConnectionSizes
  /** Where mails and SMS go out; without one its channel is closed, and says so. */
  readonly delivery: DeliverySettings
  /** Nodes that the demo and tests keep, and where others answer, by the name of the network. */
  readonly chains: {
    readonly isOn: boolean
    /** 0: a free one. */
    readonly evmPort: number
    readonly btcPort: number
    readonly urls: ReadonlyMap<string, readonly string[]>
  }
  /** The signer's socket, and the folder of the keys by which both know each other; without one nothing can be paid out. */
  readonly signer: { readonly socket: string; readonly keysDir: string } | undefined
  /** Sources of the index prices. */
  readonly index: IndexSettings
}

export const TENANTS: readonly TenantConfig[] = [
  { tenantId: 'agio', name: 'Agio', themeColor: '#FF5F1F', hosts: ['localhost', '127.0.0.1', '[::1]'] },
  { tenantId: 'nova', name: 'Nova', themeColor: '#4B5BFF', hosts: ['nova.localhost'] },
]

/**
 * The tenants, each with its public origins. One that has some answers to their hosts alone.
 * @throws Error naming the setting that cannot be used
 */
function tenantsOf({ AGIO_ORIGINS, AGIO_FUTURES_ORIGINS, AGIO_PICTURE_HOSTS, AGIO_PROFILE }: Settings): TenantConfig[] {
  const read = (setting: string, list: string): PublicOrigins => {
    try {
      return readOrigins(
        list,
        TENANTS.map(({ tenantId }) => tenantId),
        AGIO_PROFILE === 'production',
      )
    } catch (error) {
      throw new Error(`settings: ${setting}: ${(error as Error).message}`)
    }
  }
  const web = read('AGIO_ORIGINS', AGIO_ORIGINS)
  const futures = read('AGIO_FUTURES_ORIGINS', AGIO_FUTURES_ORIGINS)
  const hostsOf = (origins: readonly string[]): string[] => [...new Set(origins.map((origin) => new URL(origin).hostname))]
  const pictureHosts = AGIO_PICTURE_HOSTS.split(',').filter((host) => host !== '')
  return TENANTS.map((named) => {
    const tenant = pictureHosts.length === 0 ? named : { ...named, pictureHosts }
    const origins = web.get(tenant.tenantId)
    const [futuresOrigin] = futures.get(tenant.tenantId) ?? []
    if (origins === undefined) {
      if (futuresOrigin !== undefined) throw new Error(`settings: AGIO_FUTURES_ORIGINS: ${tenant.tenantId} has none in AGIO_ORIGINS`)
      return tenant
    }
    if (futuresOrigin === undefined) return { ...tenant, hosts: hostsOf(origins), origins }
    return { ...tenant, hosts: hostsOf([...origins, futuresOrigin]), origins, futuresOrigin }
  })
}

function proxiesOf(list: string): Proxies {
  try {
    return readProxies(list)
  } catch (error) {
    throw new Error(`settings: AGIO_PROXIES: ${(error as Error).message}`)
  }
}

/** @throws Error naming the setting that cannot be used */
function indexOf({ AGIO_INDEX_SOURCES, AGIO_INDEX_PAIRS, AGIO_PROFILE }: Settings, tenantIds: readonly string[]): IndexSettings {
  const named = <Value>(setting: string, read: () => Value): Value => {
    try {
      return read()
    } catch (error) {
      throw new Error(`settings: ${setting}: ${(error as Error).message}`)
    }
  }
  return {
    sources: named('AGIO_INDEX_SOURCES', () => readSources(AGIO_INDEX_SOURCES, tenantIds, AGIO_PROFILE)),
    pairs: named('AGIO_INDEX_PAIRS', () => readPairs(AGIO_INDEX_PAIRS)),
  }
}

/** @throws Error naming the setting that cannot be used */
function chainsOf(
  { AGIO_CHAINS, AGIO_CHAIN_URLS, AGIO_EVM_RPC_PORT, AGIO_BTC_RPC_PORT, AGIO_PROFILE }: Settings,
  demo: boolean,
): Config['chains'] {
  if (AGIO_PROFILE === 'production' && AGIO_CHAINS === 'on')
    throw new Error('settings: AGIO_CHAINS=on is refused in the production profile: its nodes are development nodes')
  const isWanted = AGIO_PROFILE === 'test' || (AGIO_PROFILE === 'demo' && demo)
  try {
    return {
      isOn: AGIO_CHAINS === undefined ? isWanted : AGIO_CHAINS === 'on',
      evmPort: AGIO_EVM_RPC_PORT,
      btcPort: AGIO_BTC_RPC_PORT,
      urls: readChainUrls(AGIO_CHAIN_URLS),
    }
  } catch (error) {
    throw new Error(`settings: AGIO_CHAIN_URLS: ${(error as Error).message}`)
  }
}

const LOOPBACK = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?(\/|$)/

type Settings = z.output<typeof schema>

/** @throws Error for an address without what belongs to it, and for codes that would travel in the clear */
function deliveryOf({ AGIO_SMTP_URL, AGIO_MAIL_FROM, AGIO_SMS_URL, AGIO_SMS_TOKEN, AGIO_PROFILE }: Settings): DeliverySettings {
  if ((AGIO_SMTP_URL === undefined) !== (AGIO_MAIL_FROM === undefined)) {
    throw new Error('settings: AGIO_SMTP_URL and AGIO_MAIL_FROM belong together')
  }
  if ((AGIO_SMS_URL === undefined) !== (AGIO_SMS_TOKEN === undefined)) {
    throw new Error('settings: AGIO_SMS_URL and AGIO_SMS_TOKEN belong together')
  }
  if (AGIO_PROFILE === 'production' && AGIO_SMS_URL?.startsWith('http:') === true && !LOOPBACK.test(AGIO_SMS_URL)) {
    throw new Error('settings: AGIO_SMS_URL has to be https in the production profile')
  }
  return {
    smtp: AGIO_SMTP_URL === undefined || AGIO_MAIL_FROM === undefined ? undefined : { url: AGIO_SMTP_URL, from: AGIO_MAIL_FROM },
    sms: AGIO_SMS_URL === undefined || AGIO_SMS_TOKEN === undefined ? undefined : { url: AGIO_SMS_URL, token: AGIO_SMS_TOKEN },
  }
}

/** @throws Error for one of both without the other */
function signerOf({ AGIO_SIGNER_SOCKET, AGIO_SIGNER_KEYS }: Settings): Config['signer'] {
  if ((AGIO_SIGNER_SOCKET === undefined) !== (AGIO_SIGNER_KEYS === undefined))
    throw new Error('settings: AGIO_SIGNER_SOCKET and AGIO_SIGNER_KEYS belong together')
  if (AGIO_SIGNER_SOCKET === undefined || AGIO_SIGNER_KEYS === undefined) return undefined
  return { socket: resolve(AGIO_SIGNER_SOCKET), keysDir: resolve(AGIO_SIGNER_KEYS) }
}

/** Where the data folder is: what stands beside the exchange needs no other setting. @throws Error */
export const readDataDir = (env: Readonly<Record<string, string | undefined>>): string =>
  resolve(schema.shape.AGIO_DATA_DIR.parse(env.AGIO_DATA_DIR))

/** @throws Error naming each setting that is not usable */
export function readConfig(env: Readonly<Record<string, string | undefined>>, args: readonly string[] = []): Config {
  const parsed = schema.safeParse(env)
  if (!parsed.success) {
    throw new Error(`settings: ${parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`).join('; ')}`)
  }
  const settings = parsed.data
  const { acceptLoss } = readArguments(args)
  const tenants = tenantsOf(settings)
  const ids = tenants.map(({ tenantId }) => tenantId)
  if (acceptLoss !== undefined && !ids.includes(acceptLoss.tenantId))
    throw new Error(`--accept-loss: no tenant ${acceptLoss.tenantId}; there are ${ids.join(', ')}`)
  const proxies = proxiesOf(settings.AGIO_PROXIES)
  const demo = settings.AGIO_DEMO === undefined ? settings.AGIO_PROFILE !== 'production' : settings.AGIO_DEMO === 'on'
  if (settings.AGIO_PROFILE === 'production' && demo) throw new Error('settings: AGIO_DEMO=on is refused in the production profile')
  if (settings.AGIO_PROFILE === 'production' && settings.AGIO_MASTER_KEY === undefined) {
    throw new Error('settings: AGIO_MASTER_KEY is required in the production profile')
  }
  return {
    port: settings.PORT,
    futuresPort: settings.FUTURES_PORT,
    consolePort: settings.CONSOLE_PORT,
    host: settings.AGIO_HOST,
    dataDir: resolve(settings.AGIO_DATA_DIR),
    profile: settings.AGIO_PROFILE,
    demo,
    databaseUrl: settings.AGIO_DATABASE_URL,
    masterKey: settings.AGIO_MASTER_KEY,
    lostKeysAccepted: Number(settings.AGIO_LOST_KEYS),
    acceptLoss: acceptLoss && { tenantId: acceptLoss.tenantId, by: { actor: thisMachineAccount(), why: acceptLoss.why } },
    breachedPasswords: settings.AGIO_BREACHED_PASSWORDS,
    tenants,
    proxies,
    connections: { perAddress: settings.AGIO_CONNECTIONS_PER_ADDRESS, total: totalThatFits(settings.AGIO_CONNECTIONS) },
    delivery: deliveryOf(settings),
    chains: chainsOf(settings, demo),
    signer: signerOf(settings),
    index: indexOf(settings, ids),
  }
}
