/** Events that are rare enough to travel as JSON. */
import { asciiJson, padded4, writeAscii } from '../codec/text.ts'
import { plainTerms } from '../entry.ts'
import type { Event } from '../event.ts'
import type { EventBuffer } from '../event-buffer.ts'
import * as layout from './event-layout.ts'

/** Records an event as JSON that starts with its kind. */
export function writeDocument(out: EventBuffer, event: Event): void {
  const { kind, ...rest } = event
  const plain =
    event.kind === 'instrumentDefined' || event.kind === 'instrumentChanged' ? { ...rest, terms: plainTerms(event.terms) } : rest
  const text = asciiJson({ kind, ...plain })
  const at = out.record(layout.RECORD_DOCUMENT, layout.DOCUMENT_TEXT + padded4(text.length))
  out.view.setInt32(at + layout.DOCUMENT_TEXT_LENGTH, text.length, true)
  writeAscii(out.view, at + layout.DOCUMENT_TEXT, text)
}
