/** What lanes and rounds of one network share: its payments, its port, the signer, and the commands that they give. */
import type { FeeQuote, Signed } from '@agio/chain/port.ts'
import { SignerAway, type SignResult } from '@agio/chain/signer/protocol.ts'
import type { BeginPayment } from '@agio/engine/command.ts'
import type { ListingId, NetworkId, PaymentId } from '@agio/engine/ids/id.ts'
import type { Reason } from '@agio/engine/reason.ts'
import { listingsOf, networksOf } from '@agio/engine/wallet/read-wallet.ts'
import type { KnownNetwork } from '../network-book.ts'
import type { NetworkChain } from '../parts.ts'
import { unitsOf } from './amounts.ts'
import type { PaidListing } from './draft.ts'
import { intentOf } from './intent.ts'
import type { PayParts } from './pay-parts.ts'
import type { BookedPayment, PaymentBook } from './payment-book.ts'
import { feeJson, planJson, type StoredPlan } from './plan-json.ts'
import { fromOf } from './purse.ts'
import { type Waiting, waiting } from './waiting.ts'
import type { WithdrawalQueue } from './withdrawal-queue.ts'

export const CONDUCTOR = 'conductor'
/** Key of the one lane of a UTXO chain. */
export const COINS_LANE = 'coins'
/** What the signer said of itself is asked again after so long. */
const STATUS_MS = 5000

/** What is to be begun. */
export interface Begun {
  readonly listingId: ListingId
  readonly withdrawals: BeginPayment['withdrawals']
  /** Of a move, minor units. */
  readonly amount: bigint
  readonly stored: StoredPlan
}

export interface DeskParts extends PayParts {
  readonly payments: PaymentBook
  readonly queue: WithdrawalQueue
}

export const laneKeyOf = ({ stored }: BookedPayment): string => fromOf(stored?.plan.slot) ?? COINS_LANE

function order(one: BookedPayment, other: BookedPayment): number {
  const [slot, otherSlot] = [one.stored?.plan.slot, other.stored?.plan.slot]
  if (slot?.kind === 'nonce' && otherSlot?.kind === 'nonce') return slot.nonce - otherSlot.nonce
  return one.paymentId - other.paymentId
}

/** Of a transaction that gives its sender nothing: what paying one unit to itself takes. */
async function workOfNothing(port: NetworkChain, { plan }: StoredPlan): Promise<bigint> {
  if (plan.slot.kind !== 'nonce') return 0n
  const { from } = plan.slot
  return await port.work(from, { to: from, tag: null, token: null, amount: 1n })
}

export class NetworkDesk {
  readonly networkId: NetworkId
  readonly parts: DeskParts
  isStopping = false
  /** What the signer refused last, until it signs. */
  refusal: Waiting | undefined
  #signerFault: Waiting | undefined
  #policyHash: string | undefined
  #signerAskedAt = Number.NEGATIVE_INFINITY

  constructor(parts: DeskParts, networkId: NetworkId) {
    this.parts = parts
    this.networkId = networkId
  }

  now(): number {
    return this.parts.clock.now()
  }

  get network(): KnownNetwork | undefined {
    return this.parts.book.network(this.networkId)
  }

  get port(): NetworkChain | undefined {
    return this.parts.portOf(this.networkId)
  }

  fault(error: unknown): void {
    this.parts.log.error('a payment met what was not foreseen', { network: this.networkId, error: String(error) })
  }

  payment(paymentId: PaymentId): BookedPayment | undefined {
    return this.parts.payments.get(paymentId)
  }

  /** Payments that no block has. */
  unmined(): readonly BookedPayment[] {
    return this.parts.payments.on(this.networkId).filter(({ mined }) => mined === 'no')
  }

  /** First nonce of an address that no payment in a block has, as far as blocks are booked. */
  spentBelow(address: string): number {
    return this.parts.payments.spentBelow(this.networkId, address)
  }

  unminedOf(lane: string): readonly BookedPayment[] {
    return this.unmined()
      .filter((payment) => payment.stored !== undefined && laneKeyOf(payment) === lane)
      .sort(order)
  }

  heard(paymentId: PaymentId): Promise<void> {
    return this.parts.payments.heard(paymentId)
  }

  /** Listings that withdrawals are paid of, by id. */
  listings(): ReadonlyMap<ListingId, PaidListing> {
    const { state } = this.parts.exchange
    const halted = new Set(listingsOf(state).flatMap(({ listingId, isHalted }) => (isHalted ? [listingId] : [])))
    const own = this.parts.book
      .listings()
      .filter(({ listingId, network }) => network.networkId === this.networkId && !halted.has(listingId))
    return new Map(
      own.map(({ listingId, document }) => [listingId, { listingId, token: document.token, units: unitsOf(state, listingId) }]),
    )
  }

  listing(listingId: ListingId): PaidListing | undefined {
    const { book, exchange } = this.parts
    const known = book.listings().find((listing) => listing.listingId === listingId && listing.network.networkId === this.networkId)
    return known && { listingId, token: known.document.token, units: unitsOf(exchange.state, listingId) }
  }

