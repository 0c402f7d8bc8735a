/** A regtest node with somebody who mines, and pays from what he mined. His key is known to everybody: play money. */
import { BitcoinPort } from '../bitcoin/bitcoin-port.ts'
import { BitcoinSigning } from '../bitcoin/bitcoin-signing.ts'
import { buildTransaction } from '../bitcoin/build.ts'
import { bitcoinKeyForm } from '../bitcoin/key-form.ts'
import { REGTEST } from '../bitcoin/network.ts'
import { batchesOf, selectCoins } from '../bitcoin/select.ts'
import { ChainFault, type Coin, type Payment } from '../port.ts'
import { KeyFilter } from '../watch/filter.ts'
import { type BitcoinNode, type BitcoinNodeOptions, startBitcoinNode } from './bitcoin-node.ts'
import { ChainShort, type PlayChain } from './play-chain.ts'

const SEED = new Uint8Array(64).fill(0xa6)
const PLACE = { account: 0, branch: 0, index: 0 } as const
const SATOSHI_PER_KVB = 2_000n
/** Where a subsidy is less than half a coin, mining for money is over: 15,000 BTC are all there will ever be. */
const LAST_SUBSIDY_HEIGHT = 1_050
/** Satoshi. */
const ALL_EVER = 1_500_000_000_000n
const NO_MORE = 'regtest has no more bitcoins'
/** Blocks mined at a time while there is too little. */
const STEP = 25
/** Confirmations below which what a block pays its miner cannot be spent. */
const MATURITY = 100

class Miner {
  readonly #node: BitcoinNode
  readonly #port: BitcoinPort
  readonly #signing = new BitcoinSigning(REGTEST, 'p2wpkh')
  readonly address = this.#signing.addressOf(this.#signing.publicAccount(SEED, PLACE.account), PLACE.branch, PLACE.index)
  readonly #key = this.#signing.privateKey(SEED, PLACE)
  readonly #wishes = { addresses: new KeyFilter(bitcoinKeyForm(REGTEST)), tokens: new Set<string>(), own: new Set<string>() }
  /** Blocks that were read, from height 1 on. */
  readonly #read: string[] = []

  constructor(node: BitcoinNode) {
    this.#node = node
    this.#port = new BitcoinPort(node.rpc, REGTEST)
    this.#wishes.addresses.add(this.address, 0)
  }

  /** Reads what it has not read: all of the chain after a start, what is new later. */
  async look(): Promise<void> {
    for (let last = this.#read.at(-1); last !== undefined; last = this.#read.at(-1)) {
      if ((await this.#port.blockAt(this.#read.length))?.hash === last) break
      this.#read.pop()
    }
    for (;;) {
      const block = await this.#port.blockAt(this.#read.length + 1)
      if (block === null) return
      await this.#port.read(block, this.#wishes)
      this.#read.push(block.hash)
    }
  }

  async mine(blocks: number): Promise<void> {
    await this.#node.mine(blocks, this.address)
  }

  /** @throws ChainShort */
  async #coinsFor(payments: readonly Payment[]): Promise<readonly Coin[]> {
    // Whoever wants more than that is told before everything is mined in vain.
    if (payments.reduce((sum, { amount }) => sum + amount, 0n) > ALL_EVER) throw new ChainShort(NO_MORE)
    for (;;) {
      await this.look()
      const coins = await this.#port.coins([this.address])
      const found = selectCoins({ coins, payments, rate: SATOSHI_PER_KVB, change: this.address }, REGTEST)
      if (found !== null) return found
      const { height } = await this.#port.head()
      if (height >= LAST_SUBSIDY_HEIGHT + MATURITY) throw new ChainShort(NO_MORE)
      await this.mine(STEP)
    }
  }

  async pay(payments: readonly Payment[]): Promise<string> {
    const slot = { kind: 'coins', coins: await this.#coinsFor(payments), change: this.address } as const
    const unsigned = buildTransaction({ payments, slot, fee: { rate: SATOSHI_PER_KVB, tip: 0n }, work: 0n }, REGTEST)
    const signed = this.#signing.sign(unsigned, () => this.#key)
    const sent = await this.#port.send(signed)
    if (sent.outcome === 'refused') throw new ChainFault('nonsense', `the node refused a payment: ${sent.text}`)
    return signed.tx
  }
}

export async function openBitcoinPlay(options: BitcoinNodeOptions): Promise<PlayChain> {
  const node = await startBitcoinNode(options)
  const miner = new Miner(node)
  const blockHash = (height: number): Promise<unknown> => node.rpc.call('getblockhash', height)
  return {
    url: node.url,
    ended: node.ended,
    height: async () => Number(await node.rpc.call('getblockcount')),
    async isUsed(height) {
      const { tx } = (await node.rpc.call('getblock', await blockHash(height))) as { readonly tx: readonly unknown[] }
      return tx.length > 1
    },
    waits: () => node.waits(),
    mine: () => miner.mine(1),
    async pay(payments) {
      const sent: string[] = []
      for (const batch of batchesOf(payments)) {
        const tx = await miner.pay(batch)
        for (const _ of batch) sent.push(tx)
      }
      return sent
    },
    stop: () => node.stop(),
  }
}
