/** Perpetual contracts: their tables as Kysely reads them, and the step that makes them. */
import { type Kysely, sql } from 'kysely'
import { big, int, table, text, withNulls } from './columns.ts'
import type { OrdersTable, Tables } from './tables.ts'

type Int8 = string

/** Instruments that are contracts: their orders and fills stand in tables of their own. */
export interface ContractsTable {
  instrument_id: number
  /** What is traded. */
  base_asset_id: number
}

/** An order, with what one of a contract has besides. */
export interface ContractOrdersTable extends OrdersTable {
  leverage: number
  margin_mode: string
  is_close: boolean
  is_short_leg: boolean | null
  is_whole: boolean | null
  trigger_by: string
  callback_rate: Int8 | null
  callback: Int8 | null
  /** JSON text of what is attached and not placed yet. */
  take_profit: string | null
  stop_loss: string | null
  receipt_id: Int8 | null
  /** Attached to another order, and not armed: until it is, or for ever where that order never opened anything. */
  is_unarmed: boolean | null
}

/** One side of a trade of a contract: a customer's, or the house's (user 0), which disposes of what it took over. */
export interface ContractFillsTable {
  user_id: Int8
  /** Of the rising row of line ids. */
  fill_id: Int8
  trade_id: Int8
  order_id: Int8
  instrument_id: number
  /** Of the house: the receipt. */
  position_id: Int8
  side: string
  role: string
  is_close: boolean
  price: Int8
  quantity: Int8
  value: Int8
  fee: Int8
  realised: Int8
  at: Int8
  seq: Int8
}

/** A position of a customer: as it began, and replaced when it is gone. What it is meanwhile the engine knows. */
export interface ContractPositionsTable {
  user_id: Int8
  position_id: Int8
  instrument_id: number
  margin_mode: string
  is_short: boolean
  leverage: number
  opened: Int8
  opened_value: Int8
  closed: Int8
  closed_value: Int8
  profit: Int8
  settled: Int8
  fees: Int8
  funding: Int8
  shared: Int8
  /** '' while it is open. */
  end_cause: string
  created_at: Int8
  /** 0 = it is open. */
  ended_at: Int8
  seq: Int8
}

/** A change of a contract account that no other account knows: see `contract_bills`. */
export interface ContractLinesTable {
  user_id: Int8
  line_id: Int8
  asset_id: number
  /** 0 = of no contract. */
  instrument_id: number
  /** Its number in the wire. */
  type: number
  amount: Int8
  total_after: Int8
  reference: Int8
  at: Int8
  seq: Int8
}

/** What was open of a position at the end of a day in which it changed. */
export interface PositionDaysTable {
  user_id: Int8
  position_id: Int8
  day_at: Int8
  instrument_id: number
  is_short: boolean
  /** 0 = it is gone. */
  quantity: Int8
  entry: Int8
  settled: Int8
}

export interface ContractFundingsTable {
  instrument_id: number
  at: Int8
  rate: Int8
  mark: Int8
  next_at: Int8
  open_minutes: number
  shut_minutes: number
  seq: Int8
}

export interface InsuranceLinesTable {
  asset_id: number
  line_id: Int8
  cause: string
  amount: Int8
  balance: Int8
  at: Int8
  seq: Int8
}

/** A liquidation, a part of one, or a deleveraging. What the fund gained and what others bore is known when it is done. */
export interface ContractReceiptsTable {
  receipt_id: Int8
  user_id: Int8
  kind: string
  instrument_id: number
  position_id: Int8
  /** Of a deleveraging: the receipt of what the house got rid of by it; else 0. */
  for_id: Int8
  is_short: boolean
  tier: number
  quantity: Int8
  mark: Int8
  index_fine: Int8
  entry: Int8
  rate: Int8
  deduction: Int8
  maintenance: Int8
  margin: Int8
  equity: Int8
  bankruptcy: Int8
  fee: Int8
  insurance: Int8
  share: Int8
  is_done: boolean
  at: Int8
  done_at: Int8
  seq: Int8
}

/** Candles of the mark (kind 1) and of the index (kind 2) of a contract, ticks. */
export interface PriceCandlesTable {
  instrument_id: number
  kind: number
  step: number
  open_at: Int8
  open: Int8
  high: Int8
  low: Int8
  close: Int8
}

