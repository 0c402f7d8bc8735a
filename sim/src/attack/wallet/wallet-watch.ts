/**
 * Looks behind every command at what everybody has, at the index of that moment, and says who has more than he may, or less than he must: by
 * balances, by what came in blocks that stand, and by the terms of strangers' own orders. Of the bounds themselves it knows that they are two parts in a hundred.
 */
import type { Event, Order } from '@agio/engine/event.ts'
import { asAssetId, asUserId } from '@agio/engine/ids/id.ts'
import { balanceOf } from '@agio/engine/read.ts'
import type { CommandByKind } from '@agio/engine/schema/commands.ts'
import type { State } from '@agio/engine/state.ts'
import { indexOf, markOf, readAccount } from '../eyes.ts'
import type { Told } from './wallet-hand.ts'
import { ASSETS, CASH, CONTRACT, HONEST, ONE, PAIRS, USERS, VICTIM } from './wallet-world.ts'

type Prices = ReadonlyMap<number, bigint>
type Amounts = ReadonlyMap<number, bigint>
type EventOf<K extends Event['kind']> = Extract<Event, { readonly kind: K }>

/** Parts of a hundred of what is undone, or of what a victim has: at an index that jumps by 3 % around its start, what is owed may also have become dearer. */
const PARTS = { still: 2n, jumps: 9n } as const
/** A minor unit of a dear coin at each rounding, in what values are counted in. */
const ROUNDING = 2_000n * ONE
const FIRED_PARTS = 5n

interface Holding {
  /** Net of debts, in every account, by coin. */
  readonly amounts: Amounts
  /** What open positions come to, minor units of cash. */
  readonly profit: bigint
}

const priced = (prices: Prices, assetId: number, amount: bigint): bigint => amount * (prices.get(assetId) ?? 0n)

function worthOf(prices: Prices, { amounts, profit }: Holding): bigint {
  let sum = profit * ONE
  for (const [assetId, amount] of amounts) sum += priced(prices, assetId, amount)
  return sum
}

const notBelowZero = (value: bigint): bigint => (value > 0n ? value : 0n)

export class WalletWatch {
  readonly faults: string[] = []
  readonly counts = { fills: 0, undone: 0, uncovered: 0, left: 0, locks: 0, ended: 0, halts: 0, fired: 0 }
  readonly #state: State
  readonly #parts: bigint
  /** What everybody had behind the last command. */
  #before = new Map<number, Holding>()
  /** What left the house, and whose it was. */
  readonly #outside = new Map<number, { readonly userId: number; readonly assetId: number; readonly amount: bigint }>()
  readonly #orders = new Map<number, Order>()
  /** What the attackers have won at the indexes of each moment, and what they may have. */
  gained = 0n
  allowed = 0n
  /** The same of everybody against the house. */
  #allGained = 0n
  #allAllowed = 0n
  #lockedUntil = 0
  /** What the thief may still carry away, and what was credited to any of them and may be undone. */
  #stealable = 0n
  #wasBounded = false
  readonly #unsettled = new Map<number, number>()
  /** Coins credited from blocks, less those undone, by account and coin. */
  readonly #credited = new Map<string, bigint>()
  readonly #blocks: { readonly height: number; readonly sent: readonly { readonly name: string; readonly amount: bigint }[] }[] = []

  constructor(state: State, isStill: boolean) {
    this.#state = state
    this.#parts = isStill ? PARTS.still : PARTS.jumps
  }

  look({ command, events, prices }: Told): void {
    if (command.kind === 'bookBlocks') this.#addBlock(command)
    if (command.kind === 'leaveBlocks') this.#leaveBlocks(command)
    const strangers = new Map<number, bigint>()
    for (const { event } of events) this.#see(event, prices, strangers)
    const now = this.#holdings()
    if (command.kind === 'saveDocument' && command.boundUntil !== undefined)
      this.#lockedUntil = Math.max(this.#lockedUntil, command.boundUntil)
    this.#seeVictim(prices, now)
    for (const userId of USERS) this.#seeUser(userId, prices, now, strangers)
    this.#before = now
    this.#forget()
    this.#judge(`${this.#state.seq} ${command.kind}`)
  }

  #judge(what: string): void {
    if (this.gained > this.allowed + ROUNDING)
      this.faults.push(`${what}: attackers have ${(this.gained - this.allowed) / ONE} more than they may`)
    if (this.#allGained > this.#allAllowed + ROUNDING)
      this.faults.push(`${what}: the house has lost ${(this.#allGained - this.#allAllowed) / ONE} more than it may`)
  }

