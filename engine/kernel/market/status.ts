/** Status of a pair and the time it ends by itself. */
import { clearDue, setDue } from '../due/queue'
import { idOf } from './instrument'
import { StatusRecord } from '../../generated/records'
import { Instrument } from '../../generated/rows'
import { DUE_STATUS } from '../constants/due'

/** Sets the status and records it. `until` 0 = until further notice. */
export function setStatus(instrument: Instrument, status: i32, until: f64): void {
  instrument.status = status
  instrument.statusUntil = until
  const instrumentId = idOf(instrument)
  if (until == 0) clearDue(DUE_STATUS, <f64>instrumentId, 0)
  else setDue(until, DUE_STATUS, <f64>instrumentId, 0)
  const record = StatusRecord.begin(status)
  record.instrumentWord = <u64>instrumentId
  record.until = until
}
