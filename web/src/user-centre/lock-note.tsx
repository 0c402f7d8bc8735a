/** The pause of withdrawals after a change of what protects the account. */
import { Clock } from 'lucide-react'
import type { SecurityInfo } from '../data/account/account.ts'
import { formatDay, formatTime, isolated } from '../i18n/format.ts'
import { useT } from '../i18n/i18n.ts'
import { useMinute } from '../ui/use-minute.ts'
import { Note } from './account-card.tsx'
import { causeOf, timeLeft } from './lock-model.ts'

/** The lock of withdrawals as it stands, or what would lock them. */
export function LockNote({ security }: { readonly security: Pick<SecurityInfo, 'withdrawLockUntil' | 'withdrawLockCause'> }) {
  const t = useT()
  const now = useMinute()
  const until = security.withdrawLockUntil
  if (until === null || until <= now) {
    return (
      <Note icon={Clock}>
        <strong>{t('account:lock.none')}</strong> {t('account:lock.rules')}
      </Note>
    )
  }
  const left = timeLeft(until, now)
  return (
    <Note icon={Clock} tone="warning">
      <strong data-lock-until={until}>
        {t('account:lock.left', { ...left, time: `${formatDay(until)} ${isolated(formatTime(until, false))}` })}
      </strong>{' '}
      <span>
        {t(`account:lock.cause.${causeOf(security.withdrawLockCause)}`)} {t('account:lock.goesOn')}
      </span>
    </Note>
  )
}
