/** Binds, replaces, switches and removes the methods of an account. At least one method stays on, and one name to log in with. */
import type { CodeSent, Codes, Method } from '@agio/wire/account/auth.ts'
import { TOTP_SETUP_MS } from '@agio/wire/account/auth-factors.ts'
import { type Clock, steadyNow, wallTime } from '../../core/clock.ts'
import { Failure } from '../../core/failure.ts'
import type { RandomBytes } from '../../core/random.ts'
import type { Vault } from '../../vault/vault.ts'
import { type AccountName, emailName, maskedAccount, phoneName } from '../account/account-name.ts'
import { type Account, shownName, TOTP } from '../account/account-record.ts'
import type { Accounts } from '../account/accounts.ts'
import { type Attempts, judged } from '../login/attempts.ts'
import type { Session } from '../login/sessions.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { CodeBook } from './codes.ts'
import { newRecoveryCodes, recoveryHash } from './recovery-codes.ts'
import { type Factors, requiredMethods } from './second-factor.ts'
import { addressOf, ownPlace, type SecondFactors } from './second-factors.ts'
import type { SecurityChanges } from './security-change.ts'
import { fromBase32, matchingStep, newSecret, otpauthUrl } from './totp.ts'
import type { UsedSteps } from './used-steps.ts'

export interface FactorChangesOptions {
  readonly clock: Clock
  readonly random: RandomBytes
  readonly vault: Vault
  readonly accounts: Accounts
  readonly codes: CodeBook
  readonly attempts: Attempts
  readonly factors: SecondFactors
  readonly usedSteps: UsedSteps
  readonly mailer: Mailer
  readonly changes: SecurityChanges
  readonly tenantName: string
}

interface Setup {
  readonly setupId: string
  readonly secret: string
  readonly expireAt: number
}

export interface NewRecovery {
  readonly account: Account
  /** As shown, this once. */
  readonly recoveryCodes: readonly string[]
}

const SETUPS_MAX = 10_000
const SCENE = 'CHANGE_FACTOR'
const BIND = 'BIND'

/** @throws Failure SECOND_FACTOR_LAST when no method would stay on, or no name to log in with */
function stillUsable(account: Account): Account {
  const { factors, email, phone } = account
  const hasMethod = factors.google || factors.email || factors.phone
  if (!hasMethod || (email === null && phone === null)) throw new Failure('SECOND_FACTOR_LAST')
  return account
}

const isBound = ({ totp, email, phone }: Account, method: Method): boolean =>
  (method === 'google' ? totp : method === 'email' ? email : phone) !== null

function requireBound(account: Account, method: Method): Account {
  if (!isBound(account, method)) throw new Failure('SECOND_FACTOR_NOT_BOUND', { method })
  return account
}

const withFactor = (factors: Factors, method: Method, on: boolean): Factors => ({ ...factors, [method]: on })

function withAddress(account: Account, to: AccountName): Account {
  const email = to.type === 1 ? to.account : account.email
  const phone = to.type === 2 ? { areaCode: to.areaCode, number: to.account } : account.phone
  const factors = withFactor(account.factors, methodOf(to), true)
  return { ...account, email, phone, factors, name: shownName(account.name.type, email, phone) }
}

function withoutMethod(account: Account, method: Method): Account {
  const factors = withFactor(account.factors, method, false)
  if (method === 'google') return stillUsable({ ...account, factors, totp: null, recovery: [] })
  const without = { ...account, factors, ...(method === 'email' ? { email: null } : { phone: null }) }
  const { email, phone } = stillUsable(without)
  return { ...without, name: shownName(account.name.type, email, phone) }
}

const methodOf = ({ type }: AccountName): 'email' | 'phone' => (type === 1 ? 'email' : 'phone')

const message = (method: Method) => ({ kind: 'factorChanged', params: { method } }) as const

export class FactorChanges {
  readonly #options: FactorChangesOptions
  /** By user: a second setup takes the place of the first. */
  readonly #setups = new Map<number, Setup>()

  constructor(options: FactorChangesOptions) {
    this.#options = options
  }

