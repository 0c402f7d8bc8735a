/** Entries as no codec writes them. Where an entry ends stays as it is: the journal's own checks see to that. */
import * as layout from '@agio/engine/generated/entry-layout.ts'
import { ENTRY_BODY, KIND_DOCUMENT, TERMS_SHORT_BYTES } from '@agio/engine/schema/entry.ts'
import { createPrng } from '../prng.ts'

const NUMBERS = [
  Number.NaN,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
  -0,
  0.5,
  -1,
  2 ** 53,
  2 ** 62,
  1e300,
  Number.MIN_VALUE,
] as const
const WORDS = [0, -1, 1, 99, 0x7fffffff, -0x80000000, 0x00ffffff] as const
const FLAGS = [0, 1, 4, 5, 7, 8, 9, 127, 128, 255] as const
const HAS_INSTRUMENT: readonly number[] = [layout.KIND_PLACE_ORDER, layout.KIND_CANCEL_ALL_ORDERS, layout.KIND_SET_CANCEL_ALL_TIMER]

/** Spoils one field of an entry of a customer's command, one of others is left as it is. @param salt decides which, and how */
export function spoilEntry(entry: Uint8Array, salt: number): void {
  const random = createPrng(salt)
  const view = new DataView(entry.buffer, entry.byteOffset, entry.byteLength)
  const kind = view.getUint8(layout.ENTRY_KIND)
  const numbers = numbersOf(view, kind)
  const what = random.weighted([
    [numbers.length > 0 ? 6 : 0, 'number'],
    [kind === layout.KIND_PLACE_ORDER ? 3 : 0, 'flag'],
    [kind < KIND_DOCUMENT ? 1 : 0, 'user'],
    [HAS_INSTRUMENT.includes(kind) ? 1 : 0, 'instrument'],
    [1, 'nothing'],
  ] as const)
  if (what === 'number') view.setFloat64(numbers[random.below(numbers.length)] ?? ENTRY_BODY, random.pick(NUMBERS), true)
  if (what === 'flag') view.setUint8(random.between(layout.PLACE_TERMS, layout.PLACE_SOURCE), random.pick(FLAGS))
  if (what === 'user') view.setInt32(layout.ENTRY_USER_ID, random.pick(WORDS), true)
  if (what === 'instrument') view.setInt32(layout.PLACE_INSTRUMENT_ID, random.pick(WORDS), true)
}

/** Places of the float64 (and, for amounts, int64) of a command. */
function numbersOf(view: DataView, kind: number): number[] {
  const words = (from: number, to: number): number[] => Array.from({ length: (to - from) / 8 }, (_, index) => from + index * 8)
  const terms = layout.PLACE_TERMS
  if (kind === layout.KIND_CANCEL_ORDER) return words(layout.CANCEL_ORDER_ORDER_ID, layout.CANCEL_ORDER_TEXT)
  if (kind === layout.KIND_AMEND_ORDER) return words(layout.AMEND_ORDER_ORDER_ID, layout.AMEND_ORDER_TEXT)
  if (kind === layout.KIND_SET_CANCEL_ALL_TIMER) return [layout.SET_CANCEL_ALL_TIMER_TIMEOUT_MS]
  if (kind !== layout.KIND_PLACE_ORDER) return []
  if (view.getUint8(layout.PLACE_IS_LONG) === 0) return words(terms + layout.TERMS_PRICE, terms + TERMS_SHORT_BYTES)
  const child = terms + layout.TERMS_BYTES
  const isParent = view.getUint8(layout.PLACE_HAS_CHILD) === 1
  return [
    ...words(terms + layout.TERMS_PRICE, terms + layout.TERMS_BYTES),
    ...(isParent ? words(child + layout.TERMS_PRICE, child + layout.TERMS_BYTES) : []),
  ]
}
