/** What protects the account, what its locks mean, and every way to change either. */
import { antiPhishingInfo } from '@agio/wire/account/auth-factors.ts'
import { useQuery } from '@tanstack/react-query'
import { CloudOff } from 'lucide-react'
import { useState } from 'react'
import { type SecurityInfo, useSecurity } from '../../data/account/account.ts'
import { serverTimeOf } from '../../data/clock.ts'
import { send } from '../../data/http-client.ts'
import { formatTime, isolated } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { Note } from '../../user-centre/account-card.tsx'
import { AccountFrame } from '../../user-centre/account-frame.tsx'
import { LockNote } from '../../user-centre/lock-note.tsx'
import { ScoreCard } from './score-card.tsx'
import { AccountCard, MethodsCard } from './security-cards.tsx'
import { type OpenDialog, SecurityDialogs } from './security-dialogs.tsx'
import { type Check, type CheckKey, checksOf } from './security-model.ts'

export function SecurityView() {
  const t = useT()
  const query = useSecurity()
  return (
    <AccountFrame title={t('account:security.title')} text={t('account:security.text')}>
      {query.data !== undefined ? (
        <>
          {query.isError && <Stale at={query.dataUpdatedAt} />}
          <Security security={query.data} />
        </>
      ) : (
        <div className="card">
          {query.isError ? (
            <ErrorPanel title={t('account:security.failed')} error={query.error} onRetry={() => void query.refetch()} />
          ) : (
            <SkeletonRows rows={6} height={72} />
          )}
        </div>
      )}
    </AccountFrame>
  )
}

/** Says from when the shown facts are: the last try to read them again failed. */
export function Stale({ at }: { readonly at: number }) {
  const t = useT()
  return (
    <div className="mb-4" data-stale-account>
      <Note icon={CloudOff} tone="warning">
        {t('account:stale', { time: isolated(formatTime(serverTimeOf(at), false)) })}
      </Note>
    </div>
  )
}

/** What stands below a check. */
function useDetail(security: SecurityInfo): (check: Check) => string {
  const t = useT()
  return ({ key, done }) => {
    if (key === 'email' && done) return isolated(security.emailMask ?? '')
    if (key === 'passkey' && done) return t('account:check.passkeys', { count: security.passkeyCount })
    if (key === 'recovery' && done) return t('account:check.codes', { count: security.recoveryCodesLeft ?? 0 })
    if (key === 'recovery' && security.googleBound === 0) return t('account:check.recovery.later')
    return t(done ? `account:check.${key}.met` : `account:check.${key}.open`)
  }
}

function Security({ security }: { readonly security: SecurityInfo }) {
  const [open, setOpen] = useState<OpenDialog>()
  const phishing = useQuery({
    queryKey: ['account', 'phishing'],
    queryFn: () => send(antiPhishingInfo, {}),
    enabled: security.antiPhishing === 1,
  })
  const act = (key: CheckKey) => setOpen(key === 'recovery' && security.googleBound === 0 ? 'google' : key)
  return (
    <div className="flex flex-col gap-4">
      <ScoreCard checks={checksOf(security)} detailOf={useDetail(security)} onAct={act} />
      <LockNote security={security} />
      <MethodsCard security={security} onOpen={setOpen} />
      <AccountCard security={security} phishing={phishing.data?.antiPhishingCode} onOpen={setOpen} />
      <SecurityDialogs open={open} security={security} onClose={() => setOpen(undefined)} />
    </div>
  )
}
