/**
 * What the simulated accounts trade with. All of it lies on the demo's chains, and regtest mints under 15,000 BTC in all: so there is no more
 * of a coin than the market needs, and whoever runs short trades less until the market brings it back.
 */
import type { AssetId, UserId } from '@agio/engine/ids/id.ts'
import { balanceOf } from '@agio/engine/read.ts'
import type { State } from '@agio/engine/state.ts'

/** Whole coins of one account. Two makers a pair and four takers: 800 BTC of a tenant. */
const STOCK: Readonly<Record<string, string>> = {
  USDT: '100000000',
  BTC: '100',
  ETH: '4000',
  SOL: '100000',
  BNB: '20000',
  XRP: '10000000',
  ADA: '15000000',
  DOGE: '40000000',
  LTC: '80000',
  LINK: '400000',
  AVAX: '250000',
  DOT: '1000000',
}
const OF_OWN_COIN = '4000000'

/** Whole coins that a simulated account begins with. */
export const stockOf = (coin: string): string => STOCK[coin] ?? OF_OWN_COIN

/** What somebody has free, in coins: enough to choose by, and no money. */
export function freeOf(state: State, userId: UserId, assetId: AssetId, scale: number): number {
  return Number(balanceOf(state, userId, assetId).available) / 10 ** scale
}

/** What simulated accounts believe to have while their commands are under way in bulk. */
export class Stocks {
  readonly #has = new Map<string, number>()

  of(userId: UserId, assetId: AssetId): number {
    return this.#has.get(`${userId} ${assetId}`) ?? 0
  }

  /** @param coins below zero: they go */
  move(userId: UserId, assetId: AssetId, coins: number): void {
    this.#has.set(`${userId} ${assetId}`, this.of(userId, assetId) + coins)
  }

  /** Takes what is so for what was believed. */
  look(state: State, users: readonly UserId[], assetIds: Iterable<AssetId>, scale: number): void {
    for (const assetId of assetIds) for (const userId of users) this.#has.set(`${userId} ${assetId}`, freeOf(state, userId, assetId, scale))
  }

  /** Who of them has most of a coin. */
  richest(users: readonly UserId[], assetId: AssetId): UserId | undefined {
    return users.reduce<UserId | undefined>(
      (best, userId) => (best === undefined || this.of(userId, assetId) > this.of(best, assetId) ? userId : best),
      undefined,
    )
  }
}
