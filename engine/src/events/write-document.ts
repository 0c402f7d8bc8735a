/** Events that are rare enough to travel as JSON. */
import { DOCUMENT_BYTES, RECORD_DOCUMENT } from '../../generated/event-layout.ts'
import { DocumentRecord } from '../../generated/views.ts'
import { eventDocument } from '../codec/event-json.ts'
import { asciiJson, padded4, writeAscii } from '../codec/text.ts'
import type { Event } from '../event.ts'
import type { EventBuffer } from '../event-buffer.ts'

/** Records an event as JSON that starts with its kind. */
export function writeDocument(out: EventBuffer, event: Event): void {
  const text = asciiJson(eventDocument(event))
  const record = new DocumentRecord(out.view, out.record(RECORD_DOCUMENT, DOCUMENT_BYTES + padded4(text.length)))
  record.textLength = text.length
  writeAscii(out.view, record.rowEnd, text)
}
