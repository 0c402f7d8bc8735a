/** Filters of the history as they stand in the address, beside what the rest of the page keeps there. Pure. */
import type { TxFilter, TxKind } from '../../../data/wallet/transactions.ts'
import { day, startOf } from '../../../ui/filter-values.ts'
import { DEPOSIT_STATES, type TxState, WITHDRAWAL_STATES } from './tx-model.ts'

export interface TxAddress {
  /** Symbol of the coin. */
  readonly coin: string | undefined
  readonly state: string | undefined
  readonly from: string | undefined
  readonly to: string | undefined
}

export const NO_FILTER: TxAddress = { coin: undefined, state: undefined, from: undefined, to: undefined }

/** Their names in the address; `coin` belongs to the form above. */
const NAMES = { coin: 'of', state: 'status', from: 'from', to: 'to' } as const satisfies Record<keyof TxAddress, string>

export const statesOf = (kind: TxKind): readonly TxState[] => (kind === 'deposit' ? DEPOSIT_STATES : WITHDRAWAL_STATES)

export function readTxAddress(search: URLSearchParams, kind: TxKind): TxAddress {
  const coin = search.get(NAMES.coin)?.toUpperCase()
  return {
    coin: coin !== undefined && /^[A-Z0-9]{1,20}$/.test(coin) ? coin : undefined,
    state: statesOf(kind)
      .map(String)
      .find((state) => state === search.get(NAMES.state)),
    from: day(search.get(NAMES.from)),
    to: day(search.get(NAMES.to)),
  }
}

/** @returns the search with these filters in it; whatever else stands there stays */
export function writeTxAddress(search: URLSearchParams, address: TxAddress): URLSearchParams {
  const next = new URLSearchParams(search)
  for (const [field, name] of Object.entries(NAMES) as [keyof TxAddress, string][]) {
    const value = address[field]
    if (value === undefined) next.delete(name)
    else next.set(name, value)
  }
  return next
}

export const isTxFiltered = (address: TxAddress): boolean => Object.values(address).some((value) => value !== undefined)

/** @param coinId of the coin in the address; undefined where no coin has that symbol */
export function txFilterOf(kind: TxKind, address: TxAddress, coinId: string | undefined): TxFilter {
  return {
    kind,
    ...(coinId !== undefined && { coinId }),
    ...(address.state !== undefined && { status: Number(address.state) }),
    ...(address.from !== undefined && { from: startOf(address.from) }),
    ...(address.to !== undefined && { to: startOf(address.to, 1) - 1 }),
  }
}
