/** What sources of prices say, all of an entry at once. */
import { makeSure } from '../events/out'
import { valueStock } from '../convert/stock'
import { hasRoom } from '../memory/tables'
import { indexOf, reachIndex, settleIndex, sourceOf } from './asset-index'
import { PriceItem, ReportPricesEntry } from '../../generated/entries'
import { SourcePriceRecord } from '../../generated/records'
import { duesTable, state } from '../../generated/rows'
import { SOURCE_PINNED, SOURCE_SILENT } from '../constants/code'
import { PRICE_ITEM_BYTES, PRICE_ITEMS_MOST } from '../constants/entry'
import { ASSET_NOT_FOUND, BAD_NUMBER, BAD_PARAMETER, ENGINE_FULL, NONE } from '../constants/reason'

/** Runs a reportPrices entry: all of it, or nothing of it. */
export function reportPrices(entry: ReportPricesEntry): i32 {
  const count = entry.count
  if (count > <u32>PRICE_ITEMS_MOST) return BAD_PARAMETER
  const end = entry.items + <usize>count * PRICE_ITEM_BYTES
  let waiting: u32 = 0
  for (let at = entry.items; at < end; at += PRICE_ITEM_BYTES) {
    const item = changetype<PriceItem>(at)
    const fault = checkItem(item)
    if (fault != NONE) return fault
    // those that have a place in the queue keep it, however full that is
    waiting += u32(indexOf(item.assetId).recheckAt == 0)
  }
  if (waiting != 0 && !hasRoom(duesTable, waiting)) return ENGINE_FULL
  for (let at = entry.items; at < end; at += PRICE_ITEM_BYTES) note(changetype<PriceItem>(at))
  for (let at = entry.items; at < end; at += PRICE_ITEM_BYTES) {
    const assetId = changetype<PriceItem>(at).assetId
    const row = indexOf(assetId)
    if (row.isChanged == 0) continue
    row.isChanged = 0
    makeSure()
    settleIndex(row, assetId, state.at)
  }
  valueStock()
  return NONE
}

function checkItem(item: PriceItem): i32 {
  const assetId = item.assetId
  if (!indexOf(assetId).exists) return ASSET_NOT_FOUND
  if (assetId == state.unitAsset || <u32>item.source >= state.indexSources || item.state > SOURCE_PINNED) return BAD_PARAMETER
  const at = item.venueAt
  if (item.price < 0 || (item.price == 0 && item.state != SOURCE_SILENT)) return BAD_NUMBER
  return at >= 0 && at < 9007199254740992 ? NONE : BAD_NUMBER
}

function note(item: PriceItem): void {
  const row = indexOf(item.assetId)
  if (state.behind != 0) reachIndex(row, item.assetId)
  const source = sourceOf(row, item.source)
  source.price = item.price
  // nobody speaks from later than now: a clock that is ahead would keep its source fresh for too long
  source.at = min(item.venueAt, state.at)
  source.state = item.state
  row.isChanged = 1
  makeSure()
  const record = SourcePriceRecord.begin(item.source, item.state)
  record.assetId = item.assetId
  record.price = item.price
  record.venueAt = source.at
}
