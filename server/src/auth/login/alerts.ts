/**
 * Tells owners of what strangers try: of the first lock of a day, and of wrong codes behind the right password, from the second one on.
 * By mail (SMS where there is no address) with place, device and the way out, and by a message in the application. What was told is
 * remembered in memory: a restart may tell it again.
 */
import type { UserId } from '@agio/engine/ids/id.ts'
import { type Clock, steadyNow } from '../../core/clock.ts'
import type { Exchange } from '../../sequencer/exchange.ts'
import { submitDocument } from '../account/user-documents.ts'
import { deviceMail } from '../mail/device-texts.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { SessionDevice } from './sessions.ts'

const DAY = 86_400_000
const TOLD_AT = 2
const ENTRIES_MAX = 100_000

export interface Attacker {
  readonly device: SessionDevice
  /** Of the tenant's pages, for the link. */
  readonly origin: string
}

export interface LoginAlertsOptions {
  readonly clock: Clock
  readonly exchange: Exchange
  readonly mailer: Mailer
  /** A message that was not kept. */
  onFault(error: unknown): void
}

type Alert = 'loginLocked' | 'codesTried'

export class LoginAlerts {
  readonly #options: LoginAlertsOptions
  /** Locks and wrong codes of a customer within a day, oldest first. */
  readonly #counts = new Map<string, { count: number; readonly since: number }>()

  constructor(options: LoginAlertsOptions) {
    this.#options = options
  }

  /** Wrong passwords have locked logins. */
  locked(userId: UserId, attacker: Attacker): void {
    if (this.#count('loginLocked', userId) === 1) this.#tell(userId, 'loginLocked', attacker)
  }

  /** A second factor was wrong behind the right password. */
  wrongCode(userId: UserId, attacker: Attacker): void {
    if (this.#count('codesTried', userId) === TOLD_AT) this.#tell(userId, 'codesTried', attacker)
  }

  #count(alert: Alert, userId: UserId): number {
    const now = steadyNow(this.#options.clock)
    for (const [oldest, { since }] of this.#counts) {
      if (now - since < DAY && this.#counts.size < ENTRIES_MAX) break
      this.#counts.delete(oldest)
    }
    const name = `${alert} ${userId}`
    const entry = this.#counts.get(name) ?? { count: 0, since: now }
    entry.count += 1
    this.#counts.set(name, entry)
    return entry.count
  }

  #tell(userId: UserId, alert: Alert, { device, origin }: Attacker): void {
    const { clock, exchange, mailer, onFault } = this.#options
    const at = clock.now()
    const values = { code: '', at, link: `${origin}/resetPassword` }
    void mailer.write(userId, 'NOTICE', (lang, tenant) => deviceMail(lang, alert, device, { tenant, ...values }))
    // Whose device it was stands in the login history, sealed; the message itself names nobody.
    const document = { at, message: { kind: alert, params: {} } }
    submitDocument({ exchange }, { userId, collection: 'alert', id: alert, actor: 'exchange' }, document).catch(onFault)
  }
}
