/** What the kernel leaves to TypeScript, over the same memory: documents, long outcomes. */
import { RECORD_OUTCOME_ORDER } from '../generated/event-layout.ts'
import { RecordRow } from '../generated/views.ts'
import { readDocumentCommand } from './entry.ts'
import { writeDocument } from './events/write-document.ts'
import { asInstrumentId, asUserId } from './ids/id.ts'
import type { Host } from './kernel.ts'
import type { Handle } from './memory/handle.ts'
import { runDocument } from './operator/run-document.ts'
import { reasonCode } from './reason.ts'
import type { State } from './state.ts'

/** The kernel's host of one exchange. */
export function hostOf(state: State): Host {
  return {
    document: (start, user) => {
      const result = runDocument(state, user, readDocumentCommand(state.memory, start))
      if (typeof result !== 'number') return reasonCode(result)
      state.scalars.value = result
      return 0
    },
    timerSet: (userId, instrumentId, triggerAt) =>
      writeDocument(state.out, {
        kind: 'cancelAllTimerSet',
        userId: asUserId(userId),
        instrumentId: asInstrumentId(instrumentId),
        triggerAt,
      }),
    keepOutcome: (key, from, to) => state.longOutcomes.set(key, answersBetween(state.memory, from >>> 0, to >>> 0)),
    recallOutcome: (key) => recall(state, key),
    forgetOutcome: (key) => state.longOutcomes.delete(key),
  }
}

/** The records of an answer's orders among all between two addresses. */
function answersBetween(memory: DataView, from: number, to: number): Uint8Array {
  const answers: Uint8Array[] = []
  const record = new RecordRow(memory, 0)
  for (let at = from; at < to; at += record.length) {
    record.move(at)
    if (record.kind === RECORD_OUTCOME_ORDER) answers.push(new Uint8Array(memory.buffer, at, record.length))
  }
  const bytes = new Uint8Array(answers.reduce((sum, answer) => sum + answer.byteLength, 0))
  let length = 0
  for (const answer of answers) {
    bytes.set(answer, length)
    length += answer.byteLength
  }
  return bytes
}

/** Writes the remembered answer of a key again. */
function recall(state: State, key: Handle<'key'>): void {
  const records = state.longOutcomes.get(key)
  if (records === undefined) return
  const record = new RecordRow(new DataView(records.buffer, records.byteOffset, records.byteLength), 0)
  for (let from = 0; from < records.byteLength; from += record.length) {
    record.move(from)
    const { head, length } = record
    const at = state.out.record(head, length)
    new Uint8Array(state.out.view.buffer, state.out.view.byteOffset + at, length).set(records.subarray(from, from + length))
  }
}
