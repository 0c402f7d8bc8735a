/**
 * One workload for the core and its peer: a book filled to a depth, then a timed mix of 53 % limit orders near the touch (6 % of them
 * crossing), 37 % cancels of a random live order and 10 % IOC orders up to three ticks through the touch. Made by running the engine
 * itself, so that a cancel always names a live order.
 */
import type { Command } from '@agio/engine/command.ts'
import { createState } from '@agio/engine/create-state.ts'
import { apply } from '@agio/engine/engine.ts'
import { encodeEntry } from '@agio/engine/entry.ts'
import { lastOutcome } from '@agio/engine/event-buffer.ts'
import { asOrderId, asOrderListId, asUserId } from '@agio/engine/ids/id.ts'
import { depthOf, orderOf } from '@agio/engine/read.ts'
import { encodeSnapshot } from '@agio/engine/snapshot.ts'
import type { State } from '@agio/engine/state.ts'
import { createPrng, type Prng } from '../prng.ts'
import { FIRST_USER, type Market, MID, PAIR } from './core-markets.ts'

/** A command in the peer's terms; price and size in ticks and lots. */
export type PeerCommand =
  | {
      readonly kind: 'limit'
      readonly id: string
      readonly side: 'buy' | 'sell'
      readonly size: number
      readonly price: number
      readonly isIoc: boolean
    }
  | { readonly kind: 'cancel'; readonly id: string }

export interface Workload {
  /** Snapshot of the exchange with its users, their money and the filled book. */
  readonly start: Uint8Array
  /** Encoded timed entries, back to back, and where each starts. */
  readonly bytes: Uint8Array
  readonly offsets: Int32Array
  readonly prefill: readonly PeerCommand[]
  readonly timed: readonly PeerCommand[]
}

export interface WorkloadOptions {
  readonly depth: number
  readonly commands: number
  readonly users: number
  readonly seed: number
  /** What is traded: a pair, or a contract with the same book. */
  readonly market?: Market
}

const START_MS = 1_767_225_600_000
const ENTRIES_PER_MS = 100

/** Writes and applies entries one by one, so that the next command can depend on what the book became. */
class Recorder {
  readonly state: State = createState()
  /** Timed entries; entries of the set-up are overwritten in `scratch`. */
  readonly bytes: Uint8Array
  readonly scratch = new Uint8Array(1 << 13)
  length = 0
  seq = 0
  isTimed = false
  constructor(timedEntries: number, entryBytes: number) {
    this.bytes = new Uint8Array(timedEntries * entryBytes)
  }

  run(command: Command, key = ''): void {
    this.seq += 1
    const at = START_MS + Math.floor(this.seq / ENTRIES_PER_MS)
    const into = this.isTimed ? this.bytes : this.scratch
    const from = this.isTimed ? this.length : 0
    const length = encodeEntry(into, from, this.seq, at, key, command)
    this.state.out.reset()
    apply(this.state, into, from)
    if (this.isTimed) this.length += length
  }
}

interface LiveOrder {
  readonly orderId: number
  readonly userId: number
  readonly id: string
}

/** Ticks behind the touch: a few mostly, thinning out to about a hundred. */
function nearTouch(random: Prng): number {
  return Math.floor(-Math.log((random.below(1 << 30) + 1) / (1 << 30)) * 20)
}

/** Makes the workload. Deterministic in its options. */
export function makeWorkload(options: WorkloadOptions): Workload {
  const { depth, commands, users, market = PAIR } = options
  const random = createPrng(options.seed)
  const recorder = new Recorder(commands, market.entryBytes)
  for (const command of market.opening(users, START_MS)) recorder.run(command)
  const live: LiveOrder[] = []
  const peers: PeerCommand[] = []
  /** IOC orders grow with the book, so that its depth stays where it is. */
  const place = (isIoc: boolean, isCrossing: boolean, away: number): void => {
    const isBuy = random.below(2) === 0
    const side = isBuy ? 'buy' : 'sell'
    const userId = FIRST_USER + random.below(users)
    const touch = depthOf(recorder.state, market.instrumentId, isBuy ? 'sell' : 'buy', 1)[0]?.price ?? MID + (isBuy ? 1 : -1)
    const through = isIoc || isCrossing ? random.below(4) : 0
    const passive = isBuy ? Math.min(MID - away, touch - 1) : Math.max(MID + away, touch + 1)
    const price = isIoc || isCrossing ? (isBuy ? touch + through : touch - through) : passive
    const quantity = 1 + random.below(isIoc ? 1 + Math.round((115 * recorder.state.orders.liveCount) / depth) : 100)
    const id = `bench-${recorder.seq}`
    recorder.run(market.place(asUserId(userId), side, price, quantity, isIoc), id)
    peers.push({ kind: 'limit', id, side, size: quantity, price, isIoc })
    const orderId = lastOutcome(recorder.state.out).orders[0]?.orderId
    if (orderId !== undefined && orderOf(recorder.state, orderId) !== undefined) live.push({ orderId, userId, id })
  }
  const takeLive = (): LiveOrder | undefined => {
    while (live.length > 0) {
      const position = random.below(live.length)
      const order = live[position]
      const last = live.pop()
      if (order !== last && last !== undefined) live[position] = last
      if (order !== undefined && orderOf(recorder.state, asOrderId(order.orderId)) !== undefined) return order
    }
    return undefined
  }
  for (let index = 0; index < depth; index += 1) place(false, false, 1 + random.below(60 + Math.floor(depth * 0.075)))
  const prefill = peers.splice(0)
  const start = encodeSnapshot(recorder.state)
  recorder.isTimed = true
  const offsets = new Int32Array(commands)
  for (let index = 0; index < commands; index += 1) {
    offsets[index] = recorder.length
    const dice = random.below(100)
    const order = dice >= 53 && dice < 90 ? takeLive() : undefined
    if (order === undefined) place(dice >= 90, dice < 53 && random.below(100) < 6, 1 + nearTouch(random))
    else {
      recorder.run({
        kind: 'cancelOrder',
        userId: asUserId(order.userId),
        orderId: asOrderId(order.orderId),
        clientOrderId: '',
        orderListId: asOrderListId(0),
      })
      peers.push({ kind: 'cancel', id: order.id })
    }
  }
  return { start, bytes: recorder.bytes.subarray(0, recorder.length), offsets, prefill, timed: peers }
}
