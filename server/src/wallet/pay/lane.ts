/**
 * Payments that leave one address of a network, or all of a UTXO chain: each is signed, journaled, sent. Where they
 * have nonces, one follows the other, so that none waits in a node behind a gap. Whatever a restart leaves is taken up from the book.
 */
import { ChainFault, type SendResult } from '@agio/chain/port.ts'
import { SignerAway, type SignRefusalReason } from '@agio/chain/signer/protocol.ts'
import type { PaymentId } from '@agio/engine/ids/id.ts'
import { Refused } from '../../sequencer/exchange.ts'
import type { NetworkChain } from '../parts.ts'
import type { NetworkDesk } from './network-desk.ts'
import type { BookedPayment } from './payment-book.ts'
import { Turn } from './turn.ts'
import { type PayWhy, refusedBySigner, type Waiting, waiting } from './waiting.ts'

const RETRY_MS = 1000
const RETRY_MOST_MS = 15_000
/** A transaction that a node calls invalid this often, and for this long, is believed to be: nodes that just started say many things. */
const INVALID_TRIES = 5
const INVALID_MS = 30_000
/** Wait after a refusal that names no time. */
const REFUSED_MS = 60_000
/** Wait after refusals that time does not change. */
const REFUSED_LONG_MS = 600_000

/** What one payment waits for, whatever becomes of others. */
const OF_ONE: ReadonlySet<PayWhy> = new Set<PayWhy>(['sendRefused', 'noFunds', 'cannotBuild', 'signerRefused'])

/** What is known of a payment in this process alone. */
interface Road {
  /** A node has it, or refused it because its slot is used: it is followed. */
  isOut: boolean
  /** Not before, ms. */
  retryAt: number
  tries: number
  /** What it offers is less than the node takes. */
  isTooCheap: boolean
  /** How often a node called it invalid, one after the other, and since when, ms. */
  invalids: number
  invalidSince: number
  /** The signer was asked for it, and may have signed what no answer brought. */
  isAsked: boolean
  waiting: Waiting | undefined
}

/** `gone`: it is no payment any more. */
type Step = 'done' | 'waits' | 'gone'

export class Lane {
  /** Address, or what stands for all of them. */
  readonly key: string
  readonly #desk: NetworkDesk
  readonly #isOrdered: boolean
  readonly #roads = new Map<PaymentId, Road>()
  readonly turn: Turn

  constructor(desk: NetworkDesk, key: string, isOrdered: boolean) {
    this.#desk = desk
    this.key = key
    this.#isOrdered = isOrdered
    this.turn = new Turn(
      () => this.#pump(),
      (error) => desk.fault(error),
    )
  }

  /** Of those that no block has, in the order in which they go. */
  get payments(): readonly BookedPayment[] {
    return this.#desk.unminedOf(this.key)
  }

