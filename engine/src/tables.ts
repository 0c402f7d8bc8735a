/** The tables of an exchange, each with the description of its rows, in the order in which snapshots have them. */
import type { Rows } from './memory/rows.ts'
import { STOCK, TAKER } from './schema/convert.ts'
import { EARN_ORDER, EARN_RATE, PRODUCT } from './schema/earn.ts'
import type { RowDescription } from './schema/field.ts'
import { ASSET_INDEX } from './schema/index-price.ts'
import { CONDITION, CONTRACT, CROSS, FUND, POSITION, SEAT, TRADER } from './schema/perp.ts'
import * as rows from './schema/rows.ts'
import { ADDRESS, CROWD, DEPOSIT, LISTING, NETWORK, PAYMENT, WALLET, WITHDRAWAL } from './schema/wallet.ts'
import type { State } from './state.ts'

export interface Table {
  readonly description: RowDescription
  readonly rows: Rows
}

export function tablesOf(state: State): readonly Table[] {
  return [
    { description: rows.ORDER, rows: state.orders },
    { description: rows.EXTRA, rows: state.extras },
    { description: rows.LEVEL, rows: state.levels },
    { description: rows.ACCOUNT, rows: state.accounts },
    { description: rows.DESK, rows: state.desks },
    { description: rows.USER, rows: state.users },
    { description: rows.BOUND, rows: state.bounds },
    { description: rows.KEY, rows: state.keys },
    { description: rows.LABEL, rows: state.labels },
    { description: rows.VOLUME, rows: state.volumes },
    { description: rows.DUE, rows: state.dues },
    { description: ASSET_INDEX, rows: state.assetIndexes },
    { description: PRODUCT, rows: state.products },
    { description: EARN_RATE, rows: state.earnRates },
    { description: EARN_ORDER, rows: state.earnOrders },
    { description: NETWORK, rows: state.networks },
    { description: LISTING, rows: state.listings },
    { description: ADDRESS, rows: state.addresses },
    { description: WALLET, rows: state.wallets },
    { description: DEPOSIT, rows: state.deposits },
    { description: CROWD, rows: state.crowds },
    { description: WITHDRAWAL, rows: state.withdrawals },
    { description: PAYMENT, rows: state.payments },
    { description: CONTRACT, rows: state.contracts },
    { description: TRADER, rows: state.traders },
    { description: CROSS, rows: state.crosses },
    { description: SEAT, rows: state.seats },
    { description: POSITION, rows: state.positions },
    { description: CONDITION, rows: state.conditions },
    { description: FUND, rows: state.funds },
    { description: STOCK, rows: state.stocks },
    { description: TAKER, rows: state.takers },
  ]
}