  /** A secret that waits to be bound. @throws Failure SECOND_FACTOR_ALREADY_BOUND */
  setUpTotp(account: Account) {
    const { clock, random, tenantName } = this.#options
    if (account.totp !== null) throw new Failure('SECOND_FACTOR_ALREADY_BOUND', { method: 'google' })
    const now = steadyNow(clock)
    for (const [userId, setup] of this.#setups) {
      if (setup.expireAt > now && this.#setups.size < SETUPS_MAX) break
      this.#setups.delete(userId)
    }
    const setup = { setupId: Buffer.from(random(16)).toString('base64url'), secret: newSecret(random), expireAt: now + TOTP_SETUP_MS }
    this.#setups.delete(account.userId)
    this.#setups.set(account.userId, setup)
    const { setupId, secret, expireAt } = setup
    return {
      setupId,
      secret,
      otpauthUrl: otpauthUrl(secret, tenantName, maskedAccount(account.name)),
      expireTime: wallTime(clock, expireAt),
    }
  }

  /** @throws Failure TOTP_SETUP_EXPIRED, SECOND_FACTOR_ALREADY_BOUND, SECOND_FACTOR_INVALID and those of the codes */
  async bindTotp(session: Session, setupId: string, googleCode: string, codes: Codes): Promise<NewRecovery> {
    const { clock, vault, accounts, attempts, factors, usedSteps, mailer, changes } = this.#options
    const { userId, sessionId } = session
    const account = await accounts.get(userId)
    const proof = factors.check(account, requiredMethods(account, 'all'), codes, SCENE, session)
    const setup = this.#setups.get(userId)
    if (account.totp !== null) throw new Failure('SECOND_FACTOR_ALREADY_BOUND', { method: 'google' })
    if (setup === undefined || setup.setupId !== setupId || setup.expireAt <= steadyNow(clock)) throw new Failure('TOTP_SETUP_EXPIRED')
    const attempt = attempts.begin(`setup ${userId}`)
    const step = matchingStep(fromBase32(setup.secret), googleCode, clock.now())
    if (step === undefined) throw new Failure('SECOND_FACTOR_INVALID', { method: 'google', left: attempt.left })
    attempt.takeBack()
    this.#setups.delete(userId)
    usedSteps.use(userId, step)
    await proof.spend()
    const fresh = this.#newRecovery(account)
    const bound = await changes.make(
      userId,
      sessionId,
      (now) => {
        if (now.totp !== null) throw new Failure('SECOND_FACTOR_ALREADY_BOUND', { method: 'google' })
        const totp = vault.seal(now.keyId, TOTP, setup.secret)
        return { ...now, totp, recovery: fresh.hashes, factors: withFactor(now.factors, 'google', true) }
      },
      { cause: 'factorBound', message: message('google') },
    )
    await mailer.tell(userId, 'googleBound')
    return { account: bound, recoveryCodes: fresh.codes }
  }

  /** @throws Failure SECOND_FACTOR_NOT_BOUND, SECOND_FACTOR_LAST and those of the codes */
  async unbindTotp(session: Session, codes: Codes): Promise<Account> {
    await this.#prove(session, codes, (account) => withoutMethod(requireBound(account, 'google'), 'google'))
    const after = await this.#options.changes.make(
      session.userId,
      session.sessionId,
      (account) => withoutMethod(requireBound(account, 'google'), 'google'),
      { cause: 'factorRemoved', message: message('google') },
    )
    await this.#options.mailer.tell(session.userId, 'googleRemoved')
    return after
  }

  /** Ten new codes; the old ones are void. @throws Failure SECOND_FACTOR_NOT_BOUND and those of the codes */
  async renewRecovery(session: Session, codes: Codes): Promise<NewRecovery> {
    const { accounts, mailer } = this.#options
    const { userId } = session
    await this.#prove(session, codes, (account) => requireBound(account, 'google'))
    const fresh = this.#newRecovery(await accounts.get(userId))
    const account = await accounts.change(userId, (now) => ({ ...requireBound(now, 'google'), recovery: fresh.hashes }))
    await mailer.tell(userId, 'recoveryRenewed')
    return { account, recoveryCodes: fresh.codes }
  }

  /**
   * A code to an address that shall be bound. An address of somebody else is answered alike; its owner is told.
   * @throws Failure SECOND_FACTOR_ALREADY_BOUND, CODE_RESEND_TOO_SOON, CODE_CHANNEL_UNAVAILABLE
   */
  sendBindCode({ userId }: Session, to: AccountName, lang: string): CodeSent {
    const { accounts, mailer } = this.#options
    const owner = accounts.idOf(accounts.keyOf(to))
    if (owner === userId) throw new Failure('SECOND_FACTOR_ALREADY_BOUND', { method: methodOf(to) })
    const place = ownPlace(userId, to)
    if (owner === undefined) return mailer.sendCode({ to, scene: BIND, lang, place, owner: userId })
    return mailer.sendCode({ to, scene: BIND, lang, place, owner, instead: 'addressTried' })
  }

