/** Rows as Kysely reads them: int8 comes as a string, int4 as a number. Money never passes through a float. */
import type { HistoryName } from '../histories.ts'
import type { ContractTables } from './contract-tables.ts'
import type { AddressesTable, PaymentsTable, PaymentTxsTable, WalletStepsTable, WalletTxsTable } from './wallet-tables.ts'

type Int8 = string

export interface PositionTable {
  one: number
  seq: Int8
  at: Int8
  last_line_id: Int8
  journal_mark: string
}

export interface UsersTable {
  user_id: Int8
  account_key: string
  role: string
  created_at: Int8
  document: string
}

/** An order. What most orders have none of is null instead of 0 or false: it takes no room. */
export interface OrdersTable {
  user_id: Int8
  order_id: Int8
  client_order_id: string
  instrument_id: number
  side: string
  type: string
  time_in_force: string
  self_trade: string
  source: string
  price: Int8
  quantity: Int8
  status: string
  close_reason: string
  executed_quantity: Int8
  executed_quote: Int8
  fee: Int8
  fee_asset_id: number
  held_asset_id: number
  created_at: Int8
  updated_at: Int8
  /** Sequence of the entry that placed it. */
  placed_seq: Int8
  /** Sequence of the closing entry; 0 = open. */
  closed_seq: Int8
  held: Int8 | null
  order_list_id: Int8 | null
  quote_amount: Int8 | null
  trigger_price: Int8 | null
  activation_price: Int8 | null
  trailing_bps: number | null
  visible_quantity: Int8 | null
  expire_at: Int8 | null
  prevented_quantity: Int8 | null
  triggered: boolean | null
  triggered_at: Int8 | null
  replaced_order_id: Int8 | null
  /** Whose client order id it is: the number of an API key; null = the sessions'. */
  caller: number | null
  /** First of the orders without a client order id in whose place amendments put this one; null = it is the first. */
  origin_order_id: Int8 | null
}

/** An amendment that lowered an order, of a pair or of a contract, in its place. */
export interface OrderLoweringsTable {
  user_id: Int8
  order_id: Int8
  seq: Int8
  at: Int8
  /** Before the amendment. */
  quantity: Int8
  lowered_to: Int8
  executed_quantity: Int8
}

/** Eight columns more hold its statement lines: they are read through `statement_lines`. */
export interface FillsTable {
  user_id: Int8
  trade_id: Int8
  order_id: Int8
  instrument_id: number
  side: string
  role: string
  price: Int8
  quantity: Int8
  notional: Int8
  fee: Int8
  fee_asset_id: number
  at: Int8
  seq: Int8
}

/** A view: a trade's lines stand in the rows of `fills`, the others in `other_lines`, which only the projector writes. */
export interface StatementLinesTable {
  line_id: Int8
  user_id: Int8
  asset_id: number
  account: string
  cause: string
  amount: Int8
  total_after: Int8
  reference: Int8
  fee: Int8
  at: Int8
  seq: Int8
}

/** What every described history has; its own columns stand in `histories.ts`. */
export interface HistoryTable {
  user_id: Int8
  id: Int8
  at: Int8
  seq: Int8
}

export interface TradesTable {
  trade_id: Int8
  instrument_id: number
  price: Int8
  quantity: Int8
  taker_side: string
  notional: Int8
  at: Int8
}

export interface CandlesTable {
  instrument_id: number
  /** Width in minutes: 1, 15, 60 or 1440. */
  step: number
  open_at: Int8
  open: Int8
  high: Int8
  low: Int8
  close: Int8
  quantity: Int8
  turnover: Int8
  trade_count: Int8
}

export interface TickersTable {
  instrument_id: number
  last_price: Int8
  last_at: Int8
  /** Start of the UTC day of the last trade, ms; the two prices below belong to that day. */
  day_at: Int8
  open_price: Int8
  previous_close: Int8
}

export interface BalanceDaysTable {
  user_id: Int8
  asset_id: number
  account: string
  day_at: Int8
  total: Int8
}

