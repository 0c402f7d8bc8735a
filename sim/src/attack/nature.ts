/** What the index does by itself: a list of times and prices that follows from a seed and from nothing that anybody trades. */
import type { Command } from '@agio/engine/command.ts'
import { createPrng, type Prng } from '../prng.ts'
import type { Nature } from './drive.ts'
import { type Market, said } from './world.ts'

export interface Coin {
  readonly base: number
  readonly fineTick: bigint
  readonly start: number
  ticks: number
}

/** The coins under some contracts, at their first prices. */
export const coinsOf = (markets: readonly Market[]): Coin[] => {
  const coins = new Map(markets.map(({ base, fineTick, start }) => [base, { base, fineTick, start, ticks: start }]))
  return [...coins.values()]
}

/** Jumps of up to 2 %, now and then of 5 to 30 %, and sources that fail for a while. */
export function jumping(seed: number, markets: readonly Market[], begin: number): Nature {
  const random = createPrng(seed ^ 0x1dea)
  const coins = coinsOf(markets)
  let at = begin
  let isSilent = false
  const advance = (): void => {
    at += random.weighted([
      [6, 1_000],
      [6, 5_000],
      [8, 30_000],
      [8, 120_000],
      [4, 900_000],
      [1, 7_200_000],
    ])
  }
  advance()
  return {
    next: () => at,
    take(): Command {
      const coin = coins[random.below(coins.length)] as Coin
      isSilent = !isSilent && random.oneIn(25)
      if (!isSilent) coin.ticks = jumped(random, coin)
      const command = said(coin.base, BigInt(coin.ticks) * coin.fineTick, at, isSilent ? 'silent' : 'pinned')
      advance()
      return command
    },
  }
}

function jumped(random: Prng, { start, ticks }: Coin): number {
  const share = random.weighted([
    [20, 0.0005],
    [20, 0.002],
    [14, 0.005],
    [10, 0.01],
    [6, 0.02],
    [2, 0.05],
    [1, 0.3],
  ])
  const isUp = random.oneIn(2)
  return Math.round(Math.min(start * 3, Math.max(start / 3, ticks * (isUp ? 1 + share : 1 / (1 + share)))))
}

/** Events of several lists in the order of their times. */
export function together(natures: readonly Nature[]): Nature {
  const earliest = (): Nature | undefined =>
    natures.reduce<Nature | undefined>((best, one) => (best === undefined || one.next() < best.next() ? one : best), undefined)
  return { next: () => earliest()?.next() ?? Infinity, take: () => earliest()?.take() ?? { kind: 'tick' } }
}
