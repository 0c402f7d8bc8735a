/** Pairs, and the exchange as a whole. */
import type { InstrumentStatus } from '@agio/engine/command.ts'
import { type OperatorCall, operatorCommand, pairOf, submitted } from '../operator-command.ts'
import { ALL, haltTrading, leaveToItself, resumeTrading } from '../trading-stop.ts'

const PAIR = { pair: 'such as BTC/USDT; all = every pair and contract, and conversion' } as const
type PairCall = OperatorCall<typeof PAIR, Readonly<Record<never, string>>>

const isAll = ({ given }: PairCall): boolean => given.pair.toLowerCase() === ALL

async function setStatus(call: PairCall, name: string, status: Exclude<InstrumentStatus, 'auction'>): Promise<string> {
  const { tenant, given, actor, why } = call
  const { instrumentId, terms } = pairOf(tenant, given.pair)
  await leaveToItself(call, instrumentId, status === 'halt')
  const { seq } = await submitted(call, { kind: 'setInstrumentStatus', instrumentId, status, actor, why })
  return `${name} ${terms.symbol}: done, entry ${seq}`
}

export const halt = operatorCommand({
  name: 'halt',
  summary: 'Stops a pair, or all trading at once; cancelling stays possible.',
  arguments: PAIR,
  options: {},
  needsReason: true,
  run: (call) => (isAll(call) ? haltTrading(call) : setStatus(call, 'halt', 'halt')),
})

export const resume = operatorCommand({
  name: 'resume',
  summary: 'Resumes a pair, or all that was halted at once; what was halted by itself stays halted.',
  arguments: PAIR,
  options: {},
  needsReason: true,
  run: (call) => (isAll(call) ? resumeTrading(call) : setStatus(call, 'resume', 'trading')),
})

export const snapshot = operatorCommand({
  name: 'snapshot',
  summary: 'Saves the state now, so that the next start is quick; the exchange trades on meanwhile.',
  arguments: {},
  options: {},
  needsReason: false,
  async run({ tenant }) {
    const { seq, byteLength } = await tenant.exchange.snapshot()
    return `snapshot of entry ${seq}: ${byteLength} bytes`
  },
})
