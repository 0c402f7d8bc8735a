/** Which passwords are taken: long enough, of several kinds of characters, without the account's name, hard to guess, and in no list of breached ones. */
import { ownNames, type Verdict } from '@agio/wire/account/password-guesses.ts'
import { Failure } from '../../core/failure.ts'
import type { AccountName } from '../account/account-name.ts'
import type { BreachedPasswords } from './breached-passwords.ts'
import type { EstimateTask } from './estimate-thread.ts'
import { TaskThreads } from './task-threads.ts'

export const PASSWORD_MIN = 10
export const PASSWORD_MAX = 128

/** common: a known password, or built on one; guessable: easy to guess for another reason. */
export type PasswordRule = 'length' | 'classes' | 'common' | 'guessable' | 'account'

const CLASSES = [/\p{Ll}/u, /\p{Lu}/u, /\p{Nd}/u, /[^\p{Ll}\p{Lu}\p{Nd}]/u]

const estimators = new TaskThreads<EstimateTask, Verdict>(1, new URL('./estimate-thread.ts', import.meta.url), 'password estimates')

function hasName(password: string, account: string): boolean {
  const lower = password.toLowerCase()
  const name = account.toLowerCase().split('@', 1)[0] ?? ''
  return lower.includes(account.toLowerCase()) || (name.length >= 4 && lower.includes(name))
}

export class PasswordPolicy {
  readonly #siteName: string
  readonly #breached: Pick<BreachedPasswords, 'has'> | undefined

  constructor(siteName: string, breached?: Pick<BreachedPasswords, 'has'>) {
    this.#siteName = siteName
    this.#breached = breached
  }

  /** Every rule that a password breaks, empty when it is good. @param account what the user logs in with */
  async brokenRules(password: string, account: string): Promise<PasswordRule[]> {
    const length = [...password].length
    const isLong = length >= PASSWORD_MIN && length <= PASSWORD_MAX
    const weak = isLong ? await this.#weakness(password, account) : undefined
    return [
      ...(isLong ? [] : (['length'] as const)),
      ...(CLASSES.filter((known) => known.test(password)).length < 3 ? (['classes'] as const) : []),
      ...(weak === undefined ? [] : [weak]),
      ...(hasName(password, account) ? (['account'] as const) : []),
    ]
  }

  /** @throws Failure PASSWORD_WEAK, ENGINE_BUSY */
  async refuseWeak(password: string, { account }: AccountName): Promise<void> {
    const rules = await this.brokenRules(password, account)
    if (rules.length > 0) throw new Failure('PASSWORD_WEAK', { rules })
  }

  async #weakness(password: string, account: string): Promise<PasswordRule | undefined> {
    if (this.#breached !== undefined && (await this.#breached.has(password))) return 'common'
    const { isEnough, reason } = await estimators.run({ password, names: ownNames(account, this.#siteName) })
    if (isEnough) return undefined
    return reason === 'known' ? 'common' : 'guessable'
  }
}
