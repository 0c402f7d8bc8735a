/** A price that a pair is configured with: without one nobody whose withdrawals rest trades there. For tests only. */
import { instrumentsOf } from '@agio/engine/read.ts'
import type { MemoryExchange } from './memory-exchange.ts'

/** @param ticks of the first pair */
export function namePrice(exchange: MemoryExchange, ticks: number): void {
  const [pair] = instrumentsOf(exchange.state)
  if (pair === undefined) throw new Error('no pair')
  const terms = { ...pair.terms, referencePrice: ticks }
  exchange.must({ kind: 'changeInstrument', instrumentId: pair.instrumentId, terms, actor: 'test', why: 'test' })
}
