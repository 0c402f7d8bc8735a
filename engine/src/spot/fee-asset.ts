/**
 * Paying a fee in the fee asset at a discount: the whole fee or nothing of it, never partly in each. Rare next to trading: plain
 * bigint arithmetic, so that the conversion rounds once, up.
 */
import * as layout from '../layout.ts'
import type { Instrument } from '../market/instrument.ts'
import { pow10 } from '../money/decimal.ts'
import { divideCeil } from '../money/rounding.ts'
import type { State } from '../state.ts'

const { ACCOUNT_AVAILABLE, USER_ID, USER_PAY_FEE_ASSET } = layout

/**
 * Fee of a trade in the fee asset: ceil(notional × rate × (1 − discount) ÷ price of the fee asset), 0n when it does not apply:
 * switched off, no price known, or the user's available balance does not cover all of it.
 */
export function feeInFeeAsset(state: State, instrument: Instrument, user: number, notional: bigint, rate: bigint): bigint {
  const { feeAssetId, feeAssetShareE8 } = state.fees
  if (feeAssetId === 0 || rate === 0n || state.users.view.getUint8(user + USER_PAY_FEE_ASSET) === 0) return 0n
  const discounted = notional * rate * BigInt(feeAssetShareE8)
  const fee = converted(state, instrument, discounted)
  if (fee <= 0n) return 0n
  const account = state.kernel.findAccount(state.users.view.getInt32(user + USER_ID, true), feeAssetId)
  if (account === 0) return 0n
  return state.accounts.view.getBigInt64(account + ACCOUNT_AVAILABLE, true) >= fee ? fee : 0n
}

/** Quote minor units × 1e16 to minor units of the fee asset, rounded up once; 0n when no pair prices it. */
function converted(state: State, instrument: Instrument, scaled: bigint): bigint {
  const unit = 10n ** 16n
  if (instrument.quoteAssetId === state.fees.feeAssetId) return divideCeil(scaled, unit)
  for (const pair of state.instruments) {
    if (pair.baseAssetId !== state.fees.feeAssetId || pair.quoteAssetId !== instrument.quoteAssetId) continue
    const price = pair.marketPrice()
    if (price === 0) return 0n
    const quoteScale = state.assets[pair.quoteAssetId - 1]?.scale ?? 0
    const feeScale = state.assets[pair.baseAssetId - 1]?.scale ?? 0
    return divideCeil(scaled * pow10(feeScale + pair.terms.priceScale), unit * BigInt(price) * pow10(quoteScale))
  }
  return 0n
}