  /** What they lost before, by fees alone, is no leave to win it back: while nothing may be undone they have what they have. */
  #forget(): void {
    if (this.#unsettled.size > 0) return
    const left = this.allowed - this.gained
    if (left < this.#stealable) this.#stealable = left
    else this.allowed = this.gained + this.#stealable
  }

  #holdings(): Map<number, Holding> {
    const found = new Map<number, Holding>()
    for (const userId of USERS) {
      const amounts = new Map<number, bigint>()
      for (const assetId of ASSETS) {
        let sum = 0n
        for (const kind of ['spot', 'contract', 'financial', 'pending', 'debt'] as const) {
          const { available, held } = balanceOf(this.#state, asUserId(userId), asAssetId(assetId), kind)
          sum += available + held
        }
        amounts.set(assetId, sum)
      }
      found.set(userId, { amounts, profit: this.#profitOf(userId) })
    }
    for (const { userId, assetId, amount } of this.#outside.values()) {
      const amounts = found.get(userId)?.amounts as Map<number, bigint>
      amounts.set(assetId, (amounts.get(assetId) ?? 0n) + amount)
    }
    return found
  }

  /** What open positions come to at the index. */
  #profitOf(userId: number): bigint {
    if (this.#state.instruments.length < CONTRACT || userId > VICTIM) return 0n
    const legs = readAccount(this.#state, asUserId(userId), CASH).legs
    const off = BigInt(indexOf(this.#state, CONTRACT as never) - markOf(this.#state, CONTRACT as never)) * 1_000n
    return legs.reduce((sum, { profit, quantity, isShort }) => sum + profit + off * BigInt(isShort ? -quantity : quantity), 0n)
  }

  /** What an account won by the command, at the index of now. */
  #seeUser(userId: number, prices: Prices, now: ReadonlyMap<number, Holding>, strangers: ReadonlyMap<number, bigint>): void {
    const [old, next] = [this.#before.get(userId), now.get(userId)]
    if (next === undefined) return
    const before = old === undefined ? 0n : notBelowZero(worthOf(prices, old))
    const change = notBelowZero(worthOf(prices, next)) - before
    this.#allGained += change
    if (userId < VICTIM) this.gained += change
    if (userId > VICTIM && change < (strangers.get(userId) ?? 0n) - ROUNDING)
      this.faults.push(
        `${this.#state.seq}: honest ${userId} lost ${-change / ONE}, by his own terms ${-(strangers.get(userId) ?? 0n) / ONE}`,
      )
  }

  #allow(value: bigint, whom: 'all' | 'attackers' | 'both'): void {
    if (whom !== 'attackers') this.#allAllowed += value
    if (whom !== 'all') this.allowed += value
  }

  /** A thief is in, or what came may be undone: of what the victim has now, two parts in a hundred may be lost until neither is so. */
  #seeVictim(prices: Prices, now: ReadonlyMap<number, Holding>): void {
    const has = now.get(VICTIM)
    const isBounded = this.#isBounded(VICTIM)
    if (isBounded && !this.#wasBounded && has !== undefined) {
      this.counts.locks += 1
      // what is left of the last time is forgotten as soon as nothing may be undone
      this.#stealable = 0n
      this.#steal(notBelowZero(worthOf(prices, has)))
    }
    this.#wasBounded = isBounded
  }

  /** A share of so much of the victim's may be lost. */
  #steal(value: bigint): void {
    const part = (value * this.#parts) / 100n
    this.#stealable += part
    this.allowed += part
  }

  #see(event: Event, prices: Prices, strangers: Map<number, bigint>): void {
    if (event.kind === 'balanceChanged') this.#seeBalance(event, prices, strangers)
    if (event.kind === 'traded') this.#seeTrade(event, prices, strangers)
    if (event.kind === 'depositChanged') this.#seeDeposit(event)
    if (event.kind === 'withdrawalChanged') this.#seeWithdrawal(event)
    if (event.kind === 'contractFilled') this.counts.fills += 1
    if (event.kind === 'instrumentStatusChanged' && event.status === 'halt') this.counts.halts += 1
    if ('order' in event) this.#seeOrder(event.order)
  }

  #seeDeposit({ status, depositId, userId }: EventOf<'depositChanged'>): void {
    if (status === 'credited') this.#unsettled.set(depositId, userId)
    else this.#unsettled.delete(depositId)
  }

  #seeOrder(order: Order): void {
    if (order.closeReason === 'lockBound') this.counts.ended += 1
    if (!HONEST.some((userId) => userId === order.userId)) return
    if (order.triggered && !this.#orders.get(order.orderId)?.triggered) this.counts.fired += 1
    this.#orders.set(order.orderId, order)
  }

  #seeBalance(
    { cause, account, userId, assetId, availableDelta, heldDelta, reference }: EventOf<'balanceChanged'>,
    prices: Prices,
    strangers: Map<number, bigint>,
  ): void {
    const value = priced(prices, assetId, availableDelta + heldDelta)
    const whom = userId < VICTIM ? 'both' : 'all'
    if (cause === 'airdrop' || cause === 'earnInterest') this.#allow(value, whom)
    // a share of what a stranger paid, or somebody of his own, is no loss; of what is bounded it is one
    if (cause === 'commission' && userId < VICTIM && !this.#isBounded(reference)) this.#allow(value, 'attackers')
    // who pays of his own has that much less; who pays of what will be undone has nothing less in the end
    if (cause === 'fee' && userId < VICTIM && !this.#isBounded(userId)) this.#allow(value, 'attackers')
    if (cause === 'fee' && userId > VICTIM) strangers.set(userId, (strangers.get(userId) ?? 0n) + value)
    if (cause !== 'deposit') return
    this.#allow(value, whom)
    const name = `${userId}/${assetId}`
    this.#credited.set(name, (this.#credited.get(name) ?? 0n) + availableDelta)
    if (value < 0n) this.#seeUndone(account, value)
    // what is given to the victim adds to what may be lost there
    if (value > 0n && userId === VICTIM) this.#steal(value)
  }

  #isBounded(userId: number): boolean {
    return userId === VICTIM ? this.#state.at < this.#lockedUntil || this.#hasUnsettled(userId) : this.#hasUnsettled(userId)
  }

  #hasUnsettled(userId: number): boolean {
    for (const owner of this.#unsettled.values()) if (owner === userId) return true
    return false
  }

  #seeUndone(account: string, value: bigint): void {
    this.counts.undone += 1
    if (account === 'debt') this.counts.uncovered += 1
    this.#allow((-value * this.#parts) / 100n, 'both')
  }

  #seeWithdrawal({ status, userId, receiverId, assetId, withdrawalId, amount }: EventOf<'withdrawalChanged'>): void {
    if (receiverId !== 0) return
    if (status === 'broadcast') {
      this.counts.left += 1
      // with the fee, which comes back where it fails
      this.#outside.set(withdrawalId, { userId, assetId, amount })
    }
    if (status === 'failed' || status === 'queued') this.#outside.delete(withdrawalId)
  }

