/** The time that records tell: that of their entry, or the instant at which work was due that an entry did. */
import { EntryRecord } from '../../generated/records'
import { state } from '../../generated/rows'

/** Records from here on happened at this time. */
export function tellTime(at: f64): void {
  const told = state.toldAt == 0 ? state.at : state.toldAt
  if (told == at) return
  state.toldAt = at == state.at ? 0 : at
  const record = EntryRecord.begin()
  record.seq = state.seq
  record.at = at
}
