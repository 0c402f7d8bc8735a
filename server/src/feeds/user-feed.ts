/**
 * Private channels of the users who listen: orders, fills, balances. Each has its own sequence per user; a snapshot is read from the
 * engine, everything after it comes from durable events.
 */
import type { Event, Order } from '@agio/engine/event.ts'
import type { UserId } from '@agio/engine/ids/id.ts'
import { balancesOf, openOrdersOf, orderOf } from '@agio/engine/read.ts'
import type { State } from '@agio/engine/state.ts'
import { balanceView } from '@agio/wire/assets-view.ts'
import { fillView, orderView } from '@agio/wire/spot-view.ts'
import type { ListedAsset, Listings } from './listings.ts'
import { type Outbox, type Push, Topic } from './topic.ts'

export const PRIVATE_CHANNELS = ['orders', 'fills', 'balances'] as const
export type PrivateChannel = (typeof PRIVATE_CHANNELS)[number]

const SPOT_ACCOUNT = 1

interface Channel {
  readonly topic: Topic
  seq: number
}

type Changed = Extract<Event, { kind: 'balanceChanged' }>
type Traded = Extract<Event, { kind: 'traded' }>

/** A hold that moves is a by-work: a row of several changes names what they were for. */
const BY_WORK: ReadonlySet<Changed['cause']> = new Set(['hold', 'release', 'fee'])

/** The newest figures of an asset in one entry, with the cause that tells most. */
function merged(before: Changed | undefined, now: Changed): Changed {
  if (before === undefined || BY_WORK.has(before.cause) || !BY_WORK.has(now.cause)) return now
  return { ...now, cause: before.cause, reference: before.reference }
}

export interface UserSources {
  readonly state: State
  readonly listings: Listings
  readonly outbox: Outbox
  readonly now: () => number
  readonly usdtPrice: (asset: ListedAsset) => bigint
}

export class UserFeed {
  readonly #from: UserSources
  readonly #channels = new Map<UserId, Partial<Record<PrivateChannel, Channel>>>()
  /** Sequences outlive the last listener, so that one who comes back sees them rise. */
  readonly #lastSeq = new Map<string, number>()
  /** Orders of this batch that fills may belong to: an order that ended is no longer in the state. */
  readonly #seen = new Map<number, Order>()
  /** Balance changes of the entry that is being read, by user; the last of an asset counts. */
  readonly #balances = new Map<UserId, Map<number, Changed>>()
  readonly #fills: { readonly event: Traded; readonly at: number }[] = []
  #entrySeq = 0
  #entryAt = 0

  constructor(from: UserSources) {
    this.#from = from
  }

  /** False while nobody listens: the caller then need not decode private events at all. */
  get listening(): boolean {
    return this.#channels.size > 0
  }

  topic(userId: UserId, name: PrivateChannel): Topic {
    const channels = this.#channels.get(userId) ?? {}
    this.#channels.set(userId, channels)
    const known = channels[name]
    if (known !== undefined) return known.topic
    const key = `${userId}:${name}`
    const channel: Channel = {
      seq: this.#lastSeq.get(key) ?? 0,
      topic: new Topic(
        name,
        this.#from.outbox,
        () => this.#snapshot(userId, name, channel),
        () => this.#close(userId, name, channel),
      ),
    }
    channels[name] = channel
    return channel.topic
  }

