/**
 * Changes of an account that end its other sessions or let its withdrawals rest. The sessions end before the change is journaled, and on the disk: a process that
 * dies in between has logged somebody out for nothing, never left a session alive that the change should have ended.
 */
import type { UserId } from '@agio/engine/ids/id.ts'
import { lockAfter } from '@agio/engine/wallet/security-lock.ts'
import type { LockCause } from '@agio/wire/account/auth-factors.ts'
import type { Clock } from '../../core/clock.ts'
import type { Account, WithdrawLock } from '../account/account-record.ts'
import type { Accounts, ChangeOptions } from '../account/accounts.ts'
import type { SessionStore } from '../login/sessions.ts'

export interface SecurityChange extends ChangeOptions {
  /** What the ended sessions are told, and why withdrawals rest; they do not when a method was switched on or its use changed. */
  readonly cause: LockCause | 'factorSwitched'
}

/** Something was added. All other causes changed something or took it away, and lock for long. */
export const isShortLock = (cause: LockCause): boolean => cause === 'factorBound' || cause === 'apiKeyAdded'

/** A long lock that starts again keeps the cause that made it long. */
function locked(lock: WithdrawLock | null, at: number, cause: LockCause): WithdrawLock {
  const running = lock === null ? null : { until: lock.until, isLong: !isShortLock(lock.cause) }
  const { until, isLong } = lockAfter(running, at, !isShortLock(cause))
  return { until, cause: lock !== null && isLong && isShortLock(cause) ? lock.cause : cause }
}

export class SecurityChanges {
  readonly #clock: Clock
  readonly #accounts: Accounts
  readonly #sessions: SessionStore

  constructor(clock: Clock, accounts: Accounts, sessions: SessionStore) {
    this.#clock = clock
    this.#accounts = accounts
    this.#sessions = sessions
  }

  /** Lets withdrawals rest for a while and ends no session: something was added that can act for the account. Durable when it resolves. */
  async lock(userId: UserId, cause: LockCause): Promise<void> {
    await this.lockWith(userId, cause, (account) => account)
  }

  /** As `lock`, together with a change that lets less protect the account. @param edit as of `Accounts.change` */
  lockWith(userId: UserId, cause: LockCause, edit: (account: Account) => Account, options: ChangeOptions = {}): Promise<Account> {
    const at = this.#clock.now()
    return this.#accounts.change(userId, (account) => ({ ...edit(account), lock: locked(account.lock, at, cause) }), options)
  }

  /**
   * @param keptSessionId the one session that goes on; '' = none
   * @param edit as of `Accounts.change`
   */
  async make(userId: UserId, keptSessionId: string, edit: (account: Account) => Account, change: SecurityChange): Promise<Account> {
    const { cause } = change
    this.#sessions.revokeOthers(userId, keptSessionId, cause)
    await this.#sessions.persist()
    const at = this.#clock.now()
    const after = await this.#accounts.change(
      userId,
      (account) => {
        const edited = edit(account)
        return cause === 'factorSwitched' ? edited : { ...edited, lock: locked(account.lock, at, cause) }
      },
      change,
    )
    // A login that came in while the change was on its way used what the change replaced.
    this.#sessions.revokeOthers(userId, keptSessionId, cause)
    return after
  }
}
