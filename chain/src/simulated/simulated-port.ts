/** Adapter of simulated networks. It checks answers as the adapters of real chains do, because the simulated node fails as theirs do. */
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
import type { Question, TransactionAnswer } from './answers.ts'
import * as answers from './read-answers.ts'
import { bumped } from './simulated-chain.ts'
import { feeOf, writeTransaction } from './transaction.ts'

/** Takes a question to a node. Rejects when no answer comes. */
export type AskNode = (question: Question) => Promise<unknown>

/** How much more than the least the three speeds pay. */
const SPEEDS = [10n, 20n, 40n] as const

function arrivalsOf(transactions: readonly TransactionAnswer[], { addresses, tokens }: WatchWishes): Arrival[] {
  const found = new Map<string, Arrival>()
  for (const { tx, from, succeeded, logs } of transactions) {
    if (!succeeded) continue
    for (const { position, emitter, to, tag, amount } of logs) {
      const watched = addresses.find(to)
      if (watched === null || (emitter !== null && !tokens.has(emitter))) continue
      found.set(`${tx} ${position}`, { tx, position, to, tag, from, token: emitter, amount: BigInt(amount), watched })
    }
  }
  return [...found.values()]
}

export class SimulatedPort implements ChainPort {
  readonly kind = 'simulated'
  readonly #network: string
  readonly #send: AskNode

  /** @param network prefix of the network's addresses */
  constructor(network: string, ask: AskNode) {
    this.#network = network
    this.#send = ask
  }

  async #ask(question: Question): Promise<unknown> {
    try {
      return await this.#send(question)
    } catch (error) {
      throw new ChainFault('unreachable', error instanceof Error ? error.message : String(error))
    }
  }

  async head(): Promise<BlockHead> {
    return answers.header(await this.#ask({ kind: 'head' }))
  }

  async blockAt(height: number): Promise<BlockHead | null> {
    const answer = await this.#ask({ kind: 'header', height })
    return answer === null ? null : answers.header(answer)
  }

  async read({ height, hash }: BlockRef, wishes: WatchWishes): Promise<WatchedBlock | null> {
    const answer = await this.#ask({ kind: 'block', height, hash })
    if (answer === null) return null
    const { transactions, ...head } = answers.block(answer)
    if (head.height !== height || head.hash !== hash) throw new ChainFault('nonsense', 'the node told of another block')
    const own = new Set(transactions.map(({ tx }) => tx).filter((tx) => wishes.own.has(tx)))
    return { ...head, arrivals: arrivalsOf(transactions, wishes), own: [...own] }
  }

  async waiting(wishes: WatchWishes): Promise<readonly Arrival[]> {
    return arrivalsOf(answers.transactions(await this.#ask({ kind: 'waiting' })), wishes)
  }

  async holdings(questions: readonly HoldingQuestion[], { height, hash }: BlockRef): Promise<readonly bigint[]> {
    const of = questions.map(({ address, token }) => ({ address, token }))
    const answer = await this.#ask({ kind: 'balances', height, hash, of })
    if (answer === null) throw new ChainFault('noHistory', `the node does not know block ${height} ${hash}`)
    return answers.amounts(answer, of.length)
  }

  coins(): Promise<readonly Coin[]> {
    return Promise.resolve([])
  }

  async fee(speed: 0 | 1 | 2): Promise<FeeQuote> {
    return { rate: answers.rate(await this.#ask({ kind: 'rate' })) * SPEEDS[speed], tip: 0n }
  }

  async nextSlot(from: string): Promise<Slot> {
    return { kind: 'nonce', from, nonce: answers.nonce(await this.#ask({ kind: 'nonce', address: from })) }
  }

  work(_from: string, _payment: Payment): Promise<bigint> {
    return Promise.resolve(0n)
  }

  build({ payments, slot, fee }: Plan): Unsigned {
    if (slot.kind !== 'nonce') throw new RangeError(`a slot of another kind of chain: ${slot.kind}`)
    const { from, nonce } = slot
    const bytes = writeTransaction({ network: this.#network, from, nonce, rate: fee.rate, payments })
    return { bytes, from: null, coins: [], feeMost: feeOf(payments.length, fee.rate) }
  }

  bump(paid: FeeQuote, market: FeeQuote): FeeQuote {
    const least = bumped(paid.rate)
    if (least < market.rate) return { rate: market.rate, tip: 0n }
    return { rate: least, tip: 0n }
  }

  async send({ bytes }: Signed): Promise<SendResult> {
    try {
      const found = answers.verdict(await this.#ask({ kind: 'send', bytes }))
      if (found.verdict === 'refused') return { outcome: 'refused', why: found.why, text: found.text }
      return { outcome: found.verdict === 'taken' ? 'sent' : 'alreadyKnown' }
    } catch (error) {
      if (error instanceof ChainFault) return { outcome: 'unknown' }
      throw error
    }
  }

  async find(tx: string, slot: Slot, deadDepth: number): Promise<Whereabouts> {
    // asked first: a transaction that is mined between two questions must not be taken for dead
    const isSpent = await this.#isSpentAtDepth(slot, deadDepth)
    const found = answers.place(await this.#ask({ kind: 'transaction', tx }))
    if (found.state === 'mined') {
      const { height, hash, succeeded, fee } = found
      return { state: 'mined', block: { height, hash }, succeeded, fee: BigInt(fee) }
    }
    return { state: isSpent && found.state === 'unseen' ? 'dead' : found.state }
  }

  async #isSpentAtDepth(slot: Slot, depth: number): Promise<boolean> {
    if (slot.kind !== 'nonce') return false
    const spent = answers.spentAt(await this.#ask({ kind: 'spentAt', address: slot.from, nonce: slot.nonce }))
    return spent !== null && (await this.head()).height - spent + 1 >= depth
  }
}
