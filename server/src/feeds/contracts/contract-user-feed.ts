/**
 * Private channels of contracts: orders, fills, accounts, positions. Snapshots are read from the engine, everything after them follows from
 * durable events; positions of who listens are told anew, at most once a second, when their mark moved.
 */
import type { Event, Order, PositionChange } from '@agio/engine/event.ts'
import type { AssetId, InstrumentId, PositionId, UserId } from '@agio/engine/ids/id.ts'
import { positionOf, positionsOf } from '@agio/engine/perp/read-positions.ts'
import { orderOf } from '@agio/engine/read.ts'
import type { EventByKind, KindFor } from '@agio/engine/schema/events.ts'
import { type Handlers, handle, ignored } from '@agio/engine/schema/handlers.ts'
import type { State } from '@agio/engine/state.ts'
import { ACCOUNT_TYPES } from '@agio/wire/assets/view.ts'
import type { CoChangeData, CoSnapshotData, UserCoChannel } from '@agio/wire/futures/channels.ts'
import { coTradeView } from '@agio/wire/futures/order-view.ts'
import type { ReadModels } from '../../projections/port.ts'
import type { Listings } from '../listings.ts'
import type { Outbox } from '../topic.ts'
import {
  accountRowOf,
  accountRows,
  openContractOrders,
  orderRow,
  positionAfter,
  positionRow,
  positionRows,
  type RowSources,
} from './account-rows.ts'
import type { CoTopic } from './contract-topic.ts'
import { LiveRealised } from './live-realised.ts'
import { type Openings, PrivateChannels } from './private-channels.ts'

type PositionEvent = CoChangeData<'positions'>['event']
type Posted = EventByKind['balanceChanged']
type Changed = EventByKind['positionChanged']

const EVENTS: Readonly<Record<PositionChange, PositionEvent>> = {
  opened: 'open',
  changed: 'update',
  closed: 'close',
  margin: 'update',
  funded: 'funding',
  liquidated: 'liquidation',
  deleveraged: 'adl',
  shared: 'update',
  settled: 'update',
}
/** When several things happened to a position in one entry, the first of these is named. */
const TELLING: readonly PositionEvent[] = ['liquidation', 'adl', 'close', 'funding', 'open', 'warn', 'update']
const moreTelling = (one: PositionEvent, other: PositionEvent): PositionEvent =>
  TELLING.indexOf(one) <= TELLING.indexOf(other) ? one : other

/** A hold that moves is a by-work: a row of several changes names what they were for. */
const BY_WORK: ReadonlySet<Posted['cause']> = new Set(['hold', 'release', 'margin', 'fee'])
const MARK_MS = 1000

/** What an entry did to a position. */
interface Told {
  event: PositionEvent
  readonly changed: Changed
  receiptId: PositionId | 0
}

export interface ContractUserSources {
  readonly state: State
  readonly listings: Listings
  readonly ranks: RowSources['ranks']
  readonly outbox: Outbox
  readonly now: () => number
  readonly durableSeq: () => number
  readonly models: Pick<ReadModels, 'position' | 'reached' | 'realisedOf'>
}

export class ContractUserFeed {
  readonly #from: ContractUserSources
  readonly #channels: PrivateChannels
  readonly #realised: LiveRealised
  /** Orders of this batch that fills may belong to: an order that ended is no longer in the state. */
  readonly #seen = new Map<number, Order>()
  /** Of the entry that is being read. */
  readonly #accounts = new Map<UserId, Map<AssetId, Posted>>()
  readonly #positions = new Map<UserId, Map<PositionId, Told>>()
  readonly #receipts = new Map<PositionId, PositionId>()
  readonly #fills: EventByKind['contractFilled'][] = []
  readonly #orders: { readonly order: Order; readonly event: 'place' | 'update' | 'delete' }[] = []
  readonly #marks = new Set<InstrumentId>()
  readonly #timer: NodeJS.Timeout
  #entrySeq = 0
  #entryAt = 0

