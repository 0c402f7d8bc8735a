/** A chain in memory: a state, what waits, and the operations on both. No clock, no randomness, nothing outside. */
import { writeSimulated } from '../address/simulated.ts'
import type { Payment } from '../port.ts'
import { ChainState, type ChainTransaction, type TransferLog } from './chain-state.ts'
import { type Operation, type PaymentRow, paymentOf } from './operations.ts'
import { feeOf, hashOf, readSigned, type SignedTransaction } from './transaction.ts'

export interface SimulatedNetwork {
  /** Prefix of its addresses, small letters. */
  readonly network: string
  readonly seed: string
  /** Time of the first block, ms since 1970. */
  readonly genesis: number
}

/** What a node says when it is handed a transaction. */
export type Verdict =
  | { readonly verdict: 'taken' | 'known' }
  | { readonly verdict: 'refused'; readonly why: 'slotUsed' | 'tooCheap' | 'noFunds' | 'invalid'; readonly text: string }

interface Waiting {
  readonly transaction: ChainTransaction
  /** Not mined at or below this height. */
  after: number
}

/** What a node takes at all, and how much more for one that replaces, as a fraction. */
const RATE_LEAST = 10n
const BUMP = { over: 11n, under: 10n } as const

/** Least rate that takes the place of another one. */
export const bumped = (rate: bigint): bigint => (rate * BUMP.over + BUMP.under - 1n) / BUMP.under

/** Name that a forger's contract has. */
const FORGER = 'forger'

export const positionOf = (index: number): string => `p${index}`

function logsOf(payments: readonly Payment[], emitter: (token: string | null) => string | null): TransferLog[] {
  return payments.map(({ to, tag, token, amount }, index) => ({
    position: positionOf(index),
    emitter: emitter(token),
    claims: token,
    to,
    tag,
    amount,
  }))
}

const refused = (why: 'slotUsed' | 'tooCheap' | 'noFunds' | 'invalid', text: string): Verdict => ({ verdict: 'refused', why, text })

export class SimulatedChain {
  readonly network: SimulatedNetwork
  readonly state: ChainState
  readonly #waiting = new Map<string, Waiting>()
  #floor = RATE_LEAST
  /** Operations so far: tells payments from outside apart, and blocks of the same content. */
  #count = 0

  constructor(network: SimulatedNetwork) {
    this.network = network
    const hash = hashOf(`first block of ${network.network} ${network.seed}`)
    this.state = new ChainState({ height: 0, hash, parent: hashOf(hash), time: network.genesis, transactions: [] })
  }

  get floor(): bigint {
    return this.#floor
  }

  get waiting(): readonly ChainTransaction[] {
    return [...this.#waiting.values()].map(({ transaction }) => transaction)
  }

  isWaiting(tx: string): boolean {
    return this.#waiting.has(tx)
  }

  /**
   * @param proof `believed` for what was proven before and comes out of a file
   * @returns the hash of a payment from outside; of a transaction that was handed in, the node's verdict
   */
  apply(operation: Operation, proof: 'proven' | 'believed' = 'proven'): string | Verdict | null {
    if (operation.kind === 'send') return this.#send(operation.bytes, proof)
    this.#count += 1
    switch (operation.kind) {
      case 'pay':
        return this.#wait(this.#outside(operation.payments, operation.how))
      case 'mine':
        this.#mine(operation.blocks, operation.time)
        return null
      case 'reorganise':
        this.#reorganise(operation)
        return null
      case 'delay': {
        const found = this.#waiting.get(operation.tx)
        if (found !== undefined) found.after = this.state.head.height + operation.blocks
        return null
      }
      case 'floor':
        this.#floor = BigInt(operation.rate)
        return null
      case 'drop':
        this.#waiting.delete(operation.tx)
        return null
    }
  }

  #wait(transaction: ChainTransaction): string {
    this.#waiting.set(transaction.tx, { transaction, after: 0 })
    return transaction.tx
  }

