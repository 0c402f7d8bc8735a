/** Where an exchange and what its kernel asks of TypeScript are joined. */
import { hostOf } from './host.ts'
import { MEMORY_BYTES } from './memory/map.ts'
import { State } from './state.ts'

/** A new, empty exchange. @param tableBytesMost bound of each table; smaller ones are for tests of a full engine */
export function createState(tableBytesMost: number = MEMORY_BYTES): State {
  return new State(hostOf, tableBytesMost)
}
