/** The shape of a tenant's tables, as steps that only grow: a released step is never edited. The SQL level is PostgreSQL 15. */
import { type Kysely, type SchemaModule, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { HISTORY_NAMES, type HistoryName, historyOf } from '../histories.ts'
import { big, int, table, text, withNulls } from './columns.ts'
import { addContracts, addMarkMinutes, addPositionDays, addServed, addUnarmed } from './contract-tables.ts'
import { addLowerings } from './order-tables.ts'
import type { Tables } from './tables.ts'
import { addDepositSums, addWallet } from './wallet-tables.ts'

const MIGRATIONS_TABLE = 'migrations'
const LOCK_TABLE = 'migrations_lock'

async function createTrading(schema: SchemaModule): Promise<void> {
  const orders = {
    ...big('order_id', 'order_list_id', 'user_id', 'price', 'quantity', 'quote_amount', 'trigger_price', 'activation_price'),
    ...text('client_order_id', 'side', 'type', 'time_in_force', 'self_trade', 'source', 'status', 'close_reason'),
    ...big('visible_quantity', 'expire_at', 'executed_quantity', 'executed_quote', 'prevented_quantity', 'fee', 'held'),
    ...int('instrument_id', 'trailing_bps', 'fee_asset_id', 'held_asset_id'),
    ...big('triggered_at', 'created_at', 'updated_at', 'replaced_order_id', 'placed_seq', 'closed_seq'),
    triggered: 'boolean',
  } as const
  await table(schema, 'orders', orders, ['order_id'], 80).execute()
  await schema.createIndex('orders_of_user').on('orders').columns(['user_id', 'created_at', 'order_id']).execute()
  await schema.createIndex('orders_by_client_id').on('orders').columns(['user_id', 'client_order_id']).execute()
  const fills = {
    ...big('user_id', 'trade_id', 'order_id', 'price', 'quantity', 'notional', 'fee', 'at', 'seq'),
    ...int('instrument_id', 'fee_asset_id'),
    ...text('side', 'role'),
  }
  await table(schema, 'fills', fills, ['user_id', 'trade_id', 'order_id']).execute()
  await schema.createIndex('fills_of_order').on('fills').columns(['order_id']).execute()
  const lines = {
    ...big('line_id', 'user_id', 'amount', 'total_after', 'reference', 'at', 'seq'),
    ...int('asset_id'),
    ...text('cause'),
  }
  await table(schema, 'statement_lines', lines, ['line_id']).execute()
  await schema.createIndex('statement_lines_of_user').on('statement_lines').columns(['user_id', 'line_id']).execute()
}

async function createMarket(schema: SchemaModule): Promise<void> {
  const trades = { ...big('trade_id', 'price', 'quantity', 'notional', 'at'), ...int('instrument_id'), ...text('taker_side') }
  await table(schema, 'trades', trades, ['trade_id']).execute()
  await schema.createIndex('trades_of_instrument').on('trades').columns(['instrument_id', 'trade_id']).execute()
  const candles = {
    ...int('instrument_id', 'step'),
    ...big('open_at', 'open', 'high', 'low', 'close', 'quantity', 'turnover', 'trade_count'),
  }
  await table(schema, 'candles', candles, ['instrument_id', 'step', 'open_at'], 80).execute()
  const tickers = { ...int('instrument_id'), ...big('last_price', 'last_at', 'day_at', 'open_price', 'previous_close') }
  await table(schema, 'tickers', tickers, ['instrument_id'], 20).execute()
}

async function createPeople(schema: SchemaModule): Promise<void> {
  await table(schema, 'users', { ...big('user_id', 'created_at'), ...text('account_key', 'role', 'document') }, ['user_id']).execute()
  const days = { ...big('user_id', 'day_at', 'total'), ...int('asset_id') }
  await table(schema, 'balance_days', days, ['user_id', 'asset_id', 'day_at'], 80).execute()
  const documents = { ...big('user_id', 'saved_at'), ...text('collection', 'document_id', 'document', 'actor') }
  await table(schema, 'documents', documents, ['user_id', 'collection', 'document_id']).execute()
  const position = { ...int('one'), ...big('seq', 'at', 'last_line_id'), ...text('journal_mark') }
  await table(schema, 'position', position, ['one'], 20).execute()
}

async function createVersions(schema: SchemaModule): Promise<void> {
  const versions = { ...big('seq', 'saved_at'), ...text('collection', 'document_id', 'document', 'actor') }
  await table(schema, 'document_versions', versions, ['collection', 'document_id', 'seq']).execute()
}

/** Rows get their state changed once or twice: room on the page keeps that cheap. */
async function createMessages(schema: SchemaModule): Promise<void> {
  const messages = { ...big('user_id', 'seq', 'reference', 'at'), ...text('kind', 'type', 'params'), ...int('state') }
  await table(schema, 'messages', messages, ['user_id', 'seq', 'reference'], 90).execute()
}

/**
 * What every order writes, with less of it: no column that follows from another, nulls for what most orders lack, a fill's statement
 * lines in its row, and only the indexes that a read needs. Texts compare by bytes: nothing is sorted by them, and it is the quickest.
 */
async function slimTrading(db: Kysely<Tables>, schemaName: string): Promise<void> {
  const { schema } = db.withSchema(schemaName)
  for (const name of ['orders', 'fills', 'statement_lines', 'trades']) await schema.dropTable(name).execute()
  const orders = {
    ...big(
      'user_id',
      'order_id',
      'price',
      'quantity',
      'executed_quantity',
      'executed_quote',
      'fee',
      'created_at',
      'updated_at',
      'closed_seq',
    ),
    ...int('instrument_id', 'fee_asset_id', 'held_asset_id'),
    ...text('side', 'type', 'time_in_force', 'self_trade', 'source', 'status', 'close_reason'),
  }
  const rare = {
    ...big('held', 'order_list_id', 'quote_amount', 'trigger_price', 'activation_price', 'visible_quantity', 'expire_at'),
    ...big('prevented_quantity', 'triggered_at', 'replaced_order_id'),
    ...int('trailing_bps'),
    triggered: 'boolean',
  } as const
  await withNulls(table(schema, 'orders', orders, ['user_id', 'order_id'], 80), rare)
    .addColumn('client_order_id', sql`text collate "C"`, (each) => each.notNull())
    .execute()
  await schema.createIndex('orders_by_client_id').on('orders').columns(['user_id', 'client_order_id']).execute()
  const fills = {
    ...big('user_id', 'trade_id', 'order_id', 'price', 'quantity', 'notional', 'fee', 'at', 'seq'),
    ...int('instrument_id', 'fee_asset_id'),
    ...text('side', 'role'),
  }
  const lines = {
    ...big('line_id', 'paid_amount', 'paid_total', 'gained_amount', 'gained_total', 'fee_total'),
    ...int('paid_asset_id', 'gained_asset_id'),
  }
  await withNulls(table(schema, 'fills', fills, ['user_id', 'trade_id', 'order_id']), lines).execute()
  await schema.createIndex('fills_of_order').on('fills').columns(['order_id']).execute()
  const trades = { ...big('trade_id', 'price', 'quantity', 'notional', 'at'), ...int('instrument_id'), ...text('taker_side') }
  await table(schema, 'trades', trades, ['instrument_id', 'trade_id']).execute()
  await createStatement(db, schemaName)
}

/**
 * A fill's three lines stand in its row; `line_id` is the first one's. Each kind is a part of the view for itself: a query for fees then
 * looks at nothing else, and taking rows apart by a join costs twice as much.
 */
async function createStatement(db: Kysely<Tables>, schemaName: string): Promise<void> {
  const { schema } = db.withSchema(schemaName)
  const lines = {
    ...big('user_id', 'line_id', 'seq', 'at', 'reference', 'amount', 'total_after'),
    ...int('asset_id'),
    ...text('cause'),
  }
  await table(schema, 'other_lines', lines, ['user_id', 'line_id']).execute()
  await createLinesView(db, schemaName, { account: `'spot'`, fee: '0::bigint' })
}

/**
 * Step 0004 made it without the account; nobody reads it before 0007 makes it anew, so the end is the same.
 * @param own of the lines that are no trade's: SQL
 */
async function createLinesView(db: Kysely<Tables>, schemaName: string, own: { account: string; fee: string }): Promise<void> {
  const fills = sql.id(schemaName, 'fills')
  await sql`create view ${sql.id(schemaName, 'statement_lines')} as
    select line_id, user_id, asset_id, cause, amount, total_after, reference, at, seq, ${sql.raw(own.account)} as account,
    ${sql.raw(own.fee)} as fee
    from ${sql.id(schemaName, 'other_lines')}
    union all
    select line_id, user_id, paid_asset_id, 'trade', paid_amount, paid_total, trade_id, at, seq, 'spot', 0::bigint
    from ${fills} where line_id is not null
    union all
    select line_id + 1, user_id, gained_asset_id, 'trade', gained_amount, gained_total, trade_id, at, seq, 'spot', 0::bigint
    from ${fills} where line_id is not null
    union all
    select line_id + 2, user_id, fee_asset_id, 'fee', -fee, fee_total, trade_id, at, seq, 'spot', 0::bigint
    from ${fills} where fee_total is not null`.execute(db)
}

/** Lines and days of each account; every trade is one of spot. */
async function addAccounts(db: Kysely<Tables>, schemaName: string): Promise<void> {
  const { schema } = db.withSchema(schemaName)
  for (const name of ['other_lines', 'balance_days'])
    await schema
      .alterTable(name)
      .addColumn('account', 'text', (each) => each.notNull().defaultTo('spot'))
      .execute()
  await schema.alterTable('balance_days').dropConstraint('balance_days_key').execute()
  await schema
    .alterTable('balance_days')
    .addPrimaryKeyConstraint('balance_days_key', ['user_id', 'asset_id', 'account', 'day_at'])
    .execute()
  await schema.dropView('statement_lines').execute()
  await createLinesView(db, schemaName, { account: 'account', fee: '0::bigint' })
}

/** Few lines have a fee in them: a null takes no room. */
async function addLineFees(db: Kysely<Tables>, schemaName: string): Promise<void> {
  const { schema } = db.withSchema(schemaName)
  await schema.alterTable('other_lines').addColumn('fee', 'bigint').execute()
  await schema.dropView('statement_lines').execute()
  await createLinesView(db, schemaName, { account: 'account', fee: 'coalesce(fee, 0)' })
}

/** Nothing was said of an index before: there is nothing to read again. */
async function addIndexMinutes(db: Kysely<Tables>, schemaName: string): Promise<void> {
  const columns = { asset_id: 'integer', minute: 'integer', packed: 'bytea' } as const
  const { schema } = db.withSchema(schemaName)
  await table(schema, 'index_minutes', columns, ['asset_id', 'minute']).execute()
  await table(schema, 'index_now', columns, ['asset_id'], 20).execute()
}

/** Rows are written once: a roll of a day brings a line for every order there is. */
async function addEarn(db: Kysely<Tables>, schemaName: string): Promise<void> {
  const { schema } = db.withSchema(schemaName)
  const order = { ...big('user_id', 'order_id', 'amount', 'start_at', 'expire_at', 'seq'), ...int('product_id', 'asset_id') }
  await table(schema, 'earn_orders', { ...order, ...text('pay_account') }, ['user_id', 'order_id']).execute()
  const end = { ...big('user_id', 'order_id', 'principal', 'paid', 'forfeited', 'ended_at', 'ended_seq'), ...text('how', 'renewal') }
  await table(schema, 'earn_ends', end, ['user_id', 'order_id']).execute()
  const line = { ...big('user_id', 'line_id', 'order_id', 'amount', 'at', 'seq'), ...int('product_id', 'asset_id', 'day') }
  await table(schema, 'earn_lines', { ...line, ...text('kind') }, ['user_id', 'line_id']).execute()
}

/** Orders from before are shown with the rate of their first day, as it was given last. */
async function addEarnRates(db: Kysely<Tables>, schemaName: string): Promise<void> {
  const columns = { ...int('product_id', 'from_day'), ...big('seq'), ...text('tiers') }
  await table(db.withSchema(schemaName).schema, 'earn_rates', columns, ['product_id', 'seq', 'from_day']).execute()
}

async function addHistory(db: Kysely<Tables>, schemaName: string, name: HistoryName): Promise<void> {
  const columns = Object.entries(historyOf(name).columns)
  const own = Object.fromEntries(columns.map(([column, kind]) => [column, kind === 'text' ? 'text' : 'bigint'] as const))
  await table(db.withSchema(schemaName).schema, name, { ...big('user_id', 'id', 'at', 'seq'), ...own }, ['user_id', 'id']).execute()
}

/** For a step that needs what older rows do not hold: the journal is read again from its start. */
async function projectAgain(db: Kysely<Tables>, schemaName: string, also: readonly (keyof Tables)[]): Promise<void> {
  const all = ['position', 'users', 'candles', 'tickers', 'balance_days', 'documents', ...also]
  await sql`truncate ${sql.join(all.map((name) => sql.id(schemaName, name)))}`.execute(db)
}

/** The same for all tables that there are; where nothing was read yet, nothing is to be read again. */
async function projectAllAgain(db: Kysely<Tables>, schemaName: string): Promise<void> {
  const { rows: begun } = await sql`select 1 from ${sql.id(schemaName, 'position')}`.execute(db)
  if (begun.length === 0) return
  const { rows } = await sql<{ readonly name: string }>`select tablename as name from pg_tables where schemaname = ${schemaName}`.execute(
    db,
  )
  const own = rows.filter(({ name }) => name !== MIGRATIONS_TABLE && name !== LOCK_TABLE)
  await sql`truncate ${sql.join(own.map(({ name }) => sql.id(schemaName, name)))}`.execute(db)
}

/** Tables that '0004' makes again. */
const OLD_TRADING = ['orders', 'fills', 'statement_lines', 'trades'] as const

function contractMigrations(schemaName: string): Record<string, Migration> {
  return {
    '0016 contracts': {
      up: (db) => addContracts(db, schemaName),
    },
    '0017 marks of contracts': {
      up: (db) => addMarkMinutes(db, schemaName),
    },
    '0018 unarmed orders': {
      async up(db) {
        await addUnarmed(db, schemaName)
        await projectAllAgain(db, schemaName)
      },
    },
    '0019 ids of orders': {
      // They were made of sequences, and are counted since.
      async up(db) {
        const { schema } = db.withSchema(schemaName)
        for (const name of ['orders', 'contract_orders']) await schema.alterTable(name).addColumn('placed_seq', 'bigint').execute()
        await projectAllAgain(db, schemaName)
      },
    },
    '0020 receipts of deleveragings': {
      // Whose rest a deleveraging took was guessed before.
      async up(db) {
        await addServed(db, schemaName)
        await projectAllAgain(db, schemaName)
      },
    },
    '0022 days of positions': {
      async up(db) {
        await addPositionDays(db, schemaName)
        await projectAllAgain(db, schemaName)
      },
    },
  }
}

function migrations(schemaName: string): Record<string, Migration> {
  return {
    '0001 tables': {
      async up(db) {
        const schema = db.withSchema(schemaName).schema
        await createTrading(schema)
        await createMarket(schema)
        await createPeople(schema)
      },
    },
    '0002 document versions': {
      async up(db) {
        await createVersions(db.withSchema(schemaName).schema)
        await projectAgain(db, schemaName, OLD_TRADING)
      },
    },
    '0003 messages': {
      async up(db) {
        await createMessages(db.withSchema(schemaName).schema)
        await projectAgain(db, schemaName, [...OLD_TRADING, 'document_versions'])
      },
    },
    '0004 less to write': {
      async up(db) {
        await slimTrading(db, schemaName)
        await projectAgain(db, schemaName, ['document_versions', 'messages'])
      },
    },
    '0005 callers': {
      // Orders from before were nobody's but their user's: null is right.
      async up(db) {
        await db.withSchema(schemaName).schema.alterTable('orders').addColumn('caller', 'integer').execute()
      },
    },
    '0006 origins': {
      // Orders that were replaced before have no origin: null is right.
      async up(db) {
        const { schema } = db.withSchema(schemaName)
        await schema.alterTable('orders').addColumn('origin_order_id', 'bigint').execute()
        // Few orders have one: the others cost nothing.
        await schema
          .createIndex('orders_by_origin')
          .on('orders')
          .columns(['user_id', 'origin_order_id'])
          .where('origin_order_id', 'is not', null)
          .execute()
      },
    },
    '0007 accounts': {
      // All there was until then was spot.
      up: (db) => addAccounts(db, schemaName),
    },
    '0009 index minutes': {
      up: (db) => addIndexMinutes(db, schemaName),
    },
    '0010 index terms': {
      async up(db) {
        const { schema } = db.withSchema(schemaName)
        await table(schema, 'index_terms', { ...big('seq', 'at'), ...text('terms') }, ['seq']).execute()
      },
    },
    '0011 savings': {
      up: (db) => addEarn(db, schemaName),
    },
    '0012 days of conversion': {
      async up(db) {
        const days = { ...int('day', 'closed'), ...big('day_value', 'funded', 'value') }
        await table(db.withSchema(schemaName).schema, 'convert_days', days, ['day']).execute()
      },
    },
    '0013 rates of savings': {
      up: (db) => addEarnRates(db, schemaName),
    },
    '0014 wallet': {
      up: (db) => addWallet(db, schemaName),
    },
    '0015 fees of lines': {
      up: (db) => addLineFees(db, schemaName),
    },
    ...contractMigrations(schemaName),
    '0021 sums of deposits': {
      up: (db) => addDepositSums(db, schemaName),
    },
    '0023 lowered orders': {
      up: (db) => addLowerings(db, schemaName),
    },
    ...Object.fromEntries(
      HISTORY_NAMES.map((name) => [historyOf(name).since, { up: (db) => addHistory(db, schemaName, name) } satisfies Migration]),
    ),
  }
}

/** Were exactly these steps done? Then the migrator, which asks the catalogue for all tables there are, has nothing to do: 0.2 s of a start. */
async function isNewest(db: Kysely<Tables>, schemaName: string): Promise<boolean> {
  try {
    const { rows } = await sql<{ readonly name: string }>`select name from ${sql.id(schemaName, MIGRATIONS_TABLE)} order by name`.execute(
      db,
    )
    return rows.map(({ name }) => name).join() === Object.keys(migrations(schemaName)).sort().join()
  } catch {
    // No such table: nothing was ever done. Any other trouble the migrator meets as well.
    return false
  }
}

/**
 * Brings a tenant's schema to the newest shape; creates it when missing.
 * @throws what the database says when a step fails; the step is rolled back
 */
export async function migrate(db: Kysely<Tables>, schemaName: string): Promise<void> {
  if (await isNewest(db, schemaName)) return
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrations(schemaName) },
    migrationTableSchema: schemaName,
    migrationTableName: MIGRATIONS_TABLE,
    migrationLockTableName: LOCK_TABLE,
  })
  const { error } = await migrator.migrateToLatest()
  if (error !== undefined) throw error
}

export async function dropSchema(db: Kysely<Tables>, schemaName: string): Promise<void> {
  await sql`drop schema if exists ${sql.id(schemaName)} cascade`.execute(db)
}
