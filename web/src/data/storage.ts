/**
 * Everything that the browser keeps between visits, one documented key each. Nothing here throws: storage may be blocked, full or hold
 * what another version wrote, and a value of the wrong shape counts as unset. Values are JSON. What the browser refuses to keep lives on
 * in the memory of this page, a session too.
 */

type Check<T> = (value: unknown) => value is T

const isText: Check<string> = (value) => typeof value === 'string'
const isBoolean: Check<boolean> = (value) => typeof value === 'boolean'
const isRecord: Check<Readonly<Record<string, unknown>>> = (value): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isList: Check<readonly unknown[]> = (value): value is readonly unknown[] => Array.isArray(value)
const isTextList: Check<readonly string[]> = (value): value is readonly string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string')

export interface StoredUser {
  readonly userId: string
  readonly avatarUrl: string | null
  /** Masked by the server: `al***er@mail.com`. */
  readonly registerAccount: string
  /** Empty when the user never chose one. */
  readonly nickname: string
}

const isUser: Check<StoredUser> = (value): value is StoredUser =>
  isRecord(value) &&
  isText(value.userId) &&
  isText(value.registerAccount) &&
  isText(value.nickname) &&
  (value.avatarUrl === null || isText(value.avatarUrl))

function kept<T>(key: string, check: Check<T>, area: 'local' | 'session' = 'local') {
  return { key, check, area } as const
}

export const STORED = {
  /** Session token without prefix; present exactly while logged in. */
  token: kept('token', isText),
  userInfo: kept('userInfo', isUser),
  /** Invite code that came with a link, until it is used. */
  inviteInfo: kept('inviteInfo', isRecord),
  /** Wire locale in use, `en_US`. */
  language: kept('language', isText),
  languageList: kept('languageList', isList),
  /** The language as the user chose it by hand; absent when it was detected. */
  selectedLanguage: kept('selectedLanguage', isText),
  /** True day, false night; absent = follow the system. */
  isDayMode: kept('isDayMode', isBoolean),
  currencyPairs: kept('currencyPairs', isList),
  /** Symbol last looked at, `BTC/USDT`. */
  currentPair: kept('currentPair', isText),
  /** Arrangement of the terminal: {preset, bottom?}. */
  terminalLayout: kept('agio.terminalLayout', isRecord),
  /** Of the price chart: {interval, style, indicators}. */
  chartSettings: kept('agio.chart', isRecord),
  /** What was drawn on the charts: by symbol a list of drawings. */
  chartDrawings: kept('agio.drawings', isRecord),
  currentCoin: kept('currentCoin', isText),
  coinList: kept('coinList', isList),
  /** The rate in use: {id, shortName, symbol, rate}. */
  rateData: kept('rateData', isRecord),
  /** Short name of the chosen currency, `USD`. */
  rateKey: kept('rateKey', isText),
  cachedRateData: kept('cachedRateData', isList),
  /** USDT prices of coins by symbol. */
  usdtRate: kept('usdtRate', isRecord),
  /** Whose data is kept here: the tenant's configured name. */
  tenantCacheName: kept('tenantCacheName', isText),
  kvConfig: kept('kvConfig', isRecord),
  flashConfig: kept('flashConfig', isRecord),
  publicInfo: kept('publicInfo', isRecord),
  userConfig: kept('userConfig', isRecord),
  financialConfig: kept('financialConfig', isRecord),
  countryList: kept('countryList', isList),
  contractAssets: kept('contractAssets', isRecord),
  currentContractInfo: kept('currentContractInfo', isRecord),
  /** Withdrawal limit shown to users: {amountLimit, coin, time}. */
  outMoney: kept('outMoney', isRecord),
  /** Paths that the configuration has taken out. */
  pathForbidden: kept('pathForbidden', isTextList),
  cachedMenus: kept('cachedMenus', isRecord),
  cachedBulletins: kept('cachedBulletins', isRecord),
  /** Up and down colours: `default`, `swapped` or `blind`. */
  marketColors: kept('marketColors', isText),
  /** True where the alarm of a position near liquidation is heard, too. */
  alarmSound: kept('agio.alarmSound', isBoolean),
  /** Stable random name of this browser, sent in the device report. */
  deviceIdentity: kept('deviceIdentity', isText),
  /** Set by a language switch just before the reload that follows it. */
  languageChanged: kept('languageChanged', isBoolean, 'session'),
  /** False hides balances until the session ends. */
  balanceVisible: kept('balanceVisible', isBoolean, 'session'),
} as const

export type StoredKey = keyof typeof STORED
export type StoredValue<K extends StoredKey> = (typeof STORED)[K]['check'] extends Check<infer T> ? T : never

const listeners = new Map<StoredKey, Set<() => void>>()
/** What the browser refused to keep, as it would have been kept; null for what it would not remove. */
const unkept = new Map<StoredKey, string | null>()

/** Throws where storage is blocked; some browsers have none and say null. */
function area(key: StoredKey): Storage {
  const storage: Storage | null = STORED[key].area === 'session' ? window.sessionStorage : window.localStorage
  if (storage === null) throw new Error('this browser has no storage')
  return storage
}

/** The stored value, or undefined when it is missing, unreadable or of another shape. */
export function readStored<K extends StoredKey>(key: K): StoredValue<K> | undefined {
  try {
    const text = unkept.has(key) ? unkept.get(key) : area(key).getItem(STORED[key].key)
    if (text === null || text === undefined) return undefined
    const value: unknown = JSON.parse(text)
    return STORED[key].check(value) ? (value as StoredValue<K>) : undefined
  } catch {
    return undefined
  }
}

/** Stores a value; undefined removes it. Where the browser keeps nothing it is this page's alone, until it is closed or loaded again. */
export function writeStored<K extends StoredKey>(key: K, value: StoredValue<K> | undefined): void {
  const text = value === undefined ? null : JSON.stringify(value)
  try {
    if (text === null) area(key).removeItem(STORED[key].key)
    else area(key).setItem(STORED[key].key, text)
    unkept.delete(key)
  } catch (error) {
    console.warn(`storage refused ${STORED[key].key}`, error)
    // Where pages are drawn for many, there is no page to remember for.
    if (typeof window !== 'undefined') unkept.set(key, text)
  }
  notify(key)
}

/** Whether a value is this page's alone. */
export function isUnkept(key: StoredKey): boolean {
  return typeof unkept.get(key) === 'string'
}

function notify(key: StoredKey): void {
  for (const listener of listeners.get(key) ?? []) listener()
}

/** Calls `listener` after this key changed here or in another tab; returns the way to stop. */
export function onStored(key: StoredKey, listener: () => void): () => void {
  const set = listeners.get(key) ?? new Set()
  listeners.set(key, set.add(listener))
  return () => set.delete(listener)
}

/** Passes on the changes of other tabs. Called once at start. */
export function listenToOtherTabs(): void {
  window.addEventListener('storage', (event) => {
    for (const key of Object.keys(STORED) as StoredKey[]) {
      if (event.key !== null && STORED[key].key !== event.key) continue
      // What another tab could store is newer than what this one could not.
      unkept.delete(key)
      notify(key)
    }
  })
}
