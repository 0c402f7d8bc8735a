/** Hash of the whole state: equal for live, replay and snapshot-plus-tail, on every machine. Not meant against forgery. */
import { hashBytes } from './codec/hash-bytes.ts'
import { encodeSnapshot } from './snapshot.ts'
import type { State } from './state.ts'

/** 32 hexadecimal digits over everything the state holds. */
export function stateHash(state: State): string {
  return hashBytes(encodeSnapshot(state))
}
