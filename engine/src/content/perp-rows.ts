/** Rows of contracts, of who trades them, and of positions. */
import type { ContractRow, FundRow } from '../../generated/views.ts'
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
      name: [contracts.at(at).instrument],
      fields: fieldsAt(CONTRACT, contracts.view, at, {
        ...plain,
        special: {
          tiers: () => tiersOf(contracts.at(at), names),
          basis: () => amounts('basis', BASIS_SAMPLES, (place) => contracts.at(at).basis(place)),
          minute: () => amounts('minute', MINUTE_SAMPLES, (place) => contracts.at(at).minute(place)),
          traded: () => amounts('traded', MINUTE_SAMPLES, (place) => contracts.at(at).traded(place)),
        },
      }),
    }
  const { funds } = state
  for (const at of funds.live()) {
    const special = { hours: (): NamedValue[] => hoursOf(funds.at(at)) }
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

function tiersOf(contract: Readonly<ContractRow>, names: Names): NamedValue[] {
  return Array.from({ length: contract.tierCount }, (_, position) => {
    const { handle, view } = contract.tiers(position)
    return fieldsAt(MARGIN_TIER, view, handle, { nameOf: names.of }).map(([name, value]): NamedValue => [`tier.${position}.${name}`, value])
  }).flat()
}

/** Three numbers of each hour behind one another. */
const hoursOf = (fund: Readonly<FundRow>): NamedValue[] =>
  amounts('hours', FUND_HOURS * 3, (place) => {
    const { balance, lost, putIn } = fund.hours(Math.floor(place / 3))
    return [lost, putIn, balance][place % 3] ?? 0n
  })

/** Amounts by their places; zeros are left out. */
function amounts(name: string, count: number, at: (place: number) => bigint): NamedValue[] {
  const found: NamedValue[] = []
  for (let place = 0; place < count; place += 1) {
    const value = at(place)
    if (value !== 0n) found.push([`${name}.${place}`, value])
  }
  return found
}
