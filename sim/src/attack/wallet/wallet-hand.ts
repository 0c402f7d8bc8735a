/** What they can do in one command, with an engine that answers: what they saw in it is in the steps, which are the same for the reference. */
import type { Command, MinedPayment, OrderTerms, SelfTradeMode } from '@agio/engine/command.ts'
import { priceOf, receivedFor, valueAtMid } from '@agio/engine/convert/quote.ts'
import { createState } from '@agio/engine/create-state.ts'
import type { Event, Outcome } from '@agio/engine/event.ts'
import { asAssetId, asDepositId, asInstrumentId, asListingId, asPaymentId, asUserId, asWithdrawalId } from '@agio/engine/ids/id.ts'
import { orderTerms } from '@agio/engine/plain-terms.ts'
import { balanceOf } from '@agio/engine/read.ts'
import type { State } from '@agio/engine/state.ts'
import { type Engine, startEngine, withBounds } from '../../engine-driver.ts'
import { createPrng, type Prng } from '../../prng.ts'
import { type SimStep, START_MS } from '../../workload.ts'
import { Chain, type Sent } from './chain.ts'
import {
  ASSETS,
  ATTACKERS,
  CASH,
  COIN,
  DAY_MS,
  NETWORK,
  ONE,
  type Pair,
  PRICES,
  pairIdOf,
  SIGNED,
  said,
  UNIT,
  worth,
} from './wallet-world.ts'

/** More than is ever due. */
const WHOLE = 2 ** 30
const SCALES = { send: 8, receive: 8 }
const LEAST_SPREAD = 50_000n

export class Enough extends Error {}

/** What a command did. */
export interface Told {
  readonly at: number
  readonly command: Command
  readonly outcome: Outcome
  readonly events: readonly { readonly at: number; readonly event: Event }[]
  readonly prices: ReadonlyMap<number, bigint>
}

export type Watcher = (told: Told) => void

interface Waiting extends Sent {
  readonly depositId: number
  readonly height: number
}

export class WalletHand {
  readonly random: Prng
  readonly engine: Engine = startEngine(withBounds(createState(), WHOLE))
  readonly steps: SimStep[] = []
  readonly chain = new Chain()
  readonly prices = new Map(PRICES)
  readonly isStill: boolean
  /** Of every other seed: what a thief may take would hide what others take beside him. */
  readonly hasThief: boolean
  readonly #most: number
  readonly #watcher: Watcher
  clock = START_MS
  /** Until when withdrawals of the victim rest, and the thief is in the account. */
  lockedUntil = 0
  quotes = 0
  /** Withdrawals that leave the house and wait for a payment. */
  readonly queued: { readonly userId: number; readonly id: number; readonly assetId: number }[] = []
  readonly signed: { readonly id: number; readonly assetId: number }[] = []
  /** What left with its block, and stands in no other yet. */
  orphans: Sent[] = []
  readonly waiting: Waiting[] = []

  constructor(seed: number, most: number, isStill: boolean, watcher: Watcher) {
    this.random = createPrng(seed)
    this.hasThief = seed % 2 === 1
    this.#most = most
    this.isStill = isStill
    this.#watcher = watcher
  }

  get state(): State {
    return this.engine.state
  }

