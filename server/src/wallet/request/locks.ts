/** Rests of withdrawals after a change of what protects an account. */
import type { Account } from '../../auth/account/account-record.ts'
import { Failure } from '../../core/failure.ts'

/** The one that runs, null = none does. @param now ms */
export const runningLock = ({ lock }: Pick<Account, 'lock'>, now: number): Account['lock'] =>
  lock !== null && lock.until > now ? lock : null

/** @throws Failure WITHDRAW_COOLDOWN */
export function mustNotRest(account: Pick<Account, 'lock'>, now: number): void {
  const lock = runningLock(account, now)
  if (lock !== null) throw new Failure('WITHDRAW_COOLDOWN', { until: lock.until, cause: lock.cause })
}
