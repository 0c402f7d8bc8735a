/**
 * Checks the codes of a call: which methods it must carry, whether each code is right and new, and how long a step-up lasts. A code is
 * checked first and used up last, so that a call refused for another reason leaves the codes to be sent again.
 */
import type { UserId } from '@agio/engine/ids/id.ts'
import type { CodeSent, Codes, Method } from '@agio/wire/account/auth.ts'
import { type FactorScene, STEP_UP_MS } from '@agio/wire/account/auth-factors.ts'
import { type Clock, steadyNow, wallTime } from '../../core/clock.ts'
import { Failure } from '../../core/failure.ts'
import type { Vault } from '../../vault/vault.ts'
import { type AccountName, accountPlace, codePlace, emailName, phoneName } from '../account/account-name.ts'
import { type Account, TOTP } from '../account/account-record.ts'
import type { Accounts } from '../account/accounts.ts'
import { type Attempt, type Attempts, judged, triesOf } from '../login/attempts.ts'
import type { KnownDevices } from '../login/known-devices.ts'
import type { Session } from '../login/sessions.ts'
import type { CodeMail, Mailer } from '../mail/mailer.ts'
import type { CodeBook } from './codes.ts'
import { isRecoveryCode, recoveryHash } from './recovery-codes.ts'
import { type Purpose, requiredMethods } from './second-factor.ts'
import { fromBase32, matchingStep } from './totp.ts'
import type { UsedSteps } from './used-steps.ts'

export type Scene = FactorScene | 'LOGIN' | 'NEW_DEVICE' | 'WITHDRAW'

/** Codes that were right when they were checked. */
export interface Proof {
  /** Uses them up; durable where it must be. @throws Failure when another call used one of them in between */
  spend(): Promise<void>
}

export interface SecondFactorsOptions {
  readonly clock: Clock
  readonly vault: Vault
  readonly accounts: Accounts
  readonly codes: CodeBook
  readonly mailer: Mailer
  readonly attempts: Attempts
  readonly usedSteps: UsedSteps
  readonly devices: { readonly knownDevices: Pick<KnownDevices, 'ofSession'> }
}

/** Who proves something: a session, or somebody before it, by the id of a device that the account knows ('' = any other). */
export type Prover = Session | string

interface SentCode {
  readonly method: 'email' | 'phone'
  readonly code: string
  readonly scene: Scene
  readonly device: string
  readonly about: string
}

/** What wrong factors of a customer are counted by. */
export const factorTries = (userId: UserId): string => `factors ${userId}`

const SESSIONS_MAX = 100_000
/** Before a session there is no other scene of a code that is sent. */
const LOGIN = 'LOGIN'
/** Codes of a withdrawal are good for that one alone. */
const WITHDRAW = 'WITHDRAW'

/** Where a code for a customer is kept: one of an address that was replaced is of no use for the new one. */
export const ownPlace = (userId: UserId, to: AccountName): string => `${userId}|${to.type}|${accountPlace(to)}`

export class SecondFactors {
  readonly #options: SecondFactorsOptions
  /** Ends of step-ups by session id, ms. */
  readonly #steppedUp = new Map<string, number>()

  constructor(options: SecondFactorsOptions) {
    this.#options = options
  }

