/** Login in two steps: the password, then the codes of the methods that are on. Failures are counted by account name, known or not. */
import { userOf } from '@agio/engine/read.ts'
import type { CodeSent, Codes, LoginDone, LoginStep, Method } from '@agio/wire/auth.ts'
import type { DeviceReport } from '@agio/wire/security.ts'
import type { Clock, RandomBytes } from '../http/context.ts'
import { ApiError } from '../http/errors.ts'
import type { Exchange } from '../sequencer/exchange.ts'
import { type Account, type AccountName, type Accounts, accountPlace, maskedAccount, userInfoOf } from './accounts.ts'
import type { CodeBook } from './codes.ts'
import type { Mailer } from './mailer.ts'
import { verifyPassword } from './password.ts'
import { loginMethods } from './second-factor.ts'
import type { SessionDevice, SessionStore } from './sessions.ts'

export const LOCK_MS = 15 * 60_000
export const FAILURES_MAX = 5
const TICKET_MS = 5 * 60_000
const ENTRIES_MAX = 100_000
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
  readonly codes: CodeBook
  readonly mailer: Mailer
}

export class Logins {
  readonly #options: LoginsOptions
  readonly #failures = new Map<string, number[]>()
  readonly #tickets = new Map<string, Ticket>()

  constructor(options: LoginsOptions) {
    this.#options = options
  }

  /** @throws ApiError LOGIN_FAILED, LOGIN_LOCKED, ACCOUNT_DISABLED */
  async begin(name: AccountName, password: string): Promise<LoginStep> {
    const { accounts } = this.#options
    const accountKey = accounts.keyOf(name)
    const attempt = this.#attempt(accountKey)
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
    return this.#options.mailer.sendCode(account.name, LOGIN_SCENE, lang)
  }

  /** @throws ApiError LOGIN_TICKET_EXPIRED, LOGIN_LOCKED, SECOND_FACTOR_REQUIRED, SECOND_FACTOR_INVALID, CODE_EXPIRED, CODE_TOO_MANY_TRIES */
  async finish(ticketId: string, codes: Codes, device: DeviceReport, ip: string): Promise<LoginDone> {
    const ticket = this.#find(ticketId)
    const missing = ticket.methods.filter((method) => codes[method] === undefined || codes[method] === null)
    if (missing.length > 0) throw new ApiError('SECOND_FACTOR_REQUIRED', { methods: missing })
    const attempt = this.#attempt(ticket.accountKey)
    for (const method of ticket.methods) this.#check(ticket.account, method, codes[method] ?? '')
    attempt.takeBack()
    this.#tickets.delete(ticketId)
    this.#failures.delete(ticket.accountKey)
    this.#refuseDisabled(ticket.account)
    return this.open(ticket.account, device, ip)
  }

  /** Starts the session of an account that proved itself. */
  async open(account: Account, device: DeviceReport, ip: string): Promise<LoginDone> {
    const { accounts, sessions } = this.#options
    const settings = await accounts.settings(account.userId)
    const { token, expireAt } = sessions.create(account.userId, deviceOf(device, ip))
    return { stage: 'done', token, expireTime: expireAt, userInfo: userInfoOf(account, settings) }
  }

  #check(account: Account, method: Method, code: string): void {
    try {
      this.#options.codes.use(LOGIN_SCENE, accountPlace(account.name), code)
    } catch (error) {
      if (error instanceof ApiError && error.errorName === 'CODE_INVALID')
        throw new ApiError('SECOND_FACTOR_INVALID', { method, ...error.params })
      throw error
    }
  }

  #ticket(account: Account, accountKey: string): LoginStep {
    const { clock, random } = this.#options
    const own: Method = account.name.type === 1 ? 'email' : 'phone'
    const offered = loginMethods(account.factors, account.loginMode)
    const methods = offered.length === 0 ? [own] : offered
    const now = clock.now()
    for (const [id, ticket] of this.#tickets) {
      if (ticket.expireAt > now && this.#tickets.size < ENTRIES_MAX) break
      this.#tickets.delete(id)
    }
    const ticketId = Buffer.from(random(24)).toString('base64url')
    const expireAt = now + TICKET_MS
    this.#tickets.set(ticketId, { account, accountKey, methods, expireAt })
    return {
      stage: 'secondFactor',
      ticket: ticketId,
      expireTime: expireAt,
      loginMode: account.loginMode,
      methods,
      masks: { [own]: maskedAccount(account.name) },
    }
  }

  #find(ticketId: string): Ticket {
    const ticket = this.#tickets.get(ticketId)
    if (ticket === undefined || ticket.expireAt <= this.#options.clock.now()) throw new ApiError('LOGIN_TICKET_EXPIRED')
    return ticket
  }

  #refuseDisabled(account: Account): void {
    const user = userOf(this.#options.exchange.state, account.userId)
    if (user !== undefined && user.status !== 'active') throw new ApiError('ACCOUNT_DISABLED')
  }

  /** Counts a try before it is judged, so that parallel tries cannot pass the lock together. */
  #attempt(accountKey: string): { readonly left: number; takeBack(): void } {
    const now = this.#options.clock.now()
    const recent = (this.#failures.get(accountKey) ?? []).filter((at) => now - at < LOCK_MS)
    const last = recent.at(-1)
    if (recent.length >= FAILURES_MAX && last !== undefined) throw new ApiError('LOGIN_LOCKED', { until: last + LOCK_MS })
    recent.push(now)
    this.#failures.delete(accountKey)
    if (this.#failures.size >= ENTRIES_MAX) this.#failures.clear()
    this.#failures.set(accountKey, recent)
    return {
      left: FAILURES_MAX - recent.length,
      takeBack: () => {
        recent.splice(recent.indexOf(now), 1)
      },
    }
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
