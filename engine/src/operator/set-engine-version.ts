/** The command that lets later rules begin. */
import { S_KEYS_SHARED } from '../../generated/layout.ts'
import { InvariantViolation } from '../assert.ts'
import type { SetEngineVersion } from '../command.ts'
import type { Reason } from '../reason.ts'
import { ENGINE_VERSION, engineVersionOf, holds, RULE_KEYS_OF_CALLERS, takeRules } from '../rules.ts'
import type { State } from '../state.ts'

/**
 * Versions only rise.
 *
 * @throws InvariantViolation for a version that this build does not know: it cannot tell what the rest of the journal comes to
 */
export function setEngineVersion(state: State, { version }: SetEngineVersion): Reason {
  if (!Number.isSafeInteger(version) || version <= engineVersionOf(state)) return 'badParameter'
  if (version > ENGINE_VERSION)
    throw new InvariantViolation(`the journal keeps to rules of engine version ${version}, this build knows ${ENGINE_VERSION}`)
  if (!holds(state, RULE_KEYS_OF_CALLERS)) state.memory.setFloat64(S_KEYS_SHARED, state.seq, true)
  takeRules(state, version)
  return 'none'
}
