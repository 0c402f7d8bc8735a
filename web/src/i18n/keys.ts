/** Text keys, typed from the English texts: `shell:header.login`. A key that no file has does not compile. */
import type account from './locales/en_US/account.json'
import type addresses from './locales/en_US/addresses.json'
import type assets from './locales/en_US/assets.json'
import type auth from './locales/en_US/auth.json'
import type closed from './locales/en_US/closed.json'
import type contract from './locales/en_US/contract.json'
import type convert from './locales/en_US/convert.json'
import type earn from './locales/en_US/earn.json'
import type help from './locales/en_US/help.json'
import type home from './locales/en_US/home.json'
import type identity from './locales/en_US/identity.json'
import type invite from './locales/en_US/invite.json'
import type markets from './locales/en_US/markets.json'
import type notices from './locales/en_US/notices.json'
import type orders from './locales/en_US/orders.json'
import type pages from './locales/en_US/pages.json'
import type perpetual from './locales/en_US/perpetual.json'
import type reserves from './locales/en_US/reserves.json'
import type savings from './locales/en_US/savings.json'
import type shell from './locales/en_US/shell.json'
import type terminal from './locales/en_US/terminal.json'
import type transfer from './locales/en_US/transfer.json'
import type ui from './locales/en_US/ui.json'
import type wallet from './locales/en_US/wallet.json'
import type withdraw from './locales/en_US/withdraw.json'

interface Texts {
  account: typeof account
  addresses: typeof addresses
  assets: typeof assets
  auth: typeof auth
  closed: typeof closed
  contract: typeof contract
  convert: typeof convert
  earn: typeof earn
  help: typeof help
  home: typeof home
  identity: typeof identity
  invite: typeof invite
  markets: typeof markets
  notices: typeof notices
  orders: typeof orders
  pages: typeof pages
  perpetual: typeof perpetual
  reserves: typeof reserves
  savings: typeof savings
  shell: typeof shell
  terminal: typeof terminal
  transfer: typeof transfer
  ui: typeof ui
  wallet: typeof wallet
  withdraw: typeof withdraw
}

export type TextNamespace = keyof Texts

/** `items_one` and `items_other` are one key, `items`, whose form the count decides. */
type WithoutPlural<Key extends string> = Key extends `${infer Stem}_${'zero' | 'one' | 'two' | 'few' | 'many' | 'other'}` ? Stem : Key

export type TextKey = { [Ns in TextNamespace]: `${Ns}:${WithoutPlural<keyof Texts[Ns] & string>}` }[TextNamespace]

export type TextValues = Readonly<Record<string, string | number>>
