/**
 * Records whose bytes differ between the two engines on purpose, and the fields that are new in them. Such records are read by each
 * side's own readers and compared by name without these fields; all others are compared byte for byte. Empty means: nothing differs.
 */
import * as event from '@agio/engine/generated/event-layout.ts'

export const RECORD_KINDS = {
  entry: event.RECORD_ENTRY,
  order: event.RECORD_ORDER,
  trade: event.RECORD_TRADE,
  balance: event.RECORD_BALANCE,
  level: event.RECORD_LEVEL,
  status: event.RECORD_STATUS,
  document: event.RECORD_DOCUMENT,
  outcomeOrder: event.RECORD_OUTCOME_ORDER,
  outcome: event.RECORD_OUTCOME,
} as const
export type RecordKind = keyof typeof RECORD_KINDS

export interface LayoutChange {
  readonly record: RecordKind
  /** Names in the objects that the readers give, at any depth. */
  readonly fields: readonly string[]
}

export const LAYOUT_CHANGES: readonly LayoutChange[] = []

/** From `record:field,record:field`. @throws RangeError for a record that is none */
export function layoutChangesOf(text: string): LayoutChange[] {
  return text.split(',').map((part) => {
    const [record = '', field = ''] = part.split(':')
    if (!(record in RECORD_KINDS) || field === '')
      throw new RangeError(`${part}: one of ${Object.keys(RECORD_KINDS).join(', ')}, a colon, a field`)
    return { record: record as RecordKind, fields: [field] }
  })
}
