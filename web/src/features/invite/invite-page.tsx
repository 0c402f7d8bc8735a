/** /invite: the code and its poster, friends, and commissions by date. */
import { useState } from 'react'
import { type Span, useInvite } from '../../data/account/invite.ts'
import { isolated } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Select } from '../../ui/select.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { AccountFrame } from '../../user-centre/account-frame.tsx'
import { BindCard } from './bind-card.tsx'
import { CodeCard, percentOf } from './code-card.tsx'
import { Commissions, Friends } from './lists.tsx'

const SPANS: readonly Span[] = [7, 30, 90, 365]

export function InvitePage() {
  const t = useT()
  const { data, error, refetch } = useInvite()
  const [days, setDays] = useState<Span>(90)
  const share = percentOf(data?.rates[0]?.rate ?? '0')
  return (
    <AccountFrame title={t('invite:title')} {...(data !== undefined && { text: t('invite:text', { share: isolated(share) }) })}>
      {data === undefined && error === null && (
        <div className="card">
          <SkeletonRows rows={8} height={52} />
        </div>
      )}
      {data === undefined && error !== null && (
        <div className="card">
          <ErrorPanel title={t('invite:failed')} error={error} onRetry={() => void refetch()} />
        </div>
      )}
      {data !== undefined && (
        <>
          <CodeCard invite={data} />
          <div className="mt-6 mb-3 ms-auto w-48">
            <Select
              label={t('invite:span')}
              hideLabel
              value={String(days)}
              options={SPANS.map((span) => ({ value: String(span), label: t('invite:days', { count: span }) }))}
              onChange={(chosen) => setDays(SPANS.find((span) => String(span) === chosen) ?? 90)}
            />
          </div>
          <div className="grid items-start gap-6 xl:grid-cols-2" key={days}>
            <Friends days={days} />
            <Commissions days={days} />
          </div>
          {data.invited === 0 && <BindCard />}
        </>
      )}
    </AccountFrame>
  )
}
