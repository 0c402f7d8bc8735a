/** Puts a decoded State into the kernel's memory and calls it. */
import { readFileSync } from 'node:fs'
import { LABEL_BYTES, LABEL_KEY } from '../../../engine/src/layout.ts'
import { type Instrument, RATES, UNIT_LOT, UNIT_NOTIONAL } from '../../../engine/src/market/instrument.ts'
import type { HandleIndex } from '../../../engine/src/memory/handle-index.ts'
import type { Rows } from '../../../engine/src/memory/rows.ts'
import type { State } from '../../../engine/src/state.ts'
import { BASES, INSTRUMENT as I, LADDER as L, SCALARS as S, SIZES, TABLES } from './map.ts'

const PAGES = BASES.MEMORY_END / 65536
const code = new WebAssembly.Module(readFileSync(new URL('./dist/kernel.wasm', import.meta.url)))

const wide = (key: number): number => (key / 100) * 96

interface Exports {
  apply(start: number, out: number): number
  applyBatch(start: number, end: number, out: number, limit: number): number
  ladderInsert(ladder: number, key: number, handle: number): void
  makeBuckets(lines: number): void
}

const instrumentAt = ({ instrumentId }: Instrument): number => BASES.INSTR + (instrumentId - 1) * BASES.INSTR_BYTES

/** Addresses of an instrument's fields by name. */
const fieldsOf =
  (instrument: Instrument) =>
  (name: string): number => {
    const offset = I[name]
    if (offset === undefined) throw new Error(`no field ${name}`)
    return instrumentAt(instrument) + offset
  }

const ladderAt = (instrument: Instrument, which: number): number => fieldsOf(instrument)('I_LADDERS') + which * (L.L_BYTES ?? 0)

export class Kernel {
  readonly memory = new WebAssembly.Memory({ initial: PAGES, maximum: PAGES })
  readonly view = new DataView(this.memory.buffer)
  readonly bytes = new Uint8Array(this.memory.buffer)
  readonly exports: Exports
  arena: number = BASES.ARENA

  constructor(state: State) {
    const instance = new WebAssembly.Instance(code, {
      env: {
        memory: this.memory,
        abort: () => {
          throw new Error('abort')
        },
      },
      host: {
        cold: (why: number, at: number) => {
          throw new Error(`cold path ${why} at ${at}`)
        },
      },
    })
    this.exports = instance.exports as unknown as Exports
    this.load(state)
  }

  int(at: number | undefined, value: number): void {
    if (at === undefined) throw new Error('no such field')
    this.view.setInt32(at, value, true)
  }
  float(at: number | undefined, value: number): void {
    if (at === undefined) throw new Error('no such field')
    this.view.setFloat64(at, value, true)
  }
  big(at: number | undefined, value: bigint): void {
    if (at === undefined) throw new Error('no such field')
    this.view.setBigInt64(at, value, true)
  }

  load(state: State): void {
    this.loadTables(state)
    this.loadScalars(state)
    for (const [name, index] of [
      ['ORDER_INDEX', state.orderIndex],
      ['ACCOUNT_INDEX', state.accountIndex],
      ['DESK_INDEX', state.deskIndex],
    ] as const)
      this.loadIndex(name, index)
    for (const instrument of state.instruments) this.loadInstrument(instrument)
    this.int(S.S_ARENA, this.arena)
    for (const instrument of state.instruments) this.loadLadders(instrument)
    let lines = 1 << 15
    while (state.keys.liveCount > lines * 28) lines *= 4
    this.exports.makeBuckets(lines)
  }

  /** Memory for what grows, in whole lines of the cache. */
  take(size: number): number {
    const at = this.arena
    this.arena += (size + 63) & ~63
    return at
  }