  give(command: Command, elapsedMs = 0): Outcome {
    if (this.steps.length >= this.#most) throw new Enough()
    this.clock += elapsedMs
    this.steps.push({ id: this.steps.length, elapsedMs, key: '', command, target: null })
    const { outcome, events } = this.engine.step(this.steps.length, this.clock, '', command)
    this.#watcher({ at: this.clock, command, outcome, events, prices: this.prices })
    return outcome
  }

  get seq(): number {
    return this.steps.length
  }

  pass = (elapsedMs: number): Outcome => this.give({ kind: 'tick' }, elapsedMs)
  attacker = (): number => this.random.pick([...ATTACKERS])
  other = (userId: number): number => this.random.pick(ATTACKERS.filter((one) => one !== userId) as [number, ...number[]])

  free = (userId: number, assetId: number, kind: 'spot' | 'contract' | 'financial' = 'spot'): bigint =>
    balanceOf(this.state, asUserId(userId), asAssetId(assetId), kind).available

  /** Price of the index in ticks, rounded down. */
  index(pair: Pair): number {
    const [base, quote] = [this.prices.get(pair.base) ?? ONE, this.prices.get(pair.quote) ?? ONE]
    return Number((base * 10n ** BigInt(pair.priceScale)) / quote)
  }

  /** A price so many parts of ten thousand from the index; a tick at least, where it is not at it. */
  away(pair: Pair, parts: number): number {
    const index = this.index(pair)
    const ticks = Math.round((index * parts) / 10_000)
    return Math.max(1, index + (ticks === 0 ? Math.sign(parts) : ticks))
  }

  /** Lots that an account can buy or sell at a price with a share (in thousandths) of what it has free. */
  lots(userId: number, pair: Pair, side: 'buy' | 'sell', price: number, share = 1_000): number {
    const has = this.free(userId, side === 'buy' ? pair.quote : pair.base)
    const lot = side === 'buy' ? pair.tick * BigInt(price) : pair.lot
    return Math.max(1, Number((has * BigInt(share)) / 1_000n / lot))
  }

  /** Is it less than a pair takes? */
  isLittle = (pair: Pair, lots: number): boolean => (BigInt(lots) * pair.lot * (this.prices.get(pair.base) ?? ONE)) / ONE < 6n * UNIT

  place(userId: number, pair: Pair, over: Partial<OrderTerms>, selfTrade: SelfTradeMode = 'none', elapsedMs = 0): Outcome {
    const facts = { userId: asUserId(userId), instrumentId: pairIdOf(pair), terms: orderTerms(over), selfTrade }
    return this.give({ kind: 'placeOrder', ...facts, source: 'api', child: null }, elapsedMs)
  }

  cancelAll = (userId: number, instrumentId = 0): Outcome =>
    this.give({ kind: 'cancelAllOrders', userId: asUserId(userId), instrumentId: asInstrumentId(instrumentId) })

  // ---- chain ----

  book(sent: readonly Sent[], elapsedMs = 0, isCrowded = false): void {
    const mined = this.#minable()
    const command = this.chain.grow(sent, mined, isCrowded ? { ownMost: 1 } : {})
    const { reason } = this.give(command, elapsedMs)
    if (reason !== 'none') throw new Error(`blocks were refused: ${reason}`)
    for (const [place, one] of [...sent].sort((a, b) => (a.key < b.key ? -1 : 1)).entries())
      this.waiting.push({ ...one, depositId: this.seq * 1_024 + place, height: this.chain.last.height })
    this.waiting.splice(0, Math.max(0, this.waiting.length - 30))
  }

  #minable(): Omit<MinedPayment, 'height'>[] {
    const found = this.signed.splice(0, this.random.below(3))
    const gas = { gasListingId: asListingId(CASH), gas: 1n, gasDust: 0n }
    return found.map(({ id }) => ({ paymentId: asPaymentId(id), tx: `pay-${id}`, succeeded: !this.random.oneIn(6), ...gas }))
  }

  /** Coins from outside, of so much value. */
  send = (userId: number, assetId: number, value: bigint): Sent => this.chain.send(userId, assetId, worth(this.prices, assetId, value) + 1n)

  note = (one: Sent): Outcome => this.give({ kind: 'noteArrivals', networkId: NETWORK, arrivals: [Chain.arrival(one, 0)] })

  takeWaiting(): void {
    const height = this.chain.last.height
    const arrivals = this.waiting
      .filter((one) => one.height <= height)
      .map((one) => ({ ...Chain.arrival(one, one.height), depositId: asDepositId(one.depositId) }))
    if (arrivals.length > 0) this.give({ kind: 'takeArrivals', networkId: NETWORK, arrivals })
  }

  /** The youngest blocks leave. What was in them may come again. */
  leave(depth: number): void {
    const most = Math.min(depth, this.chain.shallow)
    if (most <= 0) return
    const { command, gone } = this.chain.leave(most)
    this.give(command)
    this.orphans = [...this.orphans, ...gone.flatMap(({ sent }) => sent)].slice(-20)
    const left = this.waiting.filter((one) => !gone.some(({ height }) => height === one.height))
    this.waiting.splice(0, this.waiting.length, ...left)
  }

