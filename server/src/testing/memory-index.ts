/** The index of every minute, and the days of the stock that is valued at it, in plain arrays. For tests only. */
import type { Event } from '@agio/engine/event.ts'
import type { AssetId } from '@agio/engine/ids/id.ts'
import type { IndexChange, IndexTermsThen, IndexWord, RuledMinute } from '../projections/index-minutes/minute.ts'
import type { ConvertDayRow, ReadModels } from '../projections/port.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

const startOf = (time: number): number => Math.floor(time / MINUTE_MS) * MINUTE_MS

interface Rows {
  readonly words: IndexWord[]
  readonly changes: IndexChange[]
}

export class MemoryIndex {
  readonly #rows = new Map<number, Rows>()
  readonly #terms: (IndexTermsThen & { readonly time: number })[] = []

  readonly #days = new Map<number, ConvertDayRow>()

  fold(event: Event, time: number): void {
    if (event.kind === 'convertValued') this.#days.set(event.day, { ...event, wasClosed: event.closed !== 0 })
    if (event.kind === 'indexTermsSet') {
      const { freshMs, capE8, weights, sources } = event
      this.#terms.push({ freshMs, capE8, weights, sources, time })
    }
    if (event.kind === 'sourcePriced') {
      const { source, state, price, venueAt } = event
      this.#of(event.assetId).words.push({ source, state, price, at: venueAt, time })
    }
    if (event.kind === 'indexChanged') this.#of(event.assetId).changes.push({ price: event.price, live: event.live, time })
  }

  #of(assetId: number): Rows {
    const rows = this.#rows.get(assetId) ?? { words: [], changes: [] }
    this.#rows.set(assetId, rows)
    return rows
  }

  /** As the read model gives it. */
  minute(assetId: number, at?: number): RuledMinute | undefined {
    const { words = [], changes = [] } = this.#rows.get(assetId) ?? {}
    const times = [...words, ...changes].map(({ time }) => time)
    const startAt = startOf(at ?? Math.max(...times))
    if (times.length === 0 || Math.min(...times) >= startAt + MINUTE_MS) return undefined
    const inside = ({ time }: { readonly time: number }): boolean => startOf(time) === startAt
    const terms = this.#terms.findLast((set) => set.time < startAt + MINUTE_MS)
    const last = new Map(words.filter(({ time }) => time < startAt).map((word) => [word.source, word]))
    return {
      startAt,
      begunWith: changes.findLast(({ time }) => time < startAt),
      before: [...last.values()].sort((one, other) => one.source - other.source),
      words: words.filter(inside),
      changes: changes.filter(inside),
      terms: terms && termsOf(terms),
    }
  }

  /** As the read model gives them. */
  closes(assetIds: readonly AssetId[], days: readonly number[]): ReadonlyMap<AssetId, ReadonlyMap<number, bigint>> {
    const close = (assetId: AssetId, day: number): (readonly [number, bigint])[] => {
      const last = this.#rows.get(assetId)?.changes.findLast(({ time }) => time < day + DAY_MS)
      return last === undefined ? [] : [[day, last.price]]
    }
    return new Map(assetIds.map((assetId) => [assetId, new Map(days.flatMap((day) => close(assetId, day)))]))
  }

  /** As the read model gives them. */
  convertDays(limit: number): readonly ConvertDayRow[] {
    return [...this.#days.values()].sort((one, other) => other.day - one.day).slice(0, limit)
  }

  clear(): void {
    this.#days.clear()
    this.#terms.length = 0
    this.#rows.clear()
  }
}

export const indexReads = (index: MemoryIndex): Pick<ReadModels, 'indexMinute' | 'indexCloses' | 'convertDays'> => ({
  convertDays: (limit) => Promise.resolve(index.convertDays(limit)),
  indexMinute: (assetId, at) => Promise.resolve(index.minute(assetId, at)),
  indexCloses: (assetIds, days) => Promise.resolve(index.closes(assetIds, days)),
})

const termsOf = ({ freshMs, capE8, weights, sources = [] }: IndexTermsThen): IndexTermsThen => ({ freshMs, capE8, weights, sources })