  #outside(rows: readonly PaymentRow[], how: 'good' | 'fails' | 'forged'): ChainTransaction {
    const { network, seed } = this.network
    const tx = hashOf(`outside ${network} ${seed} ${this.#count} ${JSON.stringify([rows, how])}`)
    const from = writeSimulated(network, Uint8Array.from(Buffer.from(hashOf(`sender ${tx}`).slice(0, 40), 'hex')))
    const payments = rows.map(paymentOf)
    const logs = logsOf(payments, (token) => (how === 'forged' ? FORGER : token))
    return { tx, from, nonce: null, rate: this.#floor, payments: how === 'forged' ? [] : payments, logs, fails: how === 'fails' }
  }

  #send(bytes: string, proof: 'proven' | 'believed'): Verdict {
    let signed: SignedTransaction
    try {
      signed = readSigned(bytes, proof)
    } catch (error) {
      return refused('invalid', error instanceof Error ? error.message : String(error))
    }
    const { from, nonce, rate, payments, network } = signed.transaction
    if (network !== this.network.network) return refused('invalid', `a transaction of ${network}`)
    if (this.#waiting.has(signed.tx) || this.state.placeOf(signed.tx) !== null) return { verdict: 'known' }
    if (nonce < this.state.nonce(from, this.state.head.height)) return refused('slotUsed', 'nonce too low')
    if (rate < RATE_LEAST) return refused('tooCheap', 'below what is taken')
    const before = this.waiting.find((other) => other.from === from && other.nonce === nonce)
    if (before !== undefined && rate < bumped(before.rate)) return refused('tooCheap', 'replacement underpriced')
    const transaction = { tx: signed.tx, from, nonce, rate, payments, logs: logsOf(payments, (token) => token), fails: false }
    if (!this.state.covers(transaction, feeOf(payments.length, rate), this.state.head.height))
      return refused('noFunds', 'insufficient funds')
    // what is refused changes nothing, and is not counted either
    this.#count += 1
    if (before !== undefined) this.#waiting.delete(before.tx)
    this.#wait(transaction)
    return { verdict: 'taken' }
  }

  /** Whatever waits and can go, in the order it came; a later nonce goes once the earlier one went. */
  #take(): void {
    const next = this.state.head.height + 1
    let isMoving = true
    while (isMoving) {
      isMoving = false
      for (const [tx, { transaction, after }] of this.#waiting) {
        if (next <= after || transaction.rate < this.#floor || !this.state.take(transaction)) continue
        this.#waiting.delete(tx)
        isMoving = true
      }
    }
  }

  #seal(time: number): void {
    this.state.seal(Math.max(time, this.state.head.time + 1), String(this.#count))
  }

  #mine(blocks: number, time: number): void {
    for (let block = 0; block < blocks; block += 1) {
      this.#take()
      this.#seal(time + block)
    }
  }

  /** The new branch is longer by a block, so that nodes prefer it. */
  #reorganise({ depth, time, ahead, again, others }: Extract<Operation, { kind: 'reorganise' }>): void {
    const left = Array.from({ length: Math.min(depth, this.state.head.height) }, () => this.state.pop()).reverse()
    const transactions = left.flatMap((block) => block.transactions)
    if (ahead !== null) this.state.take(this.#outside([ahead], 'good'))
    for (const transaction of transactions) if (again.includes(transaction.tx)) this.state.take(transaction)
    const isSpent = ({ from, nonce }: ChainTransaction): boolean =>
      nonce !== null && nonce < this.state.nonce(from, this.state.head.height + 1)
    if (others === 'waiting')
      for (const transaction of transactions)
        if (!again.includes(transaction.tx) && !isSpent(transaction)) this.#waiting.set(transaction.tx, { transaction, after: 0 })
    this.#seal(time)
    for (let block = 0; block < left.length; block += 1) this.#seal(time + 1 + block)
    for (const [tx, { transaction }] of this.#waiting) if (isSpent(transaction)) this.#waiting.delete(tx)
  }
}