  /** Why nothing of a payment is signed that was not before. */
  barred({ listingId, stored }: BookedPayment): Waiting | undefined {
    const { state } = this.parts.exchange
    const isListingHalted = listingsOf(state).some((listing) => listing.listingId === listingId && listing.isHalted)
    if (stored?.purpose.kind === 'withdrawals' && (this.isHalted || isListingHalted)) return waiting('halted', 'payments are halted')
    return this.signerFault()
  }

  get isHalted(): boolean {
    return networksOf(this.parts.exchange.state).some(({ networkId, isHalted }) => networkId === this.networkId && isHalted)
  }

  /** Why the signer cannot be asked for this network. */
  signerFault(): Waiting | undefined {
    if (this.parts.signer === undefined) return waiting('noSigner', 'no signer is configured')
    return this.parts.faultOf?.(this.networkId)
  }

  /** Asked before anything is begun: what is begun cannot be taken back by its customer any more. */
  async signerReady(): Promise<Waiting | undefined> {
    const fault = this.signerFault()
    const { signer } = this.parts
    if (fault !== undefined || signer === undefined) return fault
    if (this.now() - this.#signerAskedAt < STATUS_MS && this.#signerFault === undefined) return undefined
    this.#signerAskedAt = this.now()
    try {
      const { isUnlocked, policyHash } = await signer.status()
      this.#signerFault = isUnlocked ? undefined : waiting('signerLocked', 'the signer waits for its secret')
      // What it refused under another policy it may sign now.
      if (isUnlocked && this.#policyHash !== undefined && this.#policyHash !== policyHash) this.parts.queue.letGo(this.networkId)
      if (isUnlocked) this.#policyHash = policyHash
    } catch (error) {
      if (!(error instanceof SignerAway)) throw error
      this.#signerFault = waiting('signerAway', error.message)
    }
    return this.#signerFault
  }

  /** Withdrawals that hot addresses pay; without any, coins that move among them. */
  async begin({ listingId, withdrawals, amount, stored }: Begun): ReturnType<DeskParts['exchange']['submit']> {
    const command = { kind: 'beginPayment', listingId, withdrawals, from: 'hot', to: 'hot', amount, plan: planJson(stored) } as const
    return await this.parts.exchange.submit({ ...command, actor: CONDUCTOR })
  }

  /**
   * @param cancels it is to spend its slot on nothing
   * @throws SignerAway, ChainFault; RangeError where no transaction can be made of the plan
   */
  async askSigner(payment: BookedPayment, fee: FeeQuote, cancels = false): Promise<SignResult> {
    const { signer, tenantId, exchange } = this.parts
    const { network, port } = this
    const { stored } = payment
    if (signer === undefined || network === undefined || port === undefined || stored === undefined)
      throw new RangeError('a payment of a network that is not known')
    const { symbol } = unitsOf(exchange.state, payment.listingId)
    const { paymentId } = payment
    const cancelWork = cancels ? await workOfNothing(port, stored) : undefined
    const scales = this.#scales()
    const result = await signer.sign(await intentOf({ tenantId, network, port, paymentId, stored, fee, cancelWork, asset: symbol, scales }))
    if ('signed' in result) this.refusal = undefined
    return result
  }

  noteRefusal(refusal: Waiting): void {
    if (this.refusal?.text !== refusal.text)
      this.parts.log.warn('the signer refused a payment', { network: this.networkId, why: refusal.text })
    this.refusal = refusal
  }

  /** Those that a payment was to pay are passed over until then, alone, or in smaller parts where they were many. */
  holdBack({ stored }: BookedPayment, why: Waiting, until: number): void {
    if (stored?.purpose.kind !== 'withdrawals') return
    const { queue } = this.parts
    const withdrawalIds = stored.purpose.paid.map(({ withdrawalId }) => withdrawalId)
    if (withdrawalIds.length > 1) queue.split(withdrawalIds)
    else for (const withdrawalId of withdrawalIds) queue.hold(withdrawalId, until, why)
  }

  async journalSigned({ paymentId }: BookedPayment, { tx, bytes }: Signed, fee: FeeQuote, cancels = false): Promise<Reason> {
    const command = { kind: 'signPayment', networkId: this.networkId, paymentId, tx, bytes, fee: feeJson(fee, cancels) } as const
    return (await this.parts.exchange.submit(command)).reason
  }

  async drop({ paymentId }: BookedPayment, waitAgain: boolean, why: string): Promise<Reason> {
    const command = { kind: 'dropPayment', networkId: this.networkId, paymentId, waitAgain, actor: CONDUCTOR, why } as const
    const { reason } = await this.parts.exchange.submit(command)
    this.parts.log.warn('a payment was given up', { network: this.networkId, payment: paymentId, why, waitAgain, reason })
    return reason
  }

  #scales(): Readonly<Record<string, number>> {
    const { state } = this.parts.exchange
    const own = listingsOf(state).filter(({ terms }) => terms.networkId === this.networkId)
    return Object.fromEntries(own.map(({ listingId }) => unitsOf(state, listingId)).map(({ symbol, chainScale }) => [symbol, chainScale]))
  }
}
