/**
 * Follows one network, as long as this process leads: keeps a thread that reads the chain, books what it tells, and lets it go on when that
 * is durable. A thread that dies starts again from where the engine stands.
 */
import type { MessagePort } from 'node:worker_threads'
import type { Slot } from '@agio/chain/port.ts'
import { asUserId } from '@agio/engine/ids/id.ts'
import type { CommandGivenBy } from '@agio/engine/schema/commands.ts'
import { bookedBlockOf } from '@agio/engine/wallet/read-holdings.ts'
import { Refused } from '../../sequencer/exchange.ts'
import type { AddressBook } from '../addresses/address-book.ts'
import type { KnownNetwork } from '../network-book.ts'
import type { BookedBlock, OwnPayments, Screening, WalletParts, WatchHealth } from '../parts.ts'
import { Booking } from './booking.ts'
import { ChainClient } from './chain-client.ts'
import { confirmationsOf } from './confirmations.ts'
import { entryParts } from './entry-parts.ts'
import { haltNetwork } from './halt-network.ts'
import type { FromWatch, ToWatch, UntracedBlock, WatchStart } from './messages.ts'
import { quorumBounds } from './quorum-bounds.ts'
import { SeenOnly } from './seen-only.ts'
import { TakeTurns } from './take-turns.ts'
import type { UntracedBlocks } from './untraced.ts'
import { Waits } from './waits.ts'
import type { WatchHost } from './watch-host.ts'

/** K1: half of what a deposit may take to show. */
const POLL_MOST_MS = 250
const POLL_LEAST_MS = 20
const WATCH_AT_ONCE = 5000
const RESTART_MS = 1000
const RESTART_MOST_MS = 30_000
const REFUSED_MS = 2000
const LOOK_MS = 2000
const BOUNDS_MS = 10_000
const NOBODY = asUserId(0)
/** Troubles in which nobody knows what is on the chain. */
const HALTING: ReadonlySet<string> = new Set(['wiped', 'tooDeep', 'lost'])

export interface NetworkWatchParts extends WalletParts {
  readonly texts: AddressBook
  readonly payments: OwnPayments
  readonly screening: Screening
  readonly untraced: UntracedBlocks
}

export class NetworkWatch {
  readonly network: KnownNetwork
  readonly client = new ChainClient()
  readonly #parts: NetworkWatchParts
  readonly #host: WatchHost
  readonly #booking: Booking
  readonly #seenOnly: SeenOnly
  readonly #turns: TakeTurns
  readonly #acks = new Map<number, () => void>()
  readonly #leave: (() => void)[] = []
  readonly #waits = new Waits()
  readonly #listeners = new Set<(booked: BookedBlock) => void>()
  #channel: MessagePort | undefined
  #lastAckId = 0
  #restarts = 0
  #isStopped = false
  #booked: BookedBlock | undefined
  #trouble: { readonly why: string; readonly text: string } | undefined
  #heardAt = 0
  #lookedAt = 0
  #work: Promise<void> = Promise.resolve()

  constructor(parts: NetworkWatchParts, network: KnownNetwork, host: WatchHost) {
    this.#parts = parts
    this.#host = host
    this.network = network
    this.#booking = new Booking({ ...parts, state: parts.exchange.state }, network)
    this.#seenOnly = new SeenOnly(parts.exchange, network.networkId)
    this.#turns = new TakeTurns(parts, network)
  }

  /** In lines of the log. */
  get #named(): { readonly tenant: string; readonly blockchain: string } {
    return { tenant: this.#parts.tenantId, blockchain: this.network.document.blockchain }
  }

  /** Of this run of the process; undefined until it booked one. */
  get booked(): BookedBlock | undefined {
    return this.#booked
  }

