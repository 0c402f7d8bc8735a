/** History that fails: what a test asks of it is refused as the real one refuses. */
import { HistoryUnavailable } from '../projections/history-unavailable.ts'

/** Reads that say where history stands, and answer whatever its state is; and the one that is no promise. */
const ALWAYS: readonly string[] = ['position', 'reached', 'onMailed', 'rebuilding', 'rows', 'users']

type Reads = Readonly<Record<string, unknown>>

/** Refuses every read while history fails. */
export const guarded = (reads: Reads, isFailing: () => boolean): Reads =>
  Object.fromEntries(
    Object.entries(reads).map(([name, read]) =>
      ALWAYS.includes(name) || typeof read !== 'function'
        ? [name, read]
        : [name, (...given: unknown[]) => (isFailing() ? Promise.reject(new HistoryUnavailable('the test says so')) : read(...given))],
    ),
  )