  event(event: Event, seq: number, at: number): void {
    if (seq !== this.#entrySeq) this.#settleEntry()
    this.#entrySeq = seq
    this.#entryAt = at
    switch (event.kind) {
      case 'orderPlaced':
        this.#order(event.order, 'place')
        return
      case 'orderUpdated':
        this.#order(event.order, 'update')
        return
      case 'orderClosed':
        this.#order(event.order, 'delete')
        return
      case 'traded':
        if (this.#channels.has(event.makerUserId) || this.#channels.has(event.takerUserId)) this.#fills.push({ event, at })
        return
      case 'balanceChanged': {
        if (this.#channels.get(event.userId)?.balances === undefined) return
        const changes = this.#balances.get(event.userId) ?? new Map<number, Changed>()
        changes.set(event.assetId, merged(changes.get(event.assetId), event))
        this.#balances.set(event.userId, changes)
        return
      }
      default:
        return
    }
  }

  /** After a durable batch. */
  settle(): void {
    this.#settleEntry()
    this.#seen.clear()
  }

  #order(order: Order, event: 'place' | 'update' | 'delete'): void {
    const channels = this.#channels.get(order.userId)
    if (channels === undefined) return
    this.#seen.set(order.orderId, order)
    if (channels.orders === undefined) return
    const { listings } = this.#from
    const view = orderView(order, listings.pairFacts(order.instrumentId), listings.assetFacts)
    this.#publish(channels.orders, { event, order: view })
  }

  #settleEntry(): void {
    for (const { event, at } of this.#fills) {
      this.#fill(event, 'maker', at)
      this.#fill(event, 'taker', at)
    }
    this.#fills.length = 0
    for (const [userId, changes] of this.#balances) {
      const channel = this.#channels.get(userId)?.balances
      if (channel !== undefined)
        this.#publish(
          channel,
          [...changes.values()].map((change) => this.#balanceRow(change)),
        )
    }
    this.#balances.clear()
  }

  #fill(event: Traded, role: 'maker' | 'taker', at: number): void {
    const userId = role === 'maker' ? event.makerUserId : event.takerUserId
    const channel = this.#channels.get(userId)?.fills
    if (channel === undefined) return
    const { listings, state } = this.#from
    const orderId = role === 'maker' ? event.makerOrderId : event.takerOrderId
    const order = this.#seen.get(orderId) ?? orderOf(state, orderId)
    const takerBuys = event.takerSide === 'buy'
    const fill = {
      tradeId: event.tradeId,
      orderId,
      clientOrderId: order?.clientOrderId ?? '',
      originOrderId: order?.originOrderId ?? 0,
      side: (role === 'taker') === takerBuys ? ('buy' as const) : ('sell' as const),
      role,
      price: event.price,
      quantity: event.quantity,
      notional: event.notional,
      fee: role === 'maker' ? event.makerFee : event.takerFee,
      feeAssetId: role === 'maker' ? event.makerFeeAssetId : event.takerFeeAssetId,
      at,
    }
    this.#publish(channel, fillView(fill, listings.pairFacts(event.instrumentId), listings.assetFacts))
  }

  #balanceRow(change: Changed): unknown {
    const asset = this.#from.listings.assetFacts(change.assetId)
    const row = balanceView({ ...asset, usdtPrice: this.#from.usdtPrice(asset) }, change)
    const refId = change.reference === 0 ? null : String(change.reference)
    return { ...row, accountType: SPOT_ACCOUNT, cause: change.cause, refId }
  }

  #snapshot(userId: UserId, name: PrivateChannel, channel: Channel): Push | undefined {
    if (name === 'fills') return undefined
    const { state, listings, now, usdtPrice } = this.#from
    const data =
      name === 'orders'
        ? openOrdersOf(state, userId).map((order) => orderView(order, listings.pairFacts(order.instrumentId), listings.assetFacts))
        : balancesOf(state, userId).map((balance) => {
            const asset = listings.assetFacts(balance.assetId)
            return balanceView({ ...asset, usdtPrice: usdtPrice(asset) }, balance)
          })
    return { type: 'snapshot', seq: channel.seq, prevSeq: null, time: now(), data }
  }

  #publish(channel: Channel, data: unknown): void {
    const prevSeq = channel.seq
    channel.seq += 1
    channel.topic.publish({ type: 'event', seq: channel.seq, prevSeq, time: this.#entryAt, data })
  }

  #close(userId: UserId, name: PrivateChannel, channel: Channel): void {
    this.#lastSeq.set(`${userId}:${name}`, channel.seq)
    const channels = this.#channels.get(userId)
    if (channels === undefined) return
    delete channels[name]
    if (Object.keys(channels).length === 0) this.#channels.delete(userId)
  }
}