  /** Why the first of them does not go. */
  get waiting(): Waiting | undefined {
    for (const { paymentId } of this.payments) {
      const road = this.#roads.get(paymentId)
      if (road?.waiting !== undefined && !road.isOut) return road.waiting
      if (this.#isOrdered && road?.isOut !== true) return undefined
    }
    return undefined
  }

  /**
   * Why nothing more is planned for it. Where payments follow no order, what a node refuses of one says nothing of the others: its receiver
   * may be at fault.
   */
  get blocked(): Waiting | undefined {
    if (this.#isOrdered) return this.waiting
    const all = this.payments.flatMap(({ paymentId }) => {
      const road = this.#roads.get(paymentId)
      return road?.waiting === undefined || road.isOut ? [] : [road.waiting]
    })
    return all.find(({ why }) => !OF_ONE.has(why))
  }

  waitingOf(paymentId: PaymentId): Waiting | undefined {
    return this.#roads.get(paymentId)?.waiting
  }

  isOut(paymentId: PaymentId): boolean {
    return this.#roads.get(paymentId)?.isOut === true
  }

  isTooCheap(paymentId: PaymentId): boolean {
    return this.#roads.get(paymentId)?.isTooCheap === true
  }

  /** A node calls what was signed invalid, again and again. */
  isInvalid(paymentId: PaymentId): boolean {
    const road = this.#roads.get(paymentId)
    return road !== undefined && road.invalids >= INVALID_TRIES && this.#desk.now() - road.invalidSince >= INVALID_MS
  }

  /** The node does not have it any more, or there is a newer version of it. */
  sendAgain(paymentId: PaymentId): void {
    this.#roads.delete(paymentId)
    this.turn.ask()
  }

  note(paymentId: PaymentId, why: Waiting | undefined): void {
    this.#road(paymentId).waiting = why
  }

  /**
   * Signs a version and journals it.
   * @param cancels it spends the slot on nothing
   * @returns whether bytes of it stand in the journal
   */
  async sign(payment: BookedPayment, fee = payment.stored?.plan.fee, cancels = false): Promise<Step> {
    const desk = this.#desk
    const road = this.#road(payment.paymentId)
    if (payment.stored === undefined || fee === undefined)
      return this.#wait(road, waiting('cannotBuild', 'its plan is not of this conductor'))
    const barred = payment.signed.length === 0 ? desk.barred(payment) : desk.signerFault()
    if (barred !== undefined) return this.#wait(road, barred)
    road.isAsked = true
    const result = await desk.askSigner(payment, fee, cancels)
    if ('refused' in result) return this.#refused(payment, road, result.refused, result.text, result.retryAfterMs)
    if (desk.isStopping) return 'waits'
    const reason = await desk.journalSigned(payment, result.signed, fee, cancels)
    if (reason === 'none') return 'done'
    return reason === 'paymentNotFound' ? 'gone' : this.#wait(road, waiting('cannotBuild', reason))
  }

  async #pump(): Promise<void> {
    this.#forget()
    let before: BookedPayment | undefined
    for (const { paymentId } of this.payments) {
      if (this.#desk.isStopping) return
      // What a run of others did to it meanwhile counts.
      const payment = this.#desk.payment(paymentId)
      if (payment === undefined || payment.mined !== 'no') continue
      const step = await this.#advance(payment, before)
      if (this.#isOrdered && step === 'waits') return
      if (step === 'done') before = payment
    }
  }

  async #advance(payment: BookedPayment, before: BookedPayment | undefined): Promise<Step> {
    const road = this.#road(payment.paymentId)
    if (road.isOut) return 'done'
    if (road.retryAt > this.#desk.now()) return 'waits'
    const port = this.#desk.port
    if (port === undefined) return this.#wait(road, waiting('noNode', 'no node of the network is known'))
    try {
      if (payment.signed.length === 0) {
        if (this.#isOrdered && !road.isAsked && (await this.#isBehindGap(port, payment, before)))
          return await this.#giveBack(payment, 'nothing uses the nonce before its own')
        const signed = await this.sign(payment)
        if (signed !== 'done') return signed
      }
      return await this.#send(port, payment.paymentId, road)
    } catch (error) {
      return this.#wait(road, troubleOf(error))
    }
  }

  async #isBehindGap(port: NetworkChain, { stored }: BookedPayment, before: BookedPayment | undefined): Promise<boolean> {
    const slot = stored?.plan.slot
    if (slot?.kind !== 'nonce') return false
    const last = before?.stored?.plan.slot
    if (last?.kind === 'nonce') return slot.nonce !== last.nonce + 1
    const next = await port.nextSlot(slot.from)
    return next?.kind === 'nonce' && slot.nonce > next.nonce
  }

  async #send(port: NetworkChain, paymentId: PaymentId, road: Road): Promise<Step> {
    try {
      await this.#desk.heard(paymentId)
    } catch (error) {
      return this.#wait(road, waiting('notWatched', String(error)))
    }
    const payment = this.#desk.payment(paymentId)
    const newest = payment?.signed.at(-1)
    if (payment === undefined || newest === undefined) return 'gone'
    if (payment.mined !== 'no') return 'done'
    if (this.#desk.isStopping) return 'waits'
    return this.#sent(road, await port.send(newest))
  }

  #sent(road: Road, result: SendResult): Step {
    if (result.outcome === 'unknown') return this.#wait(road, waiting('nodeTrouble', 'the node did not say whether it has the transaction'))
    // A used slot means mined, replaced or dead; following it will tell, so the lane goes on.
    if (result.outcome !== 'refused' || result.why === 'slotUsed' || result.why === 'expired') {
      road.isOut = true
      road.tries = 0
      road.waiting = result.outcome === 'refused' ? waiting('sendRefused', `${result.why}: ${result.text}`) : undefined
      return 'done'
    }
    road.isTooCheap = result.why === 'tooCheap'
    if (result.why !== 'invalid') road.invalids = 0
    else {
      if (road.invalids === 0) road.invalidSince = this.#desk.now()
      road.invalids += 1
    }
    return this.#wait(road, waiting(result.why === 'noFunds' ? 'noFunds' : 'sendRefused', `${result.why}: ${result.text}`))
  }

  /**
   * Bytes that were never journaled were never sent: what was refused before any were gives its slot back, so that nothing waits behind it,
   * and is asked for again later. A replacement that is refused leaves what is out as it is.
   */
  async #refused(payment: BookedPayment, road: Road, why: SignRefusalReason, text: string, retryAfterMs = 0): Promise<Step> {
    const told = refusedBySigner(why, text)
    this.#desk.noteRefusal(told)
    if (why === 'locked' || payment.signed.length > 0) return this.#wait(road, told)
    const restMs = retryAfterMs > 0 ? retryAfterMs : why === 'overCap' ? REFUSED_MS : REFUSED_LONG_MS
    this.#desk.holdBack(payment, told, this.#desk.now() + restMs)
    return this.#giveBack(payment, `the signer refused it: ${told.text}`)
  }

  async #giveBack(payment: BookedPayment, why: string): Promise<Step> {
    const waitsAgain = payment.stored?.purpose.kind === 'withdrawals'
    const reason = await this.#desk.drop(payment, waitsAgain, why)
    return reason === 'none' || reason === 'paymentNotFound' ? 'gone' : 'waits'
  }

  #wait(road: Road, why: Waiting): Step {
    road.waiting = why
    road.tries += 1
    road.retryAt = this.#desk.now() + Math.min(RETRY_MS * 2 ** Math.min(road.tries - 1, 4), RETRY_MOST_MS)
    return 'waits'
  }

  #road(paymentId: PaymentId): Road {
    const known = this.#roads.get(paymentId)
    if (known !== undefined) return known
    const road: Road = {
      ...{ isOut: false, retryAt: 0, tries: 0, isTooCheap: false, invalids: 0, invalidSince: 0, isAsked: false },
      waiting: undefined,
    }
    this.#roads.set(paymentId, road)
    return road
  }

  #forget(): void {
    for (const paymentId of this.#roads.keys()) if (this.#desk.payment(paymentId)?.mined !== 'no') this.#roads.delete(paymentId)
  }
}

/** @throws what is no trouble of the outside */
export function troubleOf(error: unknown): Waiting {
  if (error instanceof ChainFault) return waiting('nodeTrouble', error.message)
  if (error instanceof SignerAway) return waiting('signerAway', error.message)
  if (error instanceof RangeError) return waiting('cannotBuild', error.message)
  if (error instanceof Refused) return waiting('starting', `the exchange takes nothing now: ${error.refusal}`)
  throw error
}
