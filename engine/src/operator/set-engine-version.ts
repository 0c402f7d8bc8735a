/** The command that lets rules begin. */
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

function takeSecret({ scalars }: State, secret: string): void {
  scalars.secretLow = BigInt(`0x${secret.slice(0, WORD)}`)
  scalars.secretHigh = BigInt(`0x${secret.slice(WORD)}`)
}
