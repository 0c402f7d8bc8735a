/**
 * Follows the chain in the thread: reads blocks, tells of them one step at a time, and goes on when the step is booked. Blocks without
 * anything travel together. What was told and not booked is found again: nothing here is remembered but in the file.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { type BlockHead, ChainFault, type ChainPort, type Slot, type WatchedBlock } from '@agio/chain/port.ts'
import { Follower, type Pause } from '@agio/chain/watch/follow.ts'
import type { BlockName } from '@agio/engine/command.ts'
import type { BookedBlock } from '@agio/engine/wallet/read-holdings.ts'
import { blockHash } from '@agio/engine/wallet/wallet-rows.ts'
import { arrivalKey } from './arrival-key.ts'
import { bundled } from './bundle.ts'
import { entryParts } from './entry-parts.ts'
import type { KeptOutputs } from './kept-outputs.ts'
import type { FromWatch, SeenArrival, SeenOwn, ToWatch, UntracedBlock, WatchStart, WatchStep, WatchTrouble } from './messages.ts'
import { resume } from './resume.ts'
import type { ThreadChain } from './thread-chain.ts'
import { type OutputChanges, readWatchFile, WatchFile } from './watch-file.ts'
import type { ThreadWishes } from './wishes.ts'

/** Blocks without anything that are booked together. */
const TOGETHER = 512
/** Waits after a fault, ms. */
const FAULT_MS = 500
/** What waits is asked for no more often, ms. */
const WAITING_MS = 1000

export interface LoopParts {
  readonly start: WatchStart
  readonly chain: ThreadChain
  readonly wishes: ThreadWishes
  readonly outputs: KeptOutputs
  /** See `ResumeParts`. */
  names(durableSeq: number): Promise<readonly BlockName[]>
  tell(message: FromWatch): void
}

type Order = Extract<ToWatch, { kind: 'follow' }>
/** Where to go on: moves with each step that is booked. */
type Follow = Omit<Order, 'booked'> & { booked: BookedBlock }

const nameOf = ({ height, hash }: Pick<BlockHead, 'height' | 'hash'>): BlockName => ({ height, block: hash })

/** What was read and is to be booked together. */
interface Gathered {
  readonly blocks: { readonly block: WatchedBlock; readonly changes: OutputChanges }[]
  readonly arrivals: SeenArrival[]
  readonly own: SeenOwn[]
  readonly untraced: UntracedBlock[]
}

const nothing = (): Gathered => ({ blocks: [], arrivals: [], own: [], untraced: [] })

export class FollowLoop {
  readonly #parts: LoopParts
  readonly #file: WatchFile
  #follower: Follower | undefined
  #follow: Follow | undefined
  #lastStepId = 0
  #booked: { readonly stepId: number; resolve(isBooked: boolean): void } | undefined
  #askedWaitingAt = 0
  /** The follower stands behind blocks that are not booked. */
  #isAhead = false
  #isOver = false

  constructor(parts: LoopParts) {
    this.#parts = parts
    this.#file = new WatchFile(parts.start.file)
  }

  /** Go on behind another block than the one that stands here. */
  follow(order: Order): void {
    this.#follow = { ...order }
    this.#follower = undefined
    this.#booked?.resolve(false)
  }

