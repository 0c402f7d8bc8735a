/** Status of a pair and the time it ends by itself. */
import { clearDue, setDue } from '../due/queue'
import { idOf } from './instrument'
import { referencePrice } from './reference-price'
import { StatusRecord } from '../../generated/records'
import { Instrument } from '../../generated/rows'
import { AUCTION, CANCEL_ONLY, HALT, REDUCE_ONLY, TRADING } from '../constants/code'
import { DUE_STATUS } from '../constants/due'

/** Sets the status and records it. `until` 0 = until further notice. */
export function setStatus(instrument: Instrument, status: i32, until: f64): void {
  if ((status == HALT || status == CANCEL_ONLY) && (instrument.status == TRADING || instrument.status == REDUCE_ONLY))
    instrument.haltReference = referencePrice(instrument)
  change(instrument, status, until, until)
}

/** Collects orders until a time, and ends that before, at an instant that nobody is told. */
export function beginAuction(instrument: Instrument, until: f64, endsAt: f64): void {
  change(instrument, AUCTION, until, endsAt)
}

function change(instrument: Instrument, status: i32, until: f64, endsAt: f64): void {
  instrument.status = status
  instrument.statusUntil = until
  const instrumentId = idOf(instrument)
  if (until == 0) clearDue(DUE_STATUS, <f64>instrumentId, 0)
  else setDue(endsAt, DUE_STATUS, <f64>instrumentId, 0)
  const record = StatusRecord.begin(status)
  record.instrumentWord = <u64>instrumentId
  record.until = until
}
