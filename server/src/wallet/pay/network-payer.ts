/** Pays on one network: plans what is queued in rounds, one after the other, and keeps its lanes going. */
import { type ChooseCoins, chooserOf } from '@agio/chain/adapters.ts'
import { asPaymentId, type NetworkId, type PaymentId } from '@agio/engine/ids/id.ts'
import type { Move, MoveResult } from '../move.ts'
import type { KnownNetwork } from '../network-book.ts'
import { planAccounts } from './account-drafts.ts'
import { planChild } from './children.ts'
import { planCoins, unconfirmedOf } from './coin-drafts.ts'
import { type Draft, groupsOf, type PassedOver, type Payable, type Planned, paymentOf, type Round } from './draft.ts'
import { followLane } from './follow.ts'
import type { HotAddresses } from './hot-addresses.ts'
import { Lane, troubleOf } from './lane.ts'
import { planMove } from './moves.ts'
import { COINS_LANE, type DeskParts, laneKeyOf, NetworkDesk } from './network-desk.ts'
import type { PayHealth } from './pay-parts.ts'
import type { BookedPayment } from './payment-book.ts'
import { type Payer, planJson } from './plan-json.ts'
import { Turn } from './turn.ts'
import { type Waiting, waiting } from './waiting.ts'

const UNCONFIRMED_MOST = 16
/** Withdrawals in a transaction unless the network's document says; kinds not named pay one each. */
const BATCH_MOST: Readonly<Record<string, number>> = { bitcoin: 200, simulated: 50 }
/** Where a transaction may pay many, it waits so long for more of them. */
const GATHER_MS = 500
/** What no address has enough for is looked at again after so long. */
const SHORT_MS = 5000
/** Withdrawals that are looked at in a round. */
const ROUND_MOST = 1000

interface MoveWish {
  readonly order: Move
  resolve(made: MoveResult): void
  reject(error: unknown): void
}

export class NetworkPayer {
  readonly desk: NetworkDesk
  readonly rounds: Turn
  readonly #hot: HotAddresses
  readonly #lanes = new Map<string, Lane>()
  readonly #follow: Turn
  #followedAt = Number.NEGATIVE_INFINITY
  #waiting: Waiting | undefined
  readonly #moves: MoveWish[] = []
  /** Payments that wait and cannot be replaced, each with the version that a node has. */
  readonly #hurried = new Map<PaymentId, string>()
  #chooser: Promise<ChooseCoins | undefined> | undefined