  get health(): WatchHealth {
    const { networkId } = this.network
    const height = bookedBlockOf(this.#parts.exchange.state, networkId)?.height ?? 0
    const state = this.#trouble !== undefined ? 'trouble' : this.#heardAt === 0 ? 'starting' : 'following'
    const why = this.#trouble === undefined ? undefined : `${this.#trouble.why}: ${this.#trouble.text}`
    return { networkId, state, why, height, heardAt: this.#heardAt, leftOut: this.#booking.leftOut }
  }

  onBooked(listener: (booked: BookedBlock) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  start(): void {
    const { texts, payments, book } = this.#parts
    const { family, networkId } = this.network
    this.#leave.push(
      texts.onText((of, addressId, text) => (of === family ? this.#watch([[text, addressId]]) : undefined)),
      payments.onChange((of) => (of === networkId ? this.#tellOwn() : undefined)),
      book.onChange(() => {
        this.#tellTokens()
        this.#tellBounds()
      }),
    )
    this.#open()
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    this.#waits.end()
    for (const leave of this.#leave.splice(0)) leave()
    this.#seenOnly.stop()
    await this.#turns.stop()
    // Another one may have its file next.
    await this.#acked((ackId) => ({ kind: 'end', ackId }))
    const channel = this.#channel
    this.#close()
    channel?.close()
    await this.#work
  }

  #open(): void {
    const { urls, log } = this.#parts
    const { blockchain } = this.network.document
    if (this.#isStopped || urls.of(blockchain).length === 0) return
    const channel = this.#host.open(this.#startOf())
    this.#channel = channel
    const startedAt = performance.now()
    channel.on('message', (message: FromWatch) => this.#receive(channel, message))
    channel.on('close', () => {
      if (this.#channel !== channel) return
      this.#close()
      this.#restarts = performance.now() - startedAt > RESTART_MOST_MS ? 0 : this.#restarts + 1
      this.#trouble = { why: 'broken', text: 'its thread ended' }
      this.#waits.after(Math.min(RESTART_MS * 2 ** (this.#restarts - 1), RESTART_MOST_MS), () => this.#open())
    })
    this.client.attach((message) => channel.postMessage(message))
    this.#prepare(channel).catch((error: unknown) =>
      log.error('a watcher of a chain cannot begin', { ...this.#named, error: String(error) }),
    )
  }

  #close(): void {
    this.#channel = undefined
    this.client.attach(undefined)
    for (const resolve of this.#acks.values()) resolve()
    this.#acks.clear()
  }

  #startOf(): WatchStart {
    const { urls, dir, journalDir, exchange } = this.#parts
    const { document, networkId } = this.network
    return {
      settings: document.adapter,
      blockchain: document.blockchain,
      urls: urls.of(document.blockchain),
      secondUrls: urls.secondOf(document.blockchain),
      confirmations: confirmationsOf(exchange.state, this.network),
      deadDepth: document.deadDepth,
      pollMs: Math.max(POLL_LEAST_MS, Math.min(POLL_MOST_MS, Math.floor(document.blockMs / 4))),
      file: `${dir}/watch-${networkId}.jsonl`,
      journal: journalDir === undefined ? undefined : { dir: journalDir, networkId },
    }
  }

  /** Everything that a block may bring is known to the thread before it reads one. */
  async #prepare(channel: MessagePort): Promise<void> {
    const { texts, payments } = this.#parts
    const [all] = await Promise.all([texts.all(this.network), payments.ready])
    for (let from = 0; from < all.length; from += WATCH_AT_ONCE)
      await this.#watch(all.slice(from, from + WATCH_AT_ONCE).map(([addressId, text]) => [text, addressId]))
    await this.#tellOwn()
    if (this.#channel !== channel) return
    this.#tellTokens()
    this.#keepBounds(channel)
    this.#follow()
  }

  #post(message: ToWatch): void {
    this.#channel?.postMessage(message)
  }

  #follow(): void {
    const { state, durableSeq } = this.#parts.exchange
    const { networkId, document } = this.network
    const booked = bookedBlockOf(state, networkId) ?? { height: 0, hash: 0n }
    this.#post({ kind: 'follow', booked, durableSeq, beginAt: document.beginAt ?? 'head' })
  }

  /** Resolves when the thread has it, or when it ended: the next one is told of all. */
  #watch(entries: readonly (readonly [string, number])[]): Promise<void> {
    return this.#acked((ackId) => ({ kind: 'watch', entries, ackId }))
  }

  #tellOwn(): Promise<void> {
    const under = this.#parts.payments.under(this.network.networkId)
    const own = new Map<string, Slot>(under.flatMap(({ txs, slot }) => txs.map((tx) => [tx, slot] as const)))
    return this.#acked((ackId) => ({ kind: 'own', own, ackId }))
  }

  #acked(message: (ackId: number) => ToWatch): Promise<void> {
    if (this.#channel === undefined) return Promise.resolve()
    this.#lastAckId += 1
    const ackId = this.#lastAckId
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#acks.set(ackId, resolve)
    this.#post(message(ackId))
    return promise
  }

  #tellTokens(): void {
    const listings = this.#parts.book.listings().filter(({ network }) => network.networkId === this.network.networkId)
    this.#post({ kind: 'tokens', tokens: new Set(listings.flatMap(({ document: { token } }) => (token === null ? [] : [token]))) })
  }

  #tellBounds(): void {
    if (this.network.document.quorumFromU === undefined) return
    this.#post({ kind: 'bounds', bounds: quorumBounds(this.#parts.exchange.state, this.#parts.book, this.network) })
  }

  #keepBounds(channel: MessagePort): void {
    if (this.#channel !== channel) return
    this.#tellBounds()
    this.#waits.after(BOUNDS_MS, () => this.#keepBounds(channel))
  }

  #receive(channel: MessagePort, message: FromWatch): void {
    if (this.#channel !== channel) return
    if (message.kind === 'ack') {
      this.#acks.get(message.ackId)?.()
      this.#acks.delete(message.ackId)
    } else if (message.kind === 'answer' || message.kind === 'fault') this.client.take(message)
    else if (message.kind === 'state') this.#hear(message)
    else if (message.kind === 'broken') this.#parts.log.error('a watcher of a chain broke', { ...this.#named, error: message.text })
    else if (message.kind === 'step') this.#work = this.#work.then(() => this.#book(channel, message))
    else this.#work = this.#work.then(() => this.#note(message.arrivals))
  }

  #hear({ trouble, text }: Extract<FromWatch, { kind: 'state' }>): void {
    const { log, clock } = this.#parts
    if (trouble === undefined) {
      if (this.#trouble !== undefined) log.info('a chain is followed again', this.#named)
      this.#trouble = undefined
      this.#heardAt = clock.now()
      return
    }
    if (this.#trouble?.why !== trouble) log.warn('a chain cannot be followed', { ...this.#named, why: trouble, what: text })
    this.#trouble = { why: trouble, text }
    if (HALTING.has(trouble)) this.#work = this.#work.then(() => this.#halt(`${trouble}: ${text}`))
  }

  async #halt(why: string): Promise<void> {
    try {
      if (!this.#isStopped) await haltNetwork(this.#parts, this.network, why)
    } catch (error) {
      this.#parts.log.warn('payments of a network are not halted yet', { ...this.#named, why, error: String(error) })
    }
  }

  /** What is refused for a reason that may pass is found again; nothing of it is forgotten. */
  async #book(channel: MessagePort, { stepId, step }: Extract<FromWatch, { kind: 'step' }>): Promise<void> {
    if (this.#channel !== channel || this.#isStopped) return
    try {
      if (step.kind === 'blocks') await this.#noteUntraced(step.untraced)
      const { reason, seq } = await this.#parts.exchange.submit(this.#booking.commandOf(step))
      if (reason === 'notNextBlock') this.#follow()
      else if (reason !== 'none') this.#refused(reason)
      else {
        if (step.kind === 'left') this.#seenOnly.leave()
        const isWhole = step.kind === 'left' || step.isWhole
        this.#reached(step.kind === 'left' ? step.backTo : step.upTo, seq, isWhole)
        if (this.#channel === channel) this.#post({ kind: 'booked', stepId })
      }
    } catch (error) {
      this.#refused(error instanceof Refused ? error.refusal : String(error))
    }
    await this.#giveUpGone()
  }

  /** Durable before the block is: who compares balances knows then that coins may lie where nobody booked them. */
  async #noteUntraced(blocks: readonly UntracedBlock[]): Promise<void> {
    if (blocks.length === 0) return
    const { untraced, log } = this.#parts
    const before = untraced.of(this.network.networkId)?.last.height
    const fresh = await untraced.note(this.network.networkId, blocks)
    // Where a node gives none at all, one line is enough.
    for (const { height, hash, why } of fresh)
      if (height - 1 !== before) log.error('a block is booked without the calls inside it', { ...this.#named, height, hash, why })
  }

  #refused(why: string): void {
    if (this.#trouble?.text !== why) this.#parts.log.error('what a chain brought is not booked', { ...this.#named, why })
    this.#trouble = { why: 'notBooked', text: why }
    this.#waits.after(REFUSED_MS, () => this.#follow())
  }

  #reached({ height, block }: { readonly height: number; readonly block: string }, seq: number, isWhole: boolean): void {
    this.#heardAt = this.#parts.clock.now()
    this.#booked = { height, hash: block, seq, isWhole }
    for (const listener of this.#listeners) listener(this.#booked)
    this.#turns.look()
  }

  /** Coins that wait for a block are shown, not booked. */
  async #note(arrivals: Extract<FromWatch, { kind: 'waiting' }>['arrivals']): Promise<void> {
    if (this.#isStopped) return
    const keys = arrivals.map(({ key }) => key)
    const fresh = this.#seenOnly.heard(keys, this.#booked?.height ?? 0)
    for (const part of entryParts(arrivals.filter(({ key }) => fresh.has(key)))) {
      const command = this.#booking.noteOf(part)
      if (command !== undefined) await this.#aside(command)
    }
    await this.#giveUpGone()
  }

  async #giveUpGone(): Promise<void> {
    const now = performance.now()
    const height = this.#booked?.height
    if (height === undefined || this.#isStopped || now - this.#lookedAt < LOOK_MS) return
    this.#lookedAt = now
    const blocks = confirmationsOf(this.#parts.exchange.state, this.network)
    const why = `no node told of it for ${blocks} blocks`
    for (const { key } of this.#seenOnly.goneAt(height, blocks))
      await this.#aside({ kind: 'judgeDeposit', key, verdict: 'vanished', userId: NOBODY, actor: 'watch', why })
  }

  /** What is only shown: where the exchange takes it not now, a block brings it, or it is looked at again. */
  async #aside(command: CommandGivenBy<'system'>): Promise<void> {
    try {
      await this.#parts.exchange.submit(command)
    } catch (error) {
      if (!(error instanceof Refused)) throw error
    }
  }
}