export interface DocumentsTable {
  user_id: Int8
  collection: string
  document_id: string
  document: string
  saved_at: Int8
  actor: string
}

/** Every document that the tenant itself ever saved: what its operator may look at and go back to. */
export interface DocumentVersionsTable {
  collection: string
  document_id: string
  seq: Int8
  /** JSON text; `null` where the document was removed. */
  document: string
  saved_at: Int8
  actor: string
}

export interface MessagesTable {
  user_id: Int8
  /** Of the entry that made it. */
  seq: Int8
  reference: Int8
  kind: string
  type: string
  /** JSON text; '' = none. */
  params: string
  at: Int8
  /** 0 unread, 1 read, 2 deleted. */
  state: number
}

/** What the stock of conversions was worth, 1e-8 USDT. */
export interface ConvertDaysTable {
  /** Since 1970. */
  day: number
  /** Why conversion was closed at the last word of the day; 0 = it was not. */
  closed: number
  day_value: Int8
  funded: Int8
  value: Int8
}

/** Rules by which the index was made, from `at` on. */
export interface IndexTermsTable {
  seq: Int8
  at: Int8
  /** JSON text. */
  terms: string
}

/** What sources said of a coin in a minute, and its index: see `packed-minute.ts`. */
export interface IndexMinutesTable {
  asset_id: number
  /** Since 1970. */
  minute: number
  packed: Uint8Array
}

/** A term or a flexible order of savings, as it began. */
export interface EarnOrdersTable {
  user_id: Int8
  order_id: Int8
  product_id: number
  asset_id: number
  amount: Int8
  start_at: Int8
  /** 0 = flexible. */
  expire_at: Int8
  pay_account: string
  seq: Int8
}

/** What a product earned from a day on, as it was given at an entry. */
export interface EarnRatesTable {
  product_id: number
  seq: Int8
  /** UTC day since 1970. */
  from_day: number
  /** JSON: see `ratesText`. */
  tiers: string
}

/** How one ended; no row while it holds. */
export interface EarnEndsTable {
  user_id: Int8
  order_id: Int8
  how: string
  principal: Int8
  paid: Int8
  forfeited: Int8
  renewal: string
  ended_at: Int8
  ended_seq: Int8
}

/** Bills of savings. */
export interface EarnLinesTable {
  user_id: Int8
  line_id: Int8
  order_id: Int8
  product_id: number
  asset_id: number
  kind: string
  amount: Int8
  /** Of interest: the UTC day since 1970 that earned it; 0 where it is of several. */
  day: number
  at: Int8
  seq: Int8
}

export interface Tables extends Record<HistoryName, HistoryTable>, ContractTables {
  position: PositionTable
  users: UsersTable
  orders: OrdersTable
  order_lowerings: OrderLoweringsTable
  fills: FillsTable
  statement_lines: StatementLinesTable
  trades: TradesTable
  candles: CandlesTable
  tickers: TickersTable
  balance_days: BalanceDaysTable
  documents: DocumentsTable
  document_versions: DocumentVersionsTable
  messages: MessagesTable
  earn_orders: EarnOrdersTable
  earn_rates: EarnRatesTable
  earn_ends: EarnEndsTable
  earn_lines: EarnLinesTable
  convert_days: ConvertDaysTable
  index_minutes: IndexMinutesTable
  /** The minute under way of each coin. */
  index_now: IndexMinutesTable
  index_terms: IndexTermsTable
  wallet_txs: WalletTxsTable
  wallet_steps: WalletStepsTable
  payments: PaymentsTable
  payment_txs: PaymentTxsTable
  addresses: AddressesTable
}

/** SQL schema of a tenant. @throws Error for a tenant id that is not `[a-z0-9_-]{1,40}` */
export function schemaOf(tenantId: string): string {
  if (!/^[a-z0-9_-]{1,40}$/.test(tenantId)) throw new Error(`projections: unusable tenant id ${JSON.stringify(tenantId)}`)
  return `tenant_${tenantId}`
}