  booked(stepId: number): void {
    if (this.#booked?.stepId === stepId) this.#booked.resolve(true)
  }

  /** Nothing is told or written any more, whatever a node still answers. */
  end(): void {
    this.#isOver = true
    this.#follow = undefined
    this.#file.end()
    this.#booked?.resolve(false)
  }

  /** Until it is ended. */
  async run(): Promise<void> {
    const { start } = this.#parts
    while (!this.#isOver) {
      if (this.#follow === undefined) await pause(start.pollMs)
      else await this.#turn(this.#follow)
    }
  }

  async #turn(order: Follow): Promise<void> {
    const { chain, start } = this.#parts
    try {
      const port = await chain.watched()
      const follower = this.#follower ?? (await this.#resume(port, order))
      if (follower === undefined || order !== this.#follow) return
      const found = await this.#gather(port, follower)
      if (order !== this.#follow) return
      if (found !== undefined) await this.#trouble(found)
      else await pause(start.pollMs)
    } catch (error) {
      // What was read since the last booked block is read again.
      if (this.#isAhead) this.#follower = undefined
      if (this.#isOver) return
      if (!(error instanceof ChainFault)) throw error
      await this.#trouble({ why: error.why === 'disagreement' ? 'disagreement' : 'silent', text: error.message })
    }
  }

  async #trouble({ why, text }: { readonly why: WatchTrouble; readonly text: string }): Promise<void> {
    if (this.#isOver) return
    this.#parts.tell({ kind: 'state', trouble: why, text })
    await pause(Math.max(FAULT_MS, this.#parts.start.pollMs))
  }

  /** Undefined when nothing can be followed yet. */
  async #resume(port: ChainPort, order: Follow): Promise<Follower | undefined> {
    const { chain, start, outputs, names, wishes } = this.#parts
    const kept = readWatchFile(start.file)
    const found = await resume({ port, kept, ...order, names: () => names(order.durableSeq) })
    if (order !== this.#follow) return undefined
    if (found.kind === 'leave') {
      await this.#tellStep({ kind: 'left', from: found.from, backTo: found.backTo })
      return undefined
    }
    if (found.kind === 'trouble') {
      await this.#trouble(found)
      return undefined
    }
    if (kept !== undefined) outputs.restore(kept)
    else if (order.booked.height > 0) await this.#readAgain(port, order)
    chain.areOutputsKnown = true
    this.#file.begin(found.cursor, outputs.all())
    outputs.takeFresh()
    const follower = new Follower(port, found.cursor, () => wishes, start.confirmations)
    if (order.booked.height === 0) {
      // From here on a start finds where it began.
      if (follower.top.height > 0) await this.#book(follower, nothing(), { height: 0, block: '' })
    } else await this.#tellAgain(port, follower)
    if (order !== this.#follow) return undefined
    this.#isAhead = false
    this.#follower = follower
    return follower
  }

  /** On a UTXO chain whose file of outputs is lost, every block since the first is read once more; nothing is booked. */
  async #readAgain(port: ChainPort, { booked, durableSeq }: Follow): Promise<void> {
    const { names, start, wishes } = this.#parts
    if (start.settings.kind !== 'bitcoin') return
    const [first] = await names(durableSeq)
    for (let height = first?.height ?? booked.height; height <= booked.height; height += 1) {
      const block = await port.blockAt(height)
      if (block !== null) await port.read(block, wishes)
    }
  }

  /** The last booked block once more: a part of what it brought may be missing, and what was booked of it is known by its keys. */
  async #tellAgain(port: ChainPort, follower: Follower): Promise<void> {
    const { top } = follower
    const block = await port.read(top, this.#parts.wishes)
    if (block === null) return
    const gathered: Gathered = nothing()
    await this.#take(port, block, gathered)
    await this.#book(follower, gathered, nameOf(top))
  }

  /** Books until there is nothing more. @returns why that is no good end */
  async #gather(port: ChainPort, follower: Follower): Promise<{ why: WatchTrouble; text: string } | undefined> {
    const { outputs } = this.#parts
    // One question where nothing is new.
    if ((await port.head()).hash === follower.top.hash) return await this.#atRest(port, { kind: 'atHead', block: follower.top })
    let before = nameOf(follower.top)
    let gathered: Gathered = nothing()
    for (;;) {
      const next = await follower.next()
      if (next.kind === 'block') {
        await this.#take(port, next.block, gathered)
        gathered.blocks.push({ block: next.block, changes: outputs.takeFresh() })
        this.#isAhead = true
        follower.booked(next)
        const isSomething = gathered.arrivals.length > 0 || gathered.own.length > 0 || gathered.untraced.length > 0
        if (!isSomething && gathered.blocks.length < TOGETHER) continue
      }
      if (gathered.blocks.length > 0) {
        if (!(await this.#book(follower, gathered, before))) return undefined
        this.#isAhead = false
        before = nameOf(follower.top)
        gathered = nothing()
      }
      if (next.kind === 'left') {
        if (!(await this.#leave(follower, next.block))) return undefined
        follower.booked(next)
        before = nameOf(follower.top)
      } else if (next.kind !== 'block') return await this.#atRest(port, next)
    }
  }

  async #atRest(port: ChainPort, rest: Pause): Promise<{ why: WatchTrouble; text: string } | undefined> {
    if (rest.kind === 'trouble') return rest
    this.#parts.tell({ kind: 'state', trouble: undefined, text: '' })
    await this.#tellWaiting(port)
    return undefined
  }

  async #take(port: ChainPort, block: WatchedBlock, into: Gathered): Promise<void> {
    const { wishes, start } = this.#parts
    const seen = (arrival: WatchedBlock['arrivals'][number]): SeenArrival => this.#seen(arrival, block.height)
    const { height, hash, untraced } = block
    if (untraced !== undefined) into.untraced.push({ height, hash, why: untraced })
    into.arrivals.push(...bundled(start.blockchain, block.arrivals.filter(({ amount }) => amount > 0n).map(seen)))
    for (const tx of block.own) {
      const slot = wishes.slotOf(tx)
      if (slot !== undefined) into.own.push(await paidFor(port, block, tx, slot, start.deadDepth))
    }
  }

  #seen(arrival: WatchedBlock['arrivals'][number], height: number): SeenArrival {
    const { start, wishes } = this.#parts
    return { ...arrival, height, key: arrivalKey(start.blockchain, arrival), isOwn: wishes.slotOf(arrival.tx) !== undefined }
  }

  /** On the disk first, then told; in parts where one entry does not hold what a block brought. @returns whether it is booked */
  async #book(follower: Follower, { blocks, arrivals, own, untraced }: Gathered, after: BlockName): Promise<boolean> {
    const upTo = nameOf(follower.top)
    if (blocks.length > 0) this.#file.add(blocks)
    const whole = entryParts(arrivals)
    // what waits for a row is known by the highest key that was told: entries of one block go up with it
    const parts = whole.length === 1 ? whole : entryParts(arrivals.toSorted((one, other) => (one.key < other.key ? -1 : 1)))
    for (const [index, part] of parts.entries()) {
      const first = index === 0 ? { after, own, untraced } : { after: upTo, own: [], untraced: [] }
      const step = { kind: 'blocks', upTo, arrivals: part, ...first, isWhole: index === parts.length - 1 } as const
      if (!(await this.#tellStep(step))) return false
    }
    if (this.#file.isLong) this.#file.begin(follower.cursor, this.#parts.outputs.all())
    return true
  }

  async #leave(follower: Follower, block: BlockHead): Promise<boolean> {
    const { headers } = follower.cursor
    const before = headers.at(-2)
    if (before === undefined || before.height === 0) {
      await this.#trouble({ why: 'tooDeep', text: `block ${block.height}, the first that was booked, left the chain` })
      return false
    }
    if (!(await this.#tellStep({ kind: 'left', from: nameOf(block), backTo: nameOf(before) }))) return false
    this.#file.leave(block)
    return true
  }

  async #tellStep(step: WatchStep): Promise<boolean> {
    if (this.#isOver) return false
    this.#lastStepId += 1
    const stepId = this.#lastStepId
    const order = this.#follow
    const { promise, resolve } = Promise.withResolvers<boolean>()
    this.#booked = { stepId, resolve }
    this.#parts.tell({ kind: 'step', stepId, step })
    if (!(await promise)) return false
    const { height, block } = step.kind === 'left' ? step.backTo : step.upTo
    if (order !== undefined) order.booked = { height, hash: blockHash({ block }) }
    return true
  }

  async #tellWaiting(port: ChainPort): Promise<void> {
    const now = performance.now()
    if (now - this.#askedWaitingAt < WAITING_MS) return
    this.#askedWaitingAt = now
    const arrivals = await port.waiting(this.#parts.wishes)
    const seen = arrivals.filter(({ amount }) => amount > 0n).map((arrival) => this.#seen(arrival, 0))
    this.#parts.tell({ kind: 'waiting', arrivals: bundled(this.#parts.start.blockchain, seen) })
  }
}

/** @throws ChainFault when the node says otherwise than its block did: it is asked again */
async function paidFor(port: ChainPort, block: BlockHead, tx: string, slot: Slot, deadDepth: number): Promise<SeenOwn> {
  const found = await port.find(tx, slot, deadDepth)
  if (found.state !== 'mined' || found.block.hash !== block.hash)
    throw new ChainFault('disagreement', `the node does not know what ${tx} of block ${block.height} cost`)
  return { tx, height: block.height, succeeded: found.succeeded, fee: found.fee }
}
