/** Amounts of USDT in the currency that the visitor chose. */
import { formatFiat } from '../i18n/format.ts'
import { worth } from './shell/rate-model.ts'
import { useRate } from './shell/rates.ts'

/** Turns a USDT amount (decimal string) into `$67,391.50`; an empty text while no rate is known. */
export type ToFiat = (usdt: string) => string

export function useFiat(): ToFiat {
  const rate = useRate()
  return (usdt) => {
    const value = rate === undefined ? undefined : worth(usdt, rate.rate)
    return rate === undefined || value === undefined ? '' : formatFiat(trimZeros(value), rate.symbol)
  }
}

/** Prices are above zero: one of zero is not known, and nothing can be said of what it would make worth. */
export const isPriced = (usdtPrice: string): boolean => /[1-9]/.test(usdtPrice)

/** `≈ $67,391.50`, or that it is not known. */
export const priceAbout = (fiat: ToFiat, usdtPrice: string): string => (isPriced(usdtPrice) ? `≈ ${fiat(usdtPrice)}` : '--')

/** What a balance is worth; not known where its coin has no price. */
export const worthText = (fiat: ToFiat, balance: { readonly total: string; readonly value: string; readonly usdtPrice: string }): string =>
  isPriced(balance.usdtPrice) || !/[1-9]/.test(balance.total) ? fiat(balance.value) : '--'

function trimZeros(value: string): string {
  return value.includes('.') ? value.replace(/\.?0+$/, '') : value
}
