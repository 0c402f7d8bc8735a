/** Login in two steps: the password, then the codes of the methods that are on. Failures are counted by account name, known or not. */
import { userStatusOf } from '@agio/engine/read.ts'
import type { CodeSent, Codes, LoginDone, LoginStep, Method } from '@agio/wire/auth.ts'
import type { DeviceReport } from '@agio/wire/security.ts'
import type { Clock, RandomBytes } from '../http/context.ts'
import { ApiError } from '../http/errors.ts'
import type { Exchange } from '../sequencer/exchange.ts'
import { type AccountName, maskedAccount } from './account-name.ts'
import type { Account } from './account-record.ts'
import { userInfoOf } from './account-view.ts'
import type { Accounts } from './accounts.ts'
import type { Attempts } from './attempts.ts'
import { verifyPassword } from './password.ts'
import { requiredMethods } from './second-factor.ts'
import { addressOf, type SecondFactors } from './second-factors.ts'
import type { SessionDevice, SessionStore } from './sessions.ts'

const TICKET_MS = 5 * 60_000
const TICKETS_MAX = 100_000
export const LOGIN_SCENE = 'LOGIN'

interface Ticket {
  readonly account: Account
  readonly accountKey: string
  readonly methods: readonly Method[]
  readonly expireAt: number
}

export interface LoginsOptions {
  readonly clock: Clock
  readonly random: RandomBytes
  readonly exchange: Exchange
  readonly accounts: Accounts
  readonly sessions: SessionStore
  readonly attempts: Attempts
  readonly factors: SecondFactors
}

/** Under which the tries of a login are counted. */
export const loginAttempts = (accountKey: string): string => `login ${accountKey}`

export class Logins {
  readonly #options: LoginsOptions
  readonly #tickets = new Map<string, Ticket>()

  constructor(options: LoginsOptions) {
    this.#options = options
  }

  /** @throws ApiError LOGIN_FAILED, LOGIN_LOCKED, ACCOUNT_DISABLED */
  async begin(name: AccountName, password: string): Promise<LoginStep> {
    const { accounts, attempts } = this.#options
    const accountKey = accounts.keyOf(name)
    const attempt = attempts.begin(loginAttempts(accountKey))
    const userId = accounts.idOf(accountKey)
    const account = userId === undefined ? undefined : await accounts.get(userId)
    const isRight = await verifyPassword(password, account?.password)
    if (!isRight || account === undefined) throw new ApiError('LOGIN_FAILED', { left: attempt.left })
    attempt.takeBack()
    this.#refuseDisabled(account)
    return this.#ticket(account, accountKey)
  }

  /** @throws ApiError LOGIN_TICKET_EXPIRED, CODE_RESEND_TOO_SOON, CODE_CHANNEL_UNAVAILABLE */
  sendCode(ticketId: string, channel: 'email' | 'phone', lang: string): CodeSent {
    const { account, methods } = this.#find(ticketId)
    if (!methods.includes(channel)) throw new ApiError('CODE_CHANNEL_UNAVAILABLE', { channel })
    return this.#options.factors.sendCode(account, LOGIN_SCENE, channel, lang)
  }

  /**
   * @throws ApiError LOGIN_TICKET_EXPIRED, LOGIN_LOCKED, SECOND_FACTOR_REQUIRED, SECOND_FACTOR_INVALID, CODE_EXPIRED,
   *   CODE_TOO_MANY_TRIES, CODE_USED, ACCOUNT_DISABLED
   */
  async finish(ticketId: string, codes: Codes, device: DeviceReport, ip: string): Promise<LoginDone> {
    const { factors, attempts } = this.#options
    const ticket = this.#find(ticketId)
    const account = await this.#unchanged(ticket)
    const missing = ticket.methods.filter((method) => codes[method] == null)
    if (missing.length > 0) throw new ApiError('SECOND_FACTOR_REQUIRED', { methods: missing })
    const attempt = attempts.begin(loginAttempts(ticket.accountKey))
    const proof = factors.check(account, ticket.methods, codes, LOGIN_SCENE)
    attempt.takeBack()
    // The ticket goes before anything waits: it opens one session.
    if (!this.#tickets.delete(ticketId)) throw new ApiError('LOGIN_TICKET_EXPIRED')
    await proof.spend()
    attempts.forget(loginAttempts(ticket.accountKey))
    this.#refuseDisabled(account)
    return this.open(account, device, ip)
  }

  /** Starts the session of an account that proved itself. */
  async open(account: Account, device: DeviceReport, ip: string): Promise<LoginDone> {
    const { accounts, sessions } = this.#options
    const settings = await accounts.settings(account.userId)
    const { token, expireAt } = sessions.create(account.userId, deviceOf(device, ip))
    return { stage: 'done', token, expireTime: expireAt, userInfo: userInfoOf(account, settings) }
  }

  #ticket(account: Account, accountKey: string): LoginStep {
    const { clock, random } = this.#options
    const methods = requiredMethods(account, 'login')
    const now = clock.now()
    for (const [id, ticket] of this.#tickets) {
      if (ticket.expireAt > now && this.#tickets.size < TICKETS_MAX) break
      this.#tickets.delete(id)
    }
    const ticketId = Buffer.from(random(24)).toString('base64url')
    const expireAt = now + TICKET_MS
    this.#tickets.set(ticketId, { account, accountKey, methods, expireAt })
    const sent = methods.flatMap((method) => {
      const to = method === 'google' ? undefined : addressOf(account, method)
      return to === undefined ? [] : [[method, maskedAccount(to)] as const]
    })
    const { loginMode } = account
    return { stage: 'secondFactor', ticket: ticketId, expireTime: expireAt, loginMode, methods, masks: Object.fromEntries(sent) }
  }

  #find(ticketId: string): Ticket {
    const ticket = this.#tickets.get(ticketId)
    if (ticket === undefined || ticket.expireAt <= this.#options.clock.now()) throw new ApiError('LOGIN_TICKET_EXPIRED')
    return ticket
  }

  /** A ticket is for the password and the methods that were true when it was given. */
  async #unchanged({ account, methods }: Ticket): Promise<Account> {
    const now = await this.#options.accounts.get(account.userId)
    const isSame = now.password === account.password && requiredMethods(now, 'login').join() === methods.join()
    if (!isSame) throw new ApiError('LOGIN_TICKET_EXPIRED')
    return now
  }

  #refuseDisabled({ userId }: Account): void {
    if (userStatusOf(this.#options.exchange.state, userId) !== 'active') throw new ApiError('ACCOUNT_DISABLED')
  }
}

export function deviceOf(report: DeviceReport, ip: string): SessionDevice {
  const clean = (text: string): string => text.replace(/\p{C}/gu, '').slice(0, 64)
  return {
    identity: report.identity,
    clientType: clean(report.client_type),
    device: clean(report.device),
    os: clean(`${report.os} ${report.os_version}`.trim()),
    browser: clean(`${report.browser} ${report.browser_version}`.trim()),
    ip,
  }
}
