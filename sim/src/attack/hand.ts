/** The attacker's hand: his accounts, what he can do with them in one command, and how much he can afford. */

import type { Command, Side } from '@agio/engine/command.ts'
import { asOrderId, asOrderListId, asPositionId, type UserId } from '@agio/engine/ids/id.ts'
import { firstLeverage } from '@agio/engine/perp/read-positions.ts'
import { openOrdersOf } from '@agio/engine/read.ts'
import type { CommandByKind } from '@agio/engine/schema/commands.ts'
import { PLAIN_ORDER } from '../plain-contract-order.ts'
import type { Prng } from '../prng.ts'
import type { Drive, Happened } from './drive.ts'
import { type Account, houseLegs, indexOf, isShut, type Leg, markOf, readAccount } from './eyes.ts'
import { CASH, type Market, said } from './world.ts'

export type Shot = Partial<Omit<CommandByKind['placeContractOrder'], 'kind' | 'userId' | 'instrumentId'>>

export const other = (side: Side): Side => (side === 'buy' ? 'sell' : 'buy')
/** What a side loses by a price above the mark: +1 for who buys. */
export const signOf = (side: Side): number => (side === 'buy' ? 1 : -1)

const RATE_E8 = 100_000_000

export class Hand {
  readonly drive: Drive
  readonly random: Prng
  readonly markets: readonly Market[]
  readonly users: readonly UserId[]
  /** Do sources fail when he waits for it? Where strangers are they fail by themselves or not at all. */
  readonly maySilence: boolean

  constructor(drive: Drive, random: Prng, markets: readonly Market[], users: readonly UserId[], maySilence: boolean) {
    this.drive = drive
    this.random = random
    this.markets = markets
    this.users = users
    this.maySilence = maySilence
  }

  // ---- what he sees ----

  market = (): Market => this.markets[this.random.below(this.markets.length)] as Market
  user = (): UserId => this.users[this.random.below(this.users.length)] as UserId

  /** His accounts in random order, again from the first where there are too few. */
  cast(): [UserId, UserId, UserId, UserId] {
    const left = [...this.users]
    const drawn: UserId[] = []
    while (left.length > 0) drawn.push(...left.splice(this.random.below(left.length), 1))
    const at = (place: number): UserId => drawn[place % drawn.length] as UserId
    return [at(0), at(1), at(2), at(3)]
  }

  mark = (market: Market): number => markOf(this.drive.state, market.id)
  index = (market: Market): number => indexOf(this.drive.state, market.id)
  isShut = (market: Market): boolean => isShut(this.drive.state, market.id)
  account = (user: UserId): Account => readAccount(this.drive.state, user)
  legsOf = (user: UserId, market: Market): readonly Leg[] =>
    this.account(user).legs.filter(({ instrumentId }) => instrumentId === market.id)
  leg = (user: UserId, market: Market, isShort?: boolean): Leg | undefined =>
    this.legsOf(user, market).find((one) => isShort === undefined || one.isShort === isShort)
  houseOf = (market: Market): readonly Leg[] => houseLegs(this.drive.state).filter(({ instrumentId }) => instrumentId === market.id)

  /** A price so far from the mark, within what limits may be. */
  away(market: Market, share: number): number {
    const mark = this.mark(market)
    const range = market.contract.priceRangeE8 === 0 ? 0.9 : market.contract.priceRangeE8 / RATE_E8
    const bounded = Math.max(-range, Math.min(range, share))
    const price = mark * (1 + bounded)
    return Math.max(1, bounded > 0 ? Math.floor(price) : Math.ceil(price))
  }

  settings(user: UserId, market: Market): { readonly leverage: number; readonly isIsolated: boolean } {
    const seat = this.account(user).seats.find(({ instrumentId }) => instrumentId === market.id)
    return seat ?? { leverage: firstLeverage(market.contract), isIsolated: false }
  }

  /** The largest value that a leverage is allowed for. */
  mostValue(market: Market, leverage: number): bigint {
    const fits = market.contract.tiers.filter(({ maxLeverage }) => maxLeverage >= leverage)
    return fits[fits.length - 1]?.upTo ?? 9_000_000n * 10n ** 8n
  }

  /** Lots that an account can open at a price which is so far from the mark, or a share of them. */
  lotsFor(user: UserId, market: Market, price: number, share = 1): number {
    const { leverage } = this.settings(user, market)
    const mark = this.mark(market)
    const free = Number(this.account(user).free)
    const loss = Math.abs(price - mark) / mark
    const value = Math.min(free / (1 / leverage + 0.0012 + loss), 0.99 * Number(this.mostValue(market, leverage)))
    const lots = Math.floor((value * share) / (price * Number(market.unit)))
    const most = market.terms.quantityMax === 0 ? 1_000_000 : market.terms.quantityMax
    return Math.max(1, Math.min(most, lots))
  }

  // ---- what he does ----

  give = (command: Command, elapsedMs = 0): Happened => this.drive.give(command, elapsedMs)
  pass = (elapsedMs: number): void => this.drive.pass(elapsedMs, this.random.oneIn(4))

