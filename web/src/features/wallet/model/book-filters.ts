/** Filters of the address book as they stand in the address. Pure. */
import type { Address } from '@agio/wire/wallet/types.ts'
import { pick } from '../../../ui/filter-values.ts'

export interface BookAddress {
  readonly coin: string | undefined
  readonly listed: 'yes' | 'no' | undefined
  readonly words: string
}

export function readBookAddress(search: URLSearchParams): BookAddress {
  const coin = search.get('coin')?.toUpperCase()
  return {
    coin: coin !== undefined && /^[A-Z0-9]{1,20}$/.test(coin) ? coin : undefined,
    listed: pick(search.get('listed'), ['yes', 'no'] as const),
    words: search.get('words') ?? '',
  }
}

export function writeBookAddress({ coin, listed, words }: BookAddress): URLSearchParams {
  const next = new URLSearchParams()
  if (coin !== undefined) next.set('coin', coin)
  if (listed !== undefined) next.set('listed', listed)
  if (words !== '') next.set('words', words)
  return next
}

export const isBookFiltered = ({ coin, listed, words }: BookAddress): boolean => coin !== undefined || listed !== undefined || words !== ''

export function fitsBook(entry: Address, { coin, listed, words }: BookAddress): boolean {
  const wanted = words.trim().toLowerCase()
  return (
    (coin === undefined || entry.coinName === coin) &&
    (listed === undefined || (entry.isWhitelisted === 1) === (listed === 'yes')) &&
    (wanted === '' || [entry.label, entry.address, entry.memo ?? ''].some((text) => text.toLowerCase().includes(wanted)))
  )
}
