/** Single pieces of scheduled work: which one comes next, and how one that breaks the engine is left out. */
import * as layout from '../generated/layout.ts'
import { DUE_CANCEL_ALL, DUE_DAY, DUE_EXPIRY } from './schema/due.ts'
import type { State } from './state.ts'

export interface DueRow {
  readonly at: number
  /** Class: see `schema/due.ts`, which says what id and detail are. */
  readonly due: number
  readonly id: number
  readonly detail: number
}

/** All that is scheduled but the day, in no order. */
export function* dueRows({ dues: { view }, dues }: State): Generator<DueRow> {
  for (const row of dues.live())
    yield {
      at: view.getFloat64(row + layout.DUE_AT, true),
      due: view.getUint8(row + layout.DUE_WORK),
      id: view.getFloat64(row + layout.DUE_ID, true),
      detail: view.getInt32(row + layout.DUE_DETAIL, true),
    }
}

/** The scheduled work that was begun last: after a throw, what threw. Undefined when none was since the state was made. */
export function begunDueRow({ memory }: State): DueRow | undefined {
  const at = memory.getFloat64(layout.S_BEGUN_AT, true)
  if (at === 0) return undefined
  return {
    at,
    due: memory.getUint32(layout.S_BEGUN_WORK, true),
    id: memory.getFloat64(layout.S_BEGUN_ID, true),
    detail: memory.getInt32(layout.S_BEGUN_DETAIL, true),
  }
}

/**
 * Takes a piece of scheduled work out, as if it had never been scheduled; of a day its change of levels and no more. Nothing when it is not
 * there at that time.
 */
export function skipDueRow({ dues, kernel, nextDay }: State, { at, due, id, detail }: DueRow): void {
  if (due === DUE_DAY) {
    if (nextDay === at) kernel.skipDay()
    return
  }
  const row = kernel.findDue(due, id, detail)
  if (row !== 0 && dues.view.getFloat64(row + layout.DUE_AT, true) === at) kernel.clearDue(due, id, detail)
}

/** For people: `expiry of order 17`. */
export function describeDueRow({ due, id, detail }: DueRow): string {
  if (due === DUE_DAY) return 'the change of levels at the end of a day'
  if (due === DUE_EXPIRY) return `expiry of order ${id}`
  if (due === DUE_CANCEL_ALL) return `cancel-all timer of user ${id} at ${detail === 0 ? 'all pairs' : `pair ${detail}`}`
  return `change of status of pair ${id}`
}