  /**
   * Sends a code to an address of the account, in plain words unless others are given.
   * @param device who alone may use it: a device that the account knows, or what in scene WITHDRAW it confirms
   * @throws Failure SECOND_FACTOR_NOT_BOUND, CODE_RESEND_TOO_SOON, CODE_CHANNEL_UNAVAILABLE
   */
  sendCode(
    account: Account,
    scene: Scene,
    channel: 'email' | 'phone',
    { lang, words, device = '' }: { readonly lang: string; readonly words?: CodeMail['words']; readonly device?: string },
  ): CodeSent {
    const { userId } = account
    const to = addressOf(account, channel)
    if (to === undefined) throw new Failure('SECOND_FACTOR_NOT_BOUND', { method: channel })
    return this.#options.mailer.sendCode({
      to,
      scene,
      lang,
      owner: userId,
      place: codePlace(ownPlace(userId, to), device),
      ...(words !== undefined && { words }),
    })
  }

  /** Codes for a purpose, checked and used up. @throws Failure as `check` */
  async require(session: Session, purpose: Purpose, codes: Codes | null | undefined, scene: Scene): Promise<void> {
    const account = await this.#options.accounts.get(session.userId)
    await this.check(account, requiredMethods(account, purpose), codes ?? {}, scene, session).spend()
  }

  /**
   * @throws Failure SECOND_FACTOR_REQUIRED, SECOND_FACTOR_INVALID, CODE_EXPIRED, CODE_TOO_MANY_TRIES, CODE_USED; LOGIN_LOCKED after
   *   five failures of this customer on this device, whatever the call was; devices that the account does not know count together
   */
  check(account: Account, methods: readonly Method[], codes: Codes, scene: Scene, prover: Prover, about = ''): Proof {
    const missing = methods.filter((method) => codes[method] == null)
    if (missing.length > 0) throw new Failure('SECOND_FACTOR_REQUIRED', { methods: missing })
    const attempt = this.#begin(account.userId, prover)
    const device = typeof prover === 'string' ? prover : ''
    const spendings = judged(attempt, () =>
      methods.map((method): (() => Promise<void> | void) => {
        const code = codes[method] ?? ''
        return method === 'google'
          ? this.#checkGoogle(account, code, attempt.left)
          : this.#checkSent(account, { method, code, scene, device, about })
      }),
    )
    return {
      async spend() {
        // What is used up in memory comes first, in one go: two calls with the same codes cannot both get past it.
        const slow = spendings.map((spending) => spending())
        await Promise.all(slow)
      },
    }
  }

  /** @throws Failure LOGIN_LOCKED */
  #begin(userId: UserId, prover: Prover): Attempt {
    const device = typeof prover === 'string' ? prover : this.#options.devices.knownDevices.ofSession(prover)
    return this.#options.attempts.begin(triesOf(factorTries(userId), device))
  }

  /** Notes that a session proved its second factor. Returns how long that holds, ms. */
  stepUp({ sessionId }: Session): number {
    const now = steadyNow(this.#options.clock)
    for (const [oldest, until] of this.#steppedUp) {
      if (until > now && this.#steppedUp.size < SESSIONS_MAX) break
      this.#steppedUp.delete(oldest)
    }
    const until = now + STEP_UP_MS
    this.#steppedUp.delete(sessionId)
    this.#steppedUp.set(sessionId, until)
    return wallTime(this.#options.clock, until)
  }

  isFresh({ sessionId }: Session): boolean {
    return (this.#steppedUp.get(sessionId) ?? Number.NEGATIVE_INFINITY) > steadyNow(this.#options.clock)
  }

  /** What a call with access `secondFactor` must have: a step-up of this session, or codes in its own body. @throws Failure as `check` */
  async guard(session: Session, codes: Codes | null | undefined): Promise<void> {
    if (this.isFresh(session)) return
    await this.require(session, 'login', codes, 'STEP_UP')
  }

  #checkSent(account: Account, { method, code, scene, device, about }: SentCode): () => void {
    const { codes } = this.#options
    const to = addressOf(account, method)
    if (to === undefined) throw new Failure('SECOND_FACTOR_NOT_BOUND', { method })
    const place = codePlace(ownPlace(account.userId, to), scene === LOGIN ? device : scene === WITHDRAW ? about : '')
    asFactor(method, () => codes.check(scene, place, code))
    return () => asFactor(method, () => codes.spend(scene, place))
  }

  #checkGoogle(account: Account, code: string, left: number): () => Promise<void> | void {
    const { clock, vault, usedSteps } = this.#options
    const { userId, totp, keyId } = account
    const method = 'google'
    if (totp === null) throw new Failure('SECOND_FACTOR_NOT_BOUND', { method })
    if (isRecoveryCode(code)) return this.#checkRecovery(account, code, left)
    const step = matchingStep(fromBase32(vault.open(keyId, TOTP, totp)), code, clock.now())
    if (step === undefined) throw new Failure('SECOND_FACTOR_INVALID', { method, left })
    if (usedSteps.isUsed(userId, step)) throw new Failure('CODE_USED', { method })
    return () => {
      if (!usedSteps.use(userId, step)) throw new Failure('CODE_USED', { method })
    }
  }

  #checkRecovery({ userId, recovery }: Account, code: string, left: number): () => Promise<void> {
    const { vault, accounts, mailer } = this.#options
    const method = 'google'
    const used = recoveryHash(vault, userId, code)
    if (!recovery.includes(used)) throw new Failure('SECOND_FACTOR_INVALID', { method, left })
    return async () => {
      const after = await accounts.change(userId, (account) => {
        if (!account.recovery.includes(used)) throw new Failure('CODE_USED', { method })
        return { ...account, recovery: account.recovery.filter((hash) => hash !== used) }
      })
      await mailer.tell(userId, 'recoveryUsed', { left: String(after.recovery.length) })
    }
  }
}

/** The bound address of a method. */
export function addressOf({ email, phone }: Account, method: 'email' | 'phone'): AccountName | undefined {
  if (method === 'email') return email === null ? undefined : emailName(email)
  return phone === null ? undefined : phoneName(phone)
}

/** A wrong code among a call's second factors says which of them it was. */
function asFactor(method: Method, work: () => void): void {
  try {
    work()
  } catch (error) {
    if (error instanceof Failure && error.errorName === 'CODE_INVALID')
      throw new Failure('SECOND_FACTOR_INVALID', { method, ...error.params })
    throw error
  }
}
