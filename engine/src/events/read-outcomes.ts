/** Outcome records to plain outcomes. */
import * as layout from '../../generated/event-layout.ts'
import { ORDER_TYPES, STATUSES } from '../../generated/vocabularies.ts'
import { wordOf } from '../codec/code.ts'
import { readAscii } from '../codec/text.ts'
import type { Outcome, OutcomeOrder } from '../event.ts'
import { asInstrumentId, asOrderId, type OrderListId } from '../ids/id.ts'
import { REASONS } from '../reason.ts'

// As constants of this file: the compiler knows them, and loads what is imported each time anew.
const {
  OUTCOME_AT,
  OUTCOME_ORDER_HAS_ORIGIN,
  OUTCOME_ORDER_INSTRUMENT_ID,
  OUTCOME_ORDER_ORDER_ID,
  OUTCOME_ORDER_ORDER_LIST_ID,
  OUTCOME_ORDER_PRIORITY_KEPT,
  OUTCOME_ORDER_REASON,
  OUTCOME_ORDER_REPLACED_ORDER_ID,
  OUTCOME_ORDER_STATUS,
  OUTCOME_ORDER_TEXT,
  OUTCOME_ORDER_TEXT_LENGTH,
  OUTCOME_ORDER_TYPE,
  OUTCOME_REASON,
  OUTCOME_REPLAYED,
  OUTCOME_SEQ,
  OUTCOME_VALUE,
  RECORD_KIND,
  RECORD_OUTCOME,
  RECORD_OUTCOME_ORDER,
} = layout

/** The outcomes of a part of a buffer that starts and ends at record boundaries. */
export function* outcomesFrom(view: DataView, from: number, to: number): Generator<Outcome> {
  let orders: OutcomeOrder[] = []
  for (let at = from; at < to; at += view.getUint32(at, true)) {
    const kind = view.getUint8(at + RECORD_KIND)
    if (kind === RECORD_OUTCOME_ORDER) orders.push(readOutcomeOrder(view, at))
    if (kind !== RECORD_OUTCOME) continue
    yield readOutcome(view, at, orders)
    orders = []
  }
}

/** The outcome of one entry's records, found without a generator: every command asks for its own. */
export function outcomeOf(view: DataView, from: number, to: number): Outcome | undefined {
  const orders: OutcomeOrder[] = []
  for (let at = from; at < to; at += view.getUint32(at, true)) {
    const kind = view.getUint8(at + RECORD_KIND)
    if (kind === RECORD_OUTCOME_ORDER) orders.push(readOutcomeOrder(view, at))
    else if (kind === RECORD_OUTCOME) return readOutcome(view, at, orders)
  }
  return undefined
}

function readOutcome(view: DataView, at: number, orders: readonly OutcomeOrder[]): Outcome {
  return {
    seq: view.getFloat64(at + OUTCOME_SEQ, true),
    at: view.getFloat64(at + OUTCOME_AT, true),
    reason: wordOf(REASONS, view.getUint8(at + OUTCOME_REASON)),
    replayed: view.getUint8(at + OUTCOME_REPLAYED) === 1,
    orders,
    value: view.getFloat64(at + OUTCOME_VALUE, true),
  }
}

/** One order of an answer, from its record. */
export function readOutcomeOrder(view: DataView, at: number): OutcomeOrder {
  const isOrigin = view.getUint8(at + OUTCOME_ORDER_HAS_ORIGIN) === 1
  const textAt = at + OUTCOME_ORDER_TEXT
  return {
    orderId: asOrderId(view.getFloat64(at + OUTCOME_ORDER_ORDER_ID, true)),
    orderListId: view.getFloat64(at + OUTCOME_ORDER_ORDER_LIST_ID, true) as OrderListId | 0,
    clientOrderId: isOrigin ? '' : readAscii(view, textAt, view.getUint8(at + OUTCOME_ORDER_TEXT_LENGTH)),
    originOrderId: isOrigin ? asOrderId(view.getFloat64(textAt, true)) : 0,
    instrumentId: asInstrumentId(view.getInt32(at + OUTCOME_ORDER_INSTRUMENT_ID, true)),
    type: wordOf(ORDER_TYPES, view.getUint8(at + OUTCOME_ORDER_TYPE)),
    status: wordOf(STATUSES, view.getUint8(at + OUTCOME_ORDER_STATUS)),
    reason: wordOf(REASONS, view.getUint8(at + OUTCOME_ORDER_REASON)),
    priorityKept: view.getUint8(at + OUTCOME_ORDER_PRIORITY_KEPT) === 1,
    replacedOrderId: asOrderId(view.getFloat64(at + OUTCOME_ORDER_REPLACED_ORDER_ID, true)),
  }
}
