/** Every in-app address, as a constant or a builder: components never write a path by hand. */
import { symbolFromQuery, symbolToQuery } from '@agio/wire/market/pair-address.ts'

export const paths = {
  home: '/',
  login: '/login',
  register: '/register',
  resetPassword: '/resetPassword',
  markets: '/marketData',
  reserves: '/proofOfReserves',
  convert: '/exchange',
  contractTerminal: '/trade',
  spotTerminal: '/spotTrade',
  notices: '/Notice',
  help: '/helpCenter',
  earn: '/financial',
  userCenter: '/userCenter',
  security: '/userCenter/safeCenter',
  devices: '/userCenter/safeCenter?view=devices',
  apiKeys: '/userCenter/safeCenter?view=keys',
  identity: '/userCenter/identity',
  settings: '/userCenter/userSettings',
  invite: '/invite',
  spotOrders: '/spotOrder',
  convertOrders: '/flashOrder',
  earnOrders: '/financialOrder',
  contractOrders: '/contractOrder',
  bills: '/billDetails',
  spotAssets: '/assets/spot',
  contractAssets: '/assets/contract',
  earnAssets: '/assets/financial',
  deposit: '/assets/spot/topUp',
  contractTopUp: '/assets/contract/topUp',
  contractData: '/contractData',
  withdraw: '/assets/spot/withdrawMoney',
  addressBook: '/assets/address',
  messageCentre: '/bulletinCenter',
  messages: '/bulletin',
  bulletin: '/bulletin/details',
} as const

/** Beginning of the fragment by which a message's link refuses a login: `/login#notMe=<token>`; a fragment reaches no log. */
export const NOT_ME = '#notMe='

/** A query, with its question mark, whose pair stands in the one spelling; undefined when there is nothing to put right. */
export function withPairSpelt(search: string): string | undefined {
  const written = new URLSearchParams(search).get('symbol')
  const symbol = symbolFromQuery(written)
  if (symbol === undefined || symbolToQuery(symbol) === written) return undefined
  return search.replace(/([?&]symbol=)[^&]*/, `$1${symbolToQuery(symbol)}`)
}

/** The terminal of a pair: the full one for a user, the read-only one for a visitor. */
export function spotTerminalPath(symbol: string, loggedIn: boolean): string {
  const query = symbolToQuery(symbol)
  return loggedIn ? `${paths.spotTerminal}?symbol=${query}` : `${paths.contractTerminal}?type=spot&symbol=${query}`
}

/** The terminal of a contract, for users and visitors alike. @param symbol `E-BTC-USDT` */
export const contractTerminalPath = (symbol: string): string => `${paths.contractTerminal}?contract=${encodeURIComponent(symbol)}`

/** /login with the way back to `target` (path and query). */
export function loginPath(target: string): string {
  return target === paths.home ? paths.login : `${paths.login}?returnUrl=${encodeURIComponent(target)}`
}

/** /register with an address typed elsewhere already filled in; the account travels in router state, never in the address. */
export const registerPath = paths.register

/** An announcement as a logged-in reader opens it. */
export function bulletinPath(id: string, classId: string): string {
  return `${paths.bulletin}?id=${encodeURIComponent(id)}&classMenu=${encodeURIComponent(classId)}`
}

/** An announcement as anybody opens it. */
export function noticePath(id: string): string {
  return `${paths.notices}?id=${encodeURIComponent(id)}`
}

/** A conversion in the list of them, opened. */
export function conversionPath(id: string): string {
  return `${paths.convertOrders}?id=${encodeURIComponent(id)}`
}

/** The receipt of a liquidation, among the orders of contracts. */
export function receiptPath(id: string): string {
  return `${paths.contractOrders}?receipt=${encodeURIComponent(id)}`
}

/** An article or class of the help centre. */
export function helpPath(id: string): string {
  return `${paths.help}/${encodeURIComponent(id)}`
}

/** The article of a configured legal document. */
export function legalPath(document: 'user_agreement' | 'privacy_policy'): string {
  return `${paths.help}/legal/${document}`
}

/**
 * The place to go after a login: `returnUrl` when it is a path of this origin other than /login, else `/`. Browsers read a backslash
 * as a slash and drop tabs and line feeds, so anything but a plain path is refused rather than repaired.
 */
export function safeReturnPath(returnUrl: string | null): string {
  if (returnUrl === null || !/^\/(?![/\\])[^\\\s]*$/.test(returnUrl)) return paths.home
  // A control character inside would be dropped by the URL parser and change the meaning of what was checked.
  for (const character of returnUrl) if (character.charCodeAt(0) < 0x20) return paths.home
  const pathname = returnUrl.split(/[?#]/)[0] ?? ''
  return pathname === paths.login || pathname.startsWith(`${paths.login}/`) ? paths.home : returnUrl
}
