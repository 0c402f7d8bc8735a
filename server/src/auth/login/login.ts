/**
 * Login in two steps: the password, then the codes of the methods that are on. Failures are counted by account name, known or not, and for
 * a device that the account knows apart, so that nobody locks an owner out of his own.
 * A device that the account never saw is told to its owner with the code, and is a step of its own when no code went there.
 */
import type { UserId } from '@agio/engine/ids/id.ts'
import { userStatusOf } from '@agio/engine/read.ts'
import type { CodeSent, Codes, LoginDone, LoginStep, Method } from '@agio/wire/account/auth.ts'
import type { DeviceStep } from '@agio/wire/account/device-step.ts'
import { type Clock, steadyNow, wallTime } from '../../core/clock.ts'
import { Failure } from '../../core/failure.ts'
import type { RandomBytes } from '../../core/random.ts'
import type { GuessBudget } from '../../limits/rate-limit.ts'
import type { Exchange } from '../../sequencer/exchange.ts'
import { type AccountName, maskedAccount } from '../account/account-name.ts'
import type { Account } from '../account/account-record.ts'
import { userInfoOf } from '../account/account-view.ts'
import type { Accounts } from '../account/accounts.ts'
import type { DeviceParts } from '../device-parts.ts'
import type { CodeBook } from '../factors/codes.ts'
import { verifyPassword } from '../factors/password.ts'
import { requiredMethods } from '../factors/second-factor.ts'
import { addressOf, ownPlace, type SecondFactors } from '../factors/second-factors.ts'
import { deviceMail } from '../mail/device-texts.ts'
import type { MailText } from '../mail/mail-texts.ts'
import type { LoginAlerts } from './alerts.ts'
import { type Attempt, type Attempts, judged, triesOf } from './attempts.ts'
import type { SessionDevice, SessionStore } from './sessions.ts'

const TICKET_MS = 5 * 60_000
const TICKETS_MAX = 100_000
export const LOGIN_SCENE = 'LOGIN'
export const NEW_DEVICE_SCENE = 'NEW_DEVICE'
const WRONG_CODE: ReadonlySet<string> = new Set(['SECOND_FACTOR_INVALID', 'CODE_INVALID', 'CODE_TOO_MANY_TRIES'])

/** Where a login comes from. */
export interface LoginFrom {
  readonly device: SessionDevice
  readonly lang: string
  /** Of the tenant's pages, for the link in a message. */
  readonly origin: string
  /** Of the tenant, against one trial an account from many addresses. */
  readonly guesses: GuessBudget
}

type Way = 'password' | 'passkey'

interface Ticket {
  readonly account: Account
  readonly accountKey: string
  /** Codes to send; none are left when only the device is to be confirmed. */
  readonly methods: readonly Method[]
  readonly expireAt: number
  readonly device: SessionDevice
  /** The account never saw the device. */
  readonly isNew: boolean
  /** What tries of this device are counted by; '' for a new one. */
  readonly counted: string
  readonly way: Way
}

export interface LoginsOptions {
  readonly clock: Clock
  readonly random: RandomBytes
  readonly exchange: Exchange
  readonly accounts: Accounts
  readonly sessions: SessionStore
  readonly attempts: Attempts
  readonly alerts: LoginAlerts
  readonly factors: SecondFactors
  readonly codes: CodeBook
  readonly devices: Pick<DeviceParts, 'knownDevices' | 'loginHistory' | 'refusalLinks'>
  /** How far an identity is verified. */
  levelOf(userId: UserId): Promise<number>
}

/** Under which the tries of a login are counted. */
export const loginAttempts = (accountKey: string): string => `login ${accountKey}`

export class Logins {
  readonly #options: LoginsOptions
  readonly #tickets = new Map<string, Ticket>()

  constructor(options: LoginsOptions) {
    this.#options = options
  }

  /** @throws Failure LOGIN_FAILED, LOGIN_LOCKED, ACCOUNT_DISABLED */
  async begin(name: AccountName, password: string, from: LoginFrom): Promise<LoginStep> {
    const { accounts, attempts, devices } = this.#options
    const { device, guesses } = from
    const accountKey = accounts.keyOf(name)
    const userId = accounts.idOf(accountKey)
    const counted = await devices.knownDevices.countedAs(userId, device.identity)
    if (counted === '') guesses.check()
    const attempt = attempts.begin(triesOf(loginAttempts(accountKey), counted))
    const account = userId === undefined ? undefined : await accounts.get(userId)
    const isRight = await verifyPassword(password, account?.password)
    if (!isRight || account === undefined) {
      if (counted === '') guesses.spend()
      if (account !== undefined) this.#failed(account, from, attempt)
      throw new Failure('LOGIN_FAILED', { left: attempt.left })
    }
    attempt.takeBack()
    this.#refuseDisabled(account)
    const methods = requiredMethods(account, 'login')
    const { id, expireAt } = this.#keepTicket({ account, accountKey, methods, device, isNew: counted === '', counted, way: 'password' })
    const sent = methods.flatMap((method) => {
      const to = method === 'google' ? undefined : addressOf(account, method)
      return to === undefined ? [] : [[method, maskedAccount(to)] as const]
    })
    const { loginMode } = account
    return { stage: 'secondFactor', ticket: id, expireTime: expireAt, loginMode, methods, masks: Object.fromEntries(sent) }
  }

