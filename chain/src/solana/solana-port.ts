/**
 * Adapter of Solana. It believes finalized slots alone, which do not leave the chain. What waits nobody tells, and nothing is replaced: a
 * transaction is over when the heights of its blockhash are.
 */
import { base64 } from '@scure/base'
import type { RpcTransport } from '@solana/kit'
import {
  type Arrival,
  type BlockHead,
  type BlockRef,
  ChainFault,
  type ChainPort,
  type Coin,
  type FeeQuote,
  type HoldingQuestion,
  type Payment,
  type Plan,
  type SendResult,
  type Signed,
  type Slot,
  type Unsigned,
  type WatchedBlock,
  type WatchWishes,
  type Whereabouts,
} from '../port.ts'
import { arrivalsOf } from './arrivals.ts'
import { blockOf, headOf, type ReadBlock } from './block.ts'
import { feeMostOf } from './fee-most.ts'
import { holdingsAt } from './holdings.ts'
import { readMessage } from './message.ts'
import { amountOf, fieldsOf, heightOf, listOf, NodeError, SolanaRpc, textOf } from './rpc.ts'
import { send, statusOf } from './send.ts'
import { writeUnsigned } from './signing.ts'

const FINALIZED = { commitment: 'finalized' } as const
const FULL = { ...FINALIZED, encoding: 'json', transactionDetails: 'full', maxSupportedTransactionVersion: 0, rewards: false }
const BARE = { ...FINALIZED, transactionDetails: 'none', maxSupportedTransactionVersion: 0, rewards: false }

/** Errors by which nodes say that a slot has no block. */
const SKIPPED: readonly number[] = [-32_007, -32_009]
/** How far back the block before a gap is looked for. */
const GAP_MOST = 64

/** Units of the instructions that a payment is made of, with room: a receiver's account is made where it is missing. */
const COIN_WORK = 1_000n
const TOKEN_WORK = 60_000n

/** Part of the recent fees that lies below, for the three speeds, in hundredths. */
const PERCENTILES = [25, 50, 90] as const

/** What the sender paid beyond its payments: the fee, and deposits of accounts that it made. */
function costOf(answer: unknown, succeeded: boolean): bigint {
  const what = 'getTransaction'
  const { transaction, meta } = fieldsOf(answer, what)
  const { fee, preBalances, postBalances } = fieldsOf(meta, what)
  const bytes = base64.decode(textOf(listOf(transaction, what)[0], what))
  try {
    const { from, payments } = readMessage(bytes.subarray(65))
    const paid = payments
      .filter(({ to, token }) => succeeded && token === null && to !== from)
      .reduce((sum, { amount }) => sum + amount, 0n)
    return amountOf(listOf(preBalances, what)[0], what) - amountOf(listOf(postBalances, what)[0], what) - paid
  } catch (error) {
    // somebody else's transaction: its fee is all that can be said
    if (error instanceof RangeError) return amountOf(fee, what)
    throw error
  }
}

export interface SolanaOptions {
  /** Of `createDefaultRpcTransport`, or of a test. */
  readonly transport: RpcTransport
  readonly timeoutMs: number
}

export class SolanaPort implements ChainPort {
  readonly kind = 'solana'
  readonly #rpc: SolanaRpc

  constructor({ transport, timeoutMs }: SolanaOptions) {
    this.#rpc = new SolanaRpc(transport, timeoutMs)
  }

