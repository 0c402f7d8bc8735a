/**
 * Paying a fee in the fee asset at a discount: the whole fee or nothing of it, never partly in each. Rare next to trading: plain
 * bigint arithmetic, so that the conversion rounds once, up.
 */
import * as layout from '../../generated/layout.ts'
import { SPOT_ACCOUNT } from '../codec/code.ts'
import type { Instrument } from '../market/instrument.ts'
import { pow10 } from '../money/decimal.ts'
import { divideCeil } from '../money/rounding.ts'
import type { State } from '../state.ts'

const { ACCOUNT_AVAILABLE, USER_ID, USER_PAY_FEE_ASSET } = layout

/** A rate times a share, both in 1e-8. */
const WORTH_UNIT = 10n ** 16n

/** Does the user want fees paid in the fee asset, and is there one? */
export function paysInFeeAsset(state: State, user: number): boolean {
  return state.fees.feeAssetId !== 0 && state.users.view.getUint8(user + USER_PAY_FEE_ASSET) !== 0
}

/**
 * The same fee whatever the balance; 0n when it does not apply.
 *
 * @param lastPrice ticks of the pair's own last trade, where one came after those that the state knows
 */
export function wholeFee(state: State, instrument: Instrument, user: number, notional: bigint, rate: bigint, lastPrice?: number): bigint {
  if (rate === 0n || !paysInFeeAsset(state, user)) return 0n
  return converted(state, instrument, notional * rate * BigInt(state.fees.feeAssetShareE8), lastPrice)
}

/** Worth of such a fee in quote, rounded up: minor units. */
export function worthOfFee(state: State, notional: bigint, rate: bigint): bigint {
  return divideCeil(notional * rate * BigInt(state.fees.feeAssetShareE8), WORTH_UNIT)
}

/** What the user has available of the fee asset, minor units. */
export function freeFeeAsset(state: State, user: number): bigint {
  const { feeAssetId } = state.fees
  const account = feeAssetId === 0 ? 0 : state.kernel.findAccount(state.users.view.getInt32(user + USER_ID, true), feeAssetId, SPOT_ACCOUNT)
  return account === 0 ? 0n : state.accounts.view.getBigInt64(account + ACCOUNT_AVAILABLE, true)
}

/** Quote minor units × 1e16 to minor units of the fee asset, rounded up once; 0n when no pair prices it. */
function converted(state: State, instrument: Instrument, scaled: bigint, lastPrice: number | undefined): bigint {
  if (instrument.quoteAssetId === state.fees.feeAssetId) return divideCeil(scaled, WORTH_UNIT)
  for (const pair of state.instruments) {
    if (pair.baseAssetId !== state.fees.feeAssetId || pair.quoteAssetId !== instrument.quoteAssetId) continue
    const price = (pair.instrumentId === instrument.instrumentId ? lastPrice : undefined) ?? pair.marketPrice()
    if (price === 0) return 0n
    const quoteScale = state.assets[pair.quoteAssetId - 1]?.scale ?? 0
    const feeScale = state.assets[pair.baseAssetId - 1]?.scale ?? 0
    return divideCeil(scaled * pow10(feeScale + pair.terms.priceScale), WORTH_UNIT * BigInt(price) * pow10(quoteScale))
  }
  return 0n
}