  readonly #told: Handlers<Pick<EventByKind, KindFor<'user'>>> = {
    orderPlaced: ({ order }) => this.#order(order, 'place'),
    orderUpdated: ({ order }) => this.#order(order, 'update'),
    orderLowered: ({ order }) => this.#order(order, 'update'),
    orderClosed: ({ order }) => this.#order(order, 'delete'),
    contractFilled: (event) => {
      if (!this.#channels.has(event.userId)) return
      this.#realised.filled(event, this.#entrySeq)
      this.#fills.push(event)
    },
    balanceChanged: (event) => this.#posted(event),
    positionChanged: (event) => this.#changed(event, EVENTS[event.change]),
    liquidated: ({ positionId, receiptId }) => {
      this.#receipts.set(positionId, receiptId)
    },
    marginWarned: (event) => this.#warned(event),
    traded: ignored('each side is told by its own fill'),
    transferred: ignored('its postings are told'),
    contractSettingsChanged: ignored('whoever sets it is answered'),
    converted: ignored('of the gateway'),
    earnChanged: ignored('of the gateway'),
    userStatusChanged: ignored('a page learns from the next answer'),
    userTermsChanged: ignored('a page learns from the next answer'),
    documentSaved: ignored('of the gateway'),
    cancelAllTimerSet: ignored('whoever sets it is answered'),
    addressAssigned: ignored('of the gateway'),
    depositSeen: ignored('of the gateway'),
    depositChanged: ignored('of the gateway'),
    withdrawalRequested: ignored('of the gateway'),
    withdrawalReviewed: ignored('of the gateway'),
    withdrawalChanged: ignored('of the gateway'),
  }