/** Marks of a contract in a minute, with their parts: see `packed-marks.ts`. */
export interface MarkMinutesTable {
  instrument_id: number
  /** Since 1970. */
  minute: number
  packed: Uint8Array
}

export interface ContractTables {
  mark_minutes: MarkMinutesTable
  /** The minute under way of each contract. */
  mark_now: MarkMinutesTable
  contracts: ContractsTable
  contract_orders: ContractOrdersTable
  contract_fills: ContractFillsTable
  contract_positions: ContractPositionsTable
  position_days: PositionDaysTable
  contract_lines: ContractLinesTable
  /** A view: every change of a contract account. */
  contract_bills: ContractLinesTable
  contract_fundings: ContractFundingsTable
  insurance_lines: InsuranceLinesTable
  contract_receipts: ContractReceiptsTable
  price_candles: PriceCandlesTable
}

/** No entry from before told of contracts: there is nothing to read again. */
export async function addContracts(db: Kysely<Tables>, schemaName: string): Promise<void> {
  const { schema } = db.withSchema(schemaName)
  await table(schema, 'contracts', int('instrument_id', 'base_asset_id'), ['instrument_id']).execute()
  await addOrders(db, schemaName)
  const fill = {
    ...big('user_id', 'fill_id', 'trade_id', 'order_id', 'position_id', 'price', 'quantity', 'value', 'fee', 'realised', 'at', 'seq'),
    ...int('instrument_id'),
    ...text('side', 'role'),
    is_close: 'boolean',
  } as const
  await table(schema, 'contract_fills', fill, ['user_id', 'fill_id']).execute()
  await schema.createIndex('contract_fills_of_order').on('contract_fills').columns(['user_id', 'order_id']).execute()
  await schema
    .createIndex('contract_fills_of_receipt')
    .on('contract_fills')
    .columns(['position_id'])
    .where(sql.ref('user_id'), '=', sql.lit(0))
    .execute()
  const position = {
    ...big('user_id', 'position_id', 'opened', 'opened_value', 'closed', 'closed_value', 'profit', 'settled', 'fees', 'funding', 'shared'),
    ...big('created_at', 'ended_at', 'seq'),
    ...int('instrument_id', 'leverage'),
    ...text('margin_mode', 'end_cause'),
    is_short: 'boolean',
  } as const
  await table(schema, 'contract_positions', position, ['user_id', 'position_id'], 80).execute()
  await addPublic(db, schemaName)
  await addBills(db, schemaName)
}

async function addOrders(db: Kysely<Tables>, schemaName: string): Promise<void> {
  const { schema } = db.withSchema(schemaName)
  const order = {
    ...big('user_id', 'order_id', 'price', 'quantity', 'executed_quantity', 'executed_quote', 'fee', 'created_at', 'updated_at'),
    ...big('closed_seq'),
    ...int('instrument_id', 'fee_asset_id', 'held_asset_id', 'leverage'),
    ...text('client_order_id', 'side', 'type', 'time_in_force', 'self_trade', 'source', 'status', 'close_reason'),
    ...text('margin_mode', 'trigger_by'),
    is_close: 'boolean',
  } as const
  const rare = {
    ...big('held', 'order_list_id', 'quote_amount', 'trigger_price', 'activation_price', 'visible_quantity', 'expire_at'),
    ...big('prevented_quantity', 'triggered_at', 'replaced_order_id', 'origin_order_id', 'callback_rate', 'callback', 'receipt_id'),
    ...int('trailing_bps', 'caller'),
    ...text('take_profit', 'stop_loss'),
    ...({ triggered: 'boolean', is_short_leg: 'boolean', is_whole: 'boolean' } as const),
  }
  await withNulls(table(schema, 'contract_orders', order, ['user_id', 'order_id'], 80), rare).execute()
  await schema.createIndex('contract_orders_by_client_id').on('contract_orders').columns(['user_id', 'client_order_id']).execute()
  await schema
    .createIndex('contract_orders_of_receipt')
    .on('contract_orders')
    .columns(['receipt_id'])
    .where('receipt_id', 'is not', null)
    .execute()
}

