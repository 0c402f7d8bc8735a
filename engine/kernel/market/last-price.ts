/** What a trade between two persons leaves with its pair. One of a person with himself leaves nothing: it says nothing of a price. */
import { moveReference } from './moved-reference'
import { noteRecent } from './recent-trades'
import { Instrument } from '../../generated/rows'

@inline export function noteTrade(instrument: Instrument, price: f64, lots: f64, value: i64, at: f64): void {
  instrument.lastPrice = price
  moveReference(instrument, lots, value, at)
  noteRecent(instrument, price, value, at)
}
