/** Rows of networks, addresses, deposits, withdrawals and payments. */
import type { Rows } from '../memory/rows.ts'
import type { RowDescription } from '../schema/field.ts'
import { ADDRESS, CROWD, DEPOSIT, LISTING, NETWORK, PAYMENT, WALLET, WITHDRAWAL } from '../schema/wallet.ts'
import type { State } from '../state.ts'
import { fieldsAt } from './fields.ts'
import type { Names } from './names.ts'
import type { ContentRow } from './row.ts'

export function* walletRows(state: State, names: Names): Generator<ContentRow> {
  const tables: readonly (readonly [RowDescription, Rows])[] = [
    [NETWORK, state.networks],
    [LISTING, state.listings],
    [ADDRESS, state.addresses],
    [WALLET, state.wallets],
    [DEPOSIT, state.deposits],
    [CROWD, state.crowds],
    [WITHDRAWAL, state.withdrawals],
    [PAYMENT, state.payments],
  ]
  for (const [description, rows] of tables)
    for (const at of rows.live()) {
      const name = Number(names.of(description.name, at).replace(/^user /, ''))
      yield { table: description.name, name: [name], fields: fieldsAt(description, rows.view, at, { nameOf: names.of }) }
    }
}
