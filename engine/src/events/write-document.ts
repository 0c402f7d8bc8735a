/** Events that are rare enough to travel as JSON. */
import { DOCUMENT_TEXT, DOCUMENT_TEXT_LENGTH, RECORD_DOCUMENT } from '../../generated/event-layout.ts'
import { eventDocument } from '../codec/event-json.ts'
import { asciiJson, padded4, writeAscii } from '../codec/text.ts'
import type { Event } from '../event.ts'
import type { EventBuffer } from '../event-buffer.ts'

/** Records an event as JSON that starts with its kind. */
export function writeDocument(out: EventBuffer, event: Event): void {
  const text = asciiJson(eventDocument(event))
  const at = out.record(RECORD_DOCUMENT, DOCUMENT_TEXT + padded4(text.length))
  out.view.setInt32(at + DOCUMENT_TEXT_LENGTH, text.length, true)
  writeAscii(out.view, at + DOCUMENT_TEXT, text)
}
