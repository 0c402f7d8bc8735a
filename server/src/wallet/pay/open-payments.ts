/**
 * The conductor: pays what is queued on every network, and moves what the house wants moved. A duty of the leader. What it did stands in the
 * journal; whatever it knows beside that, it finds again.
 */
import { readEvents } from '@agio/engine/event-buffer.ts'
import type { NetworkId, PaymentId, WithdrawalId } from '@agio/engine/ids/id.ts'
import type { CHAIN_EVENTS } from '@agio/engine/schema/chain-events.ts'
import type { EventByKind } from '@agio/engine/schema/events.ts'
import { type Handlers, handle, handledKinds, ignored } from '@agio/engine/schema/handlers.ts'
import type { Move, MoveResult, Mover } from '../move.ts'
import type { KnownListing } from '../network-book.ts'
import type { OwnPayments } from '../parts.ts'
import { HotAddresses } from './hot-addresses.ts'
import { NetworkPayer } from './network-payer.ts'
import type { PayHealth, PayParts } from './pay-parts.ts'
import { type BookedPayment, PaymentBook } from './payment-book.ts'
import { Turn } from './turn.ts'
import { waiting } from './waiting.ts'
import { WithdrawalQueue } from './withdrawal-queue.ts'

/** What waits for time alone is looked at so often, ms. */
const TICK_MS = 250
const RETRY_MS = 2000

interface Hearers {
  readonly queue: WithdrawalQueue
  readonly payments: PaymentBook
}

const NO_PAYMENT = ignored('pays nothing')
const BY_CHANGE = ignored('what follows is told')

const HEARD: Handlers<Pick<EventByKind, keyof typeof CHAIN_EVENTS>, [hearers: Hearers]> = {
  withdrawalRequested: (event, { queue }) => queue.requested(event),
  withdrawalChanged: (event, { queue }) => queue.changed(event),
  paymentBegun: (event, { payments }) => payments.begun(event),
  paymentSigned: (event, { payments }) => payments.signed(event),
  paymentChanged: (event, { payments }) => payments.changed(event),
  withdrawalReviewed: BY_CHANGE,
  paymentFound: BY_CHANGE,
  paymentDropped: BY_CHANGE,
  depositChanged: NO_PAYMENT,
  depositSeen: NO_PAYMENT,
  depositJudged: NO_PAYMENT,
  waitingLeft: NO_PAYMENT,
  blockReached: NO_PAYMENT,
  addressAssigned: NO_PAYMENT,
  holdingFunded: NO_PAYMENT,
  networkDefined: ignored('the network book tells'),
  networkChanged: ignored('asked when something is paid'),
  listingDefined: ignored('the network book tells'),
  listingChanged: ignored('asked when something is paid'),
  listingHalted: ignored('asked when something is paid'),
}
const WANTED = handledKinds(HEARD)

export interface Unpaid {
  readonly networkId: NetworkId
  readonly withdrawalId: WithdrawalId
  readonly text: string
}

export interface Payments extends Mover {
  readonly own: OwnPayments
  health(): readonly PayHealth[]
  /** A payment that is under way. */
  payment(paymentId: PaymentId): BookedPayment | undefined
  underWay(networkId: NetworkId): readonly BookedPayment[]
  /** What the signer does not sign once more before a person told it that nothing paid it: see `payAgain` of its policy. */
  unpaid(): readonly Unpaid[]
  /** Nothing is signed or sent any more when it resolves. */
  stop(): Promise<void>
}

export function openPayments(parts: PayParts): Payments {
  return new Conductor(parts)
}

class Conductor implements Payments {
  readonly own: PaymentBook
  readonly #parts: PayParts
  readonly #queue: WithdrawalQueue
  readonly #hot: HotAddresses
  readonly #leave: (() => void)[]
  readonly #resign: () => Promise<void>
  #payers = new Map<NetworkId, NetworkPayer>()
  #addresses: Turn | undefined
  #timer: NodeJS.Timeout | undefined
  #isLeading = false

  constructor(parts: PayParts) {
    this.#parts = parts
    const { exchange, history, clock, log, book } = parts
    const onTurn = (networkId: NetworkId): void => this.#payers.get(networkId)?.wake()
    this.own = new PaymentBook({ exchange, history, clock, log, onTurn })
    this.#queue = new WithdrawalQueue({ exchange, history, now: () => clock.now() })
    this.#hot = new HotAddresses(exchange, parts.texts)
    this.#leave = [
      // Most of these records have no document beside them: every batch is looked through.
      exchange.onDurable(({ events }) => {
        for (const { event } of readEvents(events, WANTED)) handle(HEARD, event, { queue: this.#queue, payments: this.own })
      }),
      this.#queue.onQueued((networkId) => this.#payers.get(networkId)?.rounds.ask()),
      book.onChange(() => this.#open()),
    ]
    this.#resign = exchange.leadership.join({ begin: () => this.#begin(), end: () => this.#end() })
  }

  health(): readonly PayHealth[] {
    return [...this.#payers.values()].map((payer) => payer.health)
  }

  async move(order: Move): Promise<MoveResult> {
    const listing: KnownListing | undefined = this.#parts.book.listings().find(({ listingId }) => listingId === order.listingId)
    const payer = listing && this.#payers.get(listing.network.networkId)
    return payer === undefined ? waiting('starting', 'nobody pays there now') : await payer.move(order)
  }

  payment(paymentId: PaymentId): BookedPayment | undefined {
    return this.own.get(paymentId)
  }

  underWay(networkId: NetworkId): readonly BookedPayment[] {
    return this.own.on(networkId)
  }

  unpaid(): readonly Unpaid[] {
    return [...this.#payers.keys()].flatMap((networkId) =>
      this.#queue
        .holds(networkId)
        .flatMap(({ withdrawalId, refusal, text }) => (refusal === 'changed' ? [{ networkId, withdrawalId, text }] : [])),
    )
  }

  async stop(): Promise<void> {
    await this.#resign()
    for (const leave of this.#leave) leave()
    for (const part of [this.own, this.#hot]) part.stop()
  }

  #begin(): void {
    this.#isLeading = true
    this.#addresses = new Turn(
      () => this.#hot.make(this.#parts.signer === undefined ? [] : this.#parts.book.networks()),
      (error) => {
        this.#parts.log.warn('hot addresses wait', { tenant: this.#parts.tenantId, error: String(error) })
        setTimeout(() => this.#addresses?.ask(), RETRY_MS).unref()
      },
    )
    this.#timer = setInterval(() => {
      for (const payer of this.#payers.values()) payer.wake()
    }, TICK_MS).unref()
    this.#open()
  }

  async #end(): Promise<void> {
    this.#isLeading = false
    clearInterval(this.#timer)
    const payers = [...this.#payers.values()]
    this.#payers = new Map()
    await Promise.all([this.#addresses?.end(), ...payers.map((payer) => payer.end())])
  }

  /** Networks that came, and those that are there. */
  #open(): void {
    if (!this.#isLeading || !this.#parts.book.isReady) return
    const parts = { ...this.#parts, payments: this.own, queue: this.#queue }
    for (const { networkId } of this.#parts.book.networks()) {
      if (!this.#payers.has(networkId)) this.#payers.set(networkId, new NetworkPayer(parts, networkId, this.#hot))
      this.#payers.get(networkId)?.wake()
    }
    this.#addresses?.ask()
  }
}