/** Of rows from before nobody can tell. */
export async function addUnarmed(db: Kysely<Tables>, schemaName: string): Promise<void> {
  await db.withSchema(schemaName).schema.alterTable('contract_orders').addColumn('is_unarmed', 'boolean').execute()
}

/** Which receipt a deleveraging served. */
export async function addServed(db: Kysely<Tables>, schemaName: string): Promise<void> {
  const { schema } = db.withSchema(schemaName)
  await schema.alterTable('contract_receipts').addColumn('for_id', 'bigint').execute()
  // most served none
  await schema.createIndex('contract_receipts_served').on('contract_receipts').columns(['for_id']).where('for_id', '>', '0').execute()
}

/** Values of days need what was open at their ends. */
export async function addPositionDays(db: Kysely<Tables>, schemaName: string): Promise<void> {
  const { schema } = db.withSchema(schemaName)
  const day = {
    ...big('user_id', 'position_id', 'day_at', 'quantity', 'entry', 'settled'),
    ...int('instrument_id'),
    is_short: 'boolean',
  } as const
  await table(schema, 'position_days', day, ['user_id', 'position_id', 'day_at'], 80).execute()
}

async function addPublic(db: Kysely<Tables>, schemaName: string): Promise<void> {
  const { schema } = db.withSchema(schemaName)
  const funding = { ...big('at', 'rate', 'mark', 'next_at', 'seq'), ...int('instrument_id', 'open_minutes', 'shut_minutes') }
  await table(schema, 'contract_fundings', funding, ['instrument_id', 'at']).execute()
  const insurance = { ...big('line_id', 'amount', 'balance', 'at', 'seq'), ...int('asset_id'), ...text('cause') }
  await table(schema, 'insurance_lines', insurance, ['asset_id', 'line_id']).execute()
  const receipt = {
    ...big('receipt_id', 'user_id', 'position_id', 'quantity', 'mark', 'index_fine', 'entry', 'rate', 'deduction', 'maintenance'),
    ...big('margin', 'equity', 'bankruptcy', 'fee', 'insurance', 'share', 'at', 'done_at', 'seq'),
    ...int('instrument_id', 'tier'),
    ...text('kind'),
    ...({ is_short: 'boolean', is_done: 'boolean' } as const),
  }
  await table(schema, 'contract_receipts', receipt, ['receipt_id'], 80).execute()
  await schema.createIndex('contract_receipts_of_position').on('contract_receipts').columns(['user_id', 'position_id']).execute()
  const candle = { ...big('open_at', 'open', 'high', 'low', 'close'), ...int('instrument_id', 'kind', 'step') }
  await table(schema, 'price_candles', candle, ['instrument_id', 'kind', 'step', 'open_at'], 80).execute()
}

/** By their numbers in the wire; a transfer by its sign. */
const OTHER_TYPES = `case cause when 'transfer' then case when amount < 0 then 2 else 1 end when 'airdrop' then 11 else 12 end`

/** What came and went by transfer and by hand stands with the lines of all accounts. */
async function addBills(db: Kysely<Tables>, schemaName: string): Promise<void> {
  const { schema } = db.withSchema(schemaName)
  const line = {
    ...big('user_id', 'line_id', 'amount', 'total_after', 'reference', 'at', 'seq'),
    ...int('asset_id', 'instrument_id', 'type'),
  }
  await table(schema, 'contract_lines', line, ['user_id', 'line_id']).execute()
  const of = (name: string) => sql.id(schemaName, name)
  const columns = sql.raw('line_id, user_id, asset_id, amount, total_after, reference, at, seq')
  await sql`create view ${of('contract_bills')} as
    select ${columns}, type, instrument_id from ${of('contract_lines')}
    union all
    select ${columns}, ${sql.raw(OTHER_TYPES)} as type, 0 as instrument_id from ${of('other_lines')} where account = 'contract'`.execute(db)
}

/** Marks that were made before have candles alone. */
export async function addMarkMinutes(db: Kysely<Tables>, schemaName: string): Promise<void> {
  const columns = { instrument_id: 'integer', minute: 'integer', packed: 'bytea' } as const
  const { schema } = db.withSchema(schemaName)
  await table(schema, 'mark_minutes', columns, ['instrument_id', 'minute']).execute()
  await table(schema, 'mark_now', columns, ['instrument_id'], 20).execute()
}
