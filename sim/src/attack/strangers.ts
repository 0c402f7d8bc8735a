/**
 * Honest customers beside the attacker: makers who quote around the index, who is long in one contract and short in the other, savers without
 * leverage, one with a stop by the last price. What they do follows from times and the index alone, so that it is the same without him.
 */
import type { Command, Side } from '@agio/engine/command.ts'
import { asInstrumentId, type UserId } from '@agio/engine/ids/id.ts'
import { PLAIN_ORDER } from '../plain-contract-order.ts'
import { createPrng } from '../prng.ts'
import type { Nature } from './drive.ts'
import type { Shot } from './hand.ts'
import { type Coin, coinsOf } from './nature.ts'
import { type Market, said } from './world.ts'

const MAKERS = 2
/** What each brings, whole coins: makers first. */
export const STRANGERS: readonly bigint[] = [5_000_000n, 5_000_000n, 20_000n, 20_000n, 10_000n, 10_000n, 5_000n, 2_000n]

export const isMaker = (place: number): boolean => place < MAKERS

interface Holding {
  /** Place among the strangers, and of the contract. */
  readonly stranger: number
  readonly market: number
  readonly side: Side
  readonly value: number
  readonly leverage: number
  readonly mode: 'cross' | 'isolated'
  readonly stop?: number
}

const HOLDINGS: readonly Holding[] = [
  { stranger: 2, market: 0, side: 'buy', value: 100_000, leverage: 20, mode: 'cross' },
  { stranger: 2, market: 3, side: 'sell', value: 100_000, leverage: 20, mode: 'cross' },
  { stranger: 3, market: 0, side: 'sell', value: 100_000, leverage: 20, mode: 'cross' },
  { stranger: 3, market: 3, side: 'buy', value: 100_000, leverage: 20, mode: 'cross' },
  { stranger: 4, market: 1, side: 'buy', value: 9_000, leverage: 1, mode: 'isolated' },
  { stranger: 5, market: 1, side: 'sell', value: 9_000, leverage: 1, mode: 'isolated' },
  { stranger: 6, market: 0, side: 'buy', value: 9_000, leverage: 3, mode: 'isolated', stop: 0.04 },
  { stranger: 7, market: 1, side: 'buy', value: 9_000, leverage: 10, mode: 'isolated' },
]

/** Distances from the index and values of the makers’ quotes. */
const LEVELS: readonly (readonly [share: number, value: number])[] = [
  [0.0002, 100_000],
  [0.003, 200_000],
]

const order = (userId: UserId, market: Market, shot: Shot): Command => ({ ...PLAIN_ORDER, userId, instrumentId: market.id, ...shot })

const lotsOf = (market: Market, price: number, value: number): number =>
  Math.max(1, Math.floor((value * 1e8) / (price * Number(market.unit))))

/** How the index and the makers go on, one list for all worlds of a seed. */
export function honestNature(seed: number, markets: readonly Market[], users: readonly UserId[], begin: number): Nature {
  const random = createPrng(seed ^ 0x4057)
  const coins = coinsOf(markets)
  const queue: Command[] = []
  let at = begin
  let turn = 0
  const refill = (): void => {
    at +=
      turn === 0
        ? 1_000
        : random.weighted([
            [20, 10_000],
            [6, 30_000],
            [2, 1_200_000],
            [1, 14_400_000],
          ])
    for (const coin of coins) {
      if (turn > 0 && random.oneIn(2)) coin.ticks = walked(coin, random.between(-20, 20))
      queue.push(said(coin.base, BigInt(coin.ticks) * coin.fineTick, at))
    }
    // the second one looks seldom
    for (const [place, userId] of users.entries())
      if (isMaker(place) && turn % (1 + 3 * place) === 0) queue.push(...quotesOf(userId, markets, coins))
    if (turn === 0) queue.push(...openingsOf(markets, users, coins))
    turn += 1
  }
  refill()
  return {
    next: () => at,
    take(): Command {
      const command = queue.shift() ?? { kind: 'tick' }
      if (queue.length === 0) refill()
      return command
    },
  }
}

/** A step of up to 0.2 %, within 3 % of the start. */
const walked = ({ start, ticks }: Coin, steps: number): number =>
  Math.round(Math.max(start * 0.97, Math.min(start * 1.03, ticks * (1 + steps / 10_000))))

function quotesOf(userId: UserId, markets: readonly Market[], coins: readonly Coin[]): Command[] {
  const commands: Command[] = [{ kind: 'cancelAllOrders', userId, instrumentId: asInstrumentId(-1) }]
  for (const market of markets) {
    const index = coins.find(({ base }) => base === market.base)?.ticks ?? market.start
    for (const [share, value] of LEVELS)
      for (const side of ['buy', 'sell'] as const) {
        const price = side === 'buy' ? Math.floor(index * (1 - share)) : Math.ceil(index * (1 + share))
        commands.push(order(userId, market, { side, price, quantity: lotsOf(market, price, value) }))
      }
  }
  return commands
}

function openingsOf(markets: readonly Market[], users: readonly UserId[], coins: readonly Coin[]): Command[] {
  return HOLDINGS.flatMap(({ stranger, market: place, side, value, leverage, mode, stop = 0 }): Command[] => {
    const [market, userId] = [markets[place], users[stranger]]
    if (market === undefined || userId === undefined) return []
    const index = coins.find(({ base }) => base === market.base)?.ticks ?? market.start
    const sign = side === 'buy' ? 1 : -1
    const stopLoss = stop === 0 ? 0 : Math.round(index * (1 - sign * stop))
    const shot: Shot = { side, type: 'market', timeInForce: 'ioc', leverage, marginMode: mode, quantity: lotsOf(market, index, value) }
    return [
      { kind: 'setMarginMode', userId, mode, instrumentId: market.id },
      { kind: 'setLeverage', userId, instrumentId: market.id, leverage },
      order(userId, market, { ...shot, stopLoss, stopLossBy: 'last' }),
    ]
  })
}