  /** Places an order with the leverage and the mode that are set. */
  place(user: UserId, market: Market, shot: Shot): Happened {
    const { leverage, isIsolated } = this.settings(user, market)
    const type = shot.type ?? 'limit'
    const command: Command = {
      ...PLAIN_ORDER,
      userId: user,
      instrumentId: market.id,
      leverage,
      marginMode: isIsolated ? 'isolated' : 'cross',
      ...shot,
      ...(type === 'market' && { price: 0, timeInForce: 'ioc' as const }),
    }
    return this.give(
      command,
      this.random.weighted([
        [6, 0],
        [3, 7],
        [1, 300],
      ]),
    )
  }

  cancel = (user: UserId, orderId: number): Happened =>
    this.give({ kind: 'cancelOrder', userId: user, orderId: asOrderId(orderId), clientOrderId: '', orderListId: asOrderListId(0) })
  amend = (user: UserId, orderId: number, price: number, quantity: number): Happened =>
    this.give({ kind: 'amendOrder', userId: user, orderId: asOrderId(orderId), clientOrderId: '', price, quantity, triggerPrice: 0 })
  cancelAll = (user: UserId): Happened => this.give({ kind: 'cancelAllOrders', userId: user, instrumentId: -1 as Market['id'] })
  clear(): void {
    for (const user of this.users) if (openOrdersOf(this.drive.state, user).length > 0) this.cancelAll(user)
  }

  lever = (user: UserId, market: Market, leverage: number): Happened =>
    this.give({ kind: 'setLeverage', userId: user, instrumentId: market.id, leverage })
  mode = (user: UserId, market: Market, mode: 'cross' | 'isolated'): Happened =>
    this.give({ kind: 'setMarginMode', userId: user, mode, instrumentId: market.id })
  hedge = (user: UserId, isHedged: boolean): Happened => this.give({ kind: 'setPositionMode', userId: user, isHedged: isHedged ? 1 : 0 })
  margin = (user: UserId, leg: Leg, amount: bigint): Happened =>
    this.give({ kind: 'changePositionMargin', userId: user, positionId: asPositionId(leg.id), amount })

  /** Moves coins between his accounts; all there is when no amount is given. */
  move(user: UserId, way: 'in' | 'out', amount?: bigint): void {
    const account = this.account(user)
    const all = way === 'out' ? account.transferable : account.spot
    const [from, to] = way === 'in' ? (['spot', 'contract'] as const) : (['contract', 'spot'] as const)
    const moved = amount ?? all
    if (moved > 0n) this.give({ kind: 'transferBetweenAccounts', userId: user, from, to, assetId: CASH, amount: moved })
  }

  /** Takes out all that may leave. */
  takeOut(): void {
    for (const user of this.users) this.move(user, 'out')
  }

  bringBack(): void {
    for (const user of this.users) this.move(user, 'in')
  }

  /** Prepares an account for a contract: mode and leverage, as far as it is allowed. */
  prepare(user: UserId, market: Market, mode: 'cross' | 'isolated', leverage: number): void {
    const now = this.settings(user, market)
    if (now.isIsolated !== (mode === 'isolated')) this.mode(user, market, mode)
    if (now.leverage !== leverage) this.lever(user, market, leverage)
  }

  /** Leverages that the brackets know: the highest, or a lower one for what is larger. */
  leverage(market: Market): number {
    const { tiers, maxLeverage } = market.contract
    const ofTier = tiers[this.random.below(Math.min(5, tiers.length))]?.maxLeverage ?? 1
    return this.random.weighted([
      [4, maxLeverage],
      [4, ofTier],
      [1, this.random.pick([1, 2, 5, 10, 20])],
    ])
  }

  /** A distance from the mark that means something to one rule or another. */
  offset = (): number =>
    this.random.weighted([
      [1, 0.0004],
      [1, 0.0005],
      [1, 0.001],
      [1, 0.00175],
      [1, 0.0035],
      [1, 0.005],
      [2, 0.0099],
      [2, 0.02],
      [2, 0.0495],
      [3, 0.05],
      [1, 0.19],
    ])

  /** Both sides of a trade at a price: who rests and who takes is drawn. Lots that changed hands by the first order that took. */
  trade(buyer: UserId, seller: UserId, market: Market, price: number, lots: number, shot: Shot = {}): Happened {
    const buy = { side: 'buy', price, quantity: lots, ...shot } as const
    const sell = { side: 'sell', price, quantity: lots, ...shot } as const
    if (this.random.oneIn(2)) {
      this.place(seller, market, sell)
      return this.place(buyer, market, { ...buy, timeInForce: this.random.pick(['ioc', 'gtc', 'fok']) })
    }
    this.place(buyer, market, buy)
    return this.place(seller, market, { ...sell, timeInForce: this.random.pick(['ioc', 'gtc', 'fok']) })
  }

  /** Sources say nothing, or say again what the index was. */
  silence(market: Market, isSilent: boolean): void {
    if (!this.maySilence) return
    this.give(said(market.base, BigInt(this.index(market)) * market.fineTick, this.drive.clock, isSilent ? 'silent' : 'pinned'))
  }
}