  /** Binds an address, in place of the old one if there is one. @throws Failure EMAIL_IN_USE, PHONE_IN_USE, CODE_… and those of the codes */
  async bindAddress(session: Session, to: AccountName, code: string, codes: Codes): Promise<Account> {
    const { accounts, attempts, codes: book, factors, mailer, changes } = this.#options
    const { userId, sessionId } = session
    const method = methodOf(to)
    const account = await accounts.get(userId)
    const place = ownPlace(userId, to)
    const proof = factors.check(account, requiredMethods(account, 'all'), codes, SCENE, session)
    const tries = `bind ${userId}`
    judged(attempts.begin(tries), () => book.check(BIND, place, code))
    attempts.forget(tries)
    const old = addressOf(account, method)
    book.spend(BIND, place)
    await proof.spend()
    const isNew = old === undefined
    const edit = (now: Account): Account => {
      const held = addressOf(now, method)
      if (held?.account !== old?.account || held?.areaCode !== old?.areaCode) throw new Failure('CODE_INVALID', { left: 0 })
      return withAddress(now, to)
    }
    const after = await changes
      .make(userId, sessionId, edit, {
        cause: isNew ? 'factorBound' : 'factorReplaced',
        message: message(method),
        bind: to,
        ...(old !== undefined && { release: old }),
      })
      .catch((error: unknown) => {
        if (error instanceof Failure && error.errorName === 'ACCOUNT_EXISTS')
          throw new Failure(method === 'email' ? 'EMAIL_IN_USE' : 'PHONE_IN_USE')
        throw error
      })
    const notice = method === 'email' ? 'emailChanged' : 'phoneChanged'
    await mailer.tell(userId, notice)
    if (old !== undefined) await mailer.tell(userId, notice, {}, old)
    return after
  }

  /** @throws Failure SECOND_FACTOR_NOT_BOUND, SECOND_FACTOR_LAST and those of the codes */
  async unbindAddress(session: Session, method: 'email' | 'phone', codes: Codes): Promise<Account> {
    const without = (account: Account): Account => withoutMethod(requireBound(account, method), method)
    const before = await this.#prove(session, codes, without)
    const release = method === 'email' ? emailName(before.email ?? '') : phoneName(before.phone ?? { areaCode: '', number: '' })
    const after = await this.#options.changes.make(session.userId, session.sessionId, without, {
      cause: 'factorRemoved',
      message: message(method),
      release,
    })
    const notice = method === 'email' ? 'emailRemoved' : 'phoneRemoved'
    await this.#options.mailer.tell(session.userId, notice, {}, release)
    return after
  }

  /** Switching a method off locks withdrawals like removing it. @throws Failure SECOND_FACTOR_NOT_BOUND, SECOND_FACTOR_LAST and those of the codes */
  async switchMethod(session: Session, method: Method, on: boolean, codes: Codes): Promise<Account> {
    const switched = (account: Account): Account =>
      stillUsable({ ...requireBound(account, method), factors: withFactor(account.factors, method, on) })
    await this.#prove(session, codes, switched)
    const after = await this.#options.changes.make(session.userId, session.sessionId, switched, {
      cause: on ? 'factorSwitched' : 'factorRemoved',
      message: message(method),
    })
    await this.#options.mailer.tell(session.userId, 'methodSwitched')
    return after
  }

  /** @throws Failure those of the codes */
  async setLoginMode(session: Session, loginMode: 0 | 1, codes: Codes): Promise<Account> {
    const edit = (account: Account): Account => ({ ...account, loginMode })
    await this.#prove(session, codes, edit)
    const after = await this.#options.changes.make(session.userId, session.sessionId, edit, { cause: 'factorSwitched' })
    await this.#options.mailer.tell(session.userId, 'methodSwitched')
    return after
  }

  /** The codes are right, the change is possible, and the codes are used up. Returns the account as it was. */
  async #prove(session: Session, codes: Codes, edit: (account: Account) => Account): Promise<Account> {
    const { accounts, factors } = this.#options
    const account = await accounts.get(session.userId)
    const proof = factors.check(account, requiredMethods(account, 'all'), codes, SCENE, session)
    edit(account)
    await proof.spend()
    return account
  }

  #newRecovery({ userId }: Account): { readonly codes: readonly string[]; readonly hashes: readonly string[] } {
    const { vault, random } = this.#options
    const codes = newRecoveryCodes(random)
    return { codes, hashes: codes.map((code) => recoveryHash(vault, userId, code)) }
  }
}
