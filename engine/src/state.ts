/** The whole of what an exchange knows: a fold over its journal. Mutated only inside `apply`. */
import type { Kernel } from '../generated/kernel.ts'
import * as layout from '../generated/layout.ts'
import * as map from '../generated/map.ts'
import { Tables } from '../generated/tables.ts'
import { StateRow } from '../generated/views.ts'
import type { FeeDirection, JsonObject } from './command.ts'
import { writeConvertRules } from './convert/rules.ts'
import { EventBuffer } from './event-buffer.ts'
import type { AssetId, InstrumentId, UserId } from './ids/id.ts'
import { type Host, openKernel } from './kernel.ts'
import type { Instrument } from './market/instrument.ts'
import { openArena } from './memory/arena.ts'
import type { Handle } from './memory/handle.ts'
import { HandleIndex } from './memory/handle-index.ts'
import { openLists } from './memory/lists.ts'
import { MEMORY_BYTES, PAGE_BYTES, RECORDS_TAKEN } from './memory/map.ts'
import { CONVERT_RULES } from './schema/convert.ts'
import { DUE_SLICE } from './schema/due.ts'
import { MEETINGS_MOST } from './schema/work.ts'

const PAGES = MEMORY_BYTES / PAGE_BYTES

/** What an exchange can trade. */
export interface Asset {
  readonly assetId: AssetId
  readonly symbol: string
  /** Ledger scale, 0…8. */
  readonly scale: number
  readonly document: JsonObject
}

/** Fee levels as documents give them; settlement reads their rates in memory. */
export interface FeeSchedule {
  readonly volumeMins: readonly bigint[]
  readonly feeAssetId: AssetId | 0
  /** Multiplier of a fee paid in the fee asset: 1e8 − discount. */
  readonly feeAssetShareE8: number
}

export const NO_FEES: FeeSchedule = { volumeMins: [], feeAssetId: 0, feeAssetShareE8: 100_000_000 }

export class State extends Tables {
  /** All of it, by address: see `schema/capacities.ts`. Untouched pages cost nothing. */
  readonly memory: DataView
  /** What it knows besides its tables. */
  readonly scalars: StateRow
  readonly kernel: Kernel
  /** Where entries stand while they are applied. */
  readonly entries: Uint8Array
  /** Records of the entries applied since its last reset. */
  readonly out: EventBuffer
  readonly orderIndex: HandleIndex
  readonly accountIndex: HandleIndex
  readonly deskIndex: HandleIndex
  /** Outcomes too long for a key row, as event records, by key handle. */
  readonly longOutcomes = new Map<Handle<'key'>, Uint8Array>()
  readonly userByAccountKey = new Map<string, number>()
  /** Addresses that many share, by family and tag: see `tagName`. */
  readonly addressByTag = new Map<string, number>()
  /** Rows of the accounts of each person who has several, by the person's number. */
  readonly accountsOfPerson = new Map<UserId, Set<Handle<'user'>>>()
  readonly assets: Asset[] = []
  /** Names of the sources of index prices, by number. */
  readonly indexSources: string[] = []
  readonly instruments: Instrument[] = []
  /** Σ issued per asset id, minor units. */
  readonly issued: bigint[] = [0n]
  #fees: FeeSchedule = NO_FEES
  /** Of pairs that are listed from now on, and of all when an operator set it last. */
  feeDirection: FeeDirection = 'received'

  /** By `createState`, which knows the host. @param share of its rows that each table holds */
  constructor(hostOf: (state: State) => Host, share: number) {
    const memory = new WebAssembly.Memory({ initial: PAGES, maximum: PAGES })
    const { buffer } = memory
    super(buffer, share)
    this.memory = new DataView(buffer)
    this.scalars = new StateRow(this.memory, 0)
    this.entries = new Uint8Array(buffer, map.ENTRIES, map.ENTRIES_SPACE)
    openRooms(this.scalars)
    this.orderIndex = new HandleIndex(this.memory, layout.X_ORDERS, map.ORDER_SLOTS, map.ORDER_SLOTS_SPACE, 1 << 11)
    this.accountIndex = new HandleIndex(this.memory, layout.X_ACCOUNTS, map.ACCOUNT_SLOTS, map.ACCOUNT_SLOTS_SPACE, 1 << 9)
    this.deskIndex = new HandleIndex(this.memory, layout.X_DESKS, map.DESK_SLOTS, map.DESK_SLOTS_SPACE, 1 << 9)
    new HandleIndex(this.memory, layout.X_DUES, map.DUE_SLOTS, map.DUE_SLOTS_SPACE, 1 << 9)
    new HandleIndex(this.memory, layout.X_WALLETS, map.WALLET_SLOTS, map.WALLET_SLOTS_SPACE, 1 << 9)
    new HandleIndex(this.memory, layout.X_DEPOSITS, map.DEPOSIT_SLOTS, map.DEPOSIT_SLOTS_SPACE, 1 << 9)
    new HandleIndex(this.memory, layout.X_TAKERS, map.TAKER_SLOTS, map.TAKER_SLOTS_SPACE, 1 << 9)
    writeConvertRules(this.scalars, CONVERT_RULES)
    this.scalars.deadline = Infinity
    this.scalars.dueSlice = DUE_SLICE
    this.scalars.meetingsMost = MEETINGS_MOST
    this.kernel = openKernel(memory, hostOf(this))
    this.out = new EventBuffer(this.scalars, this.kernel.out)
    this.kernel.makeBuckets()
    // The tenant itself: its keys are those of commands without a user.
    this.users.edit(this.kernel.addUser(0)).trading = true
  }

  /** Sequence of the last entry applied; 0 = none. */
  get seq(): number {
    return this.scalars.seq
  }

  /** Engine time, ms: stamp of the last entry. */
  get at(): number {
    return this.scalars.at
  }

  get tradeCount(): number {
    return this.scalars.trades
  }

  /** Next 00:00 UTC at which levels change; 0 = nothing traded yet. */
  get nextDay(): number {
    return this.scalars.nextDay
  }

  get fees(): FeeSchedule {
    return this.#fees
  }

  set fees(fees: FeeSchedule) {
    this.#fees = fees
    this.scalars.feeShare = BigInt(fees.feeAssetShareE8)
  }

  /** Share of a fee for the inviter of who paid it, 1e-8. */
  get commissionE8(): number {
    return Number(this.scalars.commission)
  }

  set commissionE8(rate: number) {
    this.scalars.commission = BigInt(rate)
  }

  /** True when the entry that is being applied, or broke, had only come to what was due before its command. */
  get runsDue(): boolean {
    return this.scalars.runsDue
  }
}

/** Time of the next scheduled work, ms; Infinity = none. Send a `tick` then, and again as long as it is not later than now. */
export function nextDeadline(state: State): number {
  const { deadline: next, nextDay, worksFirst } = state.scalars
  if (worksFirst !== 0) return state.at
  return nextDay === 0 ? next : Math.min(next, nextDay)
}

/** Sequence of the last entry applied; 0 = none. */
export function stateSeq(state: State): number {
  return state.seq
}

/** Engine time, ms: stamp of the last entry. */
export function stateTime(state: State): number {
  return state.at
}

/** The pair or contract, or undefined. */
export function instrumentAt(state: State, instrumentId: InstrumentId | number): Instrument | undefined {
  return state.instruments[instrumentId - 1]
}

/** What is no table: the arena, lists, and where the room of records is full. */
function openRooms(scalars: StateRow): void {
  openArena(scalars)
  openLists(scalars.view)
  scalars.recordsFull = map.RECORDS + RECORDS_TAKEN
}
