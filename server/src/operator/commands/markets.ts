/** Pairs, and the exchange as a whole. */
import type { InstrumentStatus } from '@agio/engine/command.ts'
import { type OperatorCall, operatorCommand, pairOf, submitted } from '../operator-command.ts'

type PairCall = OperatorCall<{ pair: string }, Record<string, never>>

async function setStatus(call: PairCall, name: string, status: Exclude<InstrumentStatus, 'auction'>): Promise<string> {
  const { tenant, given, actor, why } = call
  const { instrumentId, terms } = pairOf(tenant, given.pair)
  const { seq } = await submitted(call, { kind: 'setInstrumentStatus', instrumentId, status, actor, why })
  return `${name} ${terms.symbol}: done, entry ${seq}`
}

export const halt = operatorCommand({
  name: 'halt',
  summary: 'Stops a pair; cancelling stays possible.',
  arguments: { pair: 'such as BTC/USDT' },
  options: {},
  needsReason: true,
  run: (call) => setStatus(call, 'halt', 'halt'),
})

export const resume = operatorCommand({
  name: 'resume',
  summary: 'Lets a pair trade again.',
  arguments: { pair: 'such as BTC/USDT' },
  options: {},
  needsReason: true,
  run: (call) => setStatus(call, 'resume', 'trading'),
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
