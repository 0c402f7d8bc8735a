/** What a customer may take out in a rolling time, by the level of his identity, and what of it is used. */
import type { UserId } from '@agio/engine/ids/id.ts'
import { formatDecimal, parseDecimal } from '@agio/engine/money/decimal.ts'
import { withdrawnByPersonSince, withdrawnSince } from '@agio/engine/wallet/read-wallet.ts'
import type { IdentityLevel } from '@agio/wire/account/identity.ts'
import type { Content } from '../../content/content.ts'
import { Failure } from '../../core/failure.ts'
import type { Identities } from '../../identity/identities.ts'
import { identityLevels } from '../../identity/limits.ts'
import type { Exchange } from '../../sequencer/exchange.ts'

const HOUR_MS = 3_600_000
/** Decimals of values in the unit asset. */
const VALUE_SCALE = 8
/** What the engine's limits stay below. */
const LIMIT_MOST = 2n ** 60n - 1n

export interface LimitParts {
  readonly exchange: Pick<Exchange, 'state' | 'now'>
  readonly content: Pick<Content, 'keyValues'>
  readonly identities: Pick<Identities, 'level'>
}

/** Values in 1e-8 of the unit asset. */
export interface WithdrawLimit {
  readonly level: 0 | 1 | 2
  /** 0 = nothing may be taken out. */
  readonly limit: bigint
  readonly used: bigint
  /** What is left of it to this account, with what it used itself: other accounts of the person may have used some. */
  readonly ofAccount: bigint
  readonly left: bigint
  readonly windowMs: number
  readonly terms: IdentityLevel
  readonly levels: readonly IdentityLevel[]
}

export const valueText = (value: bigint): string => formatDecimal(value, VALUE_SCALE)

function limitIn(text: string): bigint {
  const limit = parseDecimal(text, VALUE_SCALE)
  if (limit === 'tooManyDecimals') return limitIn(text.slice(0, text.indexOf('.') + 1 + VALUE_SCALE))
  if (typeof limit === 'string') return 0n
  return limit < LIMIT_MOST ? limit : LIMIT_MOST
}

export async function limitOf({ exchange, content, identities }: LimitParts, userId: UserId): Promise<WithdrawLimit> {
  const levels = identityLevels(content.keyValues().out_money)
  const level = await identities.level(userId)
  const terms = levels[level]
  const windowMs = terms.time * HOUR_MS
  const limit = limitIn(terms.amountLimit)
  const since = exchange.now() - windowMs
  const own = withdrawnSince(exchange.state, userId, since)
  const used = level === 0 ? withdrawnByPersonSince(exchange.state, userId, since) : own
  // the engine takes 0 for no limit
  const ofAccount = limit - (used - own) > 0n ? limit - (used - own) : 1n
  return { level, limit, used, ofAccount, left: used > limit ? 0n : limit - used, windowMs, terms, levels }
}

export const limitFailure = ({ terms, used }: WithdrawLimit): Failure =>
  new Failure('WITHDRAW_LIMIT', { amountLimit: terms.amountLimit, used: valueText(used), coin: terms.coin, time: terms.time })