  async head(): Promise<BlockHead> {
    const slot = heightOf(await this.#rpc.must('getSlot', FINALIZED), 'getSlot')
    return headOf(await this.#rpc.must('getBlock', slot, BARE), slot)
  }

  /** @returns the answer about a slot; null when it has no block */
  async #block(slot: number, how: typeof FULL | typeof BARE): Promise<unknown> {
    try {
      return await this.#rpc.ask('getBlock', slot, how)
    } catch (error) {
      if (!(error instanceof NodeError)) throw error
      if (SKIPPED.includes(error.code)) return null
      throw new ChainFault('unreachable', `getBlock: ${error.message}`)
    }
  }

  async blockAt(height: number): Promise<BlockHead | null> {
    if (height > heightOf(await this.#rpc.must('getSlot', FINALIZED), 'getSlot')) return null
    const answer = await this.#block(height, BARE)
    if (answer !== null) return headOf(answer, height)
    const slots = listOf(await this.#rpc.must('getBlocks', Math.max(0, height - GAP_MOST), height, FINALIZED), 'getBlocks')
    const before = slots.map((slot) => heightOf(slot, 'getBlocks')).at(-1)
    if (before === undefined) throw new ChainFault('noHistory', `no block at or below slot ${height}`)
    return headOf(await this.#rpc.must('getBlock', before, BARE), before)
  }

  async #read(slot: number): Promise<ReadBlock | null> {
    const answer = await this.#block(slot, FULL)
    return answer === null ? null : blockOf(answer, slot)
  }

  async read({ height, hash }: BlockRef, wishes: WatchWishes): Promise<WatchedBlock | null> {
    const block = await this.#read(height)
    if (block?.hash !== hash) return null
    const { transactions, ...head } = block
    const own = transactions.map(({ tx }) => tx).filter((tx) => wishes.own.has(tx))
    return { ...head, arrivals: transactions.flatMap((transaction) => arrivalsOf(transaction, wishes)), own }
  }

  waiting(): Promise<readonly Arrival[]> {
    return Promise.resolve([])
  }

  holdings(questions: readonly HoldingQuestion[], at: BlockRef): Promise<readonly bigint[]> {
    const blocks = new Map<number, Promise<ReadBlock | null>>()
    const once = (slot: number): Promise<ReadBlock | null> => {
      const block = blocks.get(slot) ?? this.#read(slot)
      blocks.set(slot, block)
      return block
    }
    return holdingsAt(this.#rpc, once, questions, at)
  }

  coins(): Promise<readonly Coin[]> {
    return Promise.resolve([])
  }

  async fee(speed: 0 | 1 | 2): Promise<FeeQuote> {
    const what = 'getRecentPrioritizationFees'
    const recent = listOf(await this.#rpc.must(what), what).map((row) => amountOf(fieldsOf(row, what).prioritizationFee, what))
    const sorted = recent.sort((one, other) => (one < other ? -1 : 1))
    return { rate: sorted[Math.floor((sorted.length * PERCENTILES[speed]) / 100)] ?? 0n, tip: 0n }
  }

  async nextSlot(from: string): Promise<Slot> {
    const what = 'getLatestBlockhash'
    const { blockhash, lastValidBlockHeight } = fieldsOf(fieldsOf(await this.#rpc.must(what, FINALIZED), what).value, what)
    return { kind: 'blockhash', from, blockhash: textOf(blockhash, what), lastHeight: heightOf(lastValidBlockHeight, what) }
  }

  work(_from: string, { token }: Payment): Promise<bigint> {
    return Promise.resolve(token === null ? COIN_WORK : TOKEN_WORK)
  }

  build({ payments, slot, fee, work }: Plan): Unsigned {
    if (slot.kind !== 'blockhash') throw new RangeError(`a slot of another kind of chain: ${slot.kind}`)
    const { from, blockhash, lastHeight } = slot
    const bytes = writeUnsigned({ from, blockhash, payments, rate: fee.rate, work }, lastHeight)
    return { bytes, from: null, coins: [], feeMost: feeMostOf(payments, fee.rate, work) }
  }

  /** Nothing is replaced here: what expired is paid anew, at the market's fee. */
  bump(paid: FeeQuote, market: FeeQuote): FeeQuote {
    return paid.rate > market.rate ? paid : market
  }

  send(signed: Signed): Promise<SendResult> {
    return send(this.#rpc, signed)
  }

  async find(tx: string, slot: Slot, deadDepth: number): Promise<Whereabouts> {
    // the height first: a transaction that is not found afterwards was in no block up to it
    const height = heightOf(await this.#rpc.must('getBlockHeight', FINALIZED), 'getBlockHeight')
    const status = await statusOf(this.#rpc, tx)
    if (status === null) {
      const isOver = slot.kind === 'blockhash' && height > slot.lastHeight + deadDepth
      return { state: isOver ? 'dead' : 'unseen' }
    }
    if (status.confirmationStatus !== 'finalized') return { state: 'waiting' }
    return this.#mined(tx)
  }

  async #mined(tx: string): Promise<Whereabouts> {
    const what = 'getTransaction'
    const answer = await this.#rpc.must(what, tx, { ...FINALIZED, encoding: 'base64', maxSupportedTransactionVersion: 0 })
    const { slot, meta } = fieldsOf(answer, what)
    const height = heightOf(slot, what)
    const { hash } = headOf(await this.#rpc.must('getBlock', height, BARE), height)
    const succeeded = fieldsOf(meta, what).err === null
    return { state: 'mined', block: { height, hash }, succeeded, fee: costOf(answer, succeeded) }
  }
}
