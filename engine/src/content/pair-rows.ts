/** What an exchange knows of a pair: its terms as they were given, and what became of it since. */
import { DeskCellRow, EntrantRow, type ListRow } from '../../generated/views.ts'
import { plainContractTerms } from '../codec/perp-json.ts'
import { plainTerms } from '../codec/terms-json.ts'
import type { JsonObject } from '../command.ts'
import type { Instrument } from '../market/instrument.ts'
import { readPairPrices } from '../market/pair-prices.ts'
import { asHandle } from '../memory/handle.ts'
import { INSTRUMENT } from '../schema/market.ts'
import type { State } from '../state.ts'
import { fieldsAt, type NamedValue } from './fields.ts'
import type { Names } from './names.ts'
import { type ContentRow, isNothing, quoted, type Value, wordsOf } from './row.ts'

export function pairRow(state: State, names: Names, instrument: Instrument): ContentRow {
  const { address, instrumentId } = instrument
  const { memory } = state
  const prices = readPairPrices(instrument.row, state.at)
  const told = (name: string, rows: readonly (readonly (number | string)[])[]) => (): readonly NamedValue[] =>
    rows.map(([first, ...rest]): NamedValue => [`${name}.${first}`, rest.join(' ')])
  const fields = fieldsAt(INSTRUMENT, memory, address, {
    nameOf: names.of,
    special: {
      minuteRing: told('minute', prices.minutes),
      hourRing: told('hour', prices.hours),
      recentRing: () => prices.recent.map((trade, position): NamedValue => [`recent.${position}`, trade.join(' ')]),
      shortRing: told('short', prices.short),
      longRing: told('long', prices.long),
      waiting: () => waiting(state, names, instrument.row.waiting),
      owners: () => owners(memory, names, instrument.row.owners),
    },
  })
  return { table: 'pair', name: [instrumentId], fields: [...fields, ...termsFields(instrument), ...contractFields(instrument)] }
}

/** Children that wait for the end of a halt, in the order of their coming. One whose order has ended since waits for nothing. */
function waiting({ memory, orders }: State, names: Names, list: ListRow): NamedValue[] {
  const waiters: string[] = []
  const entrant = new EntrantRow(memory, asHandle(list.at))
  for (let place = 0; place < list.count; place += 1) {
    const { id, order } = entrant
    if (orders.at(order).id === id) waiters.push(wordsOf(names.order(order)))
    entrant.move(asHandle(entrant.rowEnd))
  }
  return waiters.length === 0 ? [] : [['waiting', waiters.join(' ')]]
}

/** Whose own orders an auction has still to keep apart. */
function owners(memory: DataView, names: Names, list: ListRow): NamedValue[] {
  const cell = new DeskCellRow(memory, asHandle(list.at))
  const desks: string[] = []
  for (let place = 0; place < list.count; place += 1) {
    desks.push(names.of('desk', cell.desk))
    cell.move(asHandle(cell.rowEnd))
  }
  return desks.length === 0 ? [] : [['owners', desks.join(' ')]]
}

/** Of a contract, as they were given. */
function contractFields({ contract }: Instrument): NamedValue[] {
  if (contract === undefined) return []
  return Object.entries(plainContractTerms(contract) as JsonObject).map(
    ([name, value]): NamedValue => [`contract.${name}`, quoted(JSON.stringify(value))],
  )
}

/** Having no maker rate of its own differs from a maker rate of zero. */
function termsFields({ terms }: Instrument): NamedValue[] {
  return Object.entries(plainTerms(terms)).flatMap(([name, term]): NamedValue[] => {
    const value: Value = typeof term === 'number' ? term : term === false || term === '0' || term === '' ? '' : quoted(term)
    return isNothing(value) ? [] : [[`terms.${name}`, value]]
  })
}
