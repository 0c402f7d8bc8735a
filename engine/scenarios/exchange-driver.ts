/** An exchange that is driven in words and decimal strings, and that can prove itself at the end. Used by scenarios and unit tests. */
import type { Command, InstrumentTerms } from '../src/command.ts'
import { createState } from '../src/create-state.ts'
import { apply } from '../src/engine.ts'
import { encodeEntry, entryLength } from '../src/entry.ts'
import type { Event, Order, OrderStatus, Outcome } from '../src/event.ts'
import { lastOutcome, readEvents } from '../src/event-buffer.ts'
import type { StampedEvent } from '../src/events/read-events.ts'
import { stateHash } from '../src/hash.ts'
import { asAssetId, asInstrumentId, asUserId, type OrderId, type UserId } from '../src/ids/id.ts'
import { trialBalance } from '../src/ledger/trial-balance.ts'
import { PLAIN_PAIR } from '../src/plain-terms.ts'
import { balancesOf, depthOf, instrumentOf, openOrdersOf } from '../src/read.ts'
import type { Reason } from '../src/reason.ts'
import { ENGINE_VERSION } from '../src/rules.ts'
import { mayAnswer } from '../src/schema/commands.ts'
import { isOrderEvent } from '../src/schema/events.ts'
import { decodeSnapshot, encodeSnapshot } from '../src/snapshot.ts'
import type { State } from '../src/state.ts'
import { savingsFaults } from './product-facts.ts'

/** 2026-01-01 00:00:00 UTC. */
export const START_MS = 1_767_225_600_000

/** The spot fixture of the criteria: fees of 0.001 a side, quantity 0.0001 to 100, value 5 to 1,000,000, reference price 60,000. */
export const SPOT_FIXTURE: Partial<InstrumentTerms> = {
  buyFeeE8: 100_000,
  sellFeeE8: 100_000,
  quantityMin: 10,
  quantityMax: 10_000_000,
  notionalMin: 500_000_000n,
  notionalMax: 100_000_000_000_000n,
  referencePrice: 6_000_000,
}

const END_STATES: ReadonlySet<OrderStatus> = new Set(['filled', 'canceled', 'rejected', 'expired', 'expiredInMatch'])
/** Minor units of a tick times a lot, and of a lot, of the pair that `open` makes. */
const NOTIONAL_UNIT = 10n
const LOT_UNIT = 1000n

export class ExchangeDriver {
  readonly state: State
  readonly users: UserId[] = []
  /** Last shape of every order, live or ended. */
  readonly orders = new Map<number, Order>()
  readonly events: Event[] = []
  /** The same with the instants at which they happened. */
  readonly stamped: StampedEvent[] = []
  readonly reasons = new Set<Reason>()
  /** Answers that the command's description does not know. */
  readonly unforeseen: string[] = []
  /** Orders that changed after they had ended. */
  readonly revived: number[] = []
  bytes = new Uint8Array(1 << 20)
  length = 0
  seq = 0
  now = START_MS
  readonly startedAt = START_MS

  /** @param state an exchange that nothing was journaled on yet */
  constructor(state: State = createState()) {
    this.state = state
    this.must({ kind: 'setEngineVersion', version: ENGINE_VERSION })
  }

  /** Journals and applies a command at the current time. */
  run(command: Command, key = ''): Outcome {
    this.seq += 1
    if (this.length + (1 << 16) > this.bytes.byteLength) {
      const larger = new Uint8Array(this.bytes.byteLength * 2)
      larger.set(this.bytes)
      this.bytes = larger
    }
    const length = encodeEntry(this.bytes, this.length, this.seq, this.now, key, command)
    const { out } = this.state
    out.reset()
    apply(this.state, this.bytes, this.length)
    this.length += length
    for (const stamped of readEvents(out.bytes())) {
      const { event } = stamped
      this.events.push(event)
      this.stamped.push(stamped)
      if (isOrderEvent(event)) this.noteOrder(event.order)
    }
    const outcome = lastOutcome(out)
    this.reasons.add(outcome.reason)
    if (!mayAnswer(command.kind, outcome.reason)) this.unforeseen.push(`${command.kind} answers ${outcome.reason}`)
    return outcome
  }

  noteOrder(order: Order): void {
    const known = this.orders.get(order.orderId)
    if (known !== undefined && END_STATES.has(known.status)) this.revived.push(order.orderId)
    this.orders.set(order.orderId, order)
  }

  /** As run, and throws unless the outcome is 'none'. Returns its value. */
  must(command: Command): number {
    const { reason, value } = this.run(command)
    if (reason !== 'none') throw new Error(`${command.kind}: ${reason}`)
    return value
  }

  /** Runs a command that has to place something. @returns the id of its first order */
  places(command: Command, key = ''): OrderId {
    const { reason, orders } = this.run(command, key)
    const [first] = orders
    if (first === undefined) throw new Error(`${command.kind}: ${reason}`)
    return first.orderId
  }

  /** Two assets of scale 8 (BTC, USDT) and one pair. */
  open(pair: Partial<InstrumentTerms> = {}): void {
    this.must({ kind: 'defineAsset', symbol: 'BTC', scale: 8, document: {} })
    this.must({ kind: 'defineAsset', symbol: 'USDT', scale: 8, document: {} })
    this.must({ kind: 'defineInstrument', terms: { ...PLAIN_PAIR, ...pair } })
  }

