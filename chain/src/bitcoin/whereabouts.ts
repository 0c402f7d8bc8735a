/**
 * Where a transaction of ours is. Whether it is dead is proven by who spent one of its coins: from the book of followed outputs, which read
 * it in a block, else by looking through blocks from the head down. Who is not found leaves the question open.
 */
import type { BlockRef, Coin, Whereabouts } from '../port.ts'
import { count, hash, object } from './answers.ts'
import { type FollowedOutputs, outpoint } from './followed-outputs.ts'
import type { BitcoinNetwork } from './network.ts'
import type { NodeView } from './node-view.ts'
import { idOf, paidBy, spentBy } from './reading.ts'

/** Blocks that are looked through for a spender that nobody followed: a day of them. */
const LOOKED_THROUGH = 144

export class Whereabout {
  readonly #node: NodeView
  readonly #book: FollowedOutputs
  readonly #network: BitcoinNetwork

  constructor(node: NodeView, book: FollowedOutputs, network: BitcoinNetwork) {
    this.#node = node
    this.#book = book
    this.#network = network
  }

  async find(tx: string, coins: readonly Coin[], deadDepth: number): Promise<Whereabouts> {
    const found = await this.#node.transaction(tx)
    if (found !== null) {
      const block = await this.#blockOf(found)
      if (block !== null) return this.#mined(block, found, coins)
    }
    if (await this.#node.isWaiting(tx)) return { state: 'waiting' }
    const spender = await this.#spender(coins)
    if (spender === null) return { state: 'unseen' }
    if (spender.by === tx) return this.#minedIn(spender.block, tx, coins)
    const { height } = await this.#node.head()
    return { state: height - spender.block.height + 1 >= deadDepth ? 'dead' : 'unseen' }
  }

  /** The block that a node says a transaction is in, where it stands on the chain. */
  async #blockOf(transaction: unknown): Promise<BlockRef | null> {
    const { blockhash } = object(transaction, 'a transaction')
    if (blockhash === undefined || blockhash === null) return null
    const found = hash(blockhash, 'a block hash')
    const header = object(await this.#node.rpc.call('getblockheader', found), 'a block')
    const height = count(header.height, 'a height')
    return (await this.#node.hashAt(height)) === found ? { height, hash: found } : null
  }

  #mined(block: BlockRef, transaction: unknown, coins: readonly Coin[]): Whereabouts {
    const fee = coins.reduce((sum, { amount }) => sum + amount, 0n) - paidBy(transaction)
    return { state: 'mined', block, succeeded: true, fee }
  }

  async #minedIn(block: BlockRef, tx: string, coins: readonly Coin[]): Promise<Whereabouts> {
    const read = await this.#node.block(block)
    const transaction = read?.transactions.find((candidate) => idOf(candidate) === tx)
    return transaction === undefined ? { state: 'unseen' } : this.#mined(block, transaction, coins)
  }

  /** Who spent one of the coins, in which block of the chain. */
  async #spender(coins: readonly Coin[]): Promise<{ readonly by: string; readonly block: BlockRef } | null> {
    const unspent = await this.#node.unspent(coins, false)
    const gone = coins.filter((_, index) => unspent[index] === null)
    if (gone.length === 0) return null
    for (const coin of gone) {
      const noted = this.#book.spendingOf(outpoint(coin.tx, coin.output))
      if (noted !== null && (await this.#node.hashAt(noted.height)) === noted.hash) return { by: noted.by, block: noted }
    }
    return this.#lookFor(gone)
  }

  async #lookFor(gone: readonly Coin[]): Promise<{ readonly by: string; readonly block: BlockRef } | null> {
    const keys = new Set(gone.map(({ tx, output }) => outpoint(tx, output)))
    const lowest = Math.min(...gone.map(({ height }) => height ?? 0))
    const { height: head } = await this.#node.head()
    for (let height = head; height >= Math.max(lowest, head - LOOKED_THROUGH + 1, 1); height -= 1) {
      const name = await this.#node.hashAt(height)
      const read = name === null ? null : await this.#node.block({ height, hash: name })
      for (const transaction of read?.transactions ?? [])
        for (const { tx, output } of spentBy(transaction, this.#network))
          if (keys.has(outpoint(tx, output)) && name !== null) return { by: idOf(transaction), block: { height, hash: name } }
    }
    return null
  }
}
