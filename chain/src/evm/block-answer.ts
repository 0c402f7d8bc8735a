/** What is asked of a node about a block, and what of its answer may count. Pure. */
import { type BlockRef, ChainFault, type WatchWishes } from '../port.ts'
import { type Candidate, coinCandidates, debugCandidates, flatCandidates, TRANSFER, tokenCandidates } from './candidates.ts'
import type { EvmConfig } from './config.ts'
import { type RpcAnswer, type RpcCall, resultOf } from './rpc.ts'
import { hex, type Json, list } from './shapes.ts'

/** @param tokens in lower case. @returns the block in full first, then what is beside it */
export function callsFor({ internalCalls }: EvmConfig, { height, hash: block }: BlockRef, tokens: readonly string[]): readonly RpcCall[] {
  const calls: RpcCall[] = [{ method: 'eth_getBlockByNumber', params: [hex(height), true] }]
  // An empty list of contracts would mean all of them.
  if (tokens.length > 0) calls.push({ method: 'eth_getLogs', params: [{ blockHash: block, address: tokens, topics: [TRANSFER] }] })
  if (internalCalls === 'debug') calls.push({ method: 'debug_traceBlockByHash', params: [block, { tracer: 'callTracer' }] })
  if (internalCalls === 'flat') calls.push({ method: 'trace_block', params: [hex(height)] })
  return calls
}

export interface BlockAnswer {
  /** Hash of the block. */
  readonly block: string
  /** Of the block, in full. */
  readonly transactions: readonly unknown[]
  /** Those after the first, with their answers. */
  readonly calls: readonly RpcCall[]
  readonly answers: readonly RpcAnswer[]
}

/** In the order of the transactions. @throws ChainFault for what cannot be */
export function candidatesIn(
  { block, transactions, calls, answers }: BlockAnswer,
  tokens: ReadonlyMap<string, string>,
  wishes: WatchWishes,
): readonly Candidate[] {
  const found = coinCandidates(transactions, wishes)
  for (const [index, answer] of answers.entries()) {
    const method = calls[index]?.method ?? ''
    const entries = list(resultOf(answer, method), `answer of ${method}`)
    if (method === 'eth_getLogs') found.push(...tokenCandidates(entries, tokens, wishes, block))
    else if (method === 'debug_traceBlockByHash') found.push(...debugCandidates(entries, transactions, wishes))
    else {
      // It is asked by height: the block may be another by now.
      if (entries.some((entry) => (entry as Json).blockHash !== block))
        throw new ChainFault('nonsense', 'a node gave traces of another block')
      found.push(...flatCandidates(entries, transactions, wishes))
    }
  }
  return found.sort((one, other) => one.order - other.order)
}
