/** Status of a pair and the time it ends by itself. */
import { clearDeadline, setDeadline } from '../host'
import { idOf } from './instrument'
import { StatusRecord } from '../../generated/records'
import { Instrument } from '../../generated/rows'

/** Classes of deadlines: see `memory/deadlines.ts` of the engine. */
export const DUE_EXPIRY: i32 = 1
export const DUE_CANCEL_ALL: i32 = 2
const DUE_STATUS: i32 = 3

/** Sets the status and records it. `until` 0 = until further notice. */
export function setStatus(instrument: Instrument, status: i32, until: f64): void {
  instrument.status = status
  instrument.statusUntil = until
  const instrumentId = idOf(instrument)
  if (until == 0) clearDeadline(DUE_STATUS, <f64>instrumentId, 0)
  else setDeadline(until, DUE_STATUS, <f64>instrumentId, 0)
  const record = StatusRecord.begin(status)
  record.instrumentWord = <u64>instrumentId
  record.until = until
}
