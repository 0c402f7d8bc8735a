/**
 * A block with what it brings: its transactions, the logs of listed tokens and its calls in one request, then the receipts of what may
 * count. What validators withdraw stands in the block itself. All is asked by the block's hash, so that a re-organisation between two requests mixes nothing.
 */
import { type Arrival, type BlockRef, ChainFault, type WatchedBlock, type WatchWishes } from '../port.ts'
import { checksummed } from './addresses.ts'
import { callsFor, candidatesIn } from './block-answer.ts'
import { type Candidate, listedTokens, ownOf, type Proven, withdrawalArrivals, wordOf } from './candidates.ts'
import type { EvmConfig } from './config.ts'
import { headOf } from './head.ts'
import { measured } from './measured.ts'
import { type Rpc, resultOf } from './rpc.ts'
import { hash, type Json, list, object, quantity, smallNumber } from './shapes.ts'

/** @returns null when the block is not on the node's chain */
export async function readBlock(rpc: Rpc, config: EvmConfig, ref: BlockRef, wishes: WatchWishes): Promise<WatchedBlock | null> {
  const tokens = listedTokens(wishes)
  const calls = callsFor(config, ref, [...tokens.keys()])
  const [block, ...rest] = await rpc.answers(calls)
  const answered = block === undefined ? null : resultOf(block, 'eth_getBlockByNumber')
  if (answered === null) return null
  const head = headOf(answered)
  if (head.hash !== ref.hash) return null
  if (head.height !== ref.height) throw new ChainFault('nonsense', `a node gave block ${head.height} for ${ref.height}`)

  const { transactions: listed, withdrawals } = object(answered, 'block')
  const transactions = list(listed, 'transactions')
  const candidates = candidatesIn({ block: ref.hash, transactions, calls: calls.slice(1), answers: rest }, tokens, wishes)
  const own = ownOf(transactions, wishes)
  const withdrawn = withdrawalArrivals(withdrawals, wishes)
  if (candidates.length === 0) return { ...head, arrivals: withdrawn, own }
  const proven = await provenBy(rpc, ref, candidates)
  const believed = await measured(rpc, config, head, proven, tokens)
  const arrivals = believed.map(({ candidate, position }) => arrivalOf(candidate, position, tokens))
  return { ...head, arrivals: [...arrivals, ...withdrawn], own }
}

/** Those whose transaction succeeded, with their position. @throws ChainFault when a receipt does not say what the block said */
async function provenBy(rpc: Rpc, ref: BlockRef, candidates: readonly Candidate[]): Promise<readonly Proven[]> {
  const hashes = [...new Set(candidates.map(({ tx }) => tx))]
  const receipts = await rpc.results(hashes.map((tx) => ({ method: 'eth_getTransactionReceipt', params: [tx] })))
  const byHash = new Map(hashes.map((tx, index) => [tx, receiptOf(receipts[index], tx, ref)]))
  return candidates.flatMap((candidate) => {
    const receipt = byHash.get(candidate.tx)
    if (receipt === undefined || quantity(receipt.status, 'status of a receipt') !== 1n) return []
    return [{ candidate, position: candidate.position ?? `l${placeOfLog(receipt, candidate)}` }]
  })
}

function receiptOf(value: unknown, tx: string, { hash: block }: BlockRef): Json {
  if (value === null) throw new ChainFault('nonsense', `a node has no receipt of ${tx} of its block`)
  const receipt = object(value, 'receipt')
  // It moved meanwhile: whoever follows the chain finds the block gone.
  if (hash(receipt.transactionHash, 'transaction of a receipt') !== tx || hash(receipt.blockHash, 'block of a receipt') !== block)
    throw new ChainFault('disagreement', `the receipt of ${tx} is of another block`)
  return receipt
}

/** The log must stand in the receipt as it was told. */
function placeOfLog(receipt: Json, { logIndex, token, amount, tx }: Candidate): number {
  const logs = list(receipt.logs, 'logs of a receipt').map((entry) => object(entry, 'log of a receipt'))
  const place = logs.findIndex((log) => smallNumber(log.logIndex, 'index of a log') === logIndex)
  const log = logs[place]
  if (log === undefined || String(log.address).toLowerCase() !== token || wordOf(log.data) !== amount)
    throw new ChainFault('nonsense', `the receipt of ${tx} does not tell of log ${logIndex}`)
  return place
}

function arrivalOf({ tx, to, from, token, amount, watched }: Candidate, position: string, tokens: ReadonlyMap<string, string>): Arrival {
  const listed = token === null ? null : (tokens.get(token) ?? token)
  return { tx, position, to: checksummed(to), tag: null, from: checksummed(from), token: listed, amount, watched }
}
