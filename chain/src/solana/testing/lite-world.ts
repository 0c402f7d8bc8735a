/** Litesvm behind our door as the world of the suite. */
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58, hex } from '@scure/base'
import type { BlockHead, Payment } from '../../port.ts'
import { hashOf } from '../../simulated/transaction.ts'
import type { World, WorldPowers } from '../../suite/world.ts'
import { KeyFilter } from '../../watch/filter.ts'
import { solanaKeyForm } from '../key-form.ts'
import { writeMessage } from '../message.ts'
import { associatedAccount, TOKEN_PROGRAM } from '../program-address.ts'
import { solanaSigning } from '../signing.ts'
import { SolanaPort } from '../solana-port.ts'
import { LiteChain, TOKEN_BYTES } from './lite-chain.ts'
import { LiteDoor } from './lite-door.ts'

/**
 * `many`: the adapter measures what a transaction brought to an address and tells it once. `waiting`, `reorganise`, `replace`: finalized
 * slots stay, nodes show nothing that waits, and a transaction ends with its blockhash.
 */
export const SOLANA_POWERS: WorldPowers = {
  tokens: true,
  many: false,
  waiting: false,
  failures: true,
  reorganise: false,
  replace: false,
  history: true,
}

const keyOf = (name: string): Uint8Array => hex.decode(hashOf(`key ${name}`))
export const addressOf = (name: string): string => base58.encode(ed25519.getPublicKey(keyOf(name)))

const OUTSIDE = 'outside'
const RICH = 10n ** 17n
const TOKENS = 10n ** 15n
const RENT = 10n ** 7n
const MINT_BYTES = 82
/** More than anybody has. */
const TOO_MUCH = 2n ** 64n - 1n

function mintData(): Uint8Array {
  const data = new Uint8Array(MINT_BYTES)
  const view = new DataView(data.buffer)
  view.setBigUint64(36, TOKENS, true)
  view.setUint8(44, 6)
  view.setUint8(45, 1)
  return data
}

function tokenData(mint: string, owner: string): Uint8Array {
  const data = new Uint8Array(TOKEN_BYTES)
  data.set(base58.decode(mint), 0)
  data.set(base58.decode(owner), 32)
  new DataView(data.buffer).setBigUint64(64, TOKENS, true)
  data[108] = 1
  return data
}

export class LiteWorld implements World {
  readonly chain = new LiteChain()
  readonly door = new LiteDoor(this.chain)
  readonly port = new SolanaPort({ transport: this.door.transport, timeoutMs: 300 })
  readonly signing = solanaSigning
  readonly seed = new Uint8Array(64).fill(5)
  readonly tokens = { listed: addressOf('listed'), unlisted: addressOf('unlisted') }
  readonly unit = 1_000_000_000n
  #count = 0

  constructor() {
    const outside = addressOf(OUTSIDE)
    this.chain.set(outside, '1'.repeat(32), RICH, new Uint8Array())
    for (const mint of Object.values(this.tokens)) {
      this.chain.set(mint, TOKEN_PROGRAM, RENT, mintData())
      this.chain.set(associatedAccount(outside, mint), TOKEN_PROGRAM, RENT, tokenData(mint, outside))
    }
  }

  newFilter(): KeyFilter {
    return new KeyFilter(solanaKeyForm)
  }

  stranger(): string {
    this.#count += 1
    return addressOf(`stranger ${this.#count}`)
  }

  /** Two alike would be one: the bound of work tells them apart. */
  #run(payments: readonly Payment[]): Promise<string> {
    this.#count += 1
    const from = addressOf(OUTSIDE)
    const { blockhash } = this.chain.latestBlockhash()
    const message = writeMessage({ from, blockhash, payments, rate: 0n, work: 200_000n + BigInt(this.#count) })
    const signature = ed25519.sign(message, keyOf(OUTSIDE))
    return Promise.resolve(this.chain.run(Uint8Array.of(1, ...signature, ...message)))
  }

  pay(payment: Payment): Promise<string> {
    return this.#run([payment])
  }

  payMany(payments: readonly Payment[]): Promise<string> {
    return this.#run(payments)
  }

  /** The second payment cannot be paid, and takes the first one with it. */
  payInVain(payment: Payment): Promise<string> {
    return this.#run([payment, { ...payment, token: this.tokens.unlisted, amount: TOO_MUCH }])
  }

  mine(blocks = 1): Promise<BlockHead> {
    for (let block = 0; block < blocks; block += 1) this.chain.mine()
    return this.port.head()
  }

  reorganise(): Promise<BlockHead> {
    return Promise.reject(new Error('finalized slots stay'))
  }

  expireSlots(): Promise<void> {
    this.chain.expire()
    return Promise.resolve()
  }

  break(fault: Parameters<World['break']>[0]): void {
    this.door.break(fault)
  }

  close(): Promise<void> {
    return Promise.resolve()
  }
}
