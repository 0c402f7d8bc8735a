/** Which words tell of a refusal, by its name in the API. */

export const REFUSALS = {
  QUOTE_EXPIRED: 'expired',
  QUOTE_NOT_FOUND: 'forgotten',
  QUOTE_USED: 'used',
  QUOTE_MOVED: 'moved',
  CONVERT_INVENTORY: 'stock',
  CONVERT_STOCK_KEPT: 'kept',
  CONVERT_PERSON_LIMIT: 'person',
  CONVERT_SIDE_CLOSED: 'side',
  CONVERT_COIN_CLOSED: 'coin',
  CONVERT_PAUSED: 'paused',
  CONVERT_QUOTES_OPEN: 'open',
  CONVERT_DAILY_LIMIT: 'day',
  BALANCE_INSUFFICIENT: 'balance',
  INDEX_UNAVAILABLE: 'index',
  CONVERT_AMOUNT_RANGE: 'range',
  CONVERT_PAIR_NOT_FOUND: 'pair',
  FEATURE_OFF: 'off',
} as const

export type Refusal = (typeof REFUSALS)[keyof typeof REFUSALS]

/** Of these the server's own sentence has the figures; they have a title here. */
const TOLD: ReadonlySet<Refusal> = new Set(['kept', 'person', 'side', 'coin'])
export type Told = 'kept' | 'person' | 'side' | 'coin'
export const isTold = (refusal: Refusal): refusal is Told => TOLD.has(refusal)

/** Seconds after which the same is worth asking for again; 0 = nobody knows. */
export function waitOf(name: string, params: Readonly<Record<string, unknown>>): number {
  const seconds = name === 'CONVERT_PAUSED' || name === 'CONVERT_QUOTES_OPEN' ? params.retryAfter : 0
  return typeof seconds === 'number' && seconds > 0 ? seconds : 0
}

/** Undefined for refusals that have no words of their own here. */
export const refusalOf = (name: string): Refusal | undefined =>
  Object.hasOwn(REFUSALS, name) ? REFUSALS[name as keyof typeof REFUSALS] : undefined