  loadTables(state: State): void {
    const rows: Record<(typeof TABLES)[number], Rows> = {
      ORDERS: state.orders,
      EXTRAS: state.extras,
      LEVELS: state.levels,
      ACCOUNTS: state.accounts,
      DESKS: state.desks,
      USERS: state.users,
      KEYS: state.keys,
      LABELS: state.labels,
      VOLUMES: state.volumes,
    }
    for (const name of TABLES) {
      const table = rows[name]
      if (name === 'KEYS') this.loadKeys(state, table)
      else {
        this.bytes.set(table.usedBytes(), BASES[name])
        this.int(S[`S_${name}_USED`], table.used)
        this.int(S[`S_${name}_FREE`], table.freeHead)
      }
      this.int(S[`S_${name}_LIVE`], table.liveCount)
    }
    for (let label = LABEL_BYTES; label < state.labels.used; label += LABEL_BYTES) {
      const key = BASES.LABELS + label + LABEL_KEY
      this.int(key, wide(this.view.getInt32(key, true)))
    }
  }

  loadScalars(state: State): void {
    this.bytes.set(new Uint8Array(state.closed.buffer), BASES.CLOSED)
    this.bytes.set(new Uint8Array(state.fees.rates.buffer), BASES.FEE_RATES)
    this.float(S.S_SEQ, state.seq)
    this.float(S.S_AT, state.at)
    this.float(S.S_TRADES, state.tradeCount)
    this.float(S.S_DEADLINE, state.deadlines.next())
    this.float(S.S_NEXT_DAY, state.nextDay)
    this.int(S.S_FEE_LEVELS, state.fees.levelCount)
    this.int(S.S_FEE_ASSET, state.fees.feeAssetId)
    this.int(S.S_INSTRUMENTS, state.instruments.length)
    this.int(S.S_ORDERS_MAX, state.orders.rowsMax)
    this.int(S.S_EXTRAS_MAX, state.extras.rowsMax)
    this.int(S.S_KEYS_MAX, state.keys.rowsMax)
  }

  loadIndex(name: string, from: HandleIndex): void {
    const at = this.take(from.slots.byteLength)
    this.bytes.set(new Uint8Array(from.slots.buffer), at)
    this.int(S[`S_${name}_SLOTS`], at)
    this.int(S[`S_${name}_MASK`], from.mask)
    this.int(S[`S_${name}_COUNT`], from.count)
  }

  loadInstrument(instrument: Instrument): void {
    const field = fieldsOf(instrument)
    const { terms, window, money } = instrument
    const ints = {
      I_STATUS: instrument.status,
      I_BAND_RATE: terms.priceBandE8,
      I_TAKES: (instrument.takesPlainBuys ? 1 : 0) | (instrument.takesPlainSells ? 256 : 0),
      I_OPEN_MAX: terms.maxOpenOrders,
      I_BASE_ASSET: instrument.baseAssetId,
      I_QUOTE_ASSET: instrument.quoteAssetId,
      I_FEE_IN_QUOTE: instrument.feeInQuote ? 1 : 0,
      I_COUNTS_VOLUME: instrument.countsVolume ? 1 : 0,
      I_TRAILING_HEAD: instrument.trailingHead,
      W_NEWEST_OFFSET: field('W_RING') + window.newestOffset,
    }
    const floats = {
      I_PRICE_MOST: instrument.priceMost,
      I_QUANTITY_LEAST: instrument.quantityLeast,
      I_QUANTITY_MOST: instrument.quantityMost,
      I_VALUE_LEAST: instrument.valueLeast,
      I_VALUE_MOST: instrument.valueMost,
      I_NOTIONAL_UNIT: instrument.notionalUnit,
      I_LOT_UNIT: instrument.lotUnit,
      I_LAST_PRICE: instrument.lastPrice,
      I_REFERENCE_PRICE: terms.referencePrice,
      I_BAND_HIGH: Infinity,
      I_BREAKER_MOVE: terms.breakerMoveE8,
      W_NEWEST: window.newestOpenTime,
      W_OLDEST: window.oldestOpenTime,
      W_CACHED_AT: -1,
    }
    for (const [name, value] of Object.entries(ints)) this.int(field(name), value)
    for (const [name, value] of Object.entries(floats)) this.float(field(name), value)
    this.big(field('I_UNIT_NOTIONAL'), money.getBigInt64(UNIT_NOTIONAL, true))
    this.big(field('I_UNIT_LOT'), money.getBigInt64(UNIT_LOT, true))
    for (let rate = 0; rate < 32; rate += 8) this.big(field('I_RATES') + rate, money.getBigInt64(RATES + rate, true))
    this.big(field('W_TOTAL_COUNT'), window.totals.getBigInt64(0, true))
    this.big(field('W_TOTAL_SUM'), window.totals.getBigInt64(8, true))
    this.bytes.set(new Uint8Array(window.ring.buffer), field('W_RING'))
    for (let which = 0; which < 4; which += 1) {
      const ladder = ladderAt(instrument, which)
      this.int(ladder + (L.L_DIR_KEYS ?? 0), this.take(SIZES.DIR_CHUNKS * 8))
      this.int(ladder + (L.L_DIR_CHUNKS ?? 0), this.take(SIZES.DIR_CHUNKS * 4))
      this.int(ladder + (L.L_RECENT_KEYS ?? 0), this.take(SIZES.RECENT * 8))
      this.int(ladder + (L.L_RECENT_HANDLES ?? 0), this.take(SIZES.RECENT * 4))
    }
  }

