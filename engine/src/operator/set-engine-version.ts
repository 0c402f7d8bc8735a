/** The command that lets rules begin. */
import * as layout from '../../generated/layout.ts'
import { InvariantViolation } from '../assert.ts'
import type { SetEngineVersion } from '../command.ts'
import type { Reason } from '../reason.ts'
import { ENGINE_VERSION, engineVersionOf, takeRules } from '../rules.ts'
import type { State } from '../state.ts'

const SECRET = /^[0-9a-f]{32}$/
const WORD = 16

/**
 * Versions only rise. A secret, 32 hex digits, replaces the one before it; without one the state keeps its own.
 *
 * @throws InvariantViolation for a version that this build does not know: it cannot tell what the rest of the journal comes to
 */
export function setEngineVersion(state: State, { version, secret }: SetEngineVersion): Reason {
  if (!Number.isSafeInteger(version) || version <= engineVersionOf(state)) return 'badParameter'
  if (secret !== undefined && !SECRET.test(secret)) return 'badParameter'
  if (version > ENGINE_VERSION)
    throw new InvariantViolation(`the journal keeps to rules of engine version ${version}, this build knows ${ENGINE_VERSION}`)
  takeRules(state, version)
  if (secret !== undefined) takeSecret(state, secret)
  return 'none'
}

function takeSecret({ memory }: State, secret: string): void {
  memory.setBigUint64(layout.S_SECRET_LOW, BigInt(`0x${secret.slice(0, WORD)}`), true)
  memory.setBigUint64(layout.S_SECRET_HIGH, BigInt(`0x${secret.slice(WORD)}`), true)
}
