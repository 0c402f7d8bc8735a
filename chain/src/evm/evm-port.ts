/** An EVM chain behind the port, over the JSON-RPC of its nodes. */
import {
  type Arrival,
  type BlockHead,
  ChainFault,
  type ChainPort,
  type FeeQuote,
  type Payment,
  type Slot,
  type WatchWishes,
} from '../port.ts'
import { checksummed } from './addresses.ts'
import { BlockReader } from './block-reader.ts'
import { coinCandidates } from './candidates.ts'
import { asksForCalls, type EvmConfig } from './config.ts'
import { bumpFee, feeFor, nextBaseFee } from './fees.ts'
import { findTransaction } from './find.ts'
import { headOf } from './head.ts'
import { holdingsAt } from './holdings.ts'
import type { Rpc } from './rpc.ts'
import { sendRaw } from './send.ts'
import { hex, list, object, quantity, smallNumber } from './shapes.ts'
import { bodyOf, buildTransaction } from './transactions.ts'

export interface EvmPort extends ChainPort {
  /** False: coins that a contract sends are not found by `read`, and whoever compares balances finds them. */
  readonly seesInternalCalls: boolean
}

/** Blocks of which the miner's part is looked at, and which of the transactions of one by their tip, in percent. */
const FEE_BLOCKS = 20
const TIP_PERCENT: Readonly<Record<0 | 1 | 2, number>> = { 0: 20, 1: 50, 2: 80 }
/** Work of a payment between plain accounts, which nodes tell exactly; all other work may grow until its block, by a quarter (rounded up). */
const PLAIN_WORK = 21_000n

/** @param now ms that only pass */
export function evmPort(rpc: Rpc, config: EvmConfig, now: () => number = () => performance.now()): EvmPort {
  const reader = new BlockReader(rpc, config, now)
  return {
    kind: 'evm',
    seesInternalCalls: asksForCalls(config),
    head: async () => headOf(await rpc.call('eth_getBlockByNumber', 'latest', false)),
    blockAt: async (height) => blockAt(rpc, height),
    read: (block, wishes) => reader.read(block, wishes),
    waiting: (wishes) => waiting(rpc, wishes),
    holdings: (questions, at) => holdingsAt(rpc, questions, at),
    coins: async () => [],
    fee: (speed) => fee(rpc, config, speed),
    nextSlot: (from) => nextSlot(rpc, from),
    work: (from, payment) => work(rpc, from, payment),
    build: (plan) => buildTransaction(config.chainId, plan),
    bump: bumpFee,
    send: (signed) => sendRaw(rpc, signed),
    find: (tx, slot, deadDepth) => findTransaction(rpc, tx, slot, deadDepth),
  }
}

/** @throws ChainFault when the nodes are of another chain than the documents say: nothing may be credited or paid there */
export async function proveChain(rpc: Rpc, { chainId }: EvmConfig): Promise<void> {
  const found = quantity(await rpc.call('eth_chainId'), 'chain id')
  if (found !== chainId) throw new ChainFault('disagreement', `the node is of chain ${found}, and ${chainId} is wanted`)
}

async function blockAt(rpc: Rpc, height: number): Promise<BlockHead | null> {
  const block = await rpc.call('eth_getBlockByNumber', hex(height), false)
  return block === null ? null : headOf(block)
}

/** Coins of transactions that wait; of tokens nobody knows yet what their logs will say. */
async function waiting(rpc: Rpc, wishes: WatchWishes): Promise<readonly Arrival[]> {
  const answer = await rpc.call('eth_getBlockByNumber', 'pending', true)
  if (answer === null) return []
  const candidates = coinCandidates(list(object(answer, 'block').transactions, 'transactions'), wishes)
  return candidates.map(({ tx, to, from, amount, watched }) => ({
    tx,
    position: 'v',
    to: checksummed(to),
    tag: null,
    from: checksummed(from),
    token: null,
    amount,
    watched,
  }))
}

/** The base fee of the next block with room for it to grow, and the tip that others gave lately. */
async function fee(rpc: Rpc, { tipLeast }: EvmConfig, speed: 0 | 1 | 2): Promise<FeeQuote> {
  const [latest, history] = await rpc.results([
    { method: 'eth_getBlockByNumber', params: ['latest', false] },
    { method: 'eth_feeHistory', params: [hex(FEE_BLOCKS), 'latest', [TIP_PERCENT[speed]]] },
  ])
  const block = object(latest, 'block')
  const [baseFee, used, limit] = [block.baseFeePerGas, block.gasUsed, block.gasLimit].map((value) =>
    quantity(value, 'price or gas of a block'),
  )
  if (baseFee === undefined || used === undefined || limit === undefined) throw new ChainFault('nonsense', 'a block without its price')
  const tip = medianTip(object(history, 'history of fees').reward)
  return feeFor(speed, nextBaseFee(baseFee, used, limit), tip > tipLeast ? tip : tipLeast)
}

/** Of the blocks that paid one; 0 when none did. */
function medianTip(reward: unknown): bigint {
  if (reward === undefined || reward === null) return 0n
  const tips = list(reward, 'tips').map((row) => quantity(list(row, 'tips of a block')[0], 'tip'))
  const paid = tips.filter((tip) => tip > 0n).sort((one, other) => (one < other ? -1 : one > other ? 1 : 0))
  return paid[paid.length >> 1] ?? 0n
}

async function nextSlot(rpc: Rpc, from: string): Promise<Slot> {
  const count = await rpc.call('eth_getTransactionCount', from, 'latest')
  return { kind: 'nonce', from, nonce: smallNumber(count, 'count of transactions') }
}

/** @throws ChainFault `nonsense` with the node's words when the payment would fail */
async function work(rpc: Rpc, from: string, payment: Payment): Promise<bigint> {
  const { to, value, data } = payment.amount === 0n ? { to: payment.to, value: 0n, data: '0x' } : bodyOf(payment)
  const [answer] = await rpc.answers([{ method: 'eth_estimateGas', params: [{ from, to, value: hex(value), data }] }])
  // The words may be the receiver's own, those of a contract that fails with them: they tell nothing of the node, whatever they look like.
  if (answer !== undefined && 'error' in answer) throw new ChainFault('nonsense', `eth_estimateGas: ${answer.error.message}`)
  const used = quantity(answer?.result, 'work')
  return used === PLAIN_WORK ? used : (used * 5n + 3n) / 4n
}
