/** Quotes of a coin pause for three seconds when its index went 0.3 % within two. */
import { RATE_ONE, smaller, stockRowAt, type World } from './model.ts'

const WITHIN_MS = 2_000
const PAUSE_MS = 3_000
/** Changes that are told apart. */
const TOLD_APART = 8

/** @param isHeld somebody holds the index in a test: where that begins or ends, nobody's trading moved it */
export function noteMove(world: World, assetId: number, move: { readonly at: number; readonly price: bigint }, isHeld: boolean): void {
  const stock = stockRowAt(world, assetId)
  if (isHeld !== stock.isHeld) stock.moves = []
  stock.isHeld = isHeld
  if (stock.moves.at(-1)?.price === move.price) return
  stock.moves = [...stock.moves, move].slice(-TOLD_APART)
  // a price stood until the next one came
  const prices = stock.moves.filter((_, place) => (stock.moves[place + 1]?.at ?? move.at) >= move.at - WITHIN_MS).map(({ price }) => price)
  const [lowest = 0n, highest = 0n] = [smallest(prices), -smallest(prices.map((price) => -price))]
  const { pauseShare } = world.convert.rules
  if (pauseShare !== 0n && (highest - lowest) * RATE_ONE >= lowest * pauseShare) stock.pausedUntil = move.at + PAUSE_MS
}

const smallest = (prices: readonly bigint[]): bigint => prices.reduce(smaller)
