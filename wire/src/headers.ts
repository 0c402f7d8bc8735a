/** Header names of the API, and the languages they may name. */
export const HEADERS = {
  token: 'x-access-token',
  language: 'lang',
  requestId: 'x-request-id',
  serverTime: 'x-server-time',
  limit: 'x-ratelimit-limit',
  remaining: 'x-ratelimit-remaining',
  reset: 'x-ratelimit-reset',
  used: 'x-ratelimit-used',
  replay: 'idempotent-replay',
  apiKey: 'x-api-key',
  apiTimestamp: 'x-api-timestamp',
  apiSignature: 'x-api-signature',
  /** Milliseconds that the time of a signature may be off. */
  apiWindow: 'x-api-window',
  futuresToken: 'exchange-token',
  futuresClient: 'exchange-client',
  futuresLanguage: 'exchange-language',
} as const

export const DEFAULT_LANGUAGE = 'en_US'

const FULL_FORM: Readonly<Record<string, string>> = { en: 'en_US', zh: 'zh_CN', ja: 'ja_JP', ko: 'ko_KR', tw: 'zh_TW' }
const SHORT_FORM: Readonly<Record<string, string>> = { en_US: 'en', zh_CN: 'zh', ja_JP: 'ja', ko_KR: 'ko', zh_TW: 'tw' }

/** `zh` → `zh_CN`, `tw` → `zh_TW`; other codes pass unchanged. */
export const fullLanguage = (code: string): string => (Object.hasOwn(FULL_FORM, code) ? (FULL_FORM[code] ?? code) : code)
/** `zh_CN` → `zh`; other codes pass unchanged. */
export const shortLanguage = (code: string): string => (Object.hasOwn(SHORT_FORM, code) ? (SHORT_FORM[code] ?? code) : code)
