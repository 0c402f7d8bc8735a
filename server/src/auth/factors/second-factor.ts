/** Which codes an account must give at which moment. Pure. */
import type { Method } from '@agio/wire/account/auth.ts'

export interface Factors {
  readonly google: boolean
  readonly email: boolean
  readonly phone: boolean
}

/**
 * login: also what a call with a step-up asks for. password: a password change. all: changes of second factors, API keys,
 * withdrawals.
 */
export type Purpose = 'login' | 'password' | 'all'

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

export interface Held {
  readonly factors: Factors
  readonly loginMode: number
  /** How the account is named: with no method on, a code goes there. */
  readonly name: { readonly type: 1 | 2 }
}

/** The methods of which a call must carry codes; at least one. */
export function requiredMethods({ factors, loginMode, name }: Held, purpose: Purpose): Method[] {
  const methods =
    purpose === 'login' ? loginMethods(factors, loginMode) : purpose === 'password' ? passwordMethods(factors) : withdrawMethods(factors)
  return methods.length > 0 ? methods : [name.type === 1 ? 'email' : 'phone']
}
