/** A chain that goes another way now and then, as a watcher tells it, and what of it stands. */
import type { Arrival, BlockName, Command, MinedPayment } from '@agio/engine/command.ts'
import { asAddressId, asListingId } from '@agio/engine/ids/id.ts'
import { NETWORK, UNLOCK_AT } from './wallet-world.ts'

/** What somebody sent: the same in whichever block it stands. */
export interface Sent {
  readonly userId: number
  readonly assetId: number
  readonly amount: bigint
  /** Business key, higher with each that is sent. */
  readonly key: string
}

interface Block extends BlockName {
  readonly sent: readonly Sent[]
  readonly mined: readonly MinedPayment[]
}

const GENESIS: Block = { height: 0, block: '', sent: [], mined: [] }

export class Chain {
  #blocks: Block[] = [GENESIS]
  /** The highest block that ever was: what was deep enough once stays, so the chain goes back no further than an unlocked deposit. */
  #peak = 0
  #names = 0
  #keys = 0

  get last(): Block {
    return this.#blocks.at(-1) ?? GENESIS
  }

  send(userId: number, assetId: number, amount: bigint): Sent {
    this.#keys += 1
    return { userId, assetId, amount, key: this.#keys.toString(16).padStart(32, '0') }
  }

  static arrival({ userId, assetId, amount, key }: Sent, height: number, isHeld = false): Arrival {
    // an account's address has its place, and a coin's listing its number
    const place = { listingId: asListingId(assetId), addressId: asAddressId(userId - 100_000) }
    return { ...place, key, tx: `tx-${key}`, position: 'v', from: null, amount, dust: 0n, height, isHeld }
  }

  /** The next block. @param sent in the order of its keys */
  grow(sent: readonly Sent[], mined: readonly Omit<MinedPayment, 'height'>[], rows: { readonly ownMost?: number }): Command {
    const after = this.last
    this.#names += 1
    const height = after.height === 0 ? 100 : after.height + 1
    const paid = mined.map((one) => ({ ...one, height }))
    const block = { height, block: `block-${this.#names}`, sent, mined: paid }
    this.#blocks.push(block)
    if (this.#blocks.length > 400) this.#blocks.splice(1, 200)
    this.#peak = Math.max(this.#peak, height)
    const arrivals = [...sent].sort((one, other) => (one.key < other.key ? -1 : 1)).map((one) => Chain.arrival(one, height))
    return { kind: 'bookBlocks', networkId: NETWORK, after: nameOf(after), upTo: nameOf(block), arrivals, mined: paid, ...rows }
  }

  /** How many blocks may leave without taking what is unlocked with them. */
  get shallow(): number {
    return Math.max(0, Math.min(this.last.height - (this.#peak - UNLOCK_AT + 1), this.#blocks.length - 2))
  }

  /** The other way: the youngest blocks leave. @returns the command and what they had */
  leave(depth: number): { readonly command: Command; readonly gone: readonly Block[] } {
    const from = this.last
    const gone = this.#blocks.splice(this.#blocks.length - depth, depth)
    return { command: { kind: 'leaveBlocks', networkId: NETWORK, from: nameOf(from), backTo: nameOf(this.last) }, gone }
  }
}

const nameOf = ({ height, block }: BlockName): BlockName => ({ height, block })