  /** @throws Failure LOGIN_TICKET_EXPIRED, CODE_RESEND_TOO_SOON, CODE_CHANNEL_UNAVAILABLE */
  sendCode(ticketId: string, channel: 'email' | 'phone', from: Pick<LoginFrom, 'lang' | 'origin'>): CodeSent {
    const ticket = this.#find(ticketId)
    const { account, methods, isNew, counted } = ticket
    const isConfirming = isNew && channel === ownerChannel(account)
    if (isConfirming) return this.#sendConfirmation(ticket, from)
    if (!methods.includes(channel)) throw new Failure('CODE_CHANNEL_UNAVAILABLE', { channel })
    return this.#options.factors.sendCode(account, LOGIN_SCENE, channel, { lang: from.lang, device: counted })
  }

  /**
   * @throws Failure LOGIN_TICKET_EXPIRED, LOGIN_LOCKED, SECOND_FACTOR_REQUIRED, SECOND_FACTOR_INVALID, CODE_EXPIRED,
   *   CODE_TOO_MANY_TRIES, CODE_USED, ACCOUNT_DISABLED
   */
  async finish(ticketId: string, codes: Codes, from: LoginFrom): Promise<LoginDone | DeviceStep> {
    const { factors, attempts } = this.#options
    const ticket = this.#findOf(ticketId, from)
    if (ticket.methods.length === 0) throw new Failure('LOGIN_TICKET_EXPIRED')
    const account = await this.#unchanged(ticket)
    const missing = ticket.methods.filter((method) => codes[method] == null)
    if (missing.length > 0) throw new Failure('SECOND_FACTOR_REQUIRED', { methods: missing })
    const tries = triesOf(loginAttempts(ticket.accountKey), ticket.counted)
    const attempt = attempts.begin(tries)
    const proof = this.#recorded(ticket, from, attempt, () => factors.check(account, ticket.methods, codes, LOGIN_SCENE, ticket.counted))
    // The ticket goes before anything waits: it opens one session.
    if (!this.#tickets.delete(ticketId)) throw new Failure('LOGIN_TICKET_EXPIRED')
    await proof.spend()
    attempts.forget(tries)
    this.#refuseDisabled(account)
    if (ticket.isNew && !ticket.methods.includes(ownerChannel(account))) return this.#askOwner({ ...ticket, account }, from)
    return this.open(account, from, { way: ticket.way, isNew: ticket.isNew })
  }

  /** A customer who proved to be one in a single step, with a passkey. @throws Failure ACCOUNT_DISABLED, CODE_CHANNEL_UNAVAILABLE */
  async enter(userId: UserId, from: LoginFrom): Promise<LoginDone | DeviceStep> {
    const { accounts, devices } = this.#options
    const account = await accounts.get(userId)
    this.#refuseDisabled(account)
    if (await devices.knownDevices.knows(userId, from.device.identity)) return this.open(account, from, { way: 'passkey', isNew: false })
    const accountKey = accounts.keyOf(account.name)
    return this.#askOwner({ account, accountKey, device: from.device, isNew: true, counted: '', way: 'passkey' }, from)
  }

  /** @throws Failure LOGIN_TICKET_EXPIRED, LOGIN_LOCKED, CODE_INVALID, CODE_EXPIRED, CODE_TOO_MANY_TRIES, ACCOUNT_DISABLED */
  async confirmDevice(ticketId: string, code: string, from: LoginFrom): Promise<LoginDone> {
    const { attempts, codes } = this.#options
    const ticket = this.#findOf(ticketId, from)
    if (ticket.methods.length > 0) throw new Failure('LOGIN_TICKET_EXPIRED')
    const tries = triesOf(loginAttempts(ticket.accountKey), ticket.counted)
    const attempt = attempts.begin(tries)
    const account = await this.#unchanged(ticket)
    this.#recorded(ticket, from, attempt, () => codes.use(NEW_DEVICE_SCENE, confirmationPlace(account), code))
    if (!this.#tickets.delete(ticketId)) throw new Failure('LOGIN_TICKET_EXPIRED')
    attempts.forget(tries)
    this.#refuseDisabled(account)
    return this.open(account, from, { way: ticket.way, isNew: true })
  }

  /** Starts the session of an account that proved itself. The login and its device are durable when this resolves. */
  async open(account: Account, { device }: Pick<LoginFrom, 'device'>, { way, isNew }: { way: Way; isNew: boolean }): Promise<LoginDone> {
    const { accounts, sessions, devices } = this.#options
    const { userId } = account
    const [settings, level] = await Promise.all([accounts.settings(userId), this.#options.levelOf(userId)])
    await Promise.all([
      devices.loginHistory.record(account, { device, method: way, reason: null, isNew }),
      devices.knownDevices.remember(userId, device.identity),
    ])
    // Frozen while this was written down: no session starts after the last one ended.
    this.#refuseDisabled(account)
    // Nor one by a password or a method that was changed meanwhile: the change has ended the sessions that were there.
    if (!accounts.isCurrent(account)) throw new Failure('LOGIN_TICKET_EXPIRED')
    const { token, expireAt } = sessions.create(userId, device)
    return { stage: 'done', token, expireTime: expireAt, userInfo: userInfoOf(account, settings, level) }
  }

  /** The device is new, and no code went where its owner would see it: one does now. */
  #askOwner(ticket: Omit<Ticket, 'expireAt' | 'methods'>, from: LoginFrom): DeviceStep {
    const { id, expireAt } = this.#keepTicket({ ...ticket, methods: [] })
    const channel = ownerChannel(ticket.account)
    const to = addressOf(ticket.account, channel)
    const { resendTime } = this.#sendConfirmation({ ...ticket, methods: [], expireAt }, from)
    return {
      stage: 'confirmDevice',
      ticket: id,
      expireTime: expireAt,
      resendTime,
      channel,
      mask: to === undefined ? '' : maskedAccount(to),
    }
  }

  /** The code with place, device and time, and the link for who did not log in. */
  #sendConfirmation({ account, device, methods }: Ticket, { lang, origin }: Pick<LoginFrom, 'lang' | 'origin'>): CodeSent {
    const { factors, devices, clock } = this.#options
    const scene = methods.length === 0 ? NEW_DEVICE_SCENE : LOGIN_SCENE
    const words = (own: string, tenant: string, code: string): MailText => {
      const link = `${origin}/login#notMe=${devices.refusalLinks.issue(account.userId)}`
      return deviceMail(own, 'newDevice', device, { tenant, code, at: clock.now(), link })
    }
    return factors.sendCode(account, scene, ownerChannel(account), { lang, words })
  }

  #keepTicket(ticket: Omit<Ticket, 'expireAt'>): { readonly id: string; readonly expireAt: number } {
    const { clock, random } = this.#options
    const now = steadyNow(clock)
    for (const [id, { expireAt }] of this.#tickets) {
      if (expireAt > now && this.#tickets.size < TICKETS_MAX) break
      this.#tickets.delete(id)
    }
    const id = Buffer.from(random(24)).toString('base64url')
    const expireAt = now + TICKET_MS
    this.#tickets.set(id, { ...ticket, expireAt })
    return { id, expireAt: wallTime(clock, expireAt) }
  }

  /** What a wrong code throws is a login that failed, and its owner shall see it. Whoever guesses codes knows the password: that is told. */
  #recorded<Result>({ account, device, way }: Ticket, { origin }: LoginFrom, attempt: Attempt, work: () => Result): Result {
    try {
      return judged(attempt, work)
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      this.#recordFailure(account, device, error.errorName, way)
      if (way === 'password' && WRONG_CODE.has(error.errorName)) this.#options.alerts.wrongCode(account.userId, { device, origin })
      throw error
    }
  }

  /** A wrong password. The owner is told when it was the last one before a lock. */
  #failed(account: Account, { device, origin }: LoginFrom, { left }: Attempt): void {
    this.#recordFailure(account, device, 'LOGIN_FAILED')
    if (left === 0) this.#options.alerts.locked(account.userId, { device, origin })
  }

