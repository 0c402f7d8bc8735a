/** Lists of the kernel as a new memory has them: empty, each with its room. */
import { Q_CHANGED, Q_DUES, Q_EMPTIED, Q_ENTRANTS, Q_HITS, Q_NAMED } from '../../generated/layout.ts'
import * as map from '../../generated/map.ts'
import { ListRow } from '../../generated/views.ts'
import { asHandle } from './handle.ts'

const LISTS: readonly (readonly [list: number, at: number, room: number])[] = [
  [Q_CHANGED, map.CHANGED, map.CHANGED_MOST],
  [Q_EMPTIED, map.EMPTIED, map.EMPTIED_MOST],
  [Q_ENTRANTS, map.ENTRANTS, map.ENTRANTS_MOST],
  [Q_HITS, map.HITS, map.HITS_MOST],
  [Q_NAMED, map.NAMED, map.NAMED_MOST],
  [Q_DUES, map.DUE_QUEUE, map.DUE_QUEUE_MOST],
]

export function openLists(memory: DataView): void {
  for (const [address, at, room] of LISTS) {
    const list = new ListRow(memory, asHandle(address))
    list.at = at
    list.room = room
  }
}
