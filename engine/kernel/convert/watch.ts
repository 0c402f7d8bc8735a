/** When a stock goes beyond a limit, and when the desk is to bring it back: at an instant that nobody knows before. */
import { clearDue, setDue } from '../due/queue'
import { chanceOf } from '../market/chance'
import { stockOf } from './stock'
import { beyondOf, stockRow } from './stock-row'
import { state } from '../../generated/rows'
import { HEDGE_MS_LEAST, HEDGE_MS_MOST } from '../constants/convert'
import { DUE_HEDGE } from '../constants/due'

/** After a stock, or what is wanted of it, changed. Room for the row of a hedge is what admission has asked for. */
export function watchStock(assetId: i32): void {
  const row = stockRow(assetId)
  const beyond = beyondOf(row, stockOf(assetId))
  if (beyond == row.beyond) return
  row.beyond = beyond
  row.beyondSince = beyond == 0 ? 0 : state.at
  if (beyond == 0) clearDue(DUE_HEDGE, <f64>assetId, 0)
  else planHedge(assetId)
}

/** Of the coin that prices are told in there is no market. */
export function planHedge(assetId: i32): void {
  if (assetId == state.unitAsset) return
  const delay = chanceOf(<u64>assetId) % <u64>(HEDGE_MS_MOST - HEDGE_MS_LEAST + 1)
  setDue(state.at + <f64>HEDGE_MS_LEAST + <f64>delay, DUE_HEDGE, <f64>assetId, 0)
}
