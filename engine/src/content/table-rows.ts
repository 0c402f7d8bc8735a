/** The rows of the tables, each by its name. What is part of one order or user is told with it. */
import { type LabelRow, type OrderRow, RecordRow, type UserRow, type VolumeRow } from '../../generated/views.ts'
import { readOutcomeOrder } from '../events/read-outcomes.ts'
import type { Handle } from '../memory/handle.ts'
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
    yield { table: 'order', name: names.order(at), fields: fieldsAt(rows.ORDER, orders.view, at, { ...plain, special: special.order(at) }) }
  for (const at of levels.live()) yield { table: 'level', name: names.level(at), fields: fieldsAt(rows.LEVEL, levels.view, at, plain) }
  for (const at of accounts.live())
    yield { table: 'account', name: names.account(at), fields: fieldsAt(rows.ACCOUNT, accounts.view, at, plain) }
  for (const at of desks.live()) yield { table: 'desk', name: names.desk(at), fields: fieldsAt(rows.DESK, desks.view, at, plain) }
  for (const at of users.live())
    yield { table: 'user', name: names.user(at), fields: fieldsAt(rows.USER, users.view, at, { ...plain, special: special.user(at) }) }
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
): { readonly order: (order: Handle<'order'>) => Special; readonly user: (user: Handle<'user'>) => Special } {
  const part = (description: RowDescription, view: DataView, row: number, special: Special = {}): NamedValue[] =>
    row === 0
      ? []
      : fieldsAt(description, view, row, { nameOf: names.of, special }).map(([name, value]) => [`${description.name}.${name}`, value])
  const ofOrder = ({ extra, label }: Readonly<OrderRow>): Special => ({
    extra: () => part(rows.EXTRA, extras.view, extra, { condition: () => part(CONDITION, conditions.view, extras.at(extra).condition) }),
    label: () => part(rows.LABEL, labels.view, label, { text: () => textOfLabel(labels.at(label)) }),
  })
  const ofUser = ({ bound, volume }: Readonly<UserRow>): Special => ({
    bound: () => part(rows.BOUND, bounds.view, bound),
    volume: () => part(rows.VOLUME, volumes.view, volume, { days: () => daysOf(volumes.at(volume)) }),
  })
  return { order: (order) => ofOrder(orders.at(order)), user: (user) => ofUser(users.at(user)) }
}

/** A client order id, or the id of the first order in whose place the order stands. */
const textOfLabel = (label: Readonly<LabelRow>): NamedValue[] =>
  label.length === 0 ? [['origin', label.origin]] : [['text', quoted(label.text(label.length))]]

/** Value traded on each of the last 30 days, by the number of the day modulo 30. */
function daysOf(volume: Readonly<VolumeRow>): NamedValue[] {
  const days: NamedValue[] = []
  for (let day = 0; day < rows.VOLUME_DAYS_KEPT; day += 1) {
    const value = volume.days(day)
    if (value !== 0n) days.push([`days.${day}`, value])
  }
  return days
}

function keyFields(state: State, names: Names, key: Handle<'key'>): NamedValue[] {
  const row = state.keys.at(key)
  const fields = fieldsAt(rows.KEY, row.view, key, {
    nameOf: names.of,
    special: {
      label: () => {
        const order = names.labelOfKey(key)
        return order === '' ? [] : [['label', order]]
      },
      text: () => [['text', quoted(row.text(row.length))]],
    },
  })
  return [...fields, ...longOutcome(state.longOutcomes.get(key))]
}

/** The orders of an outcome that is too long for its key's row. */
function longOutcome(records: Uint8Array | undefined): NamedValue[] {
  if (records === undefined) return []
  const view = new DataView(records.buffer, records.byteOffset, records.byteLength)
  const orders: NamedValue[] = []
  const record = new RecordRow(view, 0)
  for (let at = 0; at < records.byteLength; at += record.length) {
    record.move(at)
    const known = Object.entries(readOutcomeOrder(view, at)).filter(([, value]) => value !== 0 && value !== '' && value !== false)
    known.sort(([first], [second]) => (first < second ? -1 : 1))
    orders.push([`orders.${orders.length}`, quoted(Object.fromEntries(known))])
  }
  return orders
}
