/** Withdrawals that wait for a payment, as they came, and where each goes. What waits follows from the engine; nothing of it is kept. */
import type { JsonObject } from '@agio/engine/command.ts'
import type { ListingId, NetworkId, WithdrawalId } from '@agio/engine/ids/id.ts'
import type { EventByKind } from '@agio/engine/schema/events.ts'
import { type PayableWithdrawal, queuedWithdrawals, withdrawalStatus } from '@agio/engine/wallet/read-payments.ts'
import { listingsOf } from '@agio/engine/wallet/read-wallet.ts'
import * as z from 'zod/mini'
import type { ReadModels } from '../../projections/port.ts'
import type { PaymentHistory } from '../../projections/rows/payment-rows.ts'
import type { Exchange } from '../../sequencer/exchange.ts'
import type { Waiting } from './waiting.ts'

const OVER: ReadonlySet<string> = new Set(['signing', 'canceled', 'rejected', 'failed', 'expired', 'completed'])

const destination = z.object({ address: z.string(), memo: z.nullable(z.string()) })
export type Destination = z.output<typeof destination>

export interface QueuedWithdrawal extends PayableWithdrawal {
  readonly networkId: NetworkId
  /** When it came, ms. */
  readonly queuedAt: number
}

/** Why one is passed over, and until when, ms. */
export interface Hold extends Waiting {
  readonly until: number
}

export class WithdrawalQueue {
  readonly #exchange: Pick<Exchange, 'state' | 'durableSeq'>
  readonly #history: PaymentHistory & Pick<ReadModels, 'reached'>
  readonly #now: () => number
  readonly #queued = new Map<WithdrawalId, QueuedWithdrawal>()
  readonly #documents = new Map<WithdrawalId, JsonObject>()
  readonly #holds = new Map<WithdrawalId, Hold>()
  /** Of a batch that was refused: in how large a one each is tried next. */
  readonly #batchMost = new Map<WithdrawalId, number>()
  readonly #listeners = new Set<(networkId: NetworkId) => void>()

  constructor(parts: {
    readonly exchange: Pick<Exchange, 'state' | 'durableSeq'>
    readonly history: PaymentHistory & Pick<ReadModels, 'reached'>
    readonly now: () => number
  }) {
    this.#exchange = parts.exchange
    this.#history = parts.history
    this.#now = parts.now
    const networks = new Map(listingsOf(this.#exchange.state).map(({ listingId, terms }) => [listingId, terms.networkId]))
    for (const withdrawal of queuedWithdrawals(this.#exchange.state)) {
      const networkId = networks.get(withdrawal.listingId)
      if (networkId !== undefined) this.#add({ ...withdrawal, networkId })
    }
  }

  /**
   * What waits on a network and nothing holds back, the one that waits longest first. The engine has the last word: what a customer just took
   * back is not among it. @param most so many of them @param listingIds of these listings
   */
  first(networkId: NetworkId, most: number, listingIds: { has(listingId: ListingId): boolean }): readonly QueuedWithdrawal[] {
    const { state } = this.#exchange
    const found: QueuedWithdrawal[] = []
    for (const queued of this.#queued.values()) {
      if (found.length >= most) break
      const { userId, withdrawalId, listingId } = queued
      if (queued.networkId !== networkId || !listingIds.has(listingId) || this.isHeld(withdrawalId)) continue
      if (withdrawalStatus(state, userId, withdrawalId) === 'queued') found.push(queued)
    }
    return found
  }

  count(networkId: NetworkId): number {
    let count = 0
    for (const queued of this.#queued.values()) if (queued.networkId === networkId) count += 1
    return count
  }

  /** Passed over until then. */
  hold(withdrawalId: WithdrawalId, until: number, waiting: Waiting): void {
    this.#holds.set(withdrawalId, { ...waiting, until })
  }

  /** What the signer refused is asked for again at once. */
  letGo(networkId: NetworkId): void {
    for (const { withdrawalId, why } of this.holds(networkId)) if (why === 'signerRefused') this.#holds.delete(withdrawalId)
  }

  holdOf(withdrawalId: WithdrawalId): Hold | undefined {
    return this.#holds.get(withdrawalId)
  }

  isHeld(withdrawalId: WithdrawalId): boolean {
    return (this.#holds.get(withdrawalId)?.until ?? 0) > this.#now()
  }

  holds(networkId: NetworkId): readonly (Hold & { readonly withdrawalId: WithdrawalId })[] {
    return [...this.#holds].flatMap(([withdrawalId, hold]) =>
      this.#queued.get(withdrawalId)?.networkId === networkId ? [{ ...hold, withdrawalId }] : [],
    )
  }

  batchMost(withdrawalId: WithdrawalId): number {
    return this.#batchMost.get(withdrawalId) ?? Number.POSITIVE_INFINITY
  }

  /** A transaction with all of these was refused: they are tried in halves, so that one of them does not hold up the others. */
  split(withdrawalIds: readonly WithdrawalId[]): void {
    for (const withdrawalId of withdrawalIds) this.#batchMost.set(withdrawalId, Math.ceil(withdrawalIds.length / 2))
  }

  /** Where each of them goes; without those of which history does not know it yet. */
  async destinations(withdrawalIds: readonly WithdrawalId[]): Promise<ReadonlyMap<WithdrawalId, Destination>> {
    const missing = withdrawalIds.filter((withdrawalId) => !this.#documents.has(withdrawalId))
    if (missing.length > 0) {
      await this.#history.reached(this.#exchange.durableSeq)
      for (const [withdrawalId, document] of await this.#history.withdrawalDocuments(missing)) this.#documents.set(withdrawalId, document)
    }
    const found = new Map<WithdrawalId, Destination>()
    for (const withdrawalId of withdrawalIds) {
      const parsed = z.safeParse(destination, this.#documents.get(withdrawalId))
      if (parsed.success) found.set(withdrawalId, parsed.data)
    }
    return found
  }

  /** Told when one came. @returns the unsubscribe */
  onQueued(listener: (networkId: NetworkId) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Each durable event, in its order. */
  requested({ withdrawalId, document }: EventByKind['withdrawalRequested']): void {
    this.#documents.set(withdrawalId, document)
  }

  changed(event: EventByKind['withdrawalChanged']): void {
    const { withdrawalId, status, receiverId } = event
    if (status === 'queued' && receiverId === 0) {
      this.#add(event)
      for (const listener of this.#listeners) listener(event.networkId)
    } else if (OVER.has(status)) this.#forget(withdrawalId, status !== 'signing')
  }

  #add({ userId, withdrawalId, listingId, networkId, amount, fee }: PayableWithdrawal & { readonly networkId: NetworkId }): void {
    if (this.#queued.has(withdrawalId)) return
    this.#queued.set(withdrawalId, { userId, withdrawalId, listingId, amount, fee, networkId, queuedAt: this.#now() })
  }

  /** Paid by now, or over. @param isOver else it may wait again: why it did not go is kept */
  #forget(withdrawalId: WithdrawalId, isOver: boolean): void {
    this.#queued.delete(withdrawalId)
    this.#documents.delete(withdrawalId)
    if (!isOver) return
    this.#holds.delete(withdrawalId)
    this.#batchMost.delete(withdrawalId)
  }
}
