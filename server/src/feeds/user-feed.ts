/**
 * Private channels of the users who listen: orders, fills, balances, conversions, savings. Each has its own sequence per user; a snapshot
 * is read from the engine, everything after it comes from durable events.
 */
import type { Event, Order } from '@agio/engine/event.ts'
import type { AssetId, UserId } from '@agio/engine/ids/id.ts'
import { type Balance, balanceOf, balancesOf, debtOf, openOrdersOf, orderOf } from '@agio/engine/read.ts'
import type { EventByKind, KindFor } from '@agio/engine/schema/events.ts'
import { type Handlers, handle, ignored } from '@agio/engine/schema/handlers.ts'
import type { State } from '@agio/engine/state.ts'
import { lockedDepositsOf } from '@agio/engine/wallet/read-wallet.ts'
import { ACCOUNT_TYPES, balanceView, PLAIN_BALANCE, refIdOf } from '@agio/wire/assets/view.ts'
import { conversionView } from '@agio/wire/convert/view.ts'
import type { ChangeData, ChannelKind, ChannelName, SnapshotData, SnapshotPush, UserChannel } from '@agio/wire/socket/channels.ts'
import { fillView, orderView } from '@agio/wire/spot/view.ts'
import { lineOfWalletTx } from '@agio/wire/wallet/view.ts'
import type { ListedAsset, Listings } from './listings.ts'
import { type Outbox, Topic } from './topic.ts'
import type { WalletChannel } from './wallet-feed.ts'

/** What the engine alone knows; messages, deposits and withdrawals come from history. */
export type AccountChannel = Exclude<UserChannel, 'messages' | WalletChannel>

interface Channel<Kind extends ChannelKind> {
  readonly topic: Topic<Kind>
  seq: number
}

type Channels = { [Kind in AccountChannel]?: Channel<Kind> }

interface Opening<Kind extends ChannelKind> {
  readonly name: ChannelName<Kind>
  /** What a newcomer gets; undefined where the channel begins with its next event. */
  readonly shown: (userId: UserId) => SnapshotData<Kind> | undefined
}

type Changed = Extract<Event, { kind: 'balanceChanged' }>
type Traded = Extract<Event, { kind: 'traded' }>

/** A hold that moves is a by-work: a row of several changes names what they were for. */
const BY_WORK: ReadonlySet<Changed['cause']> = new Set(['hold', 'release', 'margin', 'fee', 'debt'])

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
  readonly savingsOrder: SavingsOrderView
}

/** A savings order as an event left it; undefined while nobody can tell what its product is called. */
export type SavingsOrderView = (event: EventByKind['earnChanged'], at: number) => ChangeData<'earn'> | undefined

