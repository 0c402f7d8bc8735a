/** The house in a test of an adapter: its addresses, which are new for each test, what it watches, and how it pays. */
import type { AddressFilter, Arrival, BlockRef, FeeQuote, Payment, Plan, Signed, Slot, WatchWishes } from '../port.ts'
import type { PublicAccount } from '../signing-port.ts'
import type { World } from './world.ts'

/** Made ahead where addresses do not follow from a public key. */
const ADDRESSES = 96

/** An arrival with the block that brought it. */
export interface Found {
  readonly block: BlockRef
  readonly arrival: Arrival
}

export interface Purse {
  readonly address: string
  readonly index: number
}

export class SuiteHouse {
  #world: World | null = null
  #account: PublicAccount | null = null
  #next = 0
  readonly #indexes = new Map<string, number>()

  enter(world: World): void {
    this.#world = world
    this.#account = world.signing.publicAccount(world.seed, 0, 0, ADDRESSES)
  }

  async leave(): Promise<void> {
    await this.#world?.close()
  }

  get world(): World {
    if (this.#world === null) throw new Error('the world of this suite did not open')
    return this.#world
  }

  /** An address of the house that no test has had before. */
  purse(): Purse {
    if (this.#account === null) throw new Error('the world of this suite did not open')
    const index = this.#next
    this.#next += 1
    const address = this.world.signing.addressOf(this.#account, 0, index)
    this.#indexes.set(address, index)
    return { address, index }
  }

  /** Watches purses under the handles 1000, 1001, … */
  wishes(purses: readonly Purse[], own: readonly string[] = []): WatchWishes {
    const addresses: AddressFilter = this.world.newFilter()
    purses.forEach(({ address }, index) => {
      addresses.add(address, 1000 + index)
    })
    const { listed } = this.world.tokens
    return { addresses, tokens: new Set(listed === '' ? [] : [listed]), own: new Set(own) }
  }

  coin(to: string, amount = this.world.unit): Payment {
    return { to, tag: null, token: null, amount }
  }

  token(to: string, amount = this.world.unit, token = this.world.tokens.listed): Payment {
    return { to, tag: null, token, amount }
  }

  /** What the blocks above a height bring, in their order. */
  async since(height: number, wishes: WatchWishes): Promise<{ found: Found[]; own: string[] }> {
    const found: Found[] = []
    const own: string[] = []
    const { port } = this.world
    const head = await port.head()
    for (let at = height + 1; at <= head.height; at += 1) {
      const block = await port.blockAt(at)
      if (block === null) throw new Error(`no block ${at} below the head ${head.height}`)
      const read = await port.read(block, wishes)
      if (read === null) throw new Error(`block ${at} left the chain although nothing was re-organised`)
      for (const arrival of read.arrivals) found.push({ block: { height: read.height, hash: read.hash }, arrival })
      own.push(...read.own)
    }
    return { found, own }
  }

  /** A new purse with coins from outside, in a block. */
  async funded(amount = this.world.unit * 10n): Promise<Purse> {
    const purse = this.purse()
    await this.world.pay(this.coin(purse.address, amount))
    await this.world.mine(1)
    return purse
  }

  async slot(from: string): Promise<Slot> {
    const { port } = this.world
    return (await port.nextSlot(from)) ?? { kind: 'coins', coins: await port.coins([from]), change: from }
  }

  async plan(from: string, payments: readonly Payment[], fee?: FeeQuote): Promise<Plan> {
    const { port } = this.world
    const measured = payments[0] ?? this.coin(from, 0n)
    return { payments, slot: await this.slot(from), fee: fee ?? (await port.fee(1)), work: await port.work(from, measured) }
  }

  key(address: string): Uint8Array {
    const index = this.#indexes.get(address)
    if (index === undefined) throw new RangeError(`${address} is none of the house`)
    return this.world.signing.privateKey(this.world.seed, { account: 0, branch: 0, index })
  }

  sign(plan: Plan): Signed {
    return this.world.signing.sign(this.world.port.build(plan), (address) => this.key(address))
  }

  async balance(address: string, token: string | null = null): Promise<bigint> {
    const { port } = this.world
    const [balance] = await port.holdings([{ address, token }], await port.head())
    if (balance === undefined) throw new Error('no answer to a question about holdings')
    return balance
  }
}
