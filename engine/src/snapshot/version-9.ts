/** Snapshots of version 9: positions in lists where names stand now. Its layout is data, which no later description changes. */
import type { FeeDirection, JsonObject } from '../command.ts'
import type { DueRow } from '../due-row.ts'
import type { LongWindow } from '../market/long-window.ts'
import type { Asset } from '../state.ts'
import { sectionsOf } from './container.ts'
import {
  type Contents,
  indexSection,
  ladderSection,
  type NamedNumbers,
  outcomeSection,
  type PairHead,
  placeSection,
  tableSection,
  waitingSection,
} from './contents.ts'
import type { Layout } from './layout-text.ts'

const TABLES: readonly Layout[] = [
  {
    name: 'order',
    bytes: 108,
    fields:
      'id f64 0, price f64 8, remaining f64 16, quantity f64 24, held i64 32, executedQuote i64 40, fee i64 48, created f64 56, updated f64 64, previous row:order 72, next row:order 76, level row:level 80, desk row:desk 84, deskPrevious row:order 88, deskNext row:order 92, kind u8 96, terms u8 97, status u8 98, bits u8 99, extra row:extra 100, label row:label 104',
  },
  {
    name: 'extra',
    bytes: 120,
    fields:
      'triggerPrice f64 0, activationPrice f64 8, extreme f64 16, visible f64 24, shown f64 32, expireAt f64 40, triggeredAt f64 48, quoteAmount i64 56, replaced f64 64, prevented f64 72, listId f64 80, trailingBps i32 88, partner row:order 92, child row:order 96, parent row:order 100, holdRate i64 104, activationSide i32 112',
  },
  {
    name: 'level',
    bytes: 40,
    fields:
      'price f64 0, quantity f64 8, head row:order 16, tail row:order 20, better row:level 24, worse row:level 28, book u32 32, changed i32 36 derived',
  },
  {
    name: 'account',
    bytes: 32,
    fields: 'available i64 0, held i64 8, owner i32 16, asset i32 20, next row:account 24 derived',
  },
  {
    name: 'desk',
    bytes: 40,
    fields:
      'user row:user 0, instrument i32 4, baseAccount row:account 8, quoteAccount row:account 12, orders row:order 16, openCount i32 20, triggerCount i32 24, listCount i32 28, next row:desk 32 derived, userId i32 36',
  },
  {
    name: 'user',
    bytes: 48,
    fields:
      'id i32 0, status u8 4, role u8 5, trading u8 6, payFeeAsset u8 7, level i32 8, levelOverride i32 12, volume row:volume 16, desks row:desk 20 derived, accounts row:account 24 derived, keyCount u32 28, inviter i32 32, callers u16 36, today i64 40',
  },
  {
    name: 'key',
    bytes: 96,
    fields:
      'seq f64 0, at f64 8, bodyHash u64 16, value f64 24, user row:user 32, length u8 36, reason u8 37, orderCount u8 38, bits u8 39, next row:key 40 derived, index u32 44, label row:label 48, status u8 52, type u8 53, caller u16 54, text bytes:36 56, instrument i32 92',
  },
  {
    name: 'label',
    bytes: 44,
    fields: 'length u8 0, caller u16 2, key row:key 4, text bytes:36 8',
  },
  {
    name: 'volume',
    bytes: 256,
    fields: 'user row:user 0, sum i64 8, days bytes:240 16',
  },
]

const PLACES: readonly Layout[] = [
  {
    name: 'closedOrder',
    bytes: 8,
    fields: 'round u32 0, end u32 4',
  },
  {
    name: 'feeLevel',
    bytes: 24,
    fields: 'volumeMin i64 0, takerRate i64 8, makerRate i64 16',
  },
]

const INDEXES = ['orders', 'accounts', 'desks']
const FLOATS = ['seq', 'at', 'trades', 'nextDay', 'sweepAt', 'sweepOldest']
const WORDS = ['feeLevels', 'feeAsset', 'keyHand', 'keysStale', 'keysStaleSince', 'keysFresh']
const PAIR_FLOATS = ['statusUntil', 'lastPrice', 'windowNewest', 'windowOldest']
const PAIR_WORDS = ['status', 'trailingHead', 'trailingTail']
const LADDERS = [0, 1, 2, 3]
const BUCKETS = 31
const BUCKET_BYTES = 24
const BUCKET_MS = 10_000