export class UserFeed {
  readonly #from: UserSources
  readonly #channels = new Map<UserId, Channels>()
  readonly #openings: { readonly [Kind in AccountChannel]: Opening<Kind> } = {
    orders: { name: 'orders', shown: (userId) => this.#openOrders(userId) },
    fills: { name: 'fills', shown: () => undefined },
    balances: { name: 'balances', shown: (userId) => this.#allBalances(userId) },
    converts: { name: 'converts', shown: () => undefined },
    earn: { name: 'earn', shown: () => undefined },
  }
  /** Sequences outlive the last listener, so that one who comes back sees them rise. */
  readonly #lastSeq = new Map<string, number>()
  /** Orders of this batch that fills may belong to: an order that ended is no longer in the state. */
  readonly #seen = new Map<number, Order>()
  /** Balance changes of the entry that is being read, by user; the last of an account and asset counts. */
  readonly #balances = new Map<UserId, Map<string, Changed>>()
  readonly #fills: { readonly event: Traded; readonly at: number }[] = []
  #entrySeq = 0
  #entryAt = 0

  readonly #private: Handlers<Pick<EventByKind, KindFor<'user'>>> = {
    orderPlaced: ({ order }) => this.#order(order, 'place'),
    orderUpdated: ({ order }) => this.#order(order, 'update'),
    orderLowered: ({ order }) => this.#order(order, 'update'),
    orderClosed: ({ order }) => this.#order(order, 'delete'),
    traded: (event) => {
      if (this.#from.listings.contract(event.instrumentId) !== undefined) return
      if (this.#channels.has(event.makerUserId) || this.#channels.has(event.takerUserId)) this.#fills.push({ event, at: this.#entryAt })
    },
    balanceChanged: (event) => {
      if (this.#channels.get(event.userId)?.balances === undefined) return
      this.#changed(event.account === 'debt' || event.account === 'pending' ? this.#inSpot(event) : event)
    },
    transferred: ignored('its postings are told'),
    converted: (event) => this.#converted(event),
    earnChanged: (event) => {
      const channel = this.#channels.get(event.userId)?.earn
      const order = channel === undefined ? undefined : this.#from.savingsOrder(event, this.#entryAt)
      if (channel !== undefined && order !== undefined) this.#publish(channel, order)
    },
    userStatusChanged: ignored('a page learns from the next answer'),
    userTermsChanged: ignored('a page learns from the next answer'),
    documentSaved: ignored('the feed of messages tells of those that matter'),
    cancelAllTimerSet: ignored('whoever sets it is answered'),
    addressAssigned: ignored('whoever asks for it is answered'),
    depositSeen: ignored('how it stands follows'),
    depositChanged: (event) => this.#unlocked(event),
    withdrawalRequested: ignored('whoever asks for it is answered'),
    withdrawalReviewed: ignored('how it stands follows'),
    withdrawalChanged: (event) => this.#received(event),
    contractFilled: ignored('told on the socket of contracts'),
    positionChanged: ignored('told on the socket of contracts'),
    liquidated: ignored('told on the socket of contracts'),
    marginWarned: ignored('told on the socket of contracts'),
    contractSettingsChanged: ignored('whoever sets it is answered'),
  }

  constructor(from: UserSources) {
    this.#from = from
  }

  /** False while nobody listens: the caller then need not decode private events at all. */
  get listening(): boolean {
    return this.#channels.size > 0
  }

  topic<Kind extends AccountChannel>(userId: UserId, kind: Kind): Topic<Kind> {
    const channels: Channels = this.#channels.get(userId) ?? {}
    this.#channels.set(userId, channels)
    const known: Channel<Kind> | undefined = channels[kind]
    if (known !== undefined) return known.topic
    const { name, shown } = this.#openings[kind]
    const snapshot = (): SnapshotPush<Kind> | undefined => {
      const data = shown(userId)
      return data === undefined ? undefined : { type: 'snapshot', seq: channel.seq, prevSeq: null, time: this.#from.now(), data }
    }
    const channel: Channel<Kind> = {
      seq: this.#lastSeq.get(`${userId}:${kind}`) ?? 0,
      topic: new Topic(name, this.#from.outbox, snapshot, () => this.#close(userId, kind, channel.seq)),
    }
    Object.assign(channels, { [kind]: channel })
    return channel.topic
  }

  event(event: Event, seq: number, at: number): void {
    if (seq !== this.#entrySeq) this.#settleEntry()
    this.#entrySeq = seq
    this.#entryAt = at
    handle(this.#private, event)
  }

  /** After a durable batch. */
  settle(): void {
    this.#settleEntry()
    this.#seen.clear()
  }

  #converted(event: EventByKind['converted']): void {
    const channel = this.#channels.get(event.userId)?.converts
    if (channel === undefined) return
    const { assetFacts } = this.#from.listings
    this.#publish(channel, conversionView({ ...event, id: event.conversionId, at: this.#entryAt }, assetFacts))
  }

  #order(order: Order, event: 'place' | 'update' | 'delete'): void {
    const channels = this.#channels.get(order.userId)
    // Orders of contracts are told on their own socket.
    if (channels === undefined || order.contract !== undefined) return
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
          [...changes.values()].map((change) => this.#balanceChange(change)),
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

  /** What may leave from now on was in the balance before: no posting tells it. */
  #unlocked({ userId, assetId, depositId, status }: EventByKind['depositChanged']): void {
    if (status !== 'unlocked' || this.#channels.get(userId)?.balances === undefined) return
    const nothing = { availableDelta: 0n, heldDelta: 0n, ...balanceOf(this.#from.state, userId, assetId) }
    this.#changed({ kind: 'balanceChanged', userId, assetId, account: 'spot', cause: 'deposit', reference: depositId, ...nothing })
  }

  /** What somebody withdrew to an address of this house is a deposit for its owner. */
  #received({ status, receiverId, withdrawalId, assetId }: EventByKind['withdrawalChanged']): void {
    const place = `${assetId} spot`
    const change = status === 'completed' ? this.#balances.get(receiverId)?.get(place) : undefined
    if (change?.cause !== 'withdraw' || change.reference !== withdrawalId) return
    this.#balances.get(receiverId)?.set(place, { ...change, ...lineOfWalletTx({ kind: 'received', txId: withdrawalId }) })
  }

  #changed(change: Changed): void {
    const changes = this.#balances.get(change.userId) ?? new Map<string, Changed>()
    const place = `${change.assetId} ${change.account}`
    changes.set(place, merged(changes.get(place), change))
    this.#balances.set(change.userId, changes)
  }

  /** What is owed is shown with the spot account. */
  #inSpot(event: Changed): Changed {
    return { ...event, account: 'spot', ...balanceOf(this.#from.state, event.userId, event.assetId) }
  }

  #balanceChange(change: Changed): ChangeData<'balances'>[number] {
    return { ...this.#balanceRow(change.userId, change), cause: change.cause, refId: refIdOf(change) }
  }

  #balanceRow(userId: UserId, { account, assetId, available, held }: Balance): SnapshotData<'balances'>[number] {
    const { listings, usdtPrice } = this.#from
    const kind = account === 'debt' || account === 'pending' ? 'spot' : account
    const asset = listings.assetFacts(assetId)
    const own = { available, held, ...(kind === 'spot' ? this.#ofSpot(userId, assetId) : PLAIN_BALANCE) }
    return { ...balanceView({ ...asset, usdtPrice: usdtPrice(asset) }, own), accountType: ACCOUNT_TYPES[kind] }
  }

  #ofSpot(userId: UserId, assetId: AssetId): Record<keyof typeof PLAIN_BALANCE, bigint> {
    const { state } = this.#from
    const pending = balanceOf(state, userId, assetId, 'pending').available
    return { debt: debtOf(state, userId, assetId), pending, locked: lockedDepositsOf(state, userId).get(assetId) ?? 0n }
  }

  #openOrders(userId: UserId): SnapshotData<'orders'> {
    const { state, listings } = this.#from
    const orders = openOrdersOf(state, userId).filter(({ contract }) => contract === undefined)
    return orders.map((order) => orderView(order, listings.pairFacts(order.instrumentId), listings.assetFacts))
  }

  #allBalances(userId: UserId): SnapshotData<'balances'> {
    // An account is opened before it owes anything or sets it aside: each of that has a spot row to stand in.
    const balances = balancesOf(this.#from.state, userId).filter(({ account }) => account !== 'debt' && account !== 'pending')
    return balances.map((balance) => this.#balanceRow(userId, balance))
  }

  #publish<Kind extends AccountChannel>(channel: Channel<Kind>, data: ChangeData<Kind>): void {
    const prevSeq = channel.seq
    channel.seq += 1
    channel.topic.publish({ type: 'event', seq: channel.seq, prevSeq, time: this.#entryAt, data })
  }

  #close(userId: UserId, kind: AccountChannel, seq: number): void {
    this.#lastSeq.set(`${userId}:${kind}`, seq)
    const channels = this.#channels.get(userId)
    if (channels === undefined) return
    delete channels[kind]
    if (Object.keys(channels).length === 0) this.#channels.delete(userId)
  }
}
