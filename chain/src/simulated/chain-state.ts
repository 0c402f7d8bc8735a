/** What a simulated chain is at one moment: its blocks, and balances and nonces at every height, so that a block can be taken away again. */
import type { BlockHead, Payment } from '../port.ts'
import { feeOf, hashOf } from './transaction.ts'

/** A transfer as a receipt tells it. Whose log it is counts; what the log says it is counts nothing. */
export interface TransferLog {
  readonly position: string
  /** Contract that wrote it; null: the chain's own coin. */
  readonly emitter: string | null
  /** Token that it says it moved. */
  readonly claims: string | null
  readonly to: string
  readonly tag: string | null
  readonly amount: bigint
}

export interface ChainTransaction {
  readonly tx: string
  readonly from: string
  /** null: from outside, where nobody counts. */
  readonly nonce: number | null
  readonly rate: bigint
  readonly payments: readonly Payment[]
  readonly logs: readonly TransferLog[]
  readonly fails: boolean
}

export interface MinedTransaction extends ChainTransaction {
  readonly fee: bigint
}

export interface ChainBlock extends BlockHead {
  readonly transactions: readonly MinedTransaction[]
}

interface Change {
  readonly height: number
  readonly balance: bigint
}

const keyOf = (address: string, token: string | null): string => `${address} ${token ?? ''}`

export class ChainState {
  readonly #blocks: ChainBlock[]
  /** Balances by owner and token, oldest first. */
  readonly #changes = new Map<string, Change[]>()
  /** By sender: the height at which each nonce was spent. */
  readonly #spent = new Map<string, number[]>()
  readonly #places = new Map<string, number>()
  /** Of the block to come. */
  readonly #open: MinedTransaction[] = []

  constructor(genesis: ChainBlock) {
    this.#blocks = [genesis]
  }

  get head(): ChainBlock {
    return this.#blocks[this.#blocks.length - 1] as ChainBlock
  }

  at(height: number): ChainBlock | null {
    return this.#blocks[height] ?? null
  }

  /** Height of the block that has a transaction. */
  placeOf(tx: string): number | null {
    return this.#places.get(tx) ?? null
  }

  balance(address: string, token: string | null, height: number): bigint {
    const changes = this.#changes.get(keyOf(address, token)) ?? []
    for (let index = changes.length - 1; index >= 0; index -= 1) {
      const change = changes[index]
      if (change !== undefined && change.height <= height) return change.balance
    }
    return 0n
  }

  /** Next nonce of a sender by the blocks up to a height. */
  nonce(address: string, height: number): number {
    const spent = this.#spent.get(address) ?? []
    const later = spent.findIndex((at) => at > height)
    return later === -1 ? spent.length : later
  }

  spentAt(address: string, nonce: number): number | null {
    return this.#spent.get(address)?.[nonce] ?? null
  }

  /**
   * Puts a transaction into the block to come, when its turn is there and the sender can pay it. Whoever is outside always can.
   *
   * @returns whether it went in
   */
  take(transaction: ChainTransaction): boolean {
    const { tx, from, nonce, payments, fails, rate } = transaction
    const fee = nonce === null ? 0n : feeOf(payments.length, rate)
    const height = this.head.height + 1
    if (this.#places.has(tx)) return false
    if (nonce !== null && (nonce !== this.nonce(from, height) || !this.covers(transaction, fee, height))) return false
    this.#open.push({ ...transaction, fee })
    this.#places.set(tx, height)
    if (nonce !== null) {
      const spent = this.#spent.get(from) ?? []
      spent.push(height)
      this.#spent.set(from, spent)
      this.#add(from, null, -fee, height)
    }
    for (const { to, token, amount } of fails ? [] : payments) {
      if (nonce !== null) this.#add(from, token, -amount, height)
      this.#add(to, token, amount, height)
    }
    return true
  }

  /** Has the sender at a height what it pays with its fee? */
  covers({ from, payments, fails }: ChainTransaction, fee: bigint, height: number): boolean {
    const needs = new Map<string | null, bigint>([[null, fee]])
    for (const { token, amount } of fails ? [] : payments) needs.set(token, (needs.get(token) ?? 0n) + amount)
    return [...needs].every(([token, need]) => this.balance(from, token, height) >= need)
  }

  /** Puts the block with all that was taken on top. @param salt tells blocks of the same content apart */
  seal(time: number, salt: string): void {
    const { height: below, hash: parent } = this.head
    const height = below + 1
    const transactions = this.#open.splice(0)
    const hash = hashOf(['block', parent, height, time, salt, ...transactions.map(({ tx }) => tx)].join(' '))
    this.#blocks.push({ height, hash, parent, time, transactions })
  }

  /** Takes the newest block away, with all that it changed. */
  pop(): ChainBlock {
    const block = this.head
    if (block.height === 0) throw new RangeError('the first block stays')
    this.#blocks.pop()
    for (const { tx, from, payments } of block.transactions) {
      this.#places.delete(tx)
      this.#cut(this.#spent.get(from), (at) => at)
      for (const { to, token } of payments)
        for (const owner of [from, to]) this.#cut(this.#changes.get(keyOf(owner, token)), ({ height }) => height)
      this.#cut(this.#changes.get(keyOf(from, null)), ({ height }) => height)
    }
    return block
  }

  #cut<Item>(list: Item[] | undefined, heightOf: (item: Item) => number): void {
    if (list === undefined) return
    const keep = list.findIndex((item) => heightOf(item) > this.head.height)
    if (keep !== -1) list.length = keep
  }

  #add(address: string, token: string | null, amount: bigint, height: number): void {
    const key = keyOf(address, token)
    const changes = this.#changes.get(key) ?? []
    const last = changes[changes.length - 1]
    const balance = (last?.balance ?? 0n) + amount
    if (balance < 0n) throw new Error(`${address} would owe ${-balance}`)
    if (last?.height === height) changes.pop()
    changes.push({ height, balance })
    this.#changes.set(key, changes)
  }
}
