/** Rows of index prices, conversion and savings. */
import * as layout from '../../generated/layout.ts'
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
    const sources = (from: number): NamedValue[] => partsAt(SOURCE, assetIndexes.view, from, indexSources.length, names)
    const fields = fieldsAt(ASSET_INDEX, assetIndexes.view, at, { ...plain, special: { sources } })
    yield { table: 'assetIndex', name: [at / layout.ASSET_INDEX_BYTES], fields }
  }
  yield* convertRows(state, names)
  for (const at of products.live())
    yield { table: 'product', name: [at / layout.PRODUCT_BYTES], fields: fieldsAt(PRODUCT, products.view, at, plain) }
  for (const at of earnRates.live()) {
    const count = earnRates.view.getUint32(at + layout.EARN_RATE_COUNT, true)
    const tiers = (from: number): NamedValue[] => partsAt(TIER, earnRates.view, from, count, names)
    const fields = fieldsAt(EARN_RATE, earnRates.view, at, { ...plain, special: { tiers } })
    yield { table: 'earnRate', name: [at / layout.EARN_RATE_BYTES], fields }
  }
  for (const at of earnOrders.live())
    yield { table: 'earnOrder', name: names.earnOrder(at), fields: fieldsAt(EARN_ORDER, earnOrders.view, at, plain) }
}

function* convertRows({ stocks, takers }: State, names: Names): Generator<ContentRow> {
  const plain = { nameOf: names.of }
  for (const at of stocks.live()) {
    const moves = (from: number): NamedValue[] => partsAt(MOVE, stocks.view, from, MOVES_MOST, names)
    const fields = fieldsAt(STOCK, stocks.view, at, { ...plain, special: { moves } })
    yield { table: 'stock', name: [at / layout.STOCK_BYTES], fields }
  }
  for (const at of takers.live()) {
    const takes = (from: number): NamedValue[] => partsAt(TAKE, takers.view, from, TAKES_MOST, names)
    const fields = fieldsAt(TAKER, takers.view, at, { ...plain, special: { takes } })
    const name = [takers.view.getInt32(at + layout.TAKER_PERSON, true), takers.view.getInt32(at + layout.TAKER_ASSET, true)]
    yield { table: 'taker', name, fields }
  }
}

/** Rows inside a row, by their position. */
function partsAt(description: RowDescription, view: DataView, from: number, count: number, names: Names): NamedValue[] {
  return Array.from({ length: count }, (_, position) =>
    fieldsAt(description, view, from + position * description.bytes, { nameOf: names.of }).map(
      ([name, value]): NamedValue => [`${description.name}.${position}.${name}`, value],
    ),
  ).flat()
}
