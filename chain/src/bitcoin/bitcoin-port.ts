/**
 * `ChainPort` over the JSON-RPC of Bitcoin Core, or of bcoin as far as that goes. Positions are `o<n>`, amounts satoshi, rates satoshi per
 * 1000 vB. Holdings and coins are those of outputs that the book follows, each confirmed by the node; of other outputs it knows nothing.
 */
import {
  type Arrival,
  type BlockHead,
  type BlockRef,
  ChainFault,
  type ChainPort,
  type Coin,
  type FeeQuote,
  type HoldingQuestion,
  type Plan,
  type SendResult,
  type Signed,
  type Slot,
  type Unsigned,
  type WatchedBlock,
  type WatchWishes,
  type Whereabouts,
} from '../port.ts'
import { addressIn, list, object, type Unspent } from './answers.ts'
import { buildTransaction } from './build.ts'
import { bumped } from './fee-raise.ts'
import { feeRate } from './fee-rate.ts'
import { type FollowedOutput, FollowedOutputs, outpoint } from './followed-outputs.ts'
import type { BitcoinNetwork } from './network.ts'
import { NodeView } from './node-view.ts'
import { arrivalsIn, idOf, spentBy } from './reading.ts'
import type { BitcoinRpc } from './rpc.ts'
import { sendTransaction } from './sending.ts'
import { Whereabout } from './whereabouts.ts'

/** Confirmations below which coins of a coinbase cannot be spent. */
const MATURITY = 100

export class BitcoinPort implements ChainPort {
  readonly kind = 'bitcoin'
  readonly #network: BitcoinNetwork
  readonly #node: NodeView
  readonly #book: FollowedOutputs
  readonly #whereabout: Whereabout

  /** @param book filled by `read`; whoever starts again fills it from what he booked */
  constructor(rpc: BitcoinRpc, network: BitcoinNetwork, book = new FollowedOutputs()) {
    this.#network = network
    this.#node = new NodeView(rpc, network)
    this.#book = book
    this.#whereabout = new Whereabout(this.#node, book, network)
  }

  head(): Promise<BlockHead> {
    return this.#node.head()
  }

  blockAt(height: number): Promise<BlockHead | null> {
    return this.#node.headerAt(height)
  }

