/**
 * Which coins pay: those that need no change where such are found (branch and bound), else the largest first. Pure, and the same for the same
 * coins in the same order. What a coin is worth is its amount less what its input costs at this rate; what is worth nothing stays where it is.
 */
import type { Coin, Payment } from '../port.ts'
import type { BitcoinNetwork } from './network.ts'
import { DUST, kindOf, scriptOf } from './script.ts'
import { frameWeight, inputWeight, outputWeight } from './size.ts'

export interface SelectionQuestion {
  readonly coins: readonly Coin[]
  readonly payments: readonly Payment[]
  /** Satoshi per 1000 vB. */
  readonly rate: bigint
  readonly change: string
  /** Coins that must be spent: those of a transaction that is replaced by one with more of them. */
  readonly required?: readonly Coin[]
  /** The coins themselves are moved, whatever they come to: all that are worth more than their input costs, `MOVED_MOST` of them. */
  readonly all?: boolean
}

/** Inputs of a movement at most: a third of the size that nodes relay and of what the signer reads. */
export const MOVED_MOST = 500

/** Outputs in one transaction at most: so that its size stays a tenth of what nodes relay, and a faulty payment holds up few others. */
export const BATCH_MOST = 200

/** Steps of the search, and coins in it. Behind it largest first always finds what there is. */
const TRIES = 50_000
const SEARCHED = 500

interface Valued {
  readonly coin: Coin
  readonly value: bigint
}

/** Satoshi for weight units, rounded up. */
const costOf = (weight: number, rate: bigint): bigint => (BigInt(weight) * rate + 3999n) / 4000n

/** The most worth first; which one of two alike does not matter to anybody, but must not depend on the order of the machine. */
function inOrder(one: Valued, other: Valued): number {
  if (one.value !== other.value) return one.value > other.value ? -1 : 1
  const [key, otherKey] = [`${one.coin.tx}:${one.coin.output}`, `${other.coin.tx}:${other.coin.output}`]
  return key < otherKey ? -1 : 1
}

/** @returns coins worth target … target + over, as little over as the search finds; null when it finds none */
function exactly(coins: readonly Valued[], target: bigint, over: bigint): readonly Valued[] | null {
  /** Worth of all coins from a place on. */
  const remaining: bigint[] = [0n]
  for (const { value } of coins.toReversed()) remaining.unshift((remaining[0] ?? 0n) + value)
  let best: { readonly taken: readonly number[]; readonly worth: bigint } | null = null
  const taken: number[] = []
  let worth = 0n
  let tries = 0
  const search = (at: number): void => {
    tries += 1
    if (tries > TRIES || worth > target + over || (best !== null && worth >= best.worth)) return
    if (worth >= target) {
      best = { taken: [...taken], worth }
      return
    }
    const next = coins[at]
    if (next === undefined || worth + (remaining[at] ?? 0n) < target) return
    taken.push(at)
    worth += next.value
    search(at + 1)
    taken.pop()
    worth -= next.value
    // Leaving out one of several alike, all of them are left out: the others were tried in its place.
    let after = at + 1
    while (coins[after]?.value === next.value) after += 1
    search(after)
  }
  search(0)
  const found = best as { readonly taken: readonly number[] } | null
  return found === null ? null : found.taken.flatMap((index) => coins[index] ?? [])
}

function largestFirst(coins: readonly Valued[], target: bigint): readonly Valued[] | null {
  const taken: Valued[] = []
  let worth = 0n
  for (const coin of coins) {
    if (worth >= target) break
    taken.push(coin)
    worth += coin.value
  }
  return worth >= target ? taken : null
}

/** @returns coins that cover payments and fee, the required ones first; null when all of them do not */
export function selectCoins(
  { coins, payments, rate, change, required = [], all = false }: SelectionQuestion,
  network: BitcoinNetwork,
): readonly Coin[] | null {
  const weigh = (coin: Coin): Valued => ({ coin, value: coin.amount - costOf(inputWeight(scriptOf(coin.address, network)), rate) })
  const paid = payments.reduce((sum, { amount }) => sum + amount, 0n)
  const outputs = payments.map(({ to }) => outputWeight(scriptOf(to, network)))
  const changeScript = scriptOf(change, network)
  // Counts in front of inputs and outputs at their longest, so that no number of them makes the fee too small.
  const frame = frameWeight(0xfd, payments.length + 1) + outputs.reduce((sum, weight) => sum + weight, 0)
  const given = required.map(weigh).reduce((sum, { value }) => sum + value, 0n)
  const target = paid + costOf(frame, rate) - given
  const held = new Set(required.map(({ tx, output }) => `${tx}:${output}`))
  const free = coins
    .filter(({ tx, output }) => !held.has(`${tx}:${output}`))
    .map(weigh)
    .filter(({ value }) => value > 0n)
    .sort(inOrder)
  if (all) return free.length === 0 ? null : free.slice(0, MOVED_MOST).map(({ coin }) => coin)
  if (target <= 0n && required.length > 0) return required
  // Change costs its output now and its input later; up to that much more in the fee is no loss.
  const over = costOf(outputWeight(changeScript) + inputWeight(changeScript), rate)
  const found =
    exactly(free.slice(0, SEARCHED), target, over) ??
    largestFirst(free, target + costOf(outputWeight(changeScript), rate) + DUST[kindOf(changeScript)]) ??
    largestFirst(free, target)
  return found === null ? null : [...required, ...found.map(({ coin }) => coin)]
}

/** Parts of at most `BATCH_MOST` payments, in their order. */
export function batchesOf<Item>(payments: readonly Item[]): readonly (readonly Item[])[] {
  const count = Math.ceil(payments.length / BATCH_MOST)
  return Array.from({ length: count }, (_, index) => payments.slice(index * BATCH_MOST, (index + 1) * BATCH_MOST))
}