  constructor(from: ContractUserSources) {
    this.#from = from
    this.#realised = new LiveRealised(from.models)
    const openings: Openings = {
      orders: { name: 'orders', shown: (userId) => this.#openOrders(userId) },
      fills: { name: 'fills', shown: () => undefined },
      balances: { name: 'balances', shown: (userId) => accountRows(from, userId) },
      positions: { name: 'positions', shown: (userId) => positionRows(from, userId, this.#realisedOf(userId)) },
    }
    this.#channels = new PrivateChannels(from, openings, (userId) => this.#realised.leave(userId))
    this.#timer = setInterval(() => this.#tellMarks(), MARK_MS)
    this.#timer.unref()
  }

  /** False while nobody listens: the caller then need not decode private events at all. */
  get listening(): boolean {
    return this.#channels.size > 0
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  /** @throws what history says while it is being rebuilt */
  async topic<Kind extends UserCoChannel>(userId: UserId, kind: Kind): Promise<CoTopic<Kind>> {
    const topic = this.#channels.topic(userId, kind)
    const open = openContractOrders(this.#from.state, userId).filter(({ executedQuantity }) => executedQuantity > 0)
    await this.#realised.follow(
      userId,
      open.map(({ orderId }) => orderId),
      this.#from.durableSeq(),
    )
    return topic
  }

  event(event: Event, seq: number, at: number): void {
    if (seq !== this.#entrySeq) this.#settleEntry()
    this.#entrySeq = seq
    this.#entryAt = at
    handle(this.#told, event)
  }

  markMoved(instrumentId: InstrumentId): void {
    if (this.#channels.size > 0) this.#marks.add(instrumentId)
  }

  /** After a durable batch. */
  settle(): void {
    this.#settleEntry()
    this.#seen.clear()
  }

  readonly #realisedOf = (userId: UserId) => (orderId: Order['orderId']) => this.#realised.of(userId, orderId)

  #openOrders(userId: UserId): CoSnapshotData<'orders'> {
    return openContractOrders(this.#from.state, userId).map((order) => orderRow(this.#from, order, this.#realisedOf(userId)))
  }

  #order(order: Order, event: 'place' | 'update' | 'delete'): void {
    const { userId, contract } = order
    if (contract === undefined || !this.#channels.has(userId)) return
    this.#seen.set(order.orderId, order)
    // The fills of the entry come with it: they are counted before the order is told.
    if (this.#channels.has(userId, 'orders')) this.#orders.push({ order, event })
  }

  #posted(event: Posted): void {
    const { userId, assetId } = event
    if (event.account !== 'contract' || !this.#channels.has(userId, 'balances')) return
    const coins = this.#accounts.get(userId) ?? new Map<AssetId, Posted>()
    this.#accounts.set(userId, coins)
    const before = coins.get(assetId)
    if (before === undefined || BY_WORK.has(before.cause)) coins.set(assetId, event)
  }

  #changed(changed: Changed, event: PositionEvent): void {
    const { userId, positionId } = changed
    if (!this.#channels.has(userId, 'positions')) return
    const own = this.#positions.get(userId) ?? new Map<PositionId, Told>()
    this.#positions.set(userId, own)
    const before = own.get(positionId)
    const telling = changed.quantity === 0 && event === 'update' ? 'close' : event
    own.set(positionId, { changed, event: before === undefined ? telling : moreTelling(before.event, telling), receiptId: 0 })
  }

  /** All crossed positions of the coin are near, or the one of its own margin. */
  #warned({ userId, assetId, positionId }: EventByKind['marginWarned']): void {
    if (!this.#channels.has(userId, 'positions')) return
    const { state, listings } = this.#from
    const isMeant = (position: { readonly positionId: PositionId; readonly instrumentId: InstrumentId; readonly marginMode: string }) =>
      positionId === 0
        ? position.marginMode === 'cross' && listings.contractFacts(position.instrumentId).quote.assetId === assetId
        : position.positionId === positionId
    for (const position of positionsOf(state, userId).filter(isMeant))
      this.#publish(userId, 'positions', {
        event: 'warn',
        position: positionRow(this.#from, userId, position, this.#realisedOf(userId)),
        receiptId: null,
      })
  }

  #settleEntry(): void {
    for (const event of this.#fills) this.#fill(event)
    for (const { order, event } of this.#orders) {
      const row = orderRow(this.#from, order, this.#realisedOf(order.userId))
      this.#publish(order.userId, 'orders', { event, order: row })
      if (event === 'delete') this.#realised.ended(order.userId, order.orderId)
    }
    for (const [userId, own] of this.#positions) for (const told of own.values()) this.#position(userId, told)
    for (const [userId, coins] of this.#accounts) this.#account(userId, coins)
    for (const list of [this.#fills, this.#orders]) list.length = 0
    for (const map of [this.#positions, this.#accounts, this.#receipts]) map.clear()
  }

  #fill(event: EventByKind['contractFilled']): void {
    const { userId, tradeId, instrumentId, side, isClose, role, price, quantity, fee, realised, orderId } = event
    const order = this.#seen.get(orderId) ?? orderOf(this.#from.state, orderId)
    const names = { orderId, clientOrderId: order?.clientOrderId ?? '', originOrderId: order?.originOrderId ?? 0 }
    const facts = this.#from.listings.contractFacts(instrumentId)
    const how = { tradeId, instrumentId, side, isClose: isClose === 1, role: role === 1 ? ('taker' as const) : ('maker' as const) }
    this.#publish(userId, 'fills', coTradeView({ ...names, ...how, price, quantity, fee, realised, at: this.#entryAt }, facts))
  }

  #position(userId: UserId, { changed, event }: Told): void {
    const position = positionRow(this.#from, userId, positionAfter(this.#from, changed, this.#entryAt), this.#realisedOf(userId))
    const receiptId = this.#receipts.get(changed.positionId)
    this.#publish(userId, 'positions', { event, position, receiptId: receiptId === undefined ? null : String(receiptId) })
  }

  #account(userId: UserId, coins: ReadonlyMap<AssetId, Posted>): void {
    const rows = [...coins.values()].flatMap(({ assetId, cause, reference }) => {
      const row = accountRowOf(this.#from, userId, assetId)
      const refId = reference === 0 ? null : String(reference)
      return row === undefined ? [] : [{ ...row, accountType: ACCOUNT_TYPES.contract, cause, refId }]
    })
    if (rows.length > 0) this.#publish(userId, 'balances', rows)
  }

  /** What is shown of a position follows its mark. */
  #tellMarks(): void {
    if (this.#marks.size === 0) return
    this.#entryAt = this.#from.now()
    for (const userId of this.#channels.users) {
      if (!this.#channels.has(userId, 'positions')) continue
      for (const { positionId, instrumentId } of positionsOf(this.#from.state, userId)) {
        const position = this.#marks.has(instrumentId) ? positionOf(this.#from.state, userId, positionId) : undefined
        if (position === undefined) continue
        const row = positionRow(this.#from, userId, position, this.#realisedOf(userId))
        this.#publish(userId, 'positions', { event: 'update', position: row, receiptId: null })
      }
    }
    this.#marks.clear()
  }

  #publish<Kind extends UserCoChannel>(userId: UserId, kind: Kind, data: CoChangeData<Kind>): void {
    this.#channels.publish(userId, kind, this.#entryAt, data)
  }
}
