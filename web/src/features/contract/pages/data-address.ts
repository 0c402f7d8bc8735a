/** What the page of public data shows, as its address says. Pure. */
import { pick } from '../../../ui/filter-values.ts'

export const DATA_VIEWS = ['funding', 'insurance', 'prices'] as const
export type DataView = (typeof DATA_VIEWS)[number]

export interface DataAddress {
  readonly view: DataView
  /** Name of a contract; of none: the first. */
  readonly contract: string | undefined
  readonly coin: string | undefined
  /** Minute of index and mark, of UTC, as fields of dates write it: `2026-07-14T16:31`; of none: the newest one. */
  readonly at: string | undefined
}

const MINUTE = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/
const minute = (text: string | null): string | undefined => (text !== null && minuteAt(text) !== undefined ? text : undefined)

/** Its start, ms; undefined of what is no minute. */
export function minuteAt(text: string): number | undefined {
  const at = MINUTE.test(text) ? Date.parse(`${text}Z`) : Number.NaN
  return Number.isNaN(at) || minuteText(at) !== text ? undefined : at
}

export const minuteText = (at: number): string => new Date(at).toISOString().slice(0, 16)

export function readAddress(search: URLSearchParams): DataAddress {
  return {
    view: pick(search.get('view'), DATA_VIEWS) ?? 'funding',
    contract: search.get('contract') ?? undefined,
    coin: search.get('coin') ?? undefined,
    at: minute(search.get('at')),
  }
}

export function writeAddress({ view, contract, coin, at }: DataAddress): URLSearchParams {
  const search = new URLSearchParams()
  if (view !== 'funding') search.set('view', view)
  if (contract !== undefined && view !== 'insurance') search.set('contract', contract)
  if (coin !== undefined && view === 'insurance') search.set('coin', coin)
  if (at !== undefined && view === 'prices') search.set('at', at)
  return search
}
