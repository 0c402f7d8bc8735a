/**
 * The private channels `deposits` and `withdrawals`: a row of the list each time it changes, and with each new confirmation. Rows are read
 * from history a moment after something happened to them, so that a push says what the list will say; confirmations follow from the height
 * of the network and are told of the rows that are known, without a read.
 */
import type { Event } from '@agio/engine/event.ts'
import type { UserId } from '@agio/engine/ids/id.ts'
import type { CHAIN_EVENTS } from '@agio/engine/schema/chain-events.ts'
import type { EventByKind } from '@agio/engine/schema/events.ts'
import { type Handlers, handle, ignored } from '@agio/engine/schema/handlers.ts'
import type { ChannelName } from '@agio/wire/socket/channels.ts'
import type { WalletTx } from '@agio/wire/wallet/types.ts'
import { type WalletTxName, walletTxIdOf } from '@agio/wire/wallet/view.ts'
import type { ReadModels } from '../projections/port.ts'
import type { WalletTxQuery, WalletTxRow } from '../projections/rows/wallet-rows.ts'
import { type Outbox, Topic } from './topic.ts'

export type WalletChannel = 'deposits' | 'withdrawals'
/** A row as the list shows it now. */
export type WalletTxViewer = (row: WalletTxRow) => WalletTx

interface Channel<Kind extends WalletChannel> {
  readonly topic: Topic<Kind>
  seq: number
}
type Channels = { [Kind in WalletChannel]?: Channel<Kind> }

interface Listener {
  readonly channels: Channels
  /** Those under way, by their ids, with how each was shown last. */
  readonly rows: Map<string, { readonly row: WalletTxRow; shown: WalletTx }>
  /** What changed and was not read yet. */
  changed: Map<string, WalletTxName>
  /** Entry of the newest change. */
  seq: number
  timer: NodeJS.Timeout | undefined
  blockTimer: NodeJS.Timeout | undefined
}

export interface WalletFeedParts {
  readonly outbox: Outbox
  readonly now: () => number
  readonly models: Pick<ReadModels, 'walletTxs' | 'reached'>
}

/** Several changes of an entry, and of entries that follow at once, are one read. */
const CHANGE_MS = 50
/** Between two tellings of confirmations, so that a chain of many blocks a second floods no page. */
const BLOCKS_MS = 500
/** While history cannot be read. */
const RETRY_MS = 1000
const ROWS_MAX = 200

const NAMES: { readonly [Kind in WalletChannel]: ChannelName<Kind> } = { deposits: 'deposits', withdrawals: 'withdrawals' }
const channelOf = ({ kind }: WalletTxName): WalletChannel => (kind === 'withdrawal' ? 'withdrawals' : 'deposits')

export class WalletFeed {
  readonly #parts: WalletFeedParts
  readonly #listeners = new Map<UserId, Listener>()
  /** Sequences outlive the last listener, so that one who comes back sees them rise. */
  readonly #lastSeq = new Map<string, number>()
  #view: WalletTxViewer | undefined

