/** Events that are rare enough to travel as JSON. */

import { plainTerms } from '../codec/document-json.ts'
import { asciiJson, padded4, writeAscii } from '../codec/text.ts'
import type { Event } from '../event.ts'
import type { EventBuffer } from '../event-buffer.ts'
import * as layout from './event-layout.ts'

const { DOCUMENT_TEXT, DOCUMENT_TEXT_LENGTH, RECORD_DOCUMENT } = layout

/** Records an event as JSON that starts with its kind. */
export function writeDocument(out: EventBuffer, event: Event): void {
  const { kind, ...rest } = event
  const plain =
    event.kind === 'instrumentDefined' || event.kind === 'instrumentChanged' ? { ...rest, terms: plainTerms(event.terms) } : rest
  const text = asciiJson({ kind, ...plain })
  const at = out.record(RECORD_DOCUMENT, DOCUMENT_TEXT + padded4(text.length))
  out.view.setInt32(at + DOCUMENT_TEXT_LENGTH, text.length, true)
  writeAscii(out.view, at + DOCUMENT_TEXT, text)
}