  /** What strangers gave away by a trade, at the index, is theirs to give, by the terms of their orders. */
  #seeTrade(event: EventOf<'traded'>, prices: Prices, strangers: Map<number, bigint>): void {
    this.counts.fills += 1
    const pair = PAIRS.find(({ id }) => id === event.instrumentId)
    if (pair === undefined) return
    const paid = priced(prices, pair.quote, event.notional)
    const got = priced(prices, pair.base, BigInt(event.quantity) * pair.lot)
    const takerGains = event.takerSide === 'buy' ? got - paid : paid - got
    for (const [userId, orderId, gain] of [
      [event.makerUserId, event.makerOrderId, -takerGains],
      [event.takerUserId, event.takerOrderId, takerGains],
    ] as const) {
      if (!HONEST.some((one) => one === userId)) continue
      strangers.set(userId, (strangers.get(userId) ?? 0n) + gain)
      this.#allow(-gain, 'attackers')
      this.#checkTerms(orderId, event.price, -gain, paid)
    }
  }

  #checkTerms(orderId: number, price: number, lost: bigint, value: bigint): void {
    const order = this.#orders.get(orderId)
    if (order === undefined) return
    if (order.price > 0 && (order.side === 'buy' ? price > order.price : price < order.price))
      this.faults.push(`order ${orderId} of ${order.price} traded at ${price}`)
    // a tick more, for an index between two
    if (order.triggered && order.type === 'stopMarket' && lost * 100n > value * (FIRED_PARTS + 1n))
      this.faults.push(`order ${orderId} fired at the market and traded at ${price}`)
  }

  // ---- the chain ----

  #leaveBlocks({ backTo }: CommandByKind['leaveBlocks']): void {
    while ((this.#blocks.at(-1)?.height ?? 0) > backTo.height) this.#blocks.pop()
  }

  #addBlock({ upTo, arrivals }: CommandByKind['bookBlocks']): void {
    const sent = arrivals.map(({ addressId, listingId, amount }) => ({ name: `${100_000 + addressId}/${listingId}`, amount }))
    this.#blocks.push({ height: upTo.height, sent })
  }

  /** At the end: nobody was credited what stands in no block. */
  conclude(): void {
    const stands = new Map<string, bigint>()
    for (const { sent } of this.#blocks) for (const { name, amount } of sent) stands.set(name, (stands.get(name) ?? 0n) + amount)
    for (const [name, amount] of this.#credited)
      if (amount > (stands.get(name) ?? 0n)) this.faults.push(`${name} was credited ${amount}, and ${stands.get(name) ?? 0n} came`)
  }
}
