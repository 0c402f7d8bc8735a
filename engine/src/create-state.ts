/** Where an exchange and what its kernel asks of TypeScript are joined. */
import { hostOf } from './host.ts'
import { State } from './state.ts'

/** A new, empty exchange. @param share of its rows that each table holds; less than all is for tests of a full engine */
export function createState(share = 1): State {
  return new State(hostOf, share)
}
