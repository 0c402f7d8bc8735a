/** Outcome records to plain outcomes. */
import { RECORD_OUTCOME, RECORD_OUTCOME_ORDER } from '../../generated/event-layout.ts'
import { OutcomeOrderRecord, OutcomeRecord, RecordRow } from '../../generated/views.ts'
import { wordOf } from '../codec/code.ts'
import type { Outcome, OutcomeOrder } from '../event.ts'
import { asOrderId } from '../ids/id.ts'
import { REASONS } from '../reason.ts'

// As constants of this file: the compiler knows them, and loads what is imported each time anew.
const { kind: codeAt, length: lengthAt } = RecordRow
const InOutcomeRecord = OutcomeRecord
const InOutcomeOrderRecord = OutcomeOrderRecord

/** The outcomes of a part of a buffer that starts and ends at record boundaries. */
export function* outcomesFrom(view: DataView, from: number, to: number): Generator<Outcome> {
  let orders: OutcomeOrder[] = []
  for (let at = from; at < to; at += lengthAt(view, at)) {
    const kind = codeAt(view, at)
    if (kind === RECORD_OUTCOME_ORDER) orders.push(readOutcomeOrder(view, at))
    if (kind !== RECORD_OUTCOME) continue
    yield readOutcome(view, at, orders)
    orders = []
  }
}

/** The outcome of one entry's records, found without a generator: every command asks for its own. */
export function outcomeOf(view: DataView, from: number, to: number): Outcome | undefined {
  const orders: OutcomeOrder[] = []
  for (let at = from; at < to; at += lengthAt(view, at)) {
    const kind = codeAt(view, at)
    if (kind === RECORD_OUTCOME_ORDER) orders.push(readOutcomeOrder(view, at))
    else if (kind === RECORD_OUTCOME) return readOutcome(view, at, orders)
  }
  return undefined
}

function readOutcome(view: DataView, at: number, orders: readonly OutcomeOrder[]): Outcome {
  return {
    seq: InOutcomeRecord.seq(view, at),
    at: InOutcomeRecord.at(view, at),
    reason: wordOf(REASONS, InOutcomeRecord.reason(view, at)),
    replayed: InOutcomeRecord.replayed(view, at),
    orders,
    value: InOutcomeRecord.value(view, at),
  }
}

/** One order of an answer, from its record. */
export function readOutcomeOrder(view: DataView, at: number): OutcomeOrder {
  const isOrigin = InOutcomeOrderRecord.hasOrigin(view, at)
  return {
    orderId: InOutcomeOrderRecord.orderId(view, at),
    orderListId: InOutcomeOrderRecord.orderListId(view, at),
    clientOrderId: isOrigin ? '' : InOutcomeOrderRecord.text(view, at, InOutcomeOrderRecord.textLength(view, at)),
    originOrderId: isOrigin ? asOrderId(InOutcomeOrderRecord.origin(view, at)) : 0,
    instrumentId: InOutcomeOrderRecord.instrumentId(view, at),
    type: InOutcomeOrderRecord.type(view, at),
    status: InOutcomeOrderRecord.status(view, at),
    reason: wordOf(REASONS, InOutcomeOrderRecord.reason(view, at)),
    priorityKept: InOutcomeOrderRecord.priorityKept(view, at),
    replacedOrderId: InOutcomeOrderRecord.replacedOrderId(view, at),
  }
}
