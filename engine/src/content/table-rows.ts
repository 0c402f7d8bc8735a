/** The rows of the tables, each by its name. What is part of one order or user is told with it. */
import * as layout from '../../generated/layout.ts'
import { readAscii } from '../codec/text.ts'
import { readOutcomeOrder } from '../events/read-outcomes.ts'
import type { RowDescription } from '../schema/field.ts'
import { CONDITION } from '../schema/perp.ts'
import * as rows from '../schema/rows.ts'
import type { State } from '../state.ts'
import { type FieldWords, fieldsAt, type NamedValue } from './fields.ts'
import type { Names } from './names.ts'
import { perpRows } from './perp-rows.ts'
import { productRows } from './product-rows.ts'
import { type ContentRow, quoted } from './row.ts'
import { walletRows } from './wallet-rows.ts'

export function* tableRows(state: State, names: Names): Generator<ContentRow> {
  const plain = { nameOf: names.of }
  const { accounts, desks, keys, levels, orders, users } = state
  const special = partsOfRows(state, names)
  for (const at of orders.live())
    yield { table: 'order', name: names.order(at), fields: fieldsAt(rows.ORDER, orders.view, at, { ...plain, special: special.order }) }
  for (const at of levels.live()) yield { table: 'level', name: names.level(at), fields: fieldsAt(rows.LEVEL, levels.view, at, plain) }
  for (const at of accounts.live())
    yield { table: 'account', name: names.account(at), fields: fieldsAt(rows.ACCOUNT, accounts.view, at, plain) }
  for (const at of desks.live()) yield { table: 'desk', name: names.desk(at), fields: fieldsAt(rows.DESK, desks.view, at, plain) }
  for (const at of users.live())
    yield { table: 'user', name: names.user(at), fields: fieldsAt(rows.USER, users.view, at, { ...plain, special: special.user }) }
  yield* productRows(state, names)
  yield* walletRows(state, names)
  yield* perpRows(state, names)
  for (const at of keys.live()) yield { table: 'key', name: names.key(at), fields: keyFields(state, names, at) }
}

type Special = Required<FieldWords>['special']

/** Rows that are part of an order or of a user. */
function partsOfRows(
  { bounds, conditions, extras, labels, orders, users, volumes }: State,
  names: Names,
): { readonly order: Special; readonly user: Special } {
  const part = (description: RowDescription, view: DataView, row: number, special: Special = {}): NamedValue[] =>
    row === 0
      ? []
      : fieldsAt(description, view, row, { nameOf: names.of, special }).map(([name, value]) => [`${description.name}.${name}`, value])
  const label = (row: number): NamedValue[] => part(rows.LABEL, labels.view, row, { text: (at) => textOfLabel(labels.view, row, at) })
  return {
    order: {
      extra: (at) =>
        part(rows.EXTRA, extras.view, orders.view.getUint32(at, true), {
          condition: (link) => part(CONDITION, conditions.view, extras.view.getUint32(link, true)),
        }),
      label: (at) => label(orders.view.getUint32(at, true)),
    },
    user: {
      bound: (at) => part(rows.BOUND, bounds.view, users.view.getUint32(at, true)),
      volume: (at) => part(rows.VOLUME, volumes.view, users.view.getUint32(at, true), { days: (days) => daysAt(volumes.view, days) }),
    },
  }
}

/** A client order id, or the id of the first order in whose place the order stands. */
function textOfLabel(view: DataView, label: number, at: number): NamedValue[] {
  const length = view.getUint8(label + layout.LABEL_LENGTH)
  return length === 0 ? [['origin', view.getFloat64(at, true)]] : [['text', quoted(readAscii(view, at, length))]]
}

/** Value traded on each of the last 30 days, by the number of the day modulo 30. */
function daysAt(view: DataView, at: number): NamedValue[] {
  const days: NamedValue[] = []
  for (let day = 0; day < rows.VOLUME_DAYS_KEPT; day += 1) {
    const value = view.getBigInt64(at + day * 8, true)
    if (value !== 0n) days.push([`days.${day}`, value])
  }
  return days
}

function keyFields(state: State, names: Names, key: number): NamedValue[] {
  const { view } = state.keys
  const fields = fieldsAt(rows.KEY, view, key, {
    nameOf: names.of,
    special: {
      label: (at) => {
        const order = names.labelOfKey(key, view.getUint32(at, true))
        return order === '' ? [] : [['label', order]]
      },
      text: (at) => [['text', quoted(readAscii(view, at, view.getUint8(key + layout.KEY_LENGTH)))]],
    },
  })
  return [...fields, ...longOutcome(state.longOutcomes.get(key))]
}

/** The orders of an outcome that is too long for its key's row. */
function longOutcome(records: Uint8Array | undefined): NamedValue[] {
  if (records === undefined) return []
  const view = new DataView(records.buffer, records.byteOffset, records.byteLength)
  const orders: NamedValue[] = []
  for (let at = 0; at < records.byteLength; at += view.getUint32(at, true)) {
    const known = Object.entries(readOutcomeOrder(view, at)).filter(([, value]) => value !== 0 && value !== '' && value !== false)
    known.sort(([first], [second]) => (first < second ? -1 : 1))
    orders.push([`orders.${orders.length}`, quoted(Object.fromEntries(known))])
  }
  return orders
}
