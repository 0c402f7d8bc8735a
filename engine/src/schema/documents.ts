/**
 * Every collection of documents, a line each: what is saved with `saveDocument`, `changeAccountKeys` or as the note of another command.
 * Nothing else can be saved. The engine passes documents on and looks at no name: journals may hold some that are no longer here, and open
 * all the same.
 */

/** Under whom documents are saved: a customer each, the house (user 0), or both, which then tell the two sides of one thing. */
type Whose = 'user' | 'tenant' | 'both'
/** `sealed`: a part of it is sealed with its user's key; `clear`: nothing in it is about a customer that only staff or nobody may read. */
type Content = 'sealed' | 'clear'

export interface CollectionEntry {
  /** The room of the server whose documents they are; its schema reads them. */
  readonly owner: string
  readonly of: Whose
  readonly content: Content
  /** Where its shape is checked. */
  readonly schema: string
  /** Of the shapes that are read; one that does not say which is the first. */
  readonly versions: readonly number[]
  /** Saved by what leads to less risk: taken when others are refused. */
  readonly isRelief?: true
  /** Ids of documents that need two operators to be saved or removed, or the whole collection. */
  readonly takesTwo?: 'all' | readonly string[]
}

type Line<Of extends Whose, Kept extends Content> = CollectionEntry & { readonly of: Of; readonly content: Kept }

const line = <Of extends Whose, Kept extends Content>(owner: string, of: Of, content: Kept, schema: string): Line<Of, Kept> => ({
  owner,
  of,
  content,
  schema,
  versions: [1],
})

export const COLLECTIONS = {
  acceptedLosses: line('sequencer', 'tenant', 'clear', 'sequencer/open-exchange.ts'),
  // Addresses that a customer sends to.
  addressBook: line('wallet/request', 'user', 'sealed', 'wallet/request/user-addresses.ts'),
  alert: line('auth/login', 'user', 'clear', 'auth/login/alerts.ts'),
  announcementClasses: line('content/inform', 'tenant', 'clear', 'content/inform/documents.ts'),
  announcementReads: line('content/inform', 'user', 'clear', 'content/inform/announcement-reads.ts'),
  announcementTexts: line('content/inform', 'tenant', 'clear', 'content/inform/documents.ts'),
  announcements: line('content/inform', 'tenant', 'clear', 'content/inform/documents.ts'),
  apiKey: line('auth/keys', 'user', 'sealed', 'auth/keys/api-keys.ts'),
  // What one operator asked for and another one has to ask for too, by a digest of what was typed.
  approvals: line('operator', 'tenant', 'clear', 'operator/two-persons.ts'),
  // How far a tester put the clock ahead.
  clock: line('dev', 'tenant', 'clear', 'dev/clock-jump.ts'),
  // The note that the house works off; the customer's own document gives an address free.
  closure: line('personal', 'both', 'clear', 'personal/closures.ts'),
  commission: line('engine', 'tenant', 'clear', 'engine/operator/invite-admin.ts'),
  content: line('content', 'tenant', 'clear', 'content/site-documents.ts'),
  // Other terms of a contract that one operator asked for and another one has to approve.
  contractChanges: line('operator', 'tenant', 'clear', 'operator/commands/contract-changes.ts'),
  // That one operator asked for a silent contract to be settled, and another one has to approve.
  contractSettlements: line('operator', 'tenant', 'clear', 'operator/commands/contract-settle.ts'),
  // Settings of the pages of contracts, and the contracts that a customer marked.
  contracts: line('contract', 'user', 'clear', 'contract/contract-settings.ts'),
  convert: line('convert', 'tenant', 'clear', 'convert/settings.ts'),
  device: { ...line('auth/login', 'user', 'sealed', 'auth/login/known-devices.ts'), isRelief: true },
  favorites: line('http/routes', 'user', 'clear', 'http/routes/spot/pairs.ts'),
  freeze: line('auth/factors', 'tenant', 'clear', 'auth/factors/freezes.ts'),
  help: line('content/inform', 'tenant', 'clear', 'content/inform/documents.ts'),
  helpCategories: line('content/inform', 'tenant', 'clear', 'content/inform/documents.ts'),
  helpTexts: line('content/inform', 'tenant', 'clear', 'content/inform/documents.ts'),
  identity: line('identity', 'user', 'sealed', 'identity/verification.ts'),
  'identity-opening': line('identity', 'user', 'clear', 'identity/identities.ts'),
  'identity-queue': line('identity', 'tenant', 'clear', 'identity/identities.ts'),
  'invite-code': line('invite', 'user', 'clear', 'invite/invites.ts'),
  invitees: line('engine', 'user', 'clear', 'engine/operator/invite-admin.ts'),
  inviter: line('engine', 'user', 'clear', 'engine/operator/invite-admin.ts'),
  // `out_money` has the limits of withdrawals.
  kv: { ...line('content', 'tenant', 'clear', 'content/key-values.ts'), takesTwo: ['out_money'] },
  login: { ...line('auth/login', 'user', 'sealed', 'auth/login/login-history.ts'), isRelief: true },
  messageMarks: line('projections', 'user', 'clear', 'projections/message-source.ts'),
  // Which accounts were said to be one person, or none any more.
  persons: line('engine', 'tenant', 'clear', 'engine/operator/person-admin.ts'),
  passkey: line('auth/keys', 'user', 'sealed', 'auth/keys/passkeys.ts'),
  // Why payments of an asset on a network were halted, and how it was cleared.
  reconciliations: { ...line('wallet', 'tenant', 'clear', 'wallet/reconcile/documents.ts'), isRelief: true },
  sanctions: line('wallet/request', 'tenant', 'clear', 'wallet/request/sanctions.ts'),
  // What the house’s own addresses held, with their signatures.
  reserves: line('wallet', 'tenant', 'clear', 'wallet/treasury/reserves.ts'),
  security: line('auth/account', 'user', 'sealed', 'auth/account/account-record.ts'),
  settings: line('auth/account', 'user', 'sealed', 'auth/account/accounts.ts'),
  skippedDueRows: line('sequencer', 'tenant', 'clear', 'sequencer/open-exchange.ts'),
  texts: line('content', 'tenant', 'clear', 'content/texts.ts'),
  unfreeze: line('operator', 'tenant', 'clear', 'operator/commands/accounts.ts'),
  walletHalts: line('wallet', 'tenant', 'clear', 'wallet/halts.ts'),
  // Public keys that addresses follow from.
  walletKeys: line('wallet', 'tenant', 'clear', 'wallet/addresses/public-keys.ts'),
  withdrawPolicy: { ...line('wallet/request', 'tenant', 'clear', 'wallet/request/policy.ts'), takesTwo: 'all' },
} as const satisfies Readonly<Record<string, CollectionEntry>>

