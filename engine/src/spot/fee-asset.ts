/**
 * Paying a fee in the fee asset at a discount: the whole fee or nothing of it, never partly in each. Rare next to trading: plain
 * bigint arithmetic, so that the conversion rounds once, up.
 */
import { SPOT_ACCOUNT } from '../../generated/vocabularies.ts'
import type { Instrument } from '../market/instrument.ts'
import type { Handle } from '../memory/handle.ts'
import { pow10 } from '../money/decimal.ts'
import { divideCeil } from '../money/rounding.ts'
import type { State } from '../state.ts'

/** A rate times a share, both in 1e-8. */
const WORTH_UNIT = 10n ** 16n
const INDEX_ONE = 10n ** 12n

/** Does the user want fees paid in the fee asset, and is there one? */
export function paysInFeeAsset(state: State, user: Handle<'user'>): boolean {
  return state.fees.feeAssetId !== 0 && state.users.at(user).payFeeAsset
}

/**
 * The same fee whatever the balance; 0n when it does not apply.
 */
export function wholeFee(state: State, instrument: Instrument, user: Handle<'user'>, notional: bigint, rate: bigint): bigint {
  if (rate === 0n || !paysInFeeAsset(state, user)) return 0n
  return converted(state, instrument, notional * rate * BigInt(state.fees.feeAssetShareE8))
}

/** Worth of such a fee in quote, rounded up: minor units. */
export function worthOfFee(state: State, notional: bigint, rate: bigint): bigint {
  return divideCeil(notional * rate * BigInt(state.fees.feeAssetShareE8), WORTH_UNIT)
}

/** What the user has available of the fee asset, minor units. */
export function freeFeeAsset(state: State, user: Handle<'user'>): bigint {
  const { feeAssetId } = state.fees
  const account = feeAssetId === 0 ? 0 : state.kernel.findAccount(state.users.at(user).id, feeAssetId, SPOT_ACCOUNT)
  return account === 0 ? 0n : state.accounts.at(account).available
}

/** Quote minor units × 1e16 to minor units of the fee asset, rounded up once; 0n when nothing prices it. */
function converted(state: State, instrument: Instrument, scaled: bigint): bigint {
  const { feeAssetId } = state.fees
  if (instrument.quoteAssetId === feeAssetId) return divideCeil(scaled, WORTH_UNIT)
  const quoteUnit = pow10(state.assets[instrument.quoteAssetId - 1]?.scale ?? 0)
  const feeUnit = pow10(state.assets[feeAssetId - 1]?.scale ?? 0)
  const index = indexedPrice(state, feeAssetId, instrument.quoteAssetId)
  if (index !== 0n) return divideCeil(scaled * feeUnit * INDEX_ONE, WORTH_UNIT * index * quoteUnit)
  const pair = state.instruments.find((one) => one.baseAssetId === feeAssetId && one.quoteAssetId === instrument.quoteAssetId)
  const price = pair === undefined ? 0 : lowerPrice(state, pair)
  return pair === undefined || price === 0
    ? 0n
    : divideCeil(scaled * feeUnit * pow10(pair.terms.priceScale), WORTH_UNIT * BigInt(price) * quoteUnit)
}

/** Price of the fee asset by the indexes of both: twelve decimals, rounded down; 0n = one of them is not live. */
function indexedPrice(state: State, feeAssetId: number, quoteAssetId: number): bigint {
  const [fee, quote] = [state.kernel.worthOf(feeAssetId), state.kernel.worthOf(quoteAssetId)]
  return fee === 0n || quote === 0n ? 0n : (fee * INDEX_ONE) / quote
}

/** The lower of what is configured and what was traded in a day. */
function lowerPrice(state: State, pair: Instrument): number {
  const mean = state.kernel.meanOfDay(pair.address, state.at)
  return mean === 0 ? pair.terms.referencePrice : Math.min(pair.terms.referencePrice, mean)
}
