/** The parts of one tenant, as whoever answers for it needs them. */
import type { Accounts } from '../auth/account/accounts.ts'
import type { Persons } from '../auth/account/persons.ts'
import type { DeviceParts } from '../auth/device-parts.ts'
import type { CodeBook } from '../auth/factors/codes.ts'
import type { Credentials } from '../auth/factors/credentials.ts'
import type { FactorChanges } from '../auth/factors/factor-changes.ts'
import type { Freezes } from '../auth/factors/freezes.ts'
import type { PasswordPolicy } from '../auth/factors/password-policy.ts'
import type { SecondFactors } from '../auth/factors/second-factors.ts'
import type { SecurityChanges } from '../auth/factors/security-change.ts'
import type { Attempts } from '../auth/login/attempts.ts'
import type { Logins } from '../auth/login/login.ts'
import type { PayloadOpener } from '../auth/login/security-payload.ts'
import type { SessionStore } from '../auth/login/sessions.ts'
import type { Mailer } from '../auth/mail/mailer.ts'
import type { Outbox } from '../auth/mail/outbox.ts'
import type { Content } from '../content/content.ts'
import type { Inform } from '../content/inform/inform.ts'
import type { Stops } from '../content/stops.ts'
import type { Contracts } from '../contract/open-contract.ts'
import type { Convert } from '../convert/open-convert.ts'
import type { TenantConfig } from '../core/tenant-config.ts'
import type { ProductTexts } from '../earn/product-texts.ts'
import type { Feeds } from '../feeds/feeds.ts'
import type { SocketHost } from '../feeds/socket-port.ts'
import type { FileStore } from '../files/file-store.ts'
import type { Identities } from '../identity/identities.ts'
import type { Nicknames } from '../identity/nicknames.ts'
import type { IndexPrices } from '../index/open-index.ts'
import type { Invites } from '../invite/invites.ts'
import type { Limits } from '../limits/rate-limit.ts'
import type { Closures } from '../personal/closures.ts'
import type { ReadModels } from '../projections/port.ts'
import type { Exchange } from '../sequencer/exchange.ts'
import type { Vault } from '../vault/vault.ts'
import type { Wallet } from '../wallet/open-wallet.ts'
import type { Withdrawals } from '../wallet/request/open-requests.ts'

export interface Tenant extends DeviceParts {
  readonly tenantId: string
  readonly config: TenantConfig
  readonly exchange: Exchange
  readonly models: ReadModels
  readonly feeds: Feeds
  readonly sessions: SessionStore
  readonly vault: Vault
  readonly content: Content
  readonly inform: Inform
  /** What an operator stopped for everybody. */
  readonly stops: Stops
  readonly outbox: Outbox
  readonly limits: Limits
  /** For loopback addresses in the test profile; the same as `limits` elsewhere. */
  readonly wideLimits: Limits
  readonly accounts: Accounts
  readonly persons: Persons
  /** Failed tries by name. */
  readonly attempts: Attempts
  readonly codes: CodeBook
  readonly passwords: PasswordPolicy
  readonly mailer: Mailer
  readonly logins: Logins
  readonly factors: SecondFactors
  readonly factorChanges: FactorChanges
  readonly credentials: Credentials
  readonly freezes: Freezes
  readonly securityChanges: SecurityChanges
  readonly payloads: PayloadOpener
  readonly files: FileStore
  readonly identities: Identities
  readonly invites: Invites
  readonly index: IndexPrices
  readonly contracts: Contracts
  readonly convert: Convert
  readonly productTexts: ProductTexts
  readonly wallet: Wallet
  readonly withdrawals: Withdrawals
  readonly nicknames: Nicknames
  readonly closures: Closures
  readonly socketHost: SocketHost
  /** The same with the channels of contracts. */
  readonly futuresSocketHost: SocketHost
}