  async read(block: BlockRef, { addresses, own }: WatchWishes): Promise<WatchedBlock | null> {
    const read = await this.#node.block(block)
    if (read === null) return null
    const arrivals: Arrival[] = []
    const mine: string[] = []
    for (const transaction of read.transactions) {
      const tx = idOf(transaction)
      const found = arrivalsIn(transaction, addresses, this.#network)
      for (const { position, to: address, amount } of found) this.#book.add({ tx, output: Number(position.slice(1)), address, amount })
      const spent = spentBy(transaction, this.#network)
      for (const { tx: from, output } of spent) this.#book.spend(outpoint(from, output), { by: tx, height: block.height, hash: block.hash })
      if (found.length > 0) arrivals.push(...(await this.#withSender(transaction, found)))
      if (own.has(tx)) mine.push(tx)
    }
    this.#book.forgetBelow(block.height)
    return { ...read.head, arrivals, own: mine }
  }

  async waiting({ addresses }: WatchWishes): Promise<readonly Arrival[]> {
    const arrivals: Arrival[] = []
    for (const transaction of (await this.#node.pool()).values()) {
      const found = arrivalsIn(transaction, addresses, this.#network)
      if (found.length > 0) arrivals.push(...(await this.#withSender(transaction, found)))
    }
    return arrivals
  }

  /** Sums of followed outputs that are unspent at the block, which must be the head: a node tells of no other. */
  async holdings(questions: readonly HoldingQuestion[], at: BlockRef): Promise<readonly bigint[]> {
    const followed = questions.map(({ address, token }) => (token === null ? this.#book.of(address) : []))
    await this.#mustBeHead(at)
    const found = await this.#unspent(followed.flat(), false)
    if (found.some(({ unspent }) => unspent.bestBlock !== at.hash)) throw this.#noHistory(at)
    await this.#mustBeHead(at)
    const sums = new Map<string, bigint>()
    for (const { output } of found) sums.set(output.address, (sums.get(output.address) ?? 0n) + output.amount)
    return questions.map(({ address, token }) => (token === null ? (sums.get(address) ?? 0n) : 0n))
  }

  /** Followed outputs that nothing spends, neither a block nor what waits, and that a next block would let be spent. */
  async coins(addresses: readonly string[]): Promise<readonly Coin[]> {
    const { height: head } = await this.#node.head()
    const found = await this.#unspent(
      [...new Set(addresses)].flatMap((address) => this.#book.of(address)),
      true,
    )
    return found
      .filter(({ unspent }) => !unspent.coinbase || unspent.confirmations >= MATURITY)
      .map(({ output, unspent }) => ({ ...output, height: unspent.confirmations === 0 ? null : head - unspent.confirmations + 1 }))
  }

  fee(speed: 0 | 1 | 2): Promise<FeeQuote> {
    return feeRate(this.#node, speed)
  }

  async nextSlot(): Promise<Slot | null> {
    return null
  }

  async work(): Promise<bigint> {
    return 0n
  }

  build(plan: Plan): Unsigned {
    return buildTransaction(plan, this.#network)
  }

  bump(paid: FeeQuote, market: FeeQuote): FeeQuote {
    return bumped(paid, market)
  }

  send(signed: Signed): Promise<SendResult> {
    return sendTransaction(this.#node, signed)
  }

  async find(tx: string, slot: Slot, deadDepth: number): Promise<Whereabouts> {
    if (slot.kind !== 'coins') throw new RangeError('a Bitcoin transaction spends coins')
    return this.#whereabout.find(tx, slot.coins, deadDepth)
  }

  /** Asked of each output anew, and all that the book says of it must be so. */
  async #unspent(
    outputs: readonly FollowedOutput[],
    waiting: boolean,
  ): Promise<readonly { readonly output: FollowedOutput; readonly unspent: Unspent }[]> {
    const answers = await this.#node.unspent(outputs, waiting)
    return outputs.flatMap((output, index) => {
      const unspent = answers[index] ?? null
      if (unspent === null) return []
      if (unspent.amount !== output.amount || unspent.address !== output.address)
        throw new ChainFault('nonsense', `output ${output.output} of ${output.tx} is another than the block said that brought it`)
      return [{ output, unspent }]
    })
  }

  /**
   * The first input's address, of transactions that bring something alone: asked for only where the block does not tell it. Those of the other
   * inputs as far as the block tells them: whoever pays out of many addresses shall not choose which of them is looked at.
   */
  async #withSender(transaction: unknown, arrivals: readonly Arrival[]): Promise<readonly Arrival[]> {
    const [first, ...rest] = spentBy(transaction, this.#network)
    const from = first === undefined ? null : (first.address ?? (await this.#addressOf(first.tx, first.output)))
    const others = new Set(rest.flatMap(({ address }) => address ?? []))
    if (from !== null) others.delete(from)
    return arrivals.map((arrival) => ({ ...arrival, from, ...(others.size > 0 && { alsoFrom: [...others] }) }))
  }

  async #addressOf(tx: string, output: number): Promise<string | null> {
    const known = await this.#node.transaction(tx)
    if (known === null) return null
    const found = list(object(known, 'a transaction').vout, 'outputs')[output]
    return addressIn(object(found, 'an output').scriptPubKey, this.#network)
  }

  async #mustBeHead(at: BlockRef): Promise<void> {
    if ((await this.#node.headHash()) !== at.hash) throw this.#noHistory(at)
  }

  #noHistory({ height }: BlockRef): ChainFault {
    return new ChainFault('noHistory', `a Bitcoin node tells what is unspent at its head alone, and block ${height} is not that`)
  }
}
