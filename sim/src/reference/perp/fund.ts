/** The insurance fund of a coin: every change of it, and how much of it bankruptcies may cost. */
import type { ContractTerms } from '@agio/engine/command.ts'
import { balanceAt, move } from '../ledger.ts'
import { larger, RATE_ONE, type World } from '../model.ts'
import { insuranceAccount } from './account.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000
const DAY_HOURS = 24
/** Moves an amount of either sign from an account into the fund. @param isDeposit the operator's own money */
export function changeFund(world: World, assetId: number, from: string, amount: bigint, isDeposit = false): void {
  const fund = insuranceAccount(assetId)
  if (amount >= 0n) move(world, from, fund, amount)
  else move(world, fund, from, -amount)
  world.perp.fundChanges.push({ assetId, at: world.time, amount, isDeposit })
}

export const fundBalance = (world: World, assetId: number): bigint => balanceAt(world, insuranceAccount(assetId))

const hourOf = (at: number): number => Math.floor(at / HOUR_MS)

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n)

/** What the fund had when the hour a day ago began, with what the operator has put in since. */
function baseOf(world: World, assetId: number): bigint {
  const from = hourOf(world.time) - DAY_HOURS
  const counts = world.perp.fundChanges.filter((change) => change.assetId === assetId && (hourOf(change.at) < from || change.isDeposit))
  return larger(0n, sum(counts.map(({ amount }) => amount)))
}

/** What bankruptcies cost the fund, by whose they were. */
export interface Loss {
  readonly userId: number
  readonly amount: bigint
}

export function noteLoss(world: World, assetId: number, { userId, amount }: Loss): void {
  if (amount > 0n) world.perp.losses.push({ assetId, userId, at: world.time, amount })
}

const lossesOfDay = (world: World, assetId: number): bigint =>
  sum(
    world.perp.losses
      .filter((loss) => loss.assetId === assetId && hourOf(loss.at) >= hourOf(world.time) - DAY_HOURS)
      .map(({ amount }) => amount),
  )

/** Since he last cost nothing for a day. */
function lossesOfOne(world: World, assetId: number, userId: number): bigint {
  let total = 0n
  let lastAt = 0
  for (const loss of world.perp.losses) {
    if (loss.assetId !== assetId || loss.userId !== userId) continue
    total = (loss.at - lastAt >= DAY_MS ? 0n : total) + loss.amount
    lastAt = loss.at
  }
  return world.time - lastAt >= DAY_MS ? 0n : total
}

/** A fund, and what the contract says of it that asks. */
interface Asking {
  readonly assetId: number
  readonly terms: Pick<ContractTerms, 'lossOfOneE8' | 'lossOfAllE8'>
}

/** May the fund pay what closing in a contract costs? Losses are not netted with anything. @param gain what comes into the fund before */
export function allowsLosses(world: World, { assetId, terms }: Asking, losses: readonly Loss[], gain = 0n): boolean {
  const real = losses.filter(({ amount }) => amount > 0n)
  if (real.length === 0) return true
  const { lossOfOneE8 = 2_000_000, lossOfAllE8 = 10_000_000 } = terms
  const part = (rate: number): bigint => (base * BigInt(rate)) / RATE_ONE
  const all = sum(real.map(({ amount }) => amount))
  const base = baseOf(world, assetId)
  const isWithinOne = real.every(({ userId }) => {
    const his = sum(real.filter((loss) => loss.userId === userId).map(({ amount }) => amount))
    return lossesOfOne(world, assetId, userId) + his <= part(lossOfOneE8)
  })
  return all <= fundBalance(world, assetId) + gain && lossesOfDay(world, assetId) + all <= part(lossOfAllE8) && isWithinOne
}
