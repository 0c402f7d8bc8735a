/**
 * The journal: an append-only sequence of records, the only truth of an exchange. Four methods, so that a file, a PostgreSQL
 * table or a stream can stand behind it. A record is one batch of encoded entries; `seq` is the sequence of its last entry.
 */

/** What an append came to. `conflict`: another writer holds that position. `unknown`: it may or may not be there; repeat the same append. */
export type AppendResult = 'ok' | 'conflict' | 'unknown'

/** A piece of scheduled work that an operator took out because it broke the engine, as the engine names it. */
export interface SkippedRow {
  readonly at: number
  readonly due: number
  readonly id: number
  readonly detail: number
}

export interface JournalRecord {
  /** Sequence of the first and last entry in the batch. */
  readonly firstSeq: number
  readonly lastSeq: number
  /** Writer epoch: rises by one with every leader. */
  readonly epoch: number
  /** Encoded entries, back to back, in the engine's entry codec. */
  readonly bytes: Uint8Array
  /** Scheduled work to remove from the state before the first of these entries is applied. */
  readonly skipBefore?: SkippedRow | undefined
}

export interface Journal {
  /** Sequence of the last durable entry; 0 when empty. */
  last(): number
  /** Durable records from the one that holds `fromSeq`, in order. Throws JournalCorrupt at the first bad record. */
  read(fromSeq: number): AsyncIterable<JournalRecord>
  /**
   * Appends one batch after `expectedSeq`; resolves when it is on disk (fdatasync), never before. May be called again before the
   * first resolves (pipelined): batches become durable in call order.
   */
  append(expectedSeq: number, record: JournalRecord): Promise<AppendResult>
  /** The record that holds `seq`, or undefined. */
  at(seq: number): Promise<JournalRecord | undefined>
}
