/** The questions that an adapter has for a node, whether it is Bitcoin Core or bcoin. What bcoin lacks is found another way, here. */
import { type BlockHead, type BlockRef, ChainFault } from '../port.ts'
import { hash, headOf, isUnknown, list, object, type Unspent, unspentOf } from './answers.ts'
import type { BitcoinNetwork } from './network.ts'
import { idOf, spentBy } from './reading.ts'
import { type BitcoinRpc, NodeRefusal } from './rpc.ts'

export interface Outpoint {
  readonly tx: string
  readonly output: number
}

/** Transactions of the memory pool that are looked at for the first time in one call: the rest follow with the next. */
const LOOKED_AT_MOST = 5000

export class NodeView {
  readonly rpc: BitcoinRpc
  readonly #network: BitcoinNetwork
  #isBcoin: boolean | null = null
  /** What waits in the memory pool, as it was looked at. */
  #pool = new Map<string, unknown>()

  constructor(rpc: BitcoinRpc, network: BitcoinNetwork) {
    this.rpc = rpc
    this.#network = network
  }

  /** bcoin has `getblock` and `gettxout` of its own, no `testmempoolaccept`, and takes transactions without saying what became of them. */
  async isBcoin(): Promise<boolean> {
    if (this.#isBcoin === null) {
      const { subversion } = object(await this.rpc.call('getnetworkinfo'), 'a network')
      this.#isBcoin = typeof subversion === 'string' && subversion.includes('bcoin')
    }
    return this.#isBcoin
  }

  async headHash(): Promise<string> {
    return hash(await this.rpc.call('getbestblockhash'), 'a block hash')
  }

  async head(): Promise<BlockHead> {
    return headOf(await this.rpc.call('getblockheader', await this.headHash()))
  }

  async hashAt(height: number): Promise<string | null> {
    return this.#known(async () => hash(await this.rpc.call('getblockhash', height), 'a block hash'))
  }

  async headerAt(height: number): Promise<BlockHead | null> {
    const found = await this.hashAt(height)
    return found === null ? null : this.#known(async () => headOf(await this.rpc.call('getblockheader', found)))
  }

  /** A block with its transactions; null when it is not on the chain: bcoin tells confirmations of blocks that left it, too. */
  async block(block: BlockRef): Promise<{ readonly head: BlockHead; readonly transactions: readonly unknown[] } | null> {
    const details = (await this.isBcoin()) ? [true, true] : [3]
    const found = await this.#known(() => this.rpc.call('getblock', block.hash, ...details))
    if (found === null || (await this.hashAt(block.height)) !== block.hash) return null
    const head = headOf(found)
    if (head.hash !== block.hash || head.height !== block.height)
      throw new ChainFault('nonsense', `a node gave another block than ${block.hash}`)
    return { head, transactions: list(object(found, 'a block').tx, 'transactions') }
  }

  /** A transaction that waits or that a block has; null where the node knows none. Core finds those of blocks with `txindex` alone. */
  async transaction(tx: string): Promise<unknown> {
    return this.#known(() => this.rpc.call('getrawtransaction', tx, true))
  }

  async isWaiting(tx: string): Promise<boolean> {
    return (await this.#known(() => this.rpc.call('getmempoolentry', tx))) !== null
  }

  /** @param waiting also by what waits: outputs that it makes are there, those that it spends are not */
  async unspent(outpoints: readonly Outpoint[], waiting: boolean): Promise<readonly (Unspent | null)[]> {
    const answers = await this.rpc.batch(outpoints.map(({ tx, output }) => ({ method: 'gettxout', params: [tx, output, waiting] })))
    const found = answers.map((answer) => unspentOf(answer, this.#network))
    if (!waiting || !(await this.isBcoin())) return found
    // bcoin gives an output of a block although something that waits spends it.
    const spent = new Set<string>()
    for (const transaction of (await this.pool()).values())
      for (const { tx, output } of spentBy(transaction, this.#network)) spent.add(`${tx}:${output}`)
    return found.map((output, index) => (spent.has(`${outpoints[index]?.tx}:${outpoints[index]?.output}`) ? null : output))
  }

  /** What waits, by hash. */
  async pool(): Promise<ReadonlyMap<string, unknown>> {
    const names = list(await this.rpc.call('getrawmempool'), 'a memory pool').map((name) => hash(name, 'a transaction hash'))
    const fresh = names.filter((name) => !this.#pool.has(name)).slice(0, LOOKED_AT_MOST)
    const answers = await this.rpc.batch(fresh.map((name) => ({ method: 'getrawtransaction', params: [name, true] })))
    const pool = new Map<string, unknown>()
    for (const name of names) if (this.#pool.has(name)) pool.set(name, this.#pool.get(name))
    for (const answer of answers) {
      // It went into a block, or was thrown out, between the two questions.
      if (isUnknown(answer)) continue
      if (answer instanceof NodeRefusal) throw answer
      pool.set(idOf(answer), answer)
    }
    this.#pool = pool
    return pool
  }

  /** Null where the node says that it does not know what was asked about. */
  async #known<Found>(ask: () => Promise<Found>): Promise<Found | null> {
    try {
      return await ask()
    } catch (error) {
      if (isUnknown(error)) return null
      throw error
    }
  }
}
