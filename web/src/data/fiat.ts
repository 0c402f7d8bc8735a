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

function trimZeros(value: string): string {
  return value.includes('.') ? value.replace(/\.?0+$/, '') : value
}
