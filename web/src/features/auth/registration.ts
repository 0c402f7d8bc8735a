/** What a registration holds, and which of its parts are still missing. Pure. */
import type { Verdict } from '@agio/wire/account/password-guesses.ts'
import { type AccountInput, failedPasswordRules, isAccount, isCode } from '../../proof/auth-model.ts'

export interface Registration extends AccountInput {
  readonly code: string
  readonly password: string
  readonly agreement: boolean
  readonly privacy: boolean
  /** Of the password, as far as it is known. */
  readonly verdict?: Verdict | undefined
}

export type RegistrationPart = Exclude<keyof Registration, 'kind' | 'areaCode' | 'verdict'>

/** Parts that are missing or wrong, in the order of the form. */
export function missingParts(form: Registration): readonly RegistrationPart[] {
  const parts: readonly (readonly [RegistrationPart, boolean])[] = [
    ['account', isAccount(form)],
    ['code', isCode(form.code)],
    ['password', failedPasswordRules(form.password, form.account, form.verdict).length === 0],
    ['agreement', form.agreement],
    ['privacy', form.privacy],
  ]
  return parts.filter(([, fine]) => !fine).map(([part]) => part)
}
