/** The circuit breaker of a pair: when it halts, and for how long. */
import type { InstrumentTerms } from '@agio/engine/command.ts'
import { formatDecimal, parseDecimal } from '@agio/engine/money/decimal.ts'
import { operatorCommand, pairOf, refuse, submitted } from '../operator-command.ts'

const RATE_SCALE = 8
const MINUTE_MS = 60_000
const DAY_MINUTES = 1440
const DEFAULT_WINDOW_MS = 60 * MINUTE_MS

/** A share in 1e-8; undefined = not given. @throws Refusal */
export function shareOf(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const share = parseDecimal(text, RATE_SCALE)
  if (typeof share === 'string' || share < 0n || share >= 10n ** BigInt(RATE_SCALE))
    refuse(`${name}: a share below 1, such as 0.1; 0 is off`)
  return Number(share)
}

function msOf(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (!/^\d{1,4}$/.test(text) || Number(text) < 1 || Number(text) > DAY_MINUTES) refuse(`${name}: 1 to ${DAY_MINUTES} minutes`)
  return Number(text) * MINUTE_MS
}

function described({ breakerMoveE8, breakerHaltMs, breakerLongMoveE8 = 0, breakerLongWindowMs = 0 }: InstrumentTerms): string {
  const share = (rateE8: number): string => formatDecimal(BigInt(rateE8), RATE_SCALE)
  const short = breakerMoveE8 === 0 ? [] : [`by more than ${share(breakerMoveE8)} within 5 minutes`]
  const long = breakerLongMoveE8 === 0 ? [] : [`by more than ${share(breakerLongMoveE8)} within ${breakerLongWindowMs / MINUTE_MS} minutes`]
  const moves = [...short, ...long].join(' or ')
  return moves === '' ? 'never halts by itself' : `halts for ${breakerHaltMs / MINUTE_MS} minutes when it moves ${moves}`
}

export const breaker = operatorCommand({
  name: 'breaker',
  summary: 'Sets how far a pair may move before it halts; what is not named stays as it is.',
  arguments: { pair: 'such as BTC/USDT' },
  options: {
    move: 'a share of the mean of the last five minutes: 0.1 is 10 %, 0 is off',
    'long-move': 'a share of the price at the start of the longer window; 0 is off',
    'long-window': 'length of the longer window in minutes, default 60',
    halt: 'how long the pair halts, in minutes',
  },
  needsReason: true,
  async run(call) {
    const { given, actor, why } = call
    const { instrumentId, terms: old } = pairOf(call.tenant, given.pair)
    const breakerLongMoveE8 = shareOf('long-move', given['long-move']) ?? old.breakerLongMoveE8 ?? 0
    const length = msOf('long-window', given['long-window']) ?? (old.breakerLongWindowMs || DEFAULT_WINDOW_MS)
    const terms: InstrumentTerms = {
      ...old,
      breakerMoveE8: shareOf('move', given.move) ?? old.breakerMoveE8,
      breakerHaltMs: msOf('halt', given.halt) ?? old.breakerHaltMs,
      breakerLongMoveE8,
      breakerLongWindowMs: breakerLongMoveE8 === 0 ? 0 : length,
    }
    const { seq } = await submitted(call, { kind: 'changeInstrument', instrumentId, terms, actor, why })
    return `breaker ${terms.symbol}: ${described(terms)}, entry ${seq}`
  },
})