interface PairHead9 {
  readonly terms: JsonObject
  readonly countsVolume: boolean
  readonly floats: readonly number[]
  readonly words: readonly number[]
  readonly longWindow?: LongWindow
}

export interface Head9 {
  readonly floats: readonly number[]
  readonly words: readonly number[]
  readonly assets: readonly Asset[]
  readonly issued: readonly string[]
  readonly instruments: readonly PairHead9[]
  readonly fees: { readonly volumeMins: readonly string[]; readonly feeAssetId: number; readonly feeAssetShareE8: number }
  readonly commissionE8: number
  readonly feeDirection?: FeeDirection
  /** Absent for the first. */
  readonly engineVersion?: number
  readonly keysShared?: number
  readonly deadlines: readonly DueRow[]
  readonly accountKeys: readonly (readonly [string, number])[]
  readonly longOutcomes: readonly number[]
  readonly tables: readonly (readonly [free: number, live: number])[]
  readonly sections: readonly number[]
}

const named = (names: readonly string[], values: readonly number[]): NamedNumbers =>
  Object.fromEntries(names.map((name, position) => [name, values[position] ?? 0]))

/** What such a snapshot holds. */
export function contentsOf9(head: Head9, rest: Uint8Array): Contents {
  const names = sectionNames(head)
  const sections = sectionsOf(
    rest,
    head.sections.map((length, position) => [names[position] ?? '', length]),
  )
  const { engineVersion = 1, keysShared = 0, commissionE8 } = head
  return {
    head: {
      ...head,
      tables: TABLES.map((layout, position) => ({
        ...layout,
        free: head.tables[position]?.[0] ?? 0,
        live: head.tables[position]?.[1] ?? 0,
      })),
      places: PLACES,
      state: { ...named(FLOATS, head.floats), ...named(WORDS, head.words), engineVersion, keysShared, commission: String(commissionE8) },
      pairs: head.instruments.map((pair, position) => pairHeadOf(pair, sections.get(`ring ${position + 1}`))),
    },
    sections,
  }
}

function sectionNames({ instruments, longOutcomes }: Head9): string[] {
  const pairs = instruments.flatMap((_, position) => {
    const pair = position + 1
    return [`ring ${pair}`, `totals ${pair}`, waitingSection(pair), ...LADDERS.map((which) => ladderSection(pair, which))]
  })
  return [
    ...TABLES.map(({ name }) => tableSection(name)),
    ...INDEXES.map(indexSection),
    ...PLACES.map(({ name }) => placeSection(name)),
    ...pairs,
    ...longOutcomes.map(outcomeSection),
  ]
}

function pairHeadOf({ terms, countsVolume, floats, words, longWindow }: PairHead9, ring: Uint8Array | undefined): PairHead {
  const { windowNewest, windowOldest, ...others } = named(PAIR_FLOATS, floats)
  return {
    terms,
    fields: { ...others, ...named(PAIR_WORDS, words), countsVolume: countsVolume ? 1 : 0 },
    window: ring === undefined ? [] : bucketsOf(ring, Number(windowOldest), Number(windowNewest)),
    ...(longWindow !== undefined && { longWindow }),
  }
}

/** The buckets between two open times; −1 = there are none. */
function bucketsOf(ring: Uint8Array, oldest: number, newest: number): PairHead['window'] {
  const view = new DataView(ring.buffer, ring.byteOffset, ring.byteLength)
  const buckets: (readonly [number, string, string])[] = []
  for (let from = oldest; from >= 0 && from <= newest; from += BUCKET_MS) {
    const at = ((from / BUCKET_MS) % BUCKETS) * BUCKET_BYTES
    if (view.getFloat64(at, true) === from)
      buckets.push([from, String(view.getBigInt64(at + 8, true)), String(view.getBigInt64(at + 16, true))])
  }
  return buckets
}
