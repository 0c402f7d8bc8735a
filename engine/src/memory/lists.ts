/** Lists of the kernel as a new memory has them: empty, each with its room. */
import { LIST_AT, LIST_ROOM, Q_CHANGED, Q_DUES, Q_EMPTIED, Q_ENTRANTS, Q_HITS, Q_NAMED } from '../../generated/layout.ts'
import * as map from '../../generated/map.ts'

const LISTS: readonly (readonly [list: number, at: number, room: number])[] = [
  [Q_CHANGED, map.CHANGED, map.CHANGED_MOST],
  [Q_EMPTIED, map.EMPTIED, map.EMPTIED_MOST],
  [Q_ENTRANTS, map.ENTRANTS, map.ENTRANTS_MOST],
  [Q_HITS, map.HITS, map.HITS_MOST],
  [Q_NAMED, map.NAMED, map.NAMED_MOST],
  [Q_DUES, map.DUE_QUEUE, map.DUE_QUEUE_MOST],
]

export function openLists(scalars: DataView): void {
  for (const [list, at, room] of LISTS) {
    scalars.setUint32(list + LIST_AT, at, true)
    scalars.setUint32(list + LIST_ROOM, room, true)
  }
}
