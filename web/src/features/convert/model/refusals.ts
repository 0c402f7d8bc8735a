/** Which words tell of a refusal, by its name in the API. */

export const REFUSALS = {
  QUOTE_EXPIRED: 'expired',
  QUOTE_NOT_FOUND: 'forgotten',
  QUOTE_USED: 'used',
  QUOTE_MOVED: 'moved',
  CONVERT_INVENTORY: 'stock',
  CONVERT_DAILY_LIMIT: 'day',
  BALANCE_INSUFFICIENT: 'balance',
  INDEX_UNAVAILABLE: 'index',
  CONVERT_AMOUNT_RANGE: 'range',
  CONVERT_PAIR_NOT_FOUND: 'pair',
  FEATURE_OFF: 'off',
} as const

export type Refusal = (typeof REFUSALS)[keyof typeof REFUSALS]

/** Undefined for refusals that have no words of their own here. */
export const refusalOf = (name: string): Refusal | undefined =>
  Object.hasOwn(REFUSALS, name) ? REFUSALS[name as keyof typeof REFUSALS] : undefined

/** Refusals that leave no doubt besides those with words: nothing moved. */
const CERTAIN: ReadonlySet<string> = new Set([
  'ACCOUNT_FROZEN',
  'ACCOUNT_DISABLED',
  'IDEMPOTENCY_CONFLICT',
  'ENGINE_BUSY',
  'MAINTENANCE',
  'RATE_LIMIT_IP',
  'RATE_LIMIT_USER',
  'VALIDATION_FAILED',
])

/** Whether a conversion that was refused so may have happened. @param name empty when no answer came */
export const isInDoubt = (name: string): boolean => refusalOf(name) === undefined && !CERTAIN.has(name)