  // ---- what leaves ----

  /** Asks for what leaves, to another account of the house or (0) outside. @returns whether it was let go */
  withdraw(userId: number, assetId: number, amount: bigint, receiverId: number, isVerified = true): boolean {
    const facts = { listingId: asListingId(assetId), amount, receiverId: asUserId(receiverId), limit: 0n, windowMs: DAY_MS, isVerified }
    const outcome = this.give({
      ...{ kind: 'requestWithdrawal', userId: asUserId(userId), ...facts, reviews: [], openMost: 100, dayMost: 300, document: {} },
    })
    if (outcome.reason !== 'none') return false
    if (receiverId === 0 || !isVerified) this.queued.push({ userId, id: this.seq, assetId })
    this.queued.splice(0, Math.max(0, this.queued.length - 12))
    return true
  }

  withdrawal(): { readonly userId: ReturnType<typeof asUserId>; readonly withdrawalId: ReturnType<typeof asWithdrawalId> } | undefined {
    const one = this.queued[this.random.below(Math.max(1, this.queued.length))]
    return one === undefined ? undefined : { userId: asUserId(one.userId), withdrawalId: asWithdrawalId(one.id) }
  }

  /** The house pays what waits. */
  pay(): void {
    const one = this.queued.shift()
    if (one === undefined) return
    const names = [{ userId: asUserId(one.userId), withdrawalId: asWithdrawalId(one.id) }]
    const facts = { listingId: asListingId(one.assetId), withdrawals: names, amount: 0n, plan: {}, actor: 'conductor' }
    if (this.give({ kind: 'beginPayment', ...facts, from: 'hot', to: 'hot' }).reason !== 'none') return
    const paymentId = asPaymentId(this.seq)
    if (this.random.oneIn(8)) {
      this.give({ kind: 'dropPayment', networkId: NETWORK, paymentId, waitAgain: this.random.oneIn(2), ...SIGNED })
      return
    }
    this.give({ kind: 'signPayment', networkId: NETWORK, paymentId, tx: `pay-${paymentId}`, bytes: '00' })
    if (this.random.oneIn(8)) this.give({ kind: 'dropPayment', networkId: NETWORK, paymentId, waitAgain: false, ...SIGNED })
    else this.signed.push({ id: paymentId, assetId: one.assetId })
  }

  // ---- the rest ----

  convert(userId: number, send: number, receive: number, amount: bigint): void {
    const [sendIndex, receiveIndex] = [this.prices.get(send) ?? ONE, this.prices.get(receive) ?? ONE]
    const receiveAmount = receivedFor(amount, priceOf(sendIndex, receiveIndex, LEAST_SPREAD), SCALES)
    this.quotes += 1
    this.give({
      ...{ kind: 'acceptQuote', userId: asUserId(userId), caller: 0, sendAssetId: asAssetId(send), receiveAssetId: asAssetId(receive) },
      ...{ quoteId: this.quotes, sendAmount: amount, receiveAmount, sendIndex, receiveIndex, spread: LEAST_SPREAD },
      ...{ validUntil: this.clock + 10_000, value: valueAtMid(amount, sendIndex, SCALES.send) },
    })
  }

  /** Within three parts of a hundred around where it began. */
  jump(): void {
    if (this.isStill) return
    const assetId = this.random.pick([...ASSETS.slice(1)] as [number, ...number[]])
    const price = ((PRICES.get(assetId) ?? ONE) * BigInt(9_700 + this.random.below(601))) / 10_000n
    this.pass(this.random.pick([0, 40, 1_000]))
    this.prices.set(assetId, price)
    this.give(said(assetId, price, this.clock))
  }

  /** Whole coins of cash that an account could send away. */
  cash = (userId: number): bigint => this.free(userId, CASH) / UNIT
  coinOf = (): number => this.random.pick([CASH, COIN, 3])
}