  /** A customer with balances by asset id. */
  join(name: string, balances: Readonly<Record<number, bigint>>): UserId {
    const userId = asUserId(this.must({ kind: 'registerUser', accountKey: name, document: {}, role: 'customer' }))
    for (const [assetId, amount] of Object.entries(balances)) {
      if (amount > 0n)
        this.must({ kind: 'creditUser', userId, assetId: asAssetId(Number(assetId)), amount, cause: 'airdrop', reference: '' })
    }
    this.users.push(userId)
    return userId
  }

  /** What must hold of the book after every entry: not crossed while it trades, and showing what its orders have left. */
  bookFaults(): string[] {
    const pair = instrumentOf(this.state, asInstrumentId(1))
    if (pair === undefined) return []
    const faults: string[] = []
    const [bid, ask] = (['buy', 'sell'] as const).map((side) => depthOf(this.state, pair.instrumentId, side, 1)[0])
    if (pair.status === 'trading' && bid !== undefined && ask !== undefined && bid.price >= ask.price) faults.push('the book is crossed')
    for (const order of this.orders.values()) {
      if (order.quantity !== 0 && order.executedQuantity + order.preventedQuantity > order.quantity)
        faults.push(`order ${order.orderId} executed more than its quantity`)
    }
    const ofPair = this.openOrders().filter((order) => order.instrumentId === pair.instrumentId)
    const resting = ofPair.filter((order) => order.status === 'new' || order.status === 'partiallyFilled')
    if (resting.some((order) => order.visibleQuantity !== 0)) return faults
    const left = resting.reduce((sum, order) => sum + order.quantity - order.executedQuantity - order.preventedQuantity, 0)
    const levels = [...depthOf(this.state, pair.instrumentId, 'buy', 1000), ...depthOf(this.state, pair.instrumentId, 'sell', 1000)]
    const shown = levels.reduce((sum, level) => sum + level.quantity, 0)
    if (shown !== left) faults.push(`the book shows ${shown} lots, its orders have ${left} left`)
    return faults
  }

  openOrders(): Order[] {
    return this.users.flatMap((userId) => [...openOrdersOf(this.state, userId)])
  }

  /** What must hold of any exchange at any time; the faults found, none when sound. */
  faults(): string[] {
    const faults = [...this.unforeseen, ...this.revived.map((orderId) => `order ${orderId} changed after its end`)]
    for (const { assetId, sum } of trialBalance(this.state)) if (sum !== 0n) faults.push(`asset ${assetId} sums to ${sum}`)
    for (const userId of this.users) faults.push(...this.holdFaults(userId))
    faults.push(...savingsFaults(this))
    for (const order of this.openOrders()) {
      const known = this.orders.get(order.orderId)
      if (known === undefined || known.status !== order.status || known.held !== order.held)
        faults.push(`order ${order.orderId} is not what its events say`)
    }
    const live = stateHash(this.state)
    if (stateHash(this.replayed(0)) !== live) faults.push('replay has another hash')
    if (stateHash(this.replayed(Math.floor(this.seq / 2))) !== live) faults.push('snapshot and tail have another hash')
    return faults
  }

  /** Balances below zero, holds that no open order explains, and plain limit orders that hold other than what they may cost. */
  holdFaults(userId: UserId): string[] {
    const faults: string[] = []
    const open = openOrdersOf(this.state, userId)
    for (const { account, assetId, available, held } of balancesOf(this.state, userId)) {
      if (account !== 'spot') {
        const isSound = account === 'debt' ? available <= 0n : available >= 0n
        if (!isSound || held < 0n || (held !== 0n && account !== 'financial' && account !== 'contract'))
          faults.push(`user ${userId} asset ${assetId} ${account}: ${available} + ${held}`)
        continue
      }
      if (available < 0n || held < 0n) faults.push(`user ${userId} asset ${assetId} is negative`)
      const needed = open
        .filter((order) => order.contract === undefined && order.heldAssetId === assetId)
        .reduce((sum, order) => sum + order.held, 0n)
      if (needed !== held) faults.push(`user ${userId} asset ${assetId} holds ${held}, orders need ${needed}`)
    }
    for (const order of open) {
      if (
        order.contract !== undefined ||
        order.type !== 'limit' ||
        order.status === 'pendingNew' ||
        order.orderListId !== 0 ||
        (order.side === 'buy' && order.feeAssetId === order.heldAssetId)
      )
        continue
      const left = BigInt(order.quantity - order.executedQuantity - order.preventedQuantity)
      const need = order.side === 'buy' ? left * BigInt(order.price) * NOTIONAL_UNIT : left * LOT_UNIT
      if (need !== order.held) faults.push(`order ${order.orderId} holds ${order.held}, needs ${need}`)
    }
    return faults
  }

  /** The state by replay; with a snapshot taken and read back after `snapshotAt` entries (0 = none). */
  replayed(snapshotAt: number): State {
    let state = createState()
    let count = 0
    for (let at = 0; at < this.length; at += entryLength(this.bytes, at)) {
      state.out.reset()
      apply(state, this.bytes, at)
      count += 1
      if (count === snapshotAt) state = decodeSnapshot(encodeSnapshot(state))
    }
    return state
  }
}
