/** Codes that show it is you: which are asked for, when they are complete, and whose code was wrong. Pure. */
import { CallError } from '../data/call-error.ts'
import { isCode, isRecoveryCode } from './auth-model.ts'

export type ProofMethod = 'google' | 'email' | 'phone'
export type ProofCodes = Readonly<Partial<Record<ProofMethod, string>>>

const METHODS: readonly ProofMethod[] = ['google', 'email', 'phone']

/** The methods among names that the server sent; others are left out. */
export function proofMethods(names: readonly unknown[]): readonly ProofMethod[] {
  return METHODS.filter((method) => names.includes(method))
}

/** An authenticator's place also takes one of the recovery codes. */
export function isProof(method: ProofMethod, code: string): boolean {
  return isCode(code) || (method === 'google' && isRecoveryCode(code))
}

export function completeProof(methods: readonly ProofMethod[], codes: ProofCodes): boolean {
  return methods.every((method) => isProof(method, codes[method] ?? ''))
}

/** The method whose code a refusal names. */
export function wrongMethod(error: unknown): ProofMethod | undefined {
  if (!(error instanceof CallError)) return undefined
  return METHODS.find((method) => method === error.params.method || method === error.params.channel)
}

const OF_CODES: ReadonlySet<string> = new Set([
  'SECOND_FACTOR_INVALID',
  'SECOND_FACTOR_REQUIRED',
  'CODE_EXPIRED',
  'CODE_TOO_MANY_TRIES',
  'CODE_USED',
  'LOGIN_LOCKED',
])

/** Whether a refusal is about the codes, and not about what they were given for. */
export function isAboutCodes(error: unknown): boolean {
  return error instanceof CallError && OF_CODES.has(error.errorName)
}

/** The codes that a call without a fresh proof asks for; undefined for any other failure. */
export function askedMethods(error: unknown): readonly ProofMethod[] | undefined {
  if (!(error instanceof CallError) || error.errorName !== 'SECOND_FACTOR_REQUIRED') return undefined
  const { methods } = error.params
  return proofMethods(Array.isArray(methods) ? methods : [])
}
