/** The password of an account, and its anti-phishing words. */
import type { UserId } from '@agio/engine/ids/id.ts'
import type { Codes } from '@agio/wire/account/auth.ts'
import type { Clock } from '../../core/clock.ts'
import { Failure } from '../../core/failure.ts'
import type { Exchange } from '../../sequencer/exchange.ts'
import { type AccountName, accountPlace, codePlace } from '../account/account-name.ts'
import type { Account } from '../account/account-record.ts'
import type { Accounts } from '../account/accounts.ts'
import type { DeviceParts } from '../device-parts.ts'
import { type Attempts, judged, triesOf } from '../login/attempts.ts'
import { loginAttempts } from '../login/login.ts'
import type { Session, SessionStore } from '../login/sessions.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { CodeBook } from './codes.ts'
import { closeNewKeys } from './freezes.ts'
import { hashPassword, verifyPassword } from './password.ts'
import type { PasswordPolicy } from './password-policy.ts'
import { requiredMethods } from './second-factor.ts'
import { factorTries, type SecondFactors } from './second-factors.ts'
import type { SecurityChanges } from './security-change.ts'

export interface CredentialsOptions {
  readonly exchange: Exchange
  readonly accounts: Accounts
  readonly sessions: SessionStore
  readonly codes: CodeBook
  readonly attempts: Attempts
  readonly factors: SecondFactors
  readonly passwords: PasswordPolicy
  readonly mailer: Mailer
  readonly changes: SecurityChanges
  readonly devices: Pick<DeviceParts, 'passkeys' | 'apiKeys' | 'knownDevices'>
  readonly clock: Clock
}

export const RESET_SCENE = 'RESET_PASSWORD'

const resetAttempts = (accountKey: string): string => `reset ${accountKey}`

export interface Reset {
  readonly code: string
  readonly googleCode: string | null | undefined
  readonly password: string
  /** Of the device that asks, from its report. */
  readonly identity: string
}

const PASSWORD_CHANGED = { kind: 'passwordChanged', params: {} } as const

export class Credentials {
  readonly #options: CredentialsOptions

  constructor(options: CredentialsOptions) {
    this.#options = options
  }

  /** @throws Failure PASSWORD_WEAK, PASSWORD_WRONG, PASSWORD_SAME, LOGIN_LOCKED and those of the codes */
  async changePassword(session: Session, oldPassword: string, newPassword: string, codes: Codes): Promise<void> {
    const { accounts, factors, attempts, mailer, passwords } = this.#options
    const { userId, sessionId } = session
    const account = await accounts.get(userId)
    const proof = factors.check(account, requiredMethods(account, 'password'), codes, 'CHANGE_PASSWORD', session)
    await passwords.refuseWeak(newPassword, account.name)
    const attempt = attempts.begin(`password ${userId}`)
    if (!(await verifyPassword(oldPassword, account.password))) throw new Failure('PASSWORD_WRONG', { left: attempt.left })
    attempt.takeBack()
    if (newPassword.normalize('NFKC') === oldPassword.normalize('NFKC')) throw new Failure('PASSWORD_SAME')
    const hashed = await hashPassword(newPassword)
    await proof.spend()
    await this.#setPassword(account, sessionId, hashed, 'passwordChanged')
    await mailer.tell(userId, 'passwordChanged')
  }

  /**
   * Everything about the account itself is said only to somebody with the right code: until then an unknown account fails alike, and
   * wrong codes lock the resets of its name alike, however many codes are sent in between.
   * @throws Failure PASSWORD_WEAK, PASSWORD_SAME, CODE_…, SECOND_FACTOR_REQUIRED, SECOND_FACTOR_INVALID, LOGIN_LOCKED
   */
  async resetPassword(name: AccountName, { code, googleCode, password, identity }: Reset): Promise<void> {
    const { accounts, factors, codes, attempts, mailer, devices, passwords, clock } = this.#options
    await passwords.refuseWeak(password, name)
    const accountKey = accounts.keyOf(name)
    const userId = accounts.idOf(accountKey)
    const device = await devices.knownDevices.countedAs(userId, identity)
    const place = this.#resetPlace(name, device)
    const attempt = attempts.begin(triesOf(resetAttempts(accountKey), device))
    judged(attempt, () => codes.check(RESET_SCENE, place, code, device))
    if (userId === undefined) throw new Failure('CODE_INVALID', { left: 0 })
    const account = await accounts.get(userId)
    const proof = account.factors.google ? factors.check(account, ['google'], { google: googleCode }, 'LOGIN', device) : undefined
    if (await verifyPassword(password, account.password)) throw new Failure('PASSWORD_SAME')
    const hashed = await hashPassword(password)
    // Before the password: a process that dies in between has closed keys for nothing, never left one open.
    const closed = await closeNewKeys(devices, userId, clock.now())
    codes.spend(RESET_SCENE, place)
    await proof?.spend()
    await this.#setPassword(account, '', hashed, 'passwordReset')
    for (const tries of [loginAttempts(accountKey), resetAttempts(accountKey), factorTries(userId)]) attempts.forgetAll(tries)
    await mailer.tell(userId, 'passwordReset')
    if (closed > 0) await mailer.tell(userId, 'newKeysClosed')
  }

  /** @param words '' removes them */
  async saveAntiPhishing(userId: UserId, words: string): Promise<void> {
    await this.#options.accounts.change(userId, (account) => ({ ...account, antiPhishing: words === '' ? null : words }))
  }

  /** The code that this very device asked for, or else the newest that anybody did. */
  #resetPlace(name: AccountName, device: string): string {
    const own = codePlace(accountPlace(name), device)
    return this.#options.codes.has(RESET_SCENE, own) ? own : accountPlace(name)
  }

  async #setPassword(
    { userId }: Account,
    keptSessionId: string,
    password: string,
    cause: 'passwordChanged' | 'passwordReset',
  ): Promise<void> {
    const { changes, exchange } = this.#options
    const passwordAt = exchange.now()
    const change = { cause, message: PASSWORD_CHANGED } as const
    await changes.make(userId, keptSessionId, (account) => ({ ...account, password, passwordAt }), change)
  }
}
