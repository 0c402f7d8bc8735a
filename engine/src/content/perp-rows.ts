/** Rows of contracts, of who trades them, and of positions. */
import * as layout from '../../generated/layout.ts'
import type { Rows } from '../memory/rows.ts'
import type { RowDescription } from '../schema/field.ts'
import { BASIS_SAMPLES, CONTRACT, CROSS, MARGIN_TIER, POSITION, SEAT, TRADER } from '../schema/perp.ts'
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
        special: { tiers: (from) => tiersAt(state, names, at, from), basis: (from) => basisAt(contracts.view, from) },
      }),
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

function basisAt(view: DataView, from: number): NamedValue[] {
  const samples: NamedValue[] = []
  for (let sample = 0; sample < BASIS_SAMPLES; sample += 1) {
    const value = view.getBigInt64(from + sample * 8, true)
    if (value !== 0n) samples.push([`basis.${sample}`, value])
  }
  return samples
}
