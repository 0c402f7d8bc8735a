/**
 * How a customer proves that he wants a withdrawal: codes of every method that it names, each bound to this one withdrawal, whose address
 * and amount nobody can change in between: the journal holds them.
 */
import type { CodeSent, Codes, Method } from '@agio/wire/account/auth.ts'
import type { Account } from '../../auth/account/account-record.ts'
import { maskEmail, maskPhone } from '../../auth/account/mask.ts'
import { withdrawMethods } from '../../auth/factors/second-factor.ts'
import type { Proof, SecondFactors } from '../../auth/factors/second-factors.ts'
import type { Session } from '../../auth/login/sessions.ts'
import { type WithdrawalWords, withdrawalMail } from '../../auth/mail/mail-texts.ts'
import { Failure } from '../../core/failure.ts'
import { type PolicyDocument, reaches } from './policy.ts'

const SCENE = 'WITHDRAW'
/** Wrong codes after which a withdrawal is over. */
export const TRIES = 5
const KEPT = 100_000
const ALL: readonly Method[] = ['google', 'email', 'phone']

const isBound = ({ totp, email, phone }: Account, method: Method): boolean =>
  (method === 'google' ? totp : method === 'email' ? email : phone) !== null

/**
 * Methods of which codes confirm a withdrawal: all that are on, and above the policy's value two at least, bound ones among them.
 * @param value 1e-8 of the unit asset; undefined where nobody knows: then two where two are bound, and one is no reason to refuse it, for a
 * person looks at it before it leaves
 * @throws Failure SECOND_FACTOR_REQUIRED, with what is missing
 */
export function methodsFor(account: Account, value: bigint | undefined, policy: PolicyDocument): readonly Method[] {
  const on = withdrawMethods(account.factors)
  const needsTwo = value !== undefined && reaches(policy.twoFactorsFrom, value)
  const wantsTwo = needsTwo || (value === undefined && policy.twoFactorsFrom !== null)
  const more = wantsTwo ? ALL.filter((method) => method !== 'google' && isBound(account, method)) : []
  const methods = ALL.filter((method) => on.includes(method) || more.includes(method))
  if (methods.length < (needsTwo ? 2 : 1))
    throw new Failure('SECOND_FACTOR_REQUIRED', { methods: ALL.filter((method) => !methods.includes(method)) })
  return methods
}

export function masksOf({ email, phone }: Account, methods: readonly Method[]): { email?: string; phone?: string } {
  return {
    ...(methods.includes('email') && email !== null && { email: maskEmail(email) }),
    ...(methods.includes('phone') && phone !== null && { phone: maskPhone(phone.number) }),
  }
}

/** What was a guess at a code. */
const GUESSES: ReadonlySet<string> = new Set(['SECOND_FACTOR_INVALID', 'CODE_TOO_MANY_TRIES', 'CODE_INVALID'])

export class Proofs {
  readonly #factors: SecondFactors
  /** Wrong codes by withdrawal. */
  readonly #tries = new Map<string, number>()

  constructor(factors: SecondFactors) {
    this.#factors = factors
  }

  /** @throws Failure CODE_RESEND_TOO_SOON, CODE_CHANNEL_UNAVAILABLE */
  send(account: Account, withdrawal: string, channel: 'email' | 'phone', words: WithdrawalWords, lang: string): CodeSent {
    if (!isBound(account, channel)) throw new Failure('CODE_CHANNEL_UNAVAILABLE', { channel })
    return this.#factors.sendCode(account, SCENE, channel, {
      lang,
      device: withdrawal,
      words: (ownLang, tenant, code) => withdrawalMail(ownLang, tenant, code, words),
    })
  }

  /**
   * @returns the proof, or `tooMany` when this wrong code was the last one
   * @throws Failure as `SecondFactors.check`
   */
  check(account: Account, withdrawal: string, methods: readonly Method[], codes: Codes, session: Session): Proof | 'tooMany' {
    try {
      return this.#factors.check(account, methods, codes, SCENE, session, withdrawal)
    } catch (error) {
      if (!(error instanceof Failure && GUESSES.has(error.errorName))) throw error
      if (this.#count(withdrawal) >= TRIES || error.errorName === 'CODE_TOO_MANY_TRIES') return 'tooMany'
      throw error
    }
  }

  #count(withdrawal: string): number {
    const tries = (this.#tries.get(withdrawal) ?? 0) + 1
    if (this.#tries.size >= KEPT) this.#tries.clear()
    this.#tries.set(withdrawal, tries)
    return tries
  }
}
