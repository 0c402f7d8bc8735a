/** Rows of contracts, of who trades them, and of positions. */
import * as layout from '../../generated/layout.ts'
import type { Rows } from '../memory/rows.ts'
import type { RowDescription } from '../schema/field.ts'
import { BASIS_SAMPLES, CONTRACT, CROSS, FUND, FUND_HOURS, MARGIN_TIER, MINUTE_SAMPLES, POSITION, SEAT, TRADER } from '../schema/perp.ts'
import type { State } from '../state.ts'
import { fieldsAt, type NamedValue } from './fields.ts'
import type { Names } from './names.ts'
import { type ContentRow, quoted } from './row.ts'

export function* perpRows(state: State, names: Names): Generator<ContentRow> {
  const { contracts } = state
  const plain = { nameOf: names.of }
  for (const at of contracts.live())
    yield {
      table: 'contract',
      name: [contracts.view.getInt32(at + layout.CONTRACT_INSTRUMENT, true)],
      fields: fieldsAt(CONTRACT, contracts.view, at, {
        ...plain,
        special: {
          tiers: (from) => tiersAt(state, names, at, from),
          basis: (from) => amountsAt('basis', BASIS_SAMPLES, contracts.view, from),
          minute: (from) => amountsAt('minute', MINUTE_SAMPLES, contracts.view, from),
          traded: (from) => amountsAt('traded', MINUTE_SAMPLES, contracts.view, from),
        },
      }),
    }
  const { funds } = state
  for (const at of funds.live()) {
    const special = { hours: (from: number): NamedValue[] => amountsAt('hours', FUND_HOURS * 3, funds.view, from) }
    yield { table: 'fund', name: [quoted(names.of('fund', at))], fields: fieldsAt(FUND, funds.view, at, { ...plain, special }) }
  }
  const tables: readonly (readonly [RowDescription, Rows])[] = [
    [TRADER, state.traders],
    [CROSS, state.crosses],
    [SEAT, state.seats],
    [POSITION, state.positions],
  ]
  for (const [description, rows] of tables)
    for (const at of rows.live())
      yield { table: description.name, name: [quoted(names.of(description.name, at))], fields: fieldsAt(description, rows.view, at, plain) }
}

function tiersAt({ contracts: { view } }: State, names: Names, contract: number, from: number): NamedValue[] {
  const count = view.getUint8(contract + layout.CONTRACT_TIER_COUNT)
  return Array.from({ length: count }, (_, position) =>
    fieldsAt(MARGIN_TIER, view, from + position * MARGIN_TIER.bytes, { nameOf: names.of }).map(
      ([name, value]): NamedValue => [`tier.${position}.${name}`, value],
    ),
  ).flat()
}

/** A block of int64 by their places; zeros are left out. */
function amountsAt(name: string, count: number, view: DataView, from: number): NamedValue[] {
  const amounts: NamedValue[] = []
  for (let place = 0; place < count; place += 1) {
    const value = view.getBigInt64(from + place * 8, true)
    if (value !== 0n) amounts.push([`${name}.${place}`, value])
  }
  return amounts
}
