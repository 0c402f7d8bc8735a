/** The whole of what an exchange knows: a fold over its journal. Mutated only inside `apply`. */

import type { JsonObject } from './command.ts'
import type { AssetId, InstrumentId } from './ids/id.ts'
import * as layout from './layout.ts'
import type { Entrant, Instrument } from './market/instrument.ts'
import { Deadlines } from './memory/deadlines.ts'
import { HandleIndex } from './memory/handle-index.ts'
import { HandleList } from './memory/handle-list.ts'
import { Rows, TABLE_BYTES_MAX } from './memory/rows.ts'
import { KeyIndex } from './user/key-index.ts'

const {
  ACCOUNT_BYTES,
  CLOSED_BYTES,
  CLOSED_SEQUENCES,
  DESK_BYTES,
  EXTRA_BYTES,
  KEY_BYTES,
  LABEL_BYTES,
  LEVEL_BYTES,
  ORDER_BYTES,
  USER_BYTES,
  USER_TRADING,
  VOLUME_BYTES,
} = layout

/** What an exchange can trade. */
export interface Asset {
  readonly assetId: AssetId
  readonly symbol: string
  /** Ledger scale, 0…8. */
  readonly scale: number
  readonly document: JsonObject
}

/** Fee levels in the form that settlement reads: maker rate at level × 16, taker rate 8 bytes behind it (int64). */
export interface FeeSchedule {
  readonly volumeMins: readonly bigint[]
  readonly levelCount: number
  readonly rates: DataView
  readonly feeAssetId: AssetId | 0
  /** Multiplier of a fee paid in the fee asset: 1e8 − discount. */
  readonly feeAssetShareE8: number
}

export const NO_FEES: FeeSchedule = {
  volumeMins: [],
  levelCount: 0,
  rates: new DataView(new ArrayBuffer(0)),
  feeAssetId: 0,
  feeAssetShareE8: 100_000_000,
}

export class State {
  seq = 0
  at = 0
  tradeCount = 0
  readonly orders: Rows
  readonly orderIndex = new HandleIndex(1 << 11)
  readonly extras: Rows
  readonly levels: Rows
  readonly accounts: Rows
  readonly accountIndex = new HandleIndex(1 << 9)
  readonly desks: Rows
  readonly deskIndex = new HandleIndex(1 << 9)
  readonly users: Rows
  readonly keys: Rows
  readonly labels: Rows
  readonly keyIndex = new KeyIndex()
  readonly volumes: Rows
  keyOldest = 0
  keyNewest = 0
  /** Outcomes too long for a key row, as event records, by key handle. */
  readonly longOutcomes = new Map<number, Uint8Array>()
  readonly userByAccountKey = new Map<string, number>()
  readonly assets: Asset[] = []
  readonly instruments: Instrument[] = []
  /** Σ issued per asset id, minor units. */
  readonly issued: bigint[] = [0n]
  fees: FeeSchedule = NO_FEES
  /** Share of a fee for the inviter of who paid it, 1e-8. */
  commissionE8 = 0
  readonly deadlines = new Deadlines()
  /** Next 00:00 UTC at which levels change; 0 = nothing traded yet. */
  nextDay = 0
  readonly closed = new DataView(new ArrayBuffer(CLOSED_SEQUENCES * 4 * CLOSED_BYTES))
  /** Levels changed by the entry that runs, and levels that it emptied. Empty between entries. */
  readonly changedLevels = new HandleList()
  readonly emptiedLevels = new HandleList()
  /** Orders hit by a trade and children of filled parents, in the order in which they enter. Empty between entries. */
  readonly entrants: Entrant[] = []
  /** Orders hit by the trade that runs, before they are put in order. */
  readonly hits: Entrant[] = []

  /** Label that a replacing order takes over from the order that ends; 0 between entries. */
  inheritedLabel = 0

  /** @param tableBytesMax bound of each table; smaller ones are for tests of a full engine */
  constructor(tableBytesMax: number = TABLE_BYTES_MAX) {
    const table = (rowBytes: number, rows: number): Rows => new Rows(rowBytes, rows, tableBytesMax)
    this.orders = table(ORDER_BYTES, 1 << 10)
    this.extras = table(EXTRA_BYTES, 1 << 8)
    this.levels = table(LEVEL_BYTES, 1 << 8)
    this.accounts = table(ACCOUNT_BYTES, 1 << 8)
    this.desks = table(DESK_BYTES, 1 << 8)
    this.users = table(USER_BYTES, 1 << 8)
    this.keys = table(KEY_BYTES, 1 << 8)
    this.labels = table(LABEL_BYTES, 1 << 8)
    this.volumes = table(VOLUME_BYTES, 1 << 6)
    const tenant = this.users.allocateZeroed()
    this.users.view.setUint8(tenant + USER_TRADING, 1)
  }
}

/** A new, empty exchange. */
export function createState(): State {
  return new State()
}

/** Time of the next scheduled work, ms; Infinity = none. Send a `tick` then. */
export function nextDeadline(state: State): number {
  const next = state.deadlines.next()
  return state.nextDay === 0 ? next : Math.min(next, state.nextDay)
}

/** Sequence of the last entry applied; 0 = none. */
export function stateSeq(state: State): number {
  return state.seq
}

/** Engine time, ms: stamp of the last entry. */
export function stateTime(state: State): number {
  return state.at
}

/** The pair, or undefined. */
export function instrumentAt(state: State, instrumentId: InstrumentId | number): Instrument | undefined {
  return state.instruments[instrumentId - 1]
}
