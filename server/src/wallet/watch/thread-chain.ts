/** The adapters of a network in its thread: opened when a node first answers, and asked for others. */
import { portOf } from '@agio/chain/adapters.ts'
import type { FollowedOutputs } from '@agio/chain/bitcoin/followed-outputs.ts'
import { type BlockRef, ChainFault, type ChainPort, type WatchedBlock, type WatchWishes } from '@agio/chain/port.ts'
import { withQuorum } from '@agio/chain/watch/quorum.ts'
import { SharedOutputs } from './kept-outputs.ts'
import type { AskedCall, AskFault, Hand, QuorumBounds, WatchStart } from './messages.ts'

/** More than there can be of anything. */
const NEVER = 2n ** 512n

/** Opens once it can: a node that does not answer is asked again by the next who wants it. */
class LatePort {
  readonly #open: () => Promise<ChainPort>
  #port: Promise<ChainPort> | undefined

  constructor(open: () => Promise<ChainPort>) {
    this.#open = open
  }

  /** @throws ChainFault while no node answers, or one of another chain does */
  get(): Promise<ChainPort> {
    this.#port ??= this.#open().catch((error: unknown) => {
      this.#port = undefined
      throw error
    })
    return this.#port
  }
}

/** Answered from outputs that blocks brought. */
const OF_OUTPUTS: ReadonlySet<AskedCall> = new Set<AskedCall>(['coins', 'holdings', 'find'])

export class ThreadChain {
  readonly #ports: Readonly<Record<Hand, LatePort>>
  readonly #hasSecond: boolean
  bounds: QuorumBounds | undefined
  /** False on a UTXO chain until all outputs are read: what is known of them then is not all. */
  areOutputsKnown: boolean

  constructor({ settings, urls, secondUrls }: WatchStart, outputs: FollowedOutputs) {
    this.#hasSecond = secondUrls.length > 0
    this.areOutputsKnown = settings.kind !== 'bitcoin'
    this.#ports = {
      first: new LatePort(() => portOf(settings, urls, outputs)),
      second: new LatePort(() => portOf(settings, secondUrls, new SharedOutputs(outputs))),
    }
  }

  /** For whoever follows: a second node has to agree about large amounts, by the current bounds. @throws ChainFault */
  async watched(): Promise<ChainPort> {
    const first = await this.#ports.first.get()
    const boundOf = (token: string | null): bigint => {
      if (this.bounds === undefined) return NEVER
      return token === null ? this.bounds.coin : (this.bounds.tokens.get(token) ?? 0n)
    }
    return withQuorum(first, { ...first, read: (block, wishes) => this.#readSecond(block, wishes) }, boundOf)
  }

  /** @throws ChainFault, RangeError for a plan that cannot be built */
  async ask(hand: Hand, call: AskedCall, args: readonly unknown[]): Promise<unknown> {
    if (!this.areOutputsKnown && OF_OUTPUTS.has(call)) throw new ChainFault('unreachable', 'the outputs of the house are not read yet')
    const port = await this.#ports[hand].get()
    return await (port[call] as (...given: unknown[]) => unknown).apply(port, [...args])
  }

  async #readSecond(block: BlockRef, wishes: WatchWishes): Promise<WatchedBlock | null> {
    if (!this.#hasSecond) throw new ChainFault('disagreement', 'no second node is named, and this much needs one')
    return await (await this.#ports.second.get()).read(block, wishes)
  }
}

export function faultOf(error: unknown): AskFault {
  if (error instanceof ChainFault) return { name: 'ChainFault', why: error.why, text: error.message }
  const text = error instanceof Error ? error.message : String(error)
  return { name: error instanceof RangeError ? 'RangeError' : 'Error', text }
}
