/** Entries of prices: a count and so many items. */
import { KIND_REPORT_PRICES } from '../../generated/entry-layout.ts'
import { PriceItemRow, ReportPricesEntry } from '../../generated/views.ts'
import type { ReportPrices, SourcePrice } from '../command.ts'
import { asHandle } from '../memory/handle.ts'
import { PRICE_ITEM_BYTES, PRICE_ITEMS_MOST } from '../schema/entry.ts'
import { int64 } from './entry-parts.ts'

/** Writes kind and body; returns where it ends. @throws RangeError for more items than an entry holds */
export function writeReport(view: DataView, offset: number, { items }: ReportPrices): number {
  if (items.length > PRICE_ITEMS_MOST) throw new RangeError('too many prices for an entry')
  const entry = new ReportPricesEntry(view, offset)
  entry.kind = KIND_REPORT_PRICES
  entry.count = items.length
  const room = new Uint8Array(view.buffer, view.byteOffset + entry.rowEnd, items.length * PRICE_ITEM_BYTES)
  room.fill(0)
  const row = new PriceItemRow(view, asHandle(entry.rowEnd))
  for (const { assetId, at, price, source, state } of items) {
    row.assetId = assetId
    row.source = source
    row.state = state
    row.price = int64(price)
    row.venueAt = at
    row.move(asHandle(row.rowEnd))
  }
  return row.handle - offset
}

/** Reads what `writeReport` wrote. */
export function readReport(view: DataView, offset: number): ReportPrices {
  const entry = new ReportPricesEntry(view, offset)
  const row = new PriceItemRow(view, asHandle(entry.rowEnd))
  const items = Array.from({ length: entry.count }, (): SourcePrice => {
    const { assetId, price, source, state, venueAt } = row
    row.move(asHandle(row.rowEnd))
    return { assetId, source, state, price, at: venueAt }
  })
  return { kind: 'reportPrices', items }
}
