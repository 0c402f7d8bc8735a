/** Rows of index prices, conversion and savings. */
import { MOVE, MOVES_MOST, STOCK, TAKE, TAKER, TAKES_MOST } from '../schema/convert.ts'
import { EARN_ORDER, EARN_RATE, PRODUCT, TIER } from '../schema/earn.ts'
import type { RowDescription } from '../schema/field.ts'
import { ASSET_INDEX, SOURCE } from '../schema/index-price.ts'
import type { State } from '../state.ts'
import { fieldsAt, type NamedValue } from './fields.ts'
import type { Names } from './names.ts'
import type { ContentRow } from './row.ts'

export function* productRows(state: State, names: Names): Generator<ContentRow> {
  const { assetIndexes, earnOrders, earnRates, indexSources, products } = state
  const plain = { nameOf: names.of }
  for (const at of assetIndexes.live()) {
    const sources = (): NamedValue[] => partsOf(SOURCE, indexSources.length, names, (place) => assetIndexes.at(at).sources(place))
    const fields = fieldsAt(ASSET_INDEX, assetIndexes.view, at, { ...plain, special: { sources } })
    yield { table: 'assetIndex', name: [assetIndexes.numberOf(at)], fields }
  }
  yield* convertRows(state, names)
  for (const at of products.live())
    yield { table: 'product', name: [products.numberOf(at)], fields: fieldsAt(PRODUCT, products.view, at, plain) }
  for (const at of earnRates.live()) {
    const rate = earnRates.at(at)
    const tiers = (): NamedValue[] => partsOf(TIER, rate.count, names, (place) => rate.tiers(place))
    const fields = fieldsAt(EARN_RATE, earnRates.view, at, { ...plain, special: { tiers } })
    yield { table: 'earnRate', name: [earnRates.numberOf(at)], fields }
  }
  for (const at of earnOrders.live())
    yield { table: 'earnOrder', name: names.earnOrder(at), fields: fieldsAt(EARN_ORDER, earnOrders.view, at, plain) }
}

function* convertRows({ stocks, takers }: State, names: Names): Generator<ContentRow> {
  const plain = { nameOf: names.of }
  for (const at of stocks.live()) {
    const moves = (): NamedValue[] => partsOf(MOVE, MOVES_MOST, names, (place) => stocks.at(at).moves(place))
    const fields = fieldsAt(STOCK, stocks.view, at, { ...plain, special: { moves } })
    yield { table: 'stock', name: [stocks.numberOf(at)], fields }
  }
  for (const at of takers.live()) {
    const taker = takers.at(at)
    const takes = (): NamedValue[] => partsOf(TAKE, TAKES_MOST, names, (place) => taker.takes(place))
    const fields = fieldsAt(TAKER, takers.view, at, { ...plain, special: { takes } })
    const name = [taker.person, taker.asset]
    yield { table: 'taker', name, fields }
  }
}

interface Part {
  readonly view: DataView
  readonly handle: number
}

/** Rows inside a row, by their position. */
function partsOf(description: RowDescription, count: number, names: Names, at: (place: number) => Part): NamedValue[] {
  return Array.from({ length: count }, (_, place) => {
    const { handle, view } = at(place)
    return fieldsAt(description, view, handle, { nameOf: names.of }).map(
      ([name, value]): NamedValue => [`${description.name}.${place}.${name}`, value],
    )
  }).flat()
}
