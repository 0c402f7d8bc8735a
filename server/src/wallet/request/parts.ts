/** What requests for withdrawals are judged and kept with: parts of a tenant. */
import type { Accounts } from '../../auth/account/accounts.ts'
import type { SecondFactors } from '../../auth/factors/second-factors.ts'
import type { KnownDevices } from '../../auth/login/known-devices.ts'
import type { Session } from '../../auth/login/sessions.ts'
import type { Content } from '../../content/content.ts'
import type { RandomBytes } from '../../core/random.ts'
import type { Feeds } from '../../feeds/feeds.ts'
import type { Identities } from '../../identity/identities.ts'
import type { ReadModels } from '../../projections/port.ts'
import type { Vault } from '../../vault/vault.ts'
import type { NetworkBook } from '../network-book.ts'
import type { AddressTexts, WalletExchange } from '../parts.ts'

export interface RequestParts {
  readonly exchange: WalletExchange
  readonly models: ReadModels
  readonly vault: Vault
  readonly book: NetworkBook
  readonly texts: AddressTexts
  readonly feeds: Pick<Feeds, 'listings' | 'usdtPrice'>
  readonly accounts: Accounts
  readonly content: Pick<Content, 'keyValues'>
  readonly identities: Pick<Identities, 'level'>
  readonly factors: SecondFactors
  readonly knownDevices: Pick<KnownDevices, 'since'>
  readonly random: RandomBytes
}

/** Who asks. */
export interface Asker {
  readonly session: Session
  /** Locale on the wire. */
  readonly lang: string
}

/** A withdrawal as it is asked for: fields of the API. */
export interface AskedWithdrawal {
  readonly coinId: string
  readonly protocolType: string
  readonly addressId?: string | null | undefined
  readonly address?: string | null | undefined
  readonly memo?: string | null | undefined
  readonly amount: string
  readonly remark?: string | null | undefined
  readonly clientId?: string | null | undefined
}
