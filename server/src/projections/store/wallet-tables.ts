/** Deposits, withdrawals, payments and addresses: their tables as Kysely reads them, and the step that makes them. */
import { type Kysely, sql } from 'kysely'
import { WALLET_TX_KINDS } from '../rows/wallet-rows.ts'
import { big, int, table, text } from './columns.ts'
import type { Tables } from './tables.ts'

type Int8 = string

/** A deposit, a withdrawal, or what one withdrawal inside the house brought its receiver. */
export interface WalletTxsTable {
  /** 1 deposit, 2 withdrawal, 3 received: see `WALLET_TX_KINDS`. */
  kind: number
  /** Of the deposit, or of the withdrawal. */
  tx_id: Int8
  /** 0 = nobody's yet, or the house's. */
  user_id: Int8
  /** Receiver of a withdrawal inside the house, or its sender; else 0. */
  other_user_id: Int8
  listing_id: number
  asset_id: number
  network_id: number
  status: string
  amount: Int8
  fee: Int8
  /** Of a withdrawal, when it was asked for, 1e-8 of the unit asset. */
  value: Int8
  /** Of a deposit's block; 0 = it is in none. */
  height: Int8
  address_id: Int8
  tx: string
  position: string
  from_address: string
  business_key: string
  /** JSON text: where a withdrawal goes; '' = none. */
  document: string
  client_id: string
  payment_id: Int8
  /** JSON text: why a person had to look at it; '' = nobody had to. */
  reviews: string
  reason: string
  created_at: Int8
  updated_at: Int8
  /** 0 = not yet; so are the two below. */
  checked_at: Int8
  credited_at: Int8
  finished_at: Int8
  /** Arrivals of one transaction that a deposit stands for. */
  arrivals: number
  /** Deposit whose sum it is part of; 0 = none. */
  pile_id: Int8
  /** Entry by which it came into its owner's list: what a person gave to somebody came later than it was seen. */
  listed_seq: Int8
}

/** A status that a deposit or a withdrawal came to. */
export interface WalletStepsTable {
  kind: number
  tx_id: Int8
  seq: Int8
  /** Among the steps of the entry. */
  place: number
  status: string
  at: Int8
  actor: string
  /** The reviewer or operator by name; '' = no person did it. */
  who: string
  reason: string
  tx: string
}

/** A transaction of the house. */
export interface PaymentsTable {
  payment_id: Int8
  network_id: number
  listing_id: number
  from_place: string
  to_place: string
  /** JSON text: how it exists once. */
  plan: string
  actor: string
  /** Newest `PaymentChange`; one whose block left the chain is `signed` again. */
  state: string
  amount: Int8
  /** The transaction that a block has, else the one that was signed last; '' = none yet. */
  tx: string
  height: Int8
  gas: Int8
  gas_listing_id: number
  /** Why it was given up. */
  why: string
  begun_at: Int8
  updated_at: Int8
}

/** What was signed of a payment: replacements have the same. */
export interface PaymentTxsTable {
  payment_id: Int8
  /** Of the entry that journaled it. */
  seq: Int8
  tx: string
  bytes: string
  /** JSON text: what it offered the chain; '' = nobody said. */
  fee: string
  at: Int8
}

export interface AddressesTable {
  address_id: Int8
  /** 0 = the house. */
  user_id: Int8
  family: number
  place: string
  /** int8: 32 bits without a sign. */
  tag: Int8
  label: string
  at: Int8
}

/** No entry from before told of chains: there is nothing to read again. */
export async function addWallet(db: Kysely<Tables>, schemaName: string): Promise<void> {
  const { schema } = db.withSchema(schemaName)
  const tx = {
    ...int('kind', 'listing_id', 'asset_id', 'network_id'),
    ...big('tx_id', 'user_id', 'other_user_id', 'amount', 'fee', 'value', 'height', 'address_id', 'payment_id'),
    ...big('created_at', 'updated_at', 'checked_at', 'credited_at', 'finished_at', 'listed_seq'),
    ...text('status', 'tx', 'position', 'from_address', 'business_key', 'document', 'client_id', 'reviews', 'reason'),
  }
  await table(schema, 'wallet_txs', tx, ['kind', 'tx_id'], 70).execute()
  await schema.createIndex('wallet_txs_of_user').on('wallet_txs').columns(['user_id', 'listed_seq']).execute()
  await schema
    .createIndex('wallet_txs_under_way')
    .on('wallet_txs')
    .columns(['status'])
    .where(sql.ref('finished_at'), '=', sql.lit(0))
    .execute()
  await schema
    .createIndex('wallet_txs_of_payment')
    .on('wallet_txs')
    .columns(['payment_id'])
    .where(sql.ref('payment_id'), '>', sql.lit(0))
    .execute()
  await schema
    .createIndex('withdrawals_by_time')
    .on('wallet_txs')
    .columns(['created_at'])
    .where(sql.ref('kind'), '=', sql.lit(WALLET_TX_KINDS.withdrawal))
    .execute()
  const step = { ...int('kind', 'place'), ...big('tx_id', 'seq', 'at'), ...text('status', 'actor', 'who', 'reason', 'tx') }
  await table(schema, 'wallet_steps', step, ['kind', 'tx_id', 'seq', 'place']).execute()
  const payment = {
    ...int('network_id', 'listing_id', 'gas_listing_id'),
    ...big('payment_id', 'amount', 'height', 'gas', 'begun_at', 'updated_at'),
    ...text('from_place', 'to_place', 'plan', 'actor', 'state', 'tx', 'why'),
  }
  await table(schema, 'payments', payment, ['payment_id'], 70).execute()
  await table(schema, 'payment_txs', { ...big('payment_id', 'seq', 'at'), ...text('tx', 'bytes', 'fee') }, ['payment_id', 'seq']).execute()
  await schema.createIndex('payment_txs_by_tx').on('payment_txs').columns(['tx']).execute()
  const address = { ...big('address_id', 'user_id', 'tag', 'at'), ...int('family'), ...text('place', 'label') }
  await table(schema, 'addresses', address, ['address_id']).execute()
  await schema.createIndex('addresses_of_user').on('addresses').columns(['user_id', 'address_id']).execute()
}

/** Every deposit from before stands for one arrival, and is part of none. */
export async function addDepositSums(db: Kysely<Tables>, schemaName: string): Promise<void> {
  const txs = sql.id(schemaName, 'wallet_txs')
  await sql`alter table ${txs} add column if not exists arrivals integer not null default 1`.execute(db)
  await sql`alter table ${txs} add column if not exists pile_id bigint not null default 0`.execute(db)
  await sql`create index if not exists wallet_txs_of_pile on ${txs} (pile_id) where pile_id > 0`.execute(db)
}
