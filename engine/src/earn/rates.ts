/** Rates of savings products: versions, each from a day on, of which none ever changes. */
import type { RateTier } from '../command.ts'
import type { Handle } from '../memory/handle.ts'
import { TIERS_MOST } from '../schema/earn.ts'
import type { State } from '../state.ts'

export const DAY_MS = 86_400_000
export const RATE_MOST_E8 = 1_000_000_000
const UP_TO_MOST = 2n ** 63n - 1n

/** Brackets rise, and the last one has no end. */
export function areTiersSound(tiers: readonly RateTier[]): boolean {
  if (tiers.length === 0 || tiers.length > TIERS_MOST) return false
  let lower = 0n
  return tiers.every(({ upTo, rateE8 }, position) => {
    const isLast = position === tiers.length - 1
    const isRate = Number.isSafeInteger(rateE8) && rateE8 >= 0 && rateE8 <= RATE_MOST_E8
    const rises = isLast ? upTo === null : upTo !== null && upTo > lower && upTo < UP_TO_MOST
    lower = upTo ?? lower
    return isRate && rises
  })
}

/** Puts a version in front of all that begin no later: of two for one day the later given holds. */
export function addRate(state: State, productRow: Handle<'product'>, from: number, tiers: readonly RateTier[]): void {
  const { earnRates, kernel, products } = state
  const made = earnRates.edit(kernel.openRate())
  made.from = from
  made.count = tiers.length
  for (const [position, { upTo, rateE8 }] of tiers.entries()) {
    const tier = made.tiers(position)
    tier.upTo = upTo ?? UP_TO_MOST
    tier.rate = BigInt(rateE8)
  }
  const product = products.edit(productRow)
  let newer: Handle<'earnRate'> = 0
  let next = product.rate
  for (; next !== 0 && earnRates.at(next).from > from; next = earnRates.at(next).older) newer = next
  made.older = next
  if (newer === 0) product.rate = made.handle
  else earnRates.edit(newer).older = made.handle
}

export interface Rate {
  /** First UTC day of it, since 1970. */
  readonly fromDay: number
  readonly tiers: readonly RateTier[]
}

/** A version. */
export function rateAt({ earnRates }: State, row: Handle<'earnRate'>): Rate {
  const version = earnRates.at(row)
  const tiers = Array.from({ length: version.count }, (_, place): RateTier => {
    const { rate, upTo } = version.tiers(place)
    return { upTo: upTo === UP_TO_MOST ? null : upTo, rateE8: Number(rate) }
  })
  return { fromDay: version.from, tiers }
}

/** All versions of a product, the newest first; those for days to come included. */
export function ratesOf(state: State, product: Handle<'product'>): readonly Rate[] {
  const rates: Rate[] = []
  for (let row = state.products.at(product).rate; row !== 0; row = state.earnRates.at(row).older) rates.push(rateAt(state, row))
  return rates
}
