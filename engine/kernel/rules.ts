/** Which rules hold. A rule is named in `engine/src/rules.ts`, with the engine version that brought it. */
import { state } from '../generated/rows'

/** Does a rule hold for the entry that is being applied? */
export function holds(rule: u32): bool {
  return state.engineVersion >= rule
}