  readonly #heard: Handlers<Pick<EventByKind, keyof typeof CHAIN_EVENTS>, [seq: number]> = {
    depositChanged: ({ userId, depositId }, seq) => this.#changed(userId, { kind: 'deposit', txId: depositId }, seq),
    withdrawalChanged: ({ userId, withdrawalId, status, receiverId }, seq) => {
      this.#changed(userId, { kind: 'withdrawal', txId: withdrawalId }, seq)
      if (status === 'completed' && receiverId !== 0) this.#changed(receiverId, { kind: 'received', txId: withdrawalId }, seq)
    },
    paymentSigned: ({ paymentId }, seq) => this.#signed(paymentId, seq),
    blockReached: ({ networkId }) => this.#reached(networkId),
    paymentChanged: ignored('what it does to withdrawals is told'),
    paymentBegun: ignored('what it does to withdrawals is told'),
    paymentFound: ignored('what it does to withdrawals is told'),
    paymentDropped: ignored('what it does to withdrawals is told'),
    depositSeen: ignored('how it stands follows'),
    waitingLeft: ignored('nobody was told of them'),
    depositJudged: ignored('how it stands follows'),
    withdrawalRequested: ignored('how it stands follows'),
    withdrawalReviewed: ignored('how it stands follows'),
    addressAssigned: ignored('whoever asks for it is answered'),
    networkDefined: ignored('read from the engine'),
    networkChanged: ignored('read from the engine'),
    listingDefined: ignored('read from the engine'),
    listingChanged: ignored('read from the engine'),
    listingHalted: ignored('read from the engine'),
    holdingFunded: ignored('the house’s'),
  }

  constructor(parts: WalletFeedParts) {
    this.#parts = parts
  }

  serve(view: WalletTxViewer): void {
    this.#view = view
  }

  get listening(): boolean {
    return this.#listeners.size > 0
  }

  /** @param seq up to which a newcomer knows the list */
  topic<Kind extends WalletChannel>(userId: UserId, kind: Kind, seq: number): Topic<Kind> | undefined {
    if (this.#view === undefined) return undefined
    const listener = this.#listeners.get(userId) ?? this.#listen(userId, seq)
    const { channels }: { readonly channels: Channels } = listener
    const known: Channel<Kind> | undefined = channels[kind]
    if (known !== undefined) return known.topic
    const channel: Channel<Kind> = {
      seq: this.#lastSeq.get(`${userId}:${kind}`) ?? 0,
      topic: new Topic<Kind>(
        NAMES[kind],
        this.#parts.outbox,
        () => undefined,
        () => this.#close(userId, kind),
      ),
    }
    Object.assign(channels, { [kind]: channel })
    return channel.topic
  }

  event(event: Event, seq: number): void {
    handle(this.#heard, event, seq)
  }

  stop(): void {
    for (const listener of this.#listeners.values()) stopTimers(listener)
    this.#listeners.clear()
  }

  #listen(userId: UserId, seq: number): Listener {
    const listener: Listener = { channels: {}, rows: new Map(), changed: new Map(), seq, timer: undefined, blockTimer: undefined }
    this.#listeners.set(userId, listener)
    const known = { userId, isUnderWay: true, pageNo: 1, pageSize: ROWS_MAX }
    this.#read(listener, known, false).catch(() => {
      // History is being rebuilt: what is under way is known again from its next change on.
    })
    return listener
  }

  #changed(userId: UserId, name: WalletTxName, seq: number): void {
    const listener = this.#listeners.get(userId)
    if (listener === undefined) return
    listener.changed.set(walletTxIdOf(name), name)
    listener.seq = seq
    this.#arm(userId, listener, CHANGE_MS)
  }

  /** A payment has another transaction: so have the withdrawals that it pays. */
  #signed(paymentId: number, seq: number): void {
    for (const [userId, listener] of this.#listeners)
      for (const { row } of listener.rows.values()) if (row.paymentId === paymentId) this.#changed(userId, row, seq)
  }

  #reached(networkId: number): void {
    for (const listener of this.#listeners.values()) {
      const isThere = [...listener.rows.values()].some(({ row }) => row.networkId === networkId && row.height > 0)
      if (!isThere || listener.blockTimer !== undefined) continue
      listener.blockTimer = setTimeout(() => {
        listener.blockTimer = undefined
        this.#tellDepths(listener)
      }, BLOCKS_MS).unref()
    }
  }

  #arm(userId: UserId, listener: Listener, after: number): void {
    if (listener.timer !== undefined) return
    listener.timer = setTimeout(() => {
      listener.timer = undefined
      this.#tellChanges(listener).catch(() => {
        if (this.#listeners.get(userId) === listener) this.#arm(userId, listener, RETRY_MS)
      })
    }, after).unref()
  }

  async #tellChanges(listener: Listener): Promise<void> {
    const names = [...listener.changed.values()]
    const taken = listener.changed
    listener.changed = new Map()
    try {
      await this.#read(listener, { names, pageNo: 1, pageSize: names.length }, true)
    } catch (error) {
      listener.changed = new Map([...taken, ...listener.changed])
      throw error
    }
  }

  async #read(listener: Listener, query: WalletTxQuery, isTold: boolean): Promise<void> {
    const { models } = this.#parts
    await models.reached(listener.seq)
    const { rows } = await models.walletTxs(query)
    for (const row of [...rows].reverse()) this.#take(listener, row, isTold)
  }

  #take(listener: Listener, row: WalletTxRow, isTold: boolean): void {
    const shown = this.#view?.(row)
    if (shown === undefined) return
    if (row.finishedAt === 0) listener.rows.set(shown.id, { row, shown })
    else listener.rows.delete(shown.id)
    if (isTold) this.#publish(listener, row, shown)
  }

  #tellDepths(listener: Listener): void {
    for (const known of listener.rows.values()) {
      const shown = this.#view?.(known.row)
      if (shown === undefined || shown.confirmations === known.shown.confirmations) continue
      known.shown = shown
      this.#publish(listener, known.row, shown)
    }
  }

  #publish(listener: Listener, row: WalletTxRow, data: WalletTx): void {
    const channel = listener.channels[channelOf(row)]
    if (channel === undefined) return
    const prevSeq = channel.seq
    channel.seq += 1
    channel.topic.publish({ type: 'event', seq: channel.seq, prevSeq, time: this.#parts.now(), data })
  }

  #close(userId: UserId, kind: WalletChannel): void {
    const listener = this.#listeners.get(userId)
    const channel = listener?.channels[kind]
    if (listener === undefined || channel === undefined) return
    this.#lastSeq.set(`${userId}:${kind}`, channel.seq)
    delete listener.channels[kind]
    if (Object.keys(listener.channels).length > 0) return
    stopTimers(listener)
    this.#listeners.delete(userId)
  }
}

function stopTimers({ timer, blockTimer }: Listener): void {
  clearTimeout(timer)
  clearTimeout(blockTimer)
}
