/**
 * Changes of an account that end its other sessions or let its withdrawals rest. The sessions end before the change is journaled, and on the disk: a process that
 * dies in between has signed somebody out for nothing, never left a session alive that the change should have ended.
 */
import type { UserId } from '@agio/engine/ids/id.ts'
import type { LockCause } from '@agio/wire/auth-factors.ts'
import type { Clock } from '../../core/clock.ts'
import type { Account, WithdrawLock } from '../account/account-record.ts'
import type { Accounts, ChangeOptions } from '../account/accounts.ts'
import type { SessionStore } from '../login/sessions.ts'

const HOUR = 3_600_000
/** After a method was added. */
export const SHORT_LOCK_MS = 6 * HOUR
/** After a method or the password was changed or removed. */
export const LONG_LOCK_MS = 24 * HOUR

export interface SecurityChange extends ChangeOptions {
  /** What the ended sessions are told, and the lock's cause if there is one. */
  readonly cause: LockCause | 'factorSwitched'
  /** How long withdrawals rest, ms; 0 = they do not. */
  readonly lockMs: number
}

/** The later end holds: a short lock never shortens a long one. */
function locked(lock: WithdrawLock | null, until: number, cause: LockCause): WithdrawLock {
  return lock !== null && lock.until >= until ? lock : { until, cause }
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
    const until = this.#clock.now() + SHORT_LOCK_MS
    await this.#accounts.change(userId, (account) => ({ ...account, lock: locked(account.lock, until, cause) }))
  }

  /**
   * @param keptSessionId the one session that goes on; '' = none
   * @param edit as of `Accounts.change`
   */
  async make(userId: UserId, keptSessionId: string, edit: (account: Account) => Account, change: SecurityChange): Promise<Account> {
    const { cause, lockMs } = change
    this.#sessions.revokeOthers(userId, keptSessionId, cause)
    await this.#sessions.persist()
    const until = this.#clock.now() + lockMs
    const after = await this.#accounts.change(
      userId,
      (account) => {
        const edited = edit(account)
        return lockMs === 0 || cause === 'factorSwitched' ? edited : { ...edited, lock: locked(account.lock, until, cause) }
      },
      change,
    )
    // A login that came in while the change was on its way used what the change replaced.
    this.#sessions.revokeOthers(userId, keptSessionId, cause)
    return after
  }
}
