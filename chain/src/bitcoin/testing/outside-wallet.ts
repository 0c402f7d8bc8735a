/** Somebody with coins, who is not the house: mines them, splits them so that each payment has one of its own, and pays. */
import { setTimeout as pause } from 'node:timers/promises'
import type { BitcoinNode } from '../../node/bitcoin-node.ts'
import { type AddressFilter, ChainFault, type Coin, type Payment, type Plan } from '../../port.ts'
import { BitcoinSigning } from '../bitcoin-signing.ts'
import { buildTransaction } from '../build.ts'
import { REGTEST } from '../network.ts'
import { batchesOf } from '../select.ts'

/** Satoshi of each coin after the split. */
const EACH = 40_000_000n
const COINS = 120
const RATE = { rate: 2000n, tip: 0n }
/** 50 BTC each, less what a payment leaves for the fee. */
const MINED = 2
const MATURITY = 100
/** bcoin takes a transaction before it has looked at it. */
const LOOK_MS = 60_000
const POLL_MS = 10

export interface PaidTransaction {
  readonly tx: string
  readonly bytes: string
}

export class OutsideWallet {
  readonly #node: BitcoinNode
  readonly #signing = new BitcoinSigning(REGTEST, 'p2wpkh')
  readonly #key = this.#signing.privateKey(new Uint8Array(64).fill(9), { account: 0, branch: 0, index: 0 })
  readonly address = this.#signing.addressOf(this.#signing.publicAccount(new Uint8Array(64).fill(9), 0), 0, 0)
  readonly #coins: Coin[] = []

  private constructor(node: BitcoinNode) {
    this.#node = node
  }

  /** Mines what it needs, and what makes that mature. */
  static async open(node: BitcoinNode): Promise<OutsideWallet> {
    const wallet = new OutsideWallet(node)
    const hashes = await node.mine(MINED + MATURITY, wallet.address)
    for (const [index, hash] of hashes.slice(0, MINED).entries()) await wallet.#split(hash, index + 1)
    await node.mine(1, wallet.address)
    return wallet
  }

  async #split(hash: string, height: number): Promise<void> {
    const block = (await this.#node.rpc.call('getblock', hash)) as { readonly tx: readonly string[] }
    const coin = { tx: block.tx[0] ?? '', output: 0, amount: 5_000_000_000n, address: this.address, height }
    const to = Array.from({ length: COINS / MINED }, () => ({ to: this.address, tag: null, token: null, amount: EACH }))
    for (const payments of batchesOf(to)) {
      const { tx } = await this.broadcast(
        this.#sign({ payments, slot: { kind: 'coins', coins: [coin], change: this.address }, fee: RATE, work: 0n }),
      )
      payments.forEach((_, output) => {
        this.#coins.push({ tx, output, amount: EACH, address: this.address, height: null })
      })
    }
  }

  #sign(plan: Plan): PaidTransaction {
    return this.#signing.sign(buildTransaction(plan, REGTEST), () => this.#key)
  }

  /** Signs and keeps it to itself. */
  prepare(payments: readonly Payment[]): PaidTransaction {
    const coin = this.#coins.shift()
    if (coin === undefined) throw new Error('the outside wallet is empty')
    return this.#sign({ payments, slot: { kind: 'coins', coins: [coin], change: this.address }, fee: RATE, work: 0n })
  }

  /** @returns when the node has it */
  async broadcast(transaction: PaidTransaction): Promise<PaidTransaction> {
    await this.#node.rpc.call('sendrawtransaction', transaction.bytes)
    const until = performance.now() + LOOK_MS
    for (;;)
      try {
        await this.#node.rpc.call('getmempoolentry', transaction.tx)
        return transaction
      } catch (error) {
        if (!(error instanceof ChainFault) || performance.now() > until) throw error
        await pause(POLL_MS)
      }
  }

  async pay(payments: readonly Payment[]): Promise<string> {
    return (await this.broadcast(this.prepare(payments))).tx
  }
}

/** A filter with addresses of the house, which the watcher of a test follows. */
export function watchAll(filter: AddressFilter, addresses: readonly string[]): AddressFilter {
  for (const [handle, address] of addresses.entries()) filter.add(address, handle)
  return filter
}
