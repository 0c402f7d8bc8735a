import type { SourceState } from '@agio/engine/command.ts'
import { asAssetId } from '@agio/engine/ids/id.ts'
import { expect, it } from 'vitest'
import { quotedPrice } from '../../index/quoted-price.ts'
import { referenceAt } from '../../index/simulated/reference-process.ts'
import { isSilent, quoteAround, SIMULATED_NAMES } from '../../index/simulated/simulated-sources.ts'
import { isDue, type Told } from '../../index/tell-rule.ts'
import { likelyIndex } from './likely-index.ts'
import type { IndexChange, IndexMinute, IndexWord } from './minute.ts'
import { MinutePacker, memoryAfter, minuteOf, unpackMinute } from './packed-minute.ts'

const MINUTE = 60_000
const START = 1_795_000_000_000 - (1_795_000_000_000 % MINUTE)
const USDT = 10n ** 12n

type Entry = { readonly words: readonly IndexWord[]; readonly change?: IndexChange }

/** Packs entries as the projector does, in chunks. @returns bytes by minute */
function pack(entries: readonly Entry[], chunk: number): Map<number, Uint8Array> {
  const rows = new Map<number, Uint8Array>()
  let packer = new MinutePacker()
  const store = (): void => {
    if (packer.isEmpty) return
    const [before, more] = [rows.get(packer.minute) ?? new Uint8Array(), packer.take()]
    rows.set(packer.minute, Uint8Array.from([...before, ...more]))
  }
  for (const [number, { words, change }] of entries.entries()) {
    const time = words[0]?.time ?? change?.time ?? 0
    if (packer.minute !== minuteOf(time)) {
      store()
      packer.begin(minuteOf(time))
    }
    for (const word of words) packer.word(word)
    if (change !== undefined) packer.change(change)
    if (number % chunk !== 0) continue
    store()
    // As after a restart: what the newest row says is all that is known.
    packer = new MinutePacker(memoryAfter(packer.minute, rows.get(packer.minute) ?? new Uint8Array()))
  }
  store()
  return rows
}

function plainMinute(entries: readonly Entry[], minute: number): IndexMinute {
  const startAt = minute * MINUTE
  const [all, changes] = [entries.flatMap(({ words }) => words), entries.flatMap(({ change }) => change ?? [])]
  const inside = ({ time }: { readonly time: number }): boolean => minuteOf(time) === minute
  const last = new Map(all.filter(({ time }) => time < startAt).map((word) => [word.source, word]))
  return {
    startAt,
    begunWith: changes.findLast(({ time }) => time < startAt),
    before: [...last.values()].sort((one, other) => one.source - other.source),
    words: all.filter(inside),
    changes: changes.filter(inside),
  }
}

const STATES: readonly SourceState[] = ['live', 'crossed', 'silent', 'pinned']

it('TRUST-007 [part] every minute opens to what was said before it, its words and its changes, however it was written', () => {
  let seed = 7
  const next = (bound: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed % bound
  }
  const entries: Entry[] = []
  let time = START + 59_000
  for (let number = 0; number < 700; number += 1) {
    time += next(40) === 0 ? 400_000 : next(2000)
    const count = next(4)
    const words = Array.from({ length: count }, (): IndexWord => {
      const price = BigInt(1 + next(2_000_000_000)) * 10n ** BigInt(next(10))
      return { source: next(8), state: STATES[next(4)] ?? 'live', price, at: time - next(70_000) + 500, time }
    })
    const change = next(3) > 0 || count === 0 ? { change: { price: BigInt(next(1_000_000_000)) ** 2n, live: next(9), time } } : {}
    entries.push({ words, ...change })
  }
  for (const chunk of [1, 3, 1000]) {
    const rows = pack(entries, chunk)
    const minutes = new Set(entries.map(({ words, change }) => minuteOf(words[0]?.time ?? change?.time ?? 0)))
    expect([...rows.keys()]).toEqual([...minutes])
    for (const [minute, bytes] of rows) expect(unpackMinute(minute, bytes)).toEqual(plainMinute(entries, minute))
  }
})

it('PERP-026 PERP-027 [part] what the index most likely is, by the rules of the house', () => {
  const at = (prices: readonly number[], last = 0n) =>
    likelyIndex(
      prices.map((price, source) => ({ source, state: 'live', price: BigInt(price) * USDT, at: START, time: START })),
      last,
      START,
    )
  expect(at([60_000, 60_010, 70_000])).toBe((602_067n * USDT) / 10n)
  expect(at([60_000, 62_000], 60_100n * USDT)).toBe(60_000n * USDT)
  expect(at([60_000, 62_000])).toBe(61_000n * USDT)
  expect(at([60_000, 60_100], 1n)).toBe(60_050n * USDT)
  expect(at([60_000])).toBe(60_000n * USDT)
  expect(at([], 5n)).toBe(5n)
  const old: IndexWord = { source: 0, state: 'live', price: USDT, at: START - 30_001, time: START }
  expect(likelyIndex([old, { ...old, state: 'crossed', at: START }], 7n, START)).toBe(7n)
  expect(likelyIndex([{ ...old, state: 'pinned' }], 7n, START)).toBe(USDT)
})

/** Told second by second as the reporter does. */
function dayOf(coin: Parameters<typeof referenceAt>[0], seed: number, seconds: number): Entry[] {
  const entries: Entry[] = []
  const told = new Map<number, Told>()
  const now: (IndexWord | undefined)[] = []
  const assetId = asAssetId(2)
  let index = 0n
  for (let second = 0; second < seconds; second += 1) {
    const [at, time] = [START + second * 1000, START + second * 1000 + 993 + (second % 4)]
    const words = SIMULATED_NAMES.flatMap((name, source): IndexWord[] => {
      const quoted = quotedPrice(quoteAround(referenceAt(coin, seed, at), name, coin.symbol, seed, at))
      const word: IndexWord = {
        source,
        price: quoted?.price ?? 0n,
        at: at + source,
        time,
        state: isSilent(name, seed, at) ? 'silent' : 'live',
      }
      if (!isDue({ ...word, assetId }, told.get(source), time)) return []
      told.set(source, { ...word, assetId, toldAt: time })
      now[source] = word
      return [word]
    })
    const price = likelyIndex(now, index, time)
    const isMoved = price !== index && words.length > 0
    index = price
    if (words.length > 0) entries.push({ words, ...(isMoved && { change: { price, live: 3, time } }) })
  }
  return entries
}

/** Of PostgreSQL: row pointer, header, two integers, length, and the entry of the key with its share of the page. */
const ROW_BYTES = 4 + 24 + 8 + 4 + 4 + 20

it('a month of ten coins with three sources at the real pace takes less than 300 MB', () => {
  const seconds = 2 * 3600
  const livelinesses = [1, 1.2, 1.6, 1.1, 1.4, 1.5, 1.9, 1.3, 1.6, 1.7]
  let bytes = 0
  for (const [number, liveliness] of livelinesses.entries()) {
    const packed = pack(dayOf({ symbol: `C${number}`, reference: 60_000 / 7 ** number, liveliness }, 5, seconds), 1000)
    for (const row of packed.values()) bytes += row.length + ROW_BYTES
  }
  const month = (bytes * 30 * 86_400) / seconds
  expect(month).toBeLessThan(300e6)
})
