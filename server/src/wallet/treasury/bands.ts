/** How an asset of a network should lie: shares of all that the house holds of it there, and what brings it back between them. */
import type { HoldingPlace } from '@agio/engine/event.ts'
import { smaller } from '../../convert/big.ts'
import type { ListingDocument } from '../documents.ts'

export type Held = Readonly<Record<HoldingPlace, bigint>>
export type Bands = NonNullable<ListingDocument['bands']>

/** Coins that should go from one place to another, minor units. Whatever touches cold is proposed, and an operator moves it. */
export interface Shift {
  readonly from: 'hot' | 'warm' | 'cold'
  readonly to: 'hot' | 'warm' | 'cold'
  readonly amount: bigint
  readonly isProposed: boolean
}

const HUNDRED = 100n
/** In parts of 200: a smaller difference is not worth a transaction. */
const LEAST = 1

/** Rounded down. @param share of two hundred: the middle of a band has halves */
const shareOf = (total: bigint, share: number): bigint => (total * BigInt(share)) / (HUNDRED * 2n)

interface Band {
  readonly low: bigint
  readonly middle: bigint
  readonly high: bigint
}

const bandOf = (total: bigint, low: number, high: number): Band => ({
  low: shareOf(total, low * 2),
  middle: shareOf(total, low + high),
  high: shareOf(total, high * 2),
})

/** Amounts of both bands, of all that the house holds. */
export function amountsOf(held: Held, { hotLow, hotHigh, warmLow, warmHigh }: Bands): { readonly hot: Band; readonly warm: Band } {
  const total = held.addresses + held.hot + held.warm + held.cold
  return { hot: bandOf(total, hotLow, hotHigh), warm: bandOf(total, warmLow, warmHigh) }
}

/**
 * What leads back to the middle of a band that is left; none while both are kept. Hot is filled from warm, then from cold, and emptied into
 * warm up to its middle, the rest into cold. Warm is looked at as it is after that. Less than half a hundredth of all is left where it is.
 */
export function shiftsOf(held: Held, bands: Bands): readonly Shift[] {
  const { hot, warm } = amountsOf(held, bands)
  const least = shareOf(held.addresses + held.hot + held.warm + held.cold, LEAST)
  const shifts: Shift[] = []
  const left = { hot: held.hot, warm: held.warm, cold: held.cold }
  const shift = (from: Shift['from'], to: Shift['to'], amount: bigint): bigint => {
    if (amount <= 0n || amount < least) return 0n
    shifts.push({ from, to, amount, isProposed: from === 'cold' || to === 'cold' })
    left[from] -= amount
    left[to] += amount
    return amount
  }
  if (left.hot < hot.low) {
    const need = hot.middle - left.hot
    const filled = shift('warm', 'hot', smaller(need, left.warm))
    shift('cold', 'hot', smaller(need - filled, left.cold))
  } else if (left.hot > hot.high) {
    const excess = left.hot - hot.middle
    const kept = shift('hot', 'warm', smaller(excess, warm.middle - left.warm))
    shift('hot', 'cold', excess - kept)
  }
  if (left.warm < warm.low) shift('cold', 'warm', smaller(warm.middle - left.warm, left.cold))
  else if (left.warm > warm.high) shift('warm', 'cold', left.warm - warm.middle)
  return shifts
}
