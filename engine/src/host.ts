/** What the kernel leaves to TypeScript, over the same memory: documents, long outcomes. */
import { RECORD_KIND, RECORD_OUTCOME_ORDER } from '../generated/event-layout.ts'
import * as layout from '../generated/layout.ts'
import { readDocumentCommand } from './entry.ts'
import { writeDocument } from './events/write-document.ts'
import { asInstrumentId, asUserId } from './ids/id.ts'
import type { Host } from './kernel.ts'
import { runDocument } from './operator/run-document.ts'
import { reasonCode } from './reason.ts'
import type { State } from './state.ts'

/** The kernel's host of one exchange. */
export function hostOf(state: State): Host {
  return {
    document: (start, user) => {
      const result = runDocument(state, user, readDocumentCommand(state.memory, start))
      if (typeof result !== 'number') return reasonCode(result)
      state.memory.setFloat64(layout.S_VALUE, result, true)
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
  for (let at = from; at < to; at += memory.getUint32(at, true)) {
    if (memory.getUint8(at + RECORD_KIND) !== RECORD_OUTCOME_ORDER) continue
    answers.push(new Uint8Array(memory.buffer, at, memory.getUint32(at, true)))
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
function recall(state: State, key: number): void {
  const records = state.longOutcomes.get(key)
  if (records === undefined) return
  const view = new DataView(records.buffer, records.byteOffset, records.byteLength)
  for (let from = 0; from < records.byteLength; from += view.getUint32(from, true)) {
    const length = view.getUint32(from, true)
    const at = state.out.record(view.getInt32(from + RECORD_KIND, true), length)
    new Uint8Array(state.out.view.buffer, state.out.view.byteOffset + at, length).set(records.subarray(from, from + length))
  }
}
