/** Single pieces of scheduled work: which one comes next, and how one that breaks the engine is left out. */
import * as layout from '../generated/layout.ts'
import { type Deadline, DUE_CANCEL_ALL, DUE_DAY, DUE_EXPIRY } from './memory/deadlines.ts'
import type { State } from './state.ts'

const DAY_MS = 86_400_000

/** The scheduled work that comes first, due or not; undefined when there is none. At the same time the day comes first. */
export function nextDueRow(state: State): Deadline | undefined {
  const { deadlines, nextDay } = state
  if (nextDay !== 0 && nextDay <= deadlines.next()) return { at: nextDay, due: DUE_DAY, id: 0, detail: 0 }
  return deadlines.first()
}

/** The scheduled work that was begun last: after a throw, what threw. */
export const begunDueRow = (state: State): Deadline | undefined => state.dueRow

/**
 * Takes a piece of scheduled work out, as if it had never been scheduled; of a day its change of levels and no more. Nothing when it is not
 * there at that time.
 */
export function skipDueRow(state: State, row: Deadline): void {
  const { at, due, id, detail } = row
  if (due === DUE_DAY) {
    if (state.nextDay === at) state.memory.setFloat64(layout.S_NEXT_DAY, at + DAY_MS, true)
  } else if (state.deadlines.find(due, id, detail)?.at === at) {
    state.deadlines.clear(due, id, detail)
  }
}

/** For people: `expiry of order 17`. */
export function describeDueRow({ due, id, detail }: Deadline): string {
  if (due === DUE_DAY) return 'the change of levels at the end of a day'
  if (due === DUE_EXPIRY) return `expiry of order ${id}`
  if (due === DUE_CANCEL_ALL) return `cancel-all timer of user ${id} at ${detail === 0 ? 'all pairs' : `pair ${detail}`}`
  return `change of status of pair ${id}`
}
