/** Event records to plain events. */
import { RECORD_DOCUMENT, RECORD_ENTRY, RECORD_ORDER } from '../../generated/event-layout.ts'
import { readRecord } from '../../generated/record-readers.ts'
import { BalanceRecord, ConditionRow, ContractPartRow, DocumentRecord, EntryRecord, OrderRecord } from '../../generated/views.ts'
import { eventOfDocument } from '../codec/event-json.ts'
import { padded4, readAsciiUntil } from '../codec/text.ts'
import type { JsonValue } from '../command.ts'
import type { Event } from '../event.ts'
import { asHandle } from '../memory/handle.ts'
import { EVENT_KINDS, EVENTS, type EventDescription, type EventKind, type OrderEvent } from '../schema/events.ts'
import { offsetsOf } from '../schema/field.ts'
import { DOCUMENT_RECORD, ORDER_RECORD, PART_CONTRACT, PART_EXTRA, PART_ORIGIN } from '../schema/records.ts'
import { EXTRA } from '../schema/rows.ts'
import type { ContractParts } from './read-contract-part.ts'
import { orderFromParts } from './read-order.ts'

// As constants of this file: the compiler knows them, and loads what is imported each time anew.
const { at: timeAt, seq: seqAt } = EntryRecord
const { change: changeAt } = OrderRecord
const { availableDelta: availableDeltaAt, heldDelta: heldDeltaAt } = BalanceRecord
const InOrderRecord = OrderRecord

/** Every record begins with its length (u32) and its kind (u8): read here as they stand, because most records are passed over. */
const KIND = 4

/** Of an order's record. */
const ROW_IN_RECORD = offsetsOf(ORDER_RECORD.fields).get('row') ?? 0

/** Kinds of events about orders, by what their record says. */
const ORDER_KINDS: (OrderEvent['kind'] | undefined)[] = []
/** Kinds of events whose records are theirs alone, by the record's code. */
const RECORD_KINDS: (EventKind | undefined)[] = []
for (const kind of EVENT_KINDS) {
  const event: EventDescription = EVENTS[kind]
  if (event.form === 'record') RECORD_KINDS[event.record.code] = kind
  if (event.form === 'order') ORDER_KINDS[event.change] = kind as OrderEvent['kind']
}

/** An event with sequence and time of its entry. */
export interface StampedEvent {
  readonly seq: number
  readonly at: number
  readonly event: Event
}

/** Which events to make objects for; the others are skipped without cost. */
export interface Wanted {
  readonly kinds: ReadonlySet<Event['kind']>
  /** Of balances only those whose total changed: what an order holds and gives back is two fifths of all. */
  readonly totalsOnly: boolean
}

/** The events of records from the start of a view up to `to`; all of them unless some are `wanted`. */
export function* eventsFrom(view: DataView, to: number, wanted: Wanted | undefined): Generator<StampedEvent> {
  let seq = 0
  let time = 0
  for (let at = 0; at < to; at += view.getUint32(at, true)) {
    const code = view.getUint8(at + KIND)
    if (code === RECORD_ENTRY) {
      seq = seqAt(view, at)
      time = timeAt(view, at)
      continue
    }
    const kind = kindAt(view, at, code)
    if (kind === undefined || (wanted !== undefined && !isWanted(view, at, kind, wanted))) continue
    yield { seq, at: time, event: eventAt(view, at, code, kind) }
  }
}

function isWanted(view: DataView, at: number, kind: Event['kind'], { kinds, totalsOnly }: Wanted): boolean {
  return kinds.has(kind) && (kind !== 'balanceChanged' || !totalsOnly || movesTotal(view, at))
}

const movesTotal = (view: DataView, at: number): boolean => availableDeltaAt(view, at) !== -heldDeltaAt(view, at)

function kindAt(view: DataView, at: number, code: number): Event['kind'] | undefined {
  if (code === RECORD_ORDER) return ORDER_KINDS[changeAt(view, at)]
  return code === RECORD_DOCUMENT ? documentKindAt(view, at) : RECORD_KINDS[code]
}

/** A document's text starts with its kind. */
const documentKindAt = (view: DataView, at: number): Event['kind'] =>
  readAsciiUntil(view, at + DOCUMENT_RECORD.bytes + '{"kind":"'.length, '"') as Event['kind']

function eventAt(view: DataView, at: number, code: number, kind: Event['kind']): Event {
  if (code === RECORD_ORDER) return readOrder(view, at, kind)
  if (code !== RECORD_DOCUMENT) return readRecord(view, at, code)
  const document = new DocumentRecord(view, at)
  return eventOfDocument(JSON.parse(document.text(document.textLength)) as JsonValue)
}

function readOrder(view: DataView, at: number, kind: Event['kind']): Event {
  const parts = InOrderRecord.parts(view, at)
  const textLength = InOrderRecord.textLength(view, at)
  const isOrigin = (parts & PART_ORIGIN) !== 0
  const hasExtra = (parts & PART_EXTRA) !== 0
  const behindText = at + ORDER_RECORD.bytes + padded4(textLength)
  const order = orderFromParts({
    view,
    row: asHandle(at + ROW_IN_RECORD),
    flags: InOrderRecord.flags(view, at),
    closeReason: InOrderRecord.closeReason(view, at),
    extras: view,
    extra: hasExtra ? asHandle(behindText) : 0,
    clientOrderId: isOrigin ? '' : InOrderRecord.text(view, at, textLength),
    originOrderId: isOrigin ? InOrderRecord.origin(view, at) : 0,
    caller: InOrderRecord.caller(view, at),
    userId: InOrderRecord.userId(view, at),
    instrumentId: InOrderRecord.instrumentId(view, at),
    baseAssetId: InOrderRecord.baseAssetId(view, at),
    quoteAssetId: InOrderRecord.quoteAssetId(view, at),
    feeAssetId: InOrderRecord.feeAssetId(view, at),
    contract: (parts & PART_CONTRACT) === 0 ? undefined : contractPart(view, hasExtra ? behindText + EXTRA.bytes : behindText),
  })
  return { kind, order } as OrderEvent
}

/** The part of a contract order, which stands at the end of its record. */
function contractPart(view: DataView, at: number): ContractParts {
  const { hasCondition, isClose, isShortLeg, leverage, marginMode, rowEnd } = new ContractPartRow(view, asHandle(at))
  const condition = hasCondition ? new ConditionRow(view, asHandle(rowEnd)) : undefined
  return { leverage, isClose, isShortLeg, marginMode, condition }
}
