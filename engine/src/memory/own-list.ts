/**
 * Lists of what one user owns: accounts, desks. The newest few are found from the user's row, because that row and theirs are at hand
 * and a place in an index of everything is not; only what lies deeper is in the index.
 */
import { HANDLE_MASK } from './rows.ts'

const HANDLE = HANDLE_MASK

/** So many rows of a list are walked before the index is asked. */
export const WALKED_MOST = 4

/** The first row that a walk from `first` does not reach, 0 = none. A row put in front pushes exactly this one out: it needs the index. */
export function behindWalk(rows: DataView, first: number, nextField: number): number {
  let row = first & HANDLE
  for (let walked = 0; walked < WALKED_MOST && row !== 0; walked += 1) row = rows.getInt32(row + nextField, true) & HANDLE
  return row
}