/** Collections of one document each, whose name says what it claims: `nickname/…`. */
export const CLAIMS = {
  'identity-number/': line('identity', 'tenant', 'clear', 'identity/identities.ts'),
  'invite-code/': line('invite', 'tenant', 'clear', 'invite/invites.ts'),
  // Who registered on a device first, by a keyed name of it.
  'registered-on/': line('auth/account', 'tenant', 'clear', 'auth/account/persons.ts'),
  'nickname/': line('identity', 'tenant', 'clear', 'identity/nicknames.ts'),
} as const satisfies Readonly<Record<string, CollectionEntry>>

type Named = typeof COLLECTIONS
/** Names of collections whose documents are a customer's, with a sealed part or without. */
export type UserCollection<Kept extends Content = Content> = {
  [Name in keyof Named]: Named[Name]['of'] extends 'user' ? (Named[Name]['content'] extends Kept ? Name : never) : never
}[keyof Named]

export type Collection = keyof typeof COLLECTIONS | `${keyof typeof CLAIMS}${string}`

/** The line of a collection. */
export function collectionEntry(name: string): CollectionEntry | undefined {
  if (Object.hasOwn(COLLECTIONS, name)) return COLLECTIONS[name as keyof typeof COLLECTIONS]
  return Object.entries(CLAIMS).find(([prefix]) => name.startsWith(prefix))?.[1]
}

/** Whether a document needs two operators to be saved or removed. */
export function documentTakesTwo(collection: string, id: string): boolean {
  const two = collectionEntry(collection)?.takesTwo
  return two === 'all' || two?.includes(id) === true
}
