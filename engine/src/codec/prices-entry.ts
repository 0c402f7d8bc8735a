/** Entries of prices: a count and so many items. */
import {
  ENTRY_KIND,
  KIND_REPORT_PRICES,
  PRICE_ITEM_ASSET_ID,
  PRICE_ITEM_BYTES,
  PRICE_ITEM_PRICE,
  PRICE_ITEM_SOURCE,
  PRICE_ITEM_STATE,
  PRICE_ITEM_VENUE_AT,
  REPORT_PRICES_COUNT,
} from '../../generated/entry-layout.ts'
import { SOURCE_STATES } from '../../generated/vocabularies.ts'
import type { ReportPrices, SourcePrice } from '../command.ts'
import { asAssetId } from '../ids/id.ts'
import { ENTRY_BODY, PRICE_ITEMS_MOST } from '../schema/entry.ts'
import { codeOf, wordOf } from './code.ts'
import { int64 } from './entry-parts.ts'

/** Writes kind and body; returns where it ends. @throws RangeError for more items than an entry holds */
export function writeReport(view: DataView, offset: number, { items }: ReportPrices): number {
  if (items.length > PRICE_ITEMS_MOST) throw new RangeError('too many prices for an entry')
  view.setUint8(offset + ENTRY_KIND, KIND_REPORT_PRICES)
  view.setUint32(offset + REPORT_PRICES_COUNT, items.length, true)
  let at = offset + ENTRY_BODY
  for (const item of items) {
    view.setBigInt64(at, 0n, true)
    view.setInt32(at + PRICE_ITEM_ASSET_ID, item.assetId, true)
    view.setUint8(at + PRICE_ITEM_SOURCE, item.source)
    view.setUint8(at + PRICE_ITEM_STATE, codeOf(SOURCE_STATES, item.state))
    view.setBigInt64(at + PRICE_ITEM_PRICE, int64(item.price), true)
    view.setFloat64(at + PRICE_ITEM_VENUE_AT, item.at, true)
    at += PRICE_ITEM_BYTES
  }
  return at - offset
}

/** Reads what `writeReport` wrote. */
export function readReport(view: DataView, offset: number): ReportPrices {
  const count = view.getUint32(offset + REPORT_PRICES_COUNT, true)
  const item = (position: number): SourcePrice => {
    const at = offset + ENTRY_BODY + position * PRICE_ITEM_BYTES
    return {
      assetId: asAssetId(view.getInt32(at + PRICE_ITEM_ASSET_ID, true)),
      source: view.getUint8(at + PRICE_ITEM_SOURCE),
      state: wordOf(SOURCE_STATES, view.getUint8(at + PRICE_ITEM_STATE)),
      price: view.getBigInt64(at + PRICE_ITEM_PRICE, true),
      at: view.getFloat64(at + PRICE_ITEM_VENUE_AT, true),
    }
  }
  return { kind: 'reportPrices', items: Array.from({ length: count }, (_, position) => item(position)) }
}
