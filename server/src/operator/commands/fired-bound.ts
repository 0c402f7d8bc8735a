/** How far beyond the reference of its pair an order that fires at the market may trade. */
import type { InstrumentTerms } from '@agio/engine/command.ts'
import { formatDecimal } from '@agio/engine/money/decimal.ts'
import { operatorCommand, pairOf, refuse, submitted } from '../operator-command.ts'
import { shareOf } from './breaker.ts'

export const firedBound = operatorCommand({
  name: 'stops bound',
  summary: 'Sets how far beyond the reference a stop that fires at the market may trade; what is left rests at the bound.',
  arguments: { pair: 'such as BTC/USDT', share: 'above 0 and below 1, such as 0.05' },
  options: {},
  needsReason: true,
  async run(call) {
    const { given, actor, why } = call
    const { instrumentId, terms: old } = pairOf(call.tenant, given.pair)
    const firedBoundE8 = shareOf('share', given.share) ?? 0
    if (firedBoundE8 === 0) refuse('share: above 0, such as 0.05')
    const terms: InstrumentTerms = { ...old, firedBoundE8 }
    const { seq } = await submitted(call, { kind: 'changeInstrument', instrumentId, terms, actor, why })
    return `stops bound ${terms.symbol}: ${formatDecimal(BigInt(firedBoundE8), 8)}, entry ${seq}`
  },
})
