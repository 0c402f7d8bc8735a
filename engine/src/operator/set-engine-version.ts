/** The command that lets rules begin. */
import { InvariantViolation } from '../assert.ts'
import type { SetEngineVersion } from '../command.ts'
import type { Reason } from '../reason.ts'
import { ENGINE_VERSION, engineVersionOf, takeRules } from '../rules.ts'
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
  takeRules(state, version)
  return 'none'
}
