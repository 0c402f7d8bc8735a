/** Which codes an account must give at which moment. Pure. */
import type { Method } from '@agio/wire/auth.ts'

export interface Factors {
  readonly google: boolean
  readonly email: boolean
  readonly phone: boolean
}

const ORDER: readonly Method[] = ['google', 'email', 'phone']

const enabled = (factors: Factors): Method[] => ORDER.filter((method) => factors[method])

/** loginMode 1: every method that is on; otherwise the first one in the order google, email, phone. */
export function loginMethods(factors: Factors, loginMode: number): Method[] {
  const on = enabled(factors)
  return loginMode === 1 ? on : on.slice(0, 1)
}

/** One method: that one. Two and more: the first pair of google+email, google+phone, email+phone. */
export const passwordMethods = (factors: Factors): Method[] => enabled(factors).slice(0, 2)

export const withdrawMethods = (factors: Factors): Method[] => enabled(factors)
