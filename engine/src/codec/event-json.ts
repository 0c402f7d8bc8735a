/** Events as JSON: those that are too rare for a record of their own. */
import type { JsonValue } from '../command.ts'
import type { Event } from '../event.ts'
import { EVENTS } from '../schema/events.ts'
import { JsonCodec } from './json-fields.ts'

const codec = new JsonCodec(EVENTS)

/** An event as JSON that starts with its kind. */
export function eventDocument(event: Event): unknown {
  const { kind, ...rest } = codec.toJson(event) as Event
  return { kind, ...rest }
}

/** The event of JSON that `eventDocument` made. */
export const eventOfDocument = (value: JsonValue): Event => codec.fromJson(value) as Event
