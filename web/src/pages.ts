/**
 * Every page of the application as data: who may open it, which parts of the shell it hides, its title and its texts. Routes, guards and
 * the server (through `routes.json` of the build) read this one table. A path that stands nowhere here is answered with status 404.
 */

/** visitor: anyone. user: a stored token; a visitor is sent to /login with the way back. */
export type PageAccess = 'visitor' | 'user'

/** A part of the product that an operator may switch off; its pages then say so. */
export type Feature = 'contract' | 'convert' | 'earn' | 'invite' | 'account' | 'notices' | 'help'

export interface Page {
  /** Path in the router's notation; `*` at the end covers everything below. */
  readonly path: string
  readonly access: PageAccess
  /** Text key of the document title, in namespace `pages`. */
  readonly title: PageTitle
  /** Text namespaces that the page needs before its first paint, besides `shell`, `ui` and `pages`. */
  readonly texts: readonly string[]
  readonly hideHeader?: true
  readonly hideFooter?: true
  /** Present while the page is only a notice that its feature is closed in this installation. */
  readonly closed?: Feature
  /** The part of the product that it belongs to: nothing leads to it where the operator has switched that off. */
  readonly feature?: Feature
}

export type PageTitle =
  | 'home'
  | 'login'
  | 'register'
  | 'resetPassword'
  | 'userCenter'
  | 'safeCenter'
  | 'identity'
  | 'userSettings'
  | 'invite'
  | 'exchange'
  | 'trade'
  | 'spotTrade'
  | 'notice'
  | 'help'
  | 'markets'
  | 'reserves'
  | 'financial'
  | 'spotOrder'
  | 'flashOrder'
  | 'financialOrder'
  | 'contractOrder'
  | 'billDetails'
  | 'assetsSpot'
  | 'assetsContract'
  | 'assetsFinancial'
  | 'withdraw'
  | 'topUp'
  | 'contractTopUp'
  | 'contractData'
  | 'address'
  | 'bulletinCenter'
  | 'bulletin'
  | 'bulletinDetails'

const open = (path: string, title: PageTitle, texts: readonly string[]): Page => ({ path, access: 'visitor', title, texts })
const own = (path: string, title: PageTitle, texts: readonly string[]): Page => ({ path, access: 'user', title, texts })
const of = (feature: Feature, page: Page): Page => ({ ...page, feature })

export const PAGES: readonly Page[] = [
  open('/', 'home', ['home']),
  open('/login', 'login', ['auth']),
  open('/register', 'register', ['auth']),
  { ...open('/resetPassword', 'resetPassword', ['auth']), hideHeader: true, hideFooter: true },
  of('convert', open('/exchange', 'exchange', ['convert', 'closed'])),
  open('/trade', 'trade', ['terminal', 'contract', 'orders', 'assets']),
  open('/Notice', 'notice', ['notices']),
  open('/helpCenter/*', 'help', ['help']),
  open('/marketData', 'markets', ['markets']),
  open('/proofOfReserves', 'reserves', ['reserves']),
  of('earn', open('/financial', 'financial', ['earn', 'closed'])),
  of('contract', open('/contractData', 'contractData', ['perpetual', 'orders', 'closed'])),
  own('/userCenter', 'userCenter', ['account', 'auth']),
  own('/userCenter/safeCenter', 'safeCenter', ['account', 'auth']),
  own('/userCenter/identity', 'identity', ['identity', 'account', 'auth']),
  own('/userCenter/userSettings', 'userSettings', ['account', 'auth']),
  own('/invite', 'invite', ['invite', 'account', 'auth']),
  { ...own('/spotTrade', 'spotTrade', ['terminal', 'orders', 'assets']), hideFooter: true },
  own('/spotOrder', 'spotOrder', ['orders']),
  of('convert', own('/flashOrder', 'flashOrder', ['orders', 'closed'])),
  of('earn', own('/financialOrder', 'financialOrder', ['orders', 'earn', 'savings'])),
  of('contract', own('/contractOrder', 'contractOrder', ['orders', 'perpetual', 'closed'])),
  own('/billDetails', 'billDetails', ['orders']),
  own('/assets/spot', 'assetsSpot', ['assets', 'orders']),
  of('contract', own('/assets/contract', 'assetsContract', ['assets', 'orders', 'perpetual', 'closed'])),
  of('earn', own('/assets/financial', 'assetsFinancial', ['assets', 'orders', 'earn', 'savings'])),
  own('/assets/spot/withdrawMoney', 'withdraw', ['wallet', 'withdraw', 'orders', 'account', 'auth']),
  own('/assets/spot/topUp', 'topUp', ['wallet', 'orders']),
  of('contract', own('/assets/contract/topUp', 'contractTopUp', ['assets', 'perpetual', 'closed'])),
  own('/assets/address', 'address', ['addresses', 'wallet', 'withdraw', 'orders', 'account', 'auth']),
  own('/bulletinCenter', 'bulletinCenter', ['notices']),
  own('/bulletin', 'bulletin', ['notices']),
  own('/bulletin/details', 'bulletinDetails', ['notices']),
]

/** The page of a path, or undefined for a path that is in no table. Trailing slashes are ignored; letter case counts. */
export function pageOf(pathname: string): Page | undefined {
  const path = pathname.length > 1 ? pathname.replace(/\/+$/, '') : pathname
  return PAGES.find((page) =>
    page.path.endsWith('/*') ? path === page.path.slice(0, -2) || path.startsWith(page.path.slice(0, -1)) : page.path === path,
  )
}