  loadLadders(instrument: Instrument): void {
    for (const [which, { chunks }] of instrument.ladders.entries())
      for (const { view, count } of chunks)
        for (let position = 0; position < count; position += 1) {
          const handle = view.getInt32(SIZES.CHUNK_ENTRIES * 8 + position * 4, true)
          this.exports.ladderInsert(ladderAt(instrument, which), view.getFloat64(position * 8, true), handle)
        }
  }

  /** Key rows of TypeScript to those of the kernel, which have no lists but the number of the key among its user's. */
  loadKeys(state: State, table: Rows): void {
    const { view } = this
    const from = table.view
    for (let key = 100; key < table.used; key += 100) {
      const to = BASES.KEYS + wide(key)
      for (let offset = 0; offset < 40; offset += 4) view.setInt32(to + offset, from.getInt32(key + offset, true), true)
      view.setInt32(to + 44, -1_000_000, true)
      view.setInt32(to + 48, from.getInt32(key + 56, true), true)
      view.setInt32(to + 52, from.getInt32(key + 60, true), true)
      for (let offset = 0; offset < 36; offset += 4) view.setInt32(to + 56 + offset, from.getInt32(key + 64 + offset, true), true)
      view.setInt32(to + 92, from.getInt32(key + 40, true), true)
    }
    const users = state.users.view
    for (let user = 44; user < state.users.used; user += 44) {
      let number = 0
      for (let key = users.getInt32(user + 28, true); key !== 0; key = from.getInt32(key + 44, true))
        view.setInt32(BASES.KEYS + wide(key) + 44, number++, true)
      if (number !== users.getInt32(user + 36, true)) throw new Error('keys of a user')
    }
    this.int(S.S_KEYS_USED, wide(table.used))
    if (table.freeHead !== 0) throw new Error('free rows of keys are not imported')
    this.int(S.S_KEYS_FREE, 0)
    this.int(S.S_KEY_HAND, 96)
    this.float(S.S_SWEEP_AT, state.keyOldest === 0 ? state.at + 86_400_000 : from.getFloat64(state.keyOldest + 8, true) + 86_400_000)
  }

  /** Copies entries to where the kernel reads them; what was read ahead is forgotten. */
  give(entries: Uint8Array): number {
    this.bytes.set(entries, BASES.ENTRIES)
    const end = BASES.ENTRIES + entries.byteLength
    this.view.setInt32(S.S_ENTRIES_END ?? 0, end, true)
    this.view.setInt32(S.S_AHEAD_ENTRY ?? 0, 0, true)
    return end
  }

  get records(): number {
    return this.view.getInt32(S.S_RECORDS ?? 0, true)
  }
  get nextEntry(): number {
    return this.view.getInt32(S.S_NEXT_ENTRY ?? 0, true)
  }
}
