/** Savings by coin, what is free counted in: what a row of the account amounts to. Pure; decimal strings in, integers inside. */
import { formatDecimal, rescaleFloor } from '@agio/engine/money/decimal.ts'
import type { EarnAsset } from '@agio/wire/earn/types.ts'
import { compare, isPositive, plus, units } from '../../data/amounts.ts'

const SCALE = 18
/** Decimals of a value in USDT. */
const VALUE_SCALE = 8

export interface EarnAssetRow extends EarnAsset {
  /** In products and free. */
  readonly total: string
  /** Its worth in USDT, rounded down for itself as the exchange does, so that rows sum to the account's total; undefined without a price. */
  readonly totalU: string | undefined
}

function worthOf(amount: string, price: string | undefined): string | undefined {
  if (!isPositive(amount)) return '0'
  return price === undefined
    ? undefined
    : formatDecimal(rescaleFloor(units(amount) * units(price), SCALE + SCALE, VALUE_SCALE), VALUE_SCALE)
}

/** The most valuable first. @param prices in USDT by coin id, of every coin of which the account holds something */
export function earnAssetRows(assets: readonly EarnAsset[], prices: ReadonlyMap<string, string>): readonly EarnAssetRow[] {
  return assets
    .map((asset): EarnAssetRow => {
      const total = plus(asset.principal, asset.available)
      return { ...asset, total, totalU: worthOf(total, prices.get(asset.coinId)) }
    })
    .sort((one, other) => compare(other.totalU ?? '0', one.totalU ?? '0'))
}
