/** Filters of the list of conversions as they stand in the address: every one optional, unknown values ignored. Pure. */
import type { ConvertFilter } from '../../../data/convert/convert-calls.ts'
import { CONVERSION_STATES, type ConversionState } from '../../../ui/conversion-cells.tsx'
import { day, pick, startOf } from '../../../ui/filter-values.ts'

export interface FlashAddress {
  /** Coins by symbol. */
  readonly gave: string | undefined
  readonly got: string | undefined
  readonly state: ConversionState | undefined
  /** Days as `YYYY-MM-DD`, those of the reader's clock, as the rows show them. */
  readonly from: string | undefined
  readonly to: string | undefined
  /** The conversion that is opened when the page comes; no filter. */
  readonly opened: string | undefined
}

const COIN = /^[A-Z0-9]{1,20}$/
const ID = /^\d{1,20}$/

const coin = (text: string | null): string | undefined => {
  const symbol = text?.toUpperCase() ?? ''
  return COIN.test(symbol) ? symbol : undefined
}

export function readFlashAddress(search: URLSearchParams): FlashAddress {
  const id = search.get('id')
  return {
    gave: coin(search.get('send')),
    got: coin(search.get('receive')),
    state: pick(search.get('status'), CONVERSION_STATES),
    from: day(search.get('from')),
    to: day(search.get('to')),
    opened: id !== null && ID.test(id) ? id : undefined,
  }
}

/** The same as query text; unset filters leave nothing behind. */
export function writeFlashAddress({ gave, got, state, from, to }: FlashAddress): URLSearchParams {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries({ send: gave, receive: got, status: state, from, to }))
    if (value !== undefined) search.set(name, value)
  return search
}

export const isFlashFiltered = ({ gave, got, state, from, to }: FlashAddress): boolean =>
  [gave, got, state, from, to].some((value) => value !== undefined)

/** The request's filter: whole days, both included. */
export function flashFilterOf({ gave, got, state, from, to }: FlashAddress): ConvertFilter {
  return {
    ...(gave !== undefined && { send: gave }),
    ...(got !== undefined && { receive: got }),
    ...(state !== undefined && { status: CONVERSION_STATES.indexOf(state) }),
    ...(from !== undefined && { from: startOf(from) }),
    ...(to !== undefined && { to: startOf(to, 1) - 1 }),
  }
}
