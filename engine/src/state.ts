/** The whole of what an exchange knows: a fold over its journal. Mutated only inside `apply`. */
import * as layout from '../generated/layout.ts'
import * as map from '../generated/map.ts'
import type { FeeDirection, JsonObject } from './command.ts'
import { writeConvertRules } from './convert/rules.ts'
import { EventBuffer } from './event-buffer.ts'
import type { AssetId, InstrumentId } from './ids/id.ts'
import { type Host, type Kernel, openKernel } from './kernel.ts'
import type { Instrument } from './market/instrument.ts'
import { openArena } from './memory/arena.ts'
import { HandleIndex } from './memory/handle-index.ts'
import { openLists } from './memory/lists.ts'
import { MEMORY_BYTES, PAGE_BYTES, RECORDS_TAKEN } from './memory/map.ts'
import { Rows } from './memory/rows.ts'
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

export class State {
  /** All of it, by address: see `schema/capacities.ts`. Untouched pages cost nothing. */
  readonly memory: DataView
  readonly kernel: Kernel
  /** Where entries stand while they are applied. */
  readonly entries: Uint8Array
  /** Records of the entries applied since its last reset. */
  readonly out: EventBuffer
  readonly orders: Rows
  readonly extras: Rows
  readonly levels: Rows
  readonly accounts: Rows
  readonly desks: Rows
  readonly users: Rows
  readonly bounds: Rows
  readonly keys: Rows
  readonly labels: Rows
  readonly volumes: Rows
  readonly dues: Rows
  readonly assetIndexes: Rows
  readonly products: Rows
  readonly earnRates: Rows
  readonly earnOrders: Rows
  readonly networks: Rows
  readonly listings: Rows
  readonly addresses: Rows
  readonly wallets: Rows
  readonly deposits: Rows
  readonly crowds: Rows
  readonly withdrawals: Rows
  readonly payments: Rows
  readonly contracts: Rows
  readonly traders: Rows
  readonly crosses: Rows
  readonly seats: Rows
  readonly positions: Rows
  readonly conditions: Rows
  readonly funds: Rows
  readonly stocks: Rows
  readonly takers: Rows
  readonly orderIndex: HandleIndex
  readonly accountIndex: HandleIndex
  readonly deskIndex: HandleIndex
  /** Outcomes too long for a key row, as event records, by key handle. */
  readonly longOutcomes = new Map<number, Uint8Array>()
  readonly userByAccountKey = new Map<string, number>()
  /** Addresses that many share, by family and tag: see `tagName`. */
  readonly addressByTag = new Map<string, number>()
  /** Rows of the accounts of each person who has several, by the person's number. */
  readonly accountsOfPerson = new Map<number, Set<number>>()
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
    const table = (rowBytes: number, scalars: number, base: number, space: number, most: number): Rows =>
      new Rows(buffer, rowBytes, scalars, base, space, Math.ceil(most * share))
    this.memory = new DataView(buffer)
    this.entries = new Uint8Array(buffer, map.ENTRIES, map.ENTRIES_SPACE)
    openRooms(this.memory)
    this.orders = table(layout.ORDER_BYTES, layout.T_ORDERS, map.ORDERS, map.ORDERS_SPACE, map.ORDERS_MOST)
    this.extras = table(layout.EXTRA_BYTES, layout.T_EXTRAS, map.EXTRAS, map.EXTRAS_SPACE, map.EXTRAS_MOST)
    this.levels = table(layout.LEVEL_BYTES, layout.T_LEVELS, map.LEVELS, map.LEVELS_SPACE, map.LEVELS_MOST)
    this.accounts = table(layout.ACCOUNT_BYTES, layout.T_ACCOUNTS, map.ACCOUNTS, map.ACCOUNTS_SPACE, map.ACCOUNTS_MOST)
    this.desks = table(layout.DESK_BYTES, layout.T_DESKS, map.DESKS, map.DESKS_SPACE, map.DESKS_MOST)
    this.users = table(layout.USER_BYTES, layout.T_USERS, map.USERS, map.USERS_SPACE, map.USERS_MOST)
    this.bounds = table(layout.BOUND_BYTES, layout.T_BOUNDS, map.BOUNDS, map.BOUNDS_SPACE, map.BOUNDS_MOST)
    this.keys = table(layout.KEY_BYTES, layout.T_KEYS, map.KEYS, map.KEYS_SPACE, map.KEYS_MOST)
    this.labels = table(layout.LABEL_BYTES, layout.T_LABELS, map.LABELS, map.LABELS_SPACE, map.LABELS_MOST)
    this.volumes = table(layout.VOLUME_BYTES, layout.T_VOLUMES, map.VOLUMES, map.VOLUMES_SPACE, map.VOLUMES_MOST)
    this.dues = table(layout.DUE_BYTES, layout.T_DUES, map.DUES, map.DUES_SPACE, map.DUES_MOST)
    this.assetIndexes = table(
      layout.ASSET_INDEX_BYTES,
      layout.T_ASSET_INDEXES,
      map.ASSET_INDEXES,
      map.ASSET_INDEXES_SPACE,
      map.ASSET_INDEXES_MOST,
    )
    this.products = table(layout.PRODUCT_BYTES, layout.T_PRODUCTS, map.PRODUCTS, map.PRODUCTS_SPACE, map.PRODUCTS_MOST)
    this.earnRates = table(layout.EARN_RATE_BYTES, layout.T_EARN_RATES, map.EARN_RATES, map.EARN_RATES_SPACE, map.EARN_RATES_MOST)
    this.earnOrders = table(layout.EARN_ORDER_BYTES, layout.T_EARN_ORDERS, map.EARN_ORDERS, map.EARN_ORDERS_SPACE, map.EARN_ORDERS_MOST)
    this.networks = table(layout.NETWORK_BYTES, layout.T_NETWORKS, map.NETWORKS, map.NETWORKS_SPACE, map.NETWORKS_MOST)
    this.listings = table(layout.LISTING_BYTES, layout.T_LISTINGS, map.LISTINGS, map.LISTINGS_SPACE, map.LISTINGS_MOST)
    this.addresses = table(layout.ADDRESS_BYTES, layout.T_ADDRESSES, map.ADDRESSES, map.ADDRESSES_SPACE, map.ADDRESSES_MOST)
    this.wallets = table(layout.WALLET_BYTES, layout.T_WALLETS, map.WALLETS, map.WALLETS_SPACE, map.WALLETS_MOST)
    this.deposits = table(layout.DEPOSIT_BYTES, layout.T_DEPOSITS, map.DEPOSITS, map.DEPOSITS_SPACE, map.DEPOSITS_MOST)
    this.crowds = table(layout.CROWD_BYTES, layout.T_CROWDS, map.CROWDS, map.CROWDS_SPACE, map.CROWDS_MOST)
    this.withdrawals = table(layout.WITHDRAWAL_BYTES, layout.T_WITHDRAWALS, map.WITHDRAWALS, map.WITHDRAWALS_SPACE, map.WITHDRAWALS_MOST)
    this.payments = table(layout.PAYMENT_BYTES, layout.T_PAYMENTS, map.PAYMENTS, map.PAYMENTS_SPACE, map.PAYMENTS_MOST)
    this.contracts = table(layout.CONTRACT_BYTES, layout.T_CONTRACTS, map.CONTRACTS, map.CONTRACTS_SPACE, map.CONTRACTS_MOST)
    this.traders = table(layout.TRADER_BYTES, layout.T_TRADERS, map.TRADERS, map.TRADERS_SPACE, map.TRADERS_MOST)
    this.crosses = table(layout.CROSS_BYTES, layout.T_CROSSES, map.CROSSES, map.CROSSES_SPACE, map.CROSSES_MOST)
    this.seats = table(layout.SEAT_BYTES, layout.T_SEATS, map.SEATS, map.SEATS_SPACE, map.SEATS_MOST)
    this.positions = table(layout.POSITION_BYTES, layout.T_POSITIONS, map.POSITIONS, map.POSITIONS_SPACE, map.POSITIONS_MOST)
    this.conditions = table(layout.CONDITION_BYTES, layout.T_CONDITIONS, map.CONDITIONS, map.CONDITIONS_SPACE, map.CONDITIONS_MOST)
    this.funds = table(layout.FUND_BYTES, layout.T_FUNDS, map.FUNDS, map.FUNDS_SPACE, map.FUNDS_MOST)
    this.stocks = table(layout.STOCK_BYTES, layout.T_STOCKS, map.STOCKS, map.STOCKS_SPACE, map.STOCKS_MOST)
    this.takers = table(layout.TAKER_BYTES, layout.T_TAKERS, map.TAKERS, map.TAKERS_SPACE, map.TAKERS_MOST)
    this.orderIndex = new HandleIndex(this.memory, layout.X_ORDERS, map.ORDER_SLOTS, map.ORDER_SLOTS_SPACE, 1 << 11)
    this.accountIndex = new HandleIndex(this.memory, layout.X_ACCOUNTS, map.ACCOUNT_SLOTS, map.ACCOUNT_SLOTS_SPACE, 1 << 9)
    this.deskIndex = new HandleIndex(this.memory, layout.X_DESKS, map.DESK_SLOTS, map.DESK_SLOTS_SPACE, 1 << 9)
    new HandleIndex(this.memory, layout.X_DUES, map.DUE_SLOTS, map.DUE_SLOTS_SPACE, 1 << 9)
    new HandleIndex(this.memory, layout.X_WALLETS, map.WALLET_SLOTS, map.WALLET_SLOTS_SPACE, 1 << 9)
    new HandleIndex(this.memory, layout.X_DEPOSITS, map.DEPOSIT_SLOTS, map.DEPOSIT_SLOTS_SPACE, 1 << 9)
    new HandleIndex(this.memory, layout.X_TAKERS, map.TAKER_SLOTS, map.TAKER_SLOTS_SPACE, 1 << 9)
    writeConvertRules(this.memory, CONVERT_RULES)
    this.memory.setFloat64(layout.S_DEADLINE, Infinity, true)
    this.memory.setUint32(layout.S_DUE_SLICE, DUE_SLICE, true)
    this.memory.setUint32(layout.S_MEETINGS_MOST, MEETINGS_MOST, true)
    this.kernel = openKernel(memory, hostOf(this))
    this.out = new EventBuffer(this.memory, this.kernel.out)
    this.kernel.makeBuckets()
    // The tenant itself: its keys are those of commands without a user.
    this.users.view.setUint8(this.kernel.addUser(0) + layout.USER_TRADING, 1)
  }

  /** Sequence of the last entry applied; 0 = none. */
  get seq(): number {
    return this.memory.getFloat64(layout.S_SEQ, true)
  }

  /** Engine time, ms: stamp of the last entry. */
  get at(): number {
    return this.memory.getFloat64(layout.S_AT, true)
  }

  get tradeCount(): number {
    return this.memory.getFloat64(layout.S_TRADES, true)
  }

  /** Next 00:00 UTC at which levels change; 0 = nothing traded yet. */
  get nextDay(): number {
    return this.memory.getFloat64(layout.S_NEXT_DAY, true)
  }

  get fees(): FeeSchedule {
    return this.#fees
  }

  set fees(fees: FeeSchedule) {
    this.#fees = fees
    this.memory.setBigInt64(layout.S_FEE_SHARE, BigInt(fees.feeAssetShareE8), true)
  }

  /** Share of a fee for the inviter of who paid it, 1e-8. */
  get commissionE8(): number {
    return Number(this.memory.getBigInt64(layout.S_COMMISSION, true))
  }

  set commissionE8(rate: number) {
    this.memory.setBigInt64(layout.S_COMMISSION, BigInt(rate), true)
  }

  /** True when the entry that is being applied, or broke, had only come to what was due before its command. */
  get runsDue(): boolean {
    return this.memory.getUint32(layout.S_RUNS_DUE, true) === 1
  }
}

/** Time of the next scheduled work, ms; Infinity = none. Send a `tick` then, and again as long as it is not later than now. */
export function nextDeadline(state: State): number {
  const { memory, nextDay } = state
  if (memory.getInt32(layout.S_WORKS_FIRST, true) !== 0) return state.at
  const next = memory.getFloat64(layout.S_DEADLINE, true)
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
function openRooms(memory: DataView): void {
  openArena(memory)
  openLists(memory)
  memory.setUint32(layout.S_RECORDS_FULL, map.RECORDS + RECORDS_TAKEN, true)
}