  constructor(parts: DeskParts, networkId: NetworkId, hot: HotAddresses) {
    this.desk = new NetworkDesk(parts, networkId)
    this.#hot = hot
    this.rounds = new Turn(
      () => this.#round(),
      (error) => this.desk.fault(error),
    )
    this.#follow = new Turn(
      () => this.#followAll(),
      (error) => this.desk.fault(error),
    )
  }

  /** Something changed, or time went by. */
  wake(): void {
    for (const lane of this.#lanesNow()) lane.turn.ask()
    this.rounds.ask()
    const { followMs = this.#pause() } = this.desk.parts
    if (this.desk.now() - this.#followedAt >= followMs) this.#follow.ask()
  }

  /** Planned before all withdrawals. */
  move(order: Move): Promise<MoveResult> {
    const { promise, resolve, reject } = Promise.withResolvers<MoveResult>()
    if (this.desk.isStopping) return Promise.resolve(waiting('starting', 'nobody pays now'))
    this.#moves.push({ order, resolve, reject })
    this.rounds.ask()
    return promise
  }

  async end(): Promise<void> {
    this.desk.isStopping = true
    for (const { resolve } of this.#moves.splice(0)) resolve(waiting('starting', 'nobody pays now'))
    await Promise.all([this.rounds.end(), this.#follow.end(), ...[...this.#lanes.values()].map((lane) => lane.turn.end())])
  }

  /** The addresses that may pay now: nothing waits in front of their next payment. */
  get #ready(): readonly Payer[] {
    const { network } = this.desk
    if (network === undefined) return []
    return this.#hot.of(network).filter(({ address }) => this.#lanes.get(this.#isCoins ? COINS_LANE : address)?.blocked === undefined)
  }

  get #isCoins(): boolean {
    return this.desk.network?.document.adapter.kind === 'bitcoin'
  }

  /** Payments of the lane have nonces. */
  get #isOrdered(): boolean {
    return ['evm', 'simulated'].includes(this.desk.network?.document.adapter.kind ?? '')
  }

  /** A few looks a block, and one a second at most. */
  #pause(): number {
    return Math.max(1000, Math.min(15_000, (this.desk.network?.document.blockMs ?? 0) / 2))
  }

  #lanesNow(): readonly Lane[] {
    for (const key of new Set(this.desk.unmined().map(laneKeyOf)))
      if (!this.#lanes.has(key)) this.#lanes.set(key, new Lane(this.desk, key, this.#isOrdered))
    return [...this.#lanes.values()]
  }

  async #followAll(): Promise<void> {
    this.#followedAt = this.desk.now()
    await Promise.all(
      this.#lanesNow().map(async (lane) => {
        try {
          await followLane(this.desk, lane, this.#isOrdered, ({ paymentId }, tx) => this.#hurry(paymentId, tx))
        } catch (error) {
          // What cannot be looked at now is looked at again.
          this.#waiting = troubleOf(error)
        }
      }),
    )
  }

  async #round(): Promise<void> {
    const { desk } = this
    const { queue } = desk.parts
    for (const wish of this.#moves.splice(0)) await this.#move(wish)
    await this.#beginChildren()
    if (desk.isStopping || queue.count(desk.networkId) === 0) {
      this.#waiting = undefined
      return
    }
    try {
      this.#waiting = await this.#plan()
    } catch (error) {
      this.#waiting = troubleOf(error)
    }
  }

  /** @returns why nothing was planned that waits */
  async #plan(): Promise<Waiting | undefined> {
    const { desk } = this
    const { network, port } = desk
    if (network === undefined || !desk.parts.payments.isReady) return waiting('starting', 'history and documents are not read yet')
    if (desk.isHalted) return waiting('halted', 'payments of the network are halted')
    if (port === undefined) return waiting('noNode', 'no node of the network is known')
    const fault = await desk.signerReady()
    if (fault !== undefined) return fault
    if (this.#hot.of(network).length === 0) return waiting('starting', 'no hot address is known yet')
    const hot = this.#ready
    if (hot.length === 0) return [...this.#lanes.values()].find((lane) => lane.blocked !== undefined)?.blocked
    const most = network.document.unconfirmedMost ?? UNCONFIRMED_MOST
    const room = this.#roomOf(hot, most)
    if (room === 0) return waiting('full', 'as many payments wait for a block as may')
    const batch = this.#batch()
    const payable = await this.#payable(Math.min(room * batch, ROUND_MOST))
    if (payable.length === 0) return undefined
    if (batch > 1 && payable.length < batch && !this.#isGathered(payable)) return undefined
    const spentBelow = (address: string): number => desk.spentBelow(address)
    const round: Round = { network, port, hot, under: desk.unmined(), spentBelow, fee: await port.fee(1), most, batch, payable }
    const { drafts, passed } = await this.#drafts(round)
    for (const one of passed) this.#pass(one)
    await Promise.all(drafts.map((draft) => this.#begin(draft)))
    if (drafts.length > 0) this.wake()
    if (drafts.length > 0 || passed.length > 0) return passed[0]?.waiting
    return waiting('full', 'as many payments wait for a block as may')
  }

  /** Looked at before anybody outside is asked. */
  #roomOf(hot: readonly Payer[], most: number): number {
    const under = this.desk.unmined()
    return hot.reduce((sum, { address }) => sum + Math.max(0, most - this.#unconfirmed(under, address)), 0)
  }

  #unconfirmed(under: readonly BookedPayment[], address: string): number {
    return this.#isCoins ? unconfirmedOf(under, address) : under.filter((payment) => laneKeyOf(payment) === address).length
  }

  #batch(): number {
    const { document } = this.desk.network ?? {}
    const usual = BATCH_MOST[document?.adapter.kind ?? '']
    return usual === undefined ? 1 : (document?.batchMost ?? usual)
  }

  #isGathered(payable: readonly Payable[]): boolean {
    return payable.some(({ queued }) => this.desk.now() - queued.queuedAt >= GATHER_MS)
  }

  /** What may be paid of the queue, with what the chain is to do for it. */
  async #payable(most: number): Promise<readonly Payable[]> {
    const { desk } = this
    const { queue } = desk.parts
    const listings = desk.listings()
    const chosen = queue.first(desk.networkId, most, listings)
    const destinations = await queue.destinations(chosen.map(({ withdrawalId }) => withdrawalId))
    return chosen.flatMap((queued) => {
      const [listing, destination] = [listings.get(queued.listingId), destinations.get(queued.withdrawalId)]
      if (listing === undefined) return []
      try {
        if (destination === undefined) throw new RangeError('history does not say where it goes')
        const bar = desk.parts.barOf?.(destination.address)
        // What is not known yet is asked again with the next round.
        if (bar?.why === 'starting') return []
        if (bar !== undefined) {
          this.#pass({ withdrawals: [queued], waiting: bar })
          return []
        }
        return [{ queued, payment: paymentOf(queued, destination, listing) }]
      } catch (error) {
        this.#pass({ withdrawals: [queued], waiting: troubleOf(error) })
        return []
      }
    })
  }

  async #drafts(round: Round): Promise<Planned> {
    const { queue } = this.desk.parts
    const groups = groupsOf(round.payable, round.batch, ({ queued }) => queue.batchMost(queued.withdrawalId))
    const choose = await this.#choose(round.network)
    return choose === undefined ? planAccounts(round, groups) : planCoins(round, groups, choose)
  }

  async #move({ order, resolve, reject }: MoveWish): Promise<void> {
    try {
      resolve(await this.#beginMove(order))
    } catch (error) {
      try {
        resolve(troubleOf(error))
      } catch {
        reject(error)
      }
    }
  }

  async #beginMove(order: Move): Promise<MoveResult> {
    const { desk } = this
    const { network, port, parts } = desk
    const fault = desk.isStopping ? waiting('starting', 'nobody pays now') : await desk.signerReady()
    if (fault !== undefined) return fault
    const listing = desk.listing(order.listingId)
    if (network === undefined || listing === undefined || !parts.payments.isReady) return waiting('starting', 'documents are not read yet')
    if (port === undefined) return waiting('noNode', 'no node of the network is known')
    const choose = await this.#choose(network)
    const most = network.document.unconfirmedMost ?? UNCONFIRMED_MOST
    const spentBelow = (address: string): number => desk.spentBelow(address)
    const planned = await planMove({ network, port, texts: parts.texts, listing, under: desk.unmined(), spentBelow, most, choose }, order)
    if ('why' in planned) return planned
    const { reason, value } = await parts.exchange.submit({
      kind: 'beginPayment',
      listingId: order.listingId,
      withdrawals: [],
      from: order.from.place,
      to: order.to.place,
      amount: planned.amount,
      plan: planJson(planned.stored),
      actor: order.actor,
    })
    if (reason !== 'none') return waiting(reason === 'badNumber' ? 'noFunds' : 'cannotBuild', `the engine refused the move: ${reason}`)
    this.wake()
    return { paymentId: asPaymentId(value), amount: planned.amount }
  }

  #hurry(paymentId: PaymentId, tx: string): void {
    this.#hurried.set(paymentId, tx)
    this.rounds.ask()
  }

  /** What cannot be planned now is asked for again by whoever follows. */
  async #beginChildren(): Promise<void> {
    const { desk } = this
    const hurried = [...this.#hurried]
    this.#hurried.clear()
    for (const [paymentId, tx] of hurried) {
      if (desk.isStopping || (await desk.signerReady()) !== undefined) return
      try {
        const planned = await planChild(desk, paymentId, tx)
        const listingId = desk.payment(paymentId)?.listingId
        if (planned === undefined || listingId === undefined) continue
        const { reason } = await desk.begin({ listingId, withdrawals: [], amount: planned.amount, stored: planned.stored })
        if (reason === 'none') this.wake()
      } catch (error) {
        // A node that does not answer, or change that is not worth both fees: the parent waits on.
        this.#waiting = troubleOf(error)
      }
    }
  }

  #choose(network: KnownNetwork): Promise<ChooseCoins | undefined> {
    this.#chooser ??= chooserOf(network.document.adapter)
    return this.#chooser
  }

  #pass({ withdrawals, waiting: why }: PassedOver): void {
    const { queue } = this.desk.parts
    const isShort = why.why === 'noFunds' || why.why === 'noGas'
    if (!isShort && withdrawals.length > 1) {
      queue.split(withdrawals.map(({ withdrawalId }) => withdrawalId))
      return
    }
    const until = this.desk.now() + (isShort ? SHORT_MS : SHORT_MS * 12)
    for (const { withdrawalId } of withdrawals) queue.hold(withdrawalId, until, why)
  }

  /** What a customer took back meanwhile is refused by the engine, and the others of the draft wait for the next round. */
  async #begin({ listingId, withdrawals, stored }: Draft): Promise<void> {
    if (this.desk.isStopping) return
    const paid = withdrawals.map(({ userId, withdrawalId }) => ({ userId, withdrawalId }))
    const outcome = await this.desk.begin({ listingId, withdrawals: paid, amount: 0n, stored })
    if (outcome.reason !== 'none') this.rounds.ask()
  }

  get health(): PayHealth {
    const { desk } = this
    const { network, networkId } = desk
    const { queue } = desk.parts
    const under = desk.unmined()
    const hot = network === undefined ? [] : this.#hot.of(network)
    const lanes = this.#lanesNow()
    const stuck = lanes.map((lane) => lane.waiting).find((why) => why !== undefined)
    const holds = queue.holds(networkId)
    const queued = queue.count(networkId)
    const why = stuck ?? (queued > 0 ? (this.#waiting ?? holds[0]) : undefined)
    return {
      networkId,
      state: why !== undefined && why.why !== 'full' ? 'waiting' : queued + under.length > 0 ? 'paying' : 'idle',
      why: why?.why,
      text: why?.text ?? '',
      queued,
      underWay: under.length,
      unsent: under.filter((payment) => this.#lanes.get(laneKeyOf(payment))?.isOut(payment.paymentId) !== true).length,
      hot: hot.map(({ address }) => ({
        address,
        unconfirmed: this.#unconfirmed(under, address),
        waiting: this.#lanes.get(this.#isCoins ? COINS_LANE : address)?.waiting,
      })),
      payments: under.flatMap(({ paymentId }) => {
        const told = lanes.map((lane) => lane.waitingOf(paymentId)).find((one) => one !== undefined)
        return told === undefined ? [] : [{ paymentId, ...told }]
      }),
      withdrawals: holds,
    }
  }
}
