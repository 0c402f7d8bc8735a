/** Rates of savings products: versions, each from a day on, of which none ever changes. */
import * as layout from '../../generated/layout.ts'
import type { RateTier } from '../command.ts'
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
export function addRate(state: State, product: number, from: number, tiers: readonly RateTier[]): void {
  const { earnRates, kernel, products } = state
  const { view } = earnRates
  const row = kernel.openRate()
  view.setUint32(row + layout.EARN_RATE_FROM, from, true)
  view.setUint32(row + layout.EARN_RATE_COUNT, tiers.length, true)
  for (const [position, { upTo, rateE8 }] of tiers.entries()) {
    const tier = row + layout.EARN_RATE_TIERS + position * layout.TIER_BYTES
    view.setBigInt64(tier + layout.TIER_UP_TO, upTo ?? UP_TO_MOST, true)
    view.setBigInt64(tier + layout.TIER_RATE, BigInt(rateE8), true)
  }
  let holder = products.view
  let link = product + layout.PRODUCT_RATE
  for (;;) {
    const next = holder.getUint32(link, true)
    if (next === 0 || view.getUint32(next + layout.EARN_RATE_FROM, true) <= from) break
    holder = view
    link = next + layout.EARN_RATE_OLDER
  }
  view.setUint32(row + layout.EARN_RATE_OLDER, holder.getUint32(link, true), true)
  holder.setUint32(link, row, true)
}

export interface Rate {
  /** First UTC day of it, since 1970. */
  readonly fromDay: number
  readonly tiers: readonly RateTier[]
}

/** A version. */
export function rateAt({ earnRates: { view } }: State, row: number): Rate {
  const count = view.getUint32(row + layout.EARN_RATE_COUNT, true)
  const tier = (position: number): RateTier => {
    const at = row + layout.EARN_RATE_TIERS + position * layout.TIER_BYTES
    const upTo = view.getBigInt64(at + layout.TIER_UP_TO, true)
    return { upTo: upTo === UP_TO_MOST ? null : upTo, rateE8: Number(view.getBigInt64(at + layout.TIER_RATE, true)) }
  }
  return { fromDay: view.getUint32(row + layout.EARN_RATE_FROM, true), tiers: Array.from({ length: count }, (_, at) => tier(at)) }
}

/** All versions of a product, the newest first; those for days to come included. */
export function ratesOf(state: State, product: number): readonly Rate[] {
  const rates: Rate[] = []
  const { view } = state.earnRates
  for (
    let row = state.products.view.getUint32(product + layout.PRODUCT_RATE, true);
    row !== 0;
    row = view.getUint32(row + layout.EARN_RATE_OLDER, true)
  )
    rates.push(rateAt(state, row))
  return rates
}