  /** Written beside the answer: who is refused does not learn by waiting that the account exists. */
  #recordFailure(account: Account, device: SessionDevice, reason: string, way: Way = 'password'): void {
    this.#options.devices.loginHistory.record(account, { device, method: way, reason, isNew: false }).catch(() => undefined)
  }

  #find(ticketId: string): Ticket {
    const ticket = this.#tickets.get(ticketId)
    if (ticket === undefined || ticket.expireAt <= steadyNow(this.#options.clock)) throw new Failure('LOGIN_TICKET_EXPIRED')
    return ticket
  }

  /** A ticket is for the device that began. */
  #findOf(ticketId: string, { device }: LoginFrom): Ticket {
    const ticket = this.#find(ticketId)
    if (ticket.device.identity !== device.identity) throw new Failure('LOGIN_TICKET_EXPIRED')
    return ticket
  }

  /** A ticket is for the password and the methods that were true when it was given. */
  async #unchanged({ account }: Ticket): Promise<Account> {
    const now = await this.#options.accounts.get(account.userId)
    const isSame = now.password === account.password && requiredMethods(now, 'login').join() === requiredMethods(account, 'login').join()
    if (!isSame) throw new Failure('LOGIN_TICKET_EXPIRED')
    return now
  }

  #refuseDisabled({ userId }: Account): void {
    if (userStatusOf(this.#options.exchange.state, userId) !== 'active') throw new Failure('ACCOUNT_DISABLED')
  }
}

/** Where the owner of an account hears of a new device: by mail, or by SMS where there is no address. */
const ownerChannel = ({ email }: Account): 'email' | 'phone' => (email === null ? 'phone' : 'email')

/** Where the code of a confirmation is kept. */
function confirmationPlace(account: Account): string {
  const to = addressOf(account, ownerChannel(account))
  if (to === undefined) throw new Failure('CODE_CHANNEL_UNAVAILABLE', { channel: ownerChannel(account) })
  return ownPlace(account.userId, to)
}
