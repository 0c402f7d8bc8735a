/** How well an account is protected, and what its locks mean. Pure. */
import type { SecurityInfo } from '../../data/account/account.ts'
import { type ProofMethod, proofMethods } from '../../proof/proof-model.ts'

export type CheckKey = 'google' | 'passkey' | 'email' | 'antiPhishing' | 'recovery'

export interface Check {
  readonly key: CheckKey
  readonly done: boolean
}

/** Fewer recovery codes than this are as good as none: one loss away from being locked out. */
const RECOVERY_MIN = 3

/** The five checks, strongest first. */
export function checksOf(security: SecurityInfo): readonly Check[] {
  return [
    { key: 'google', done: security.googleStatus === 1 },
    { key: 'passkey', done: security.passkeyCount > 0 },
    { key: 'email', done: security.emailBound === 1 },
    { key: 'antiPhishing', done: security.antiPhishing === 1 },
    { key: 'recovery', done: (security.recoveryCodesLeft ?? 0) >= RECOVERY_MIN },
  ]
}

export function scoreOf(checks: readonly Check[]): number {
  return checks.filter(({ done }) => done).length
}

export type Level = 'weak' | 'fair' | 'good' | 'strong'

/** @param score checks that are met, of five */
export function levelOf(score: number): Level {
  if (score >= 5) return 'strong'
  if (score >= 4) return 'good'
  return score >= 2 ? 'fair' : 'weak'
}

/** The most useful check that is missing; recovery codes come with an authenticator and wait for it. */
export function nextCheck(checks: readonly Check[]): CheckKey | undefined {
  return checks.find(({ done }) => !done)?.key
}

/** Methods whose codes a change of the factors asks for. */
export const changeMethods = (security: SecurityInfo): readonly ProofMethod[] => proofMethods(security.withdrawMethods)

/** Methods whose codes a change of the password asks for. */
export const passwordMethods = (security: SecurityInfo): readonly ProofMethod[] => proofMethods(security.passwordMethods)

/** Whether a method may go: one way to log in with a code always stays. */
export function mayRemove(security: SecurityInfo, method: ProofMethod): boolean {
  return changeMethods(security).some((one) => one !== method)
}
