/** Status of a pair and the time it ends by itself. */
import type { EventBuffer } from '../event-buffer.ts'
import * as event from '../events/event-layout.ts'
import { DUE_STATUS } from '../memory/deadlines.ts'
import type { State } from '../state.ts'
import type { Instrument } from './instrument.ts'

const { RECORD_STATUS, STATUS_BYTES, STATUS_INSTRUMENT, STATUS_STATUS, STATUS_UNTIL } = event

/** Sets the status and records it. `until` 0 = until further notice. */
export function setStatus(state: State, out: EventBuffer, instrument: Instrument, status: number, until: number): void {
  instrument.status = status
  instrument.statusUntil = until
  if (until === 0) state.deadlines.clear(DUE_STATUS, instrument.instrumentId, 0)
  else state.deadlines.set({ at: until, due: DUE_STATUS, id: instrument.instrumentId, detail: 0 })
  const at = out.record(RECORD_STATUS, STATUS_BYTES)
  out.view.setUint8(at + STATUS_STATUS, status)
  out.view.setInt32(at + STATUS_INSTRUMENT, instrument.instrumentId, true)
  out.view.setFloat64(at + STATUS_UNTIL, until, true)
}
