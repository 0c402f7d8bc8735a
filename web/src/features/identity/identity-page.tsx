/** /userCenter/identity: what is to be done next, and the levels below it. */
import { useState } from 'react'
import { type IdentityDetail, useIdentity } from '../../data/account/identity.ts'
import { useT } from '../../i18n/i18n.ts'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { AccountFrame } from '../../user-centre/account-frame.tsx'
import { AddressForm } from './address-form.tsx'
import { IdentityForm } from './identity-form.tsx'
import { LevelsCard } from './levels-card.tsx'
import { AgainCard, ApprovedCard, PendingCard } from './status-cards.tsx'

function Stage({ detail }: { readonly detail: IdentityDetail }) {
  const [going, setGoing] = useState(false)
  const { status, level, asked } = detail
  if (status === 1) return <PendingCard detail={detail} />
  if (status === 0) return <IdentityForm form={null} />
  const second = asked === 2
  if (going) return second || status === 2 ? <AddressForm /> : <IdentityForm form={detail.form} />
  if (status === 2) return <ApprovedCard detail={detail} onRaise={level < 2 ? () => setGoing(true) : undefined} />
  return <AgainCard detail={detail} onAgain={() => setGoing(true)} />
}

export function IdentityPage() {
  const t = useT()
  const { data, error, refetch } = useIdentity()
  return (
    <AccountFrame title={t('identity:title')} text={t('identity:text')}>
      {data !== undefined && (
        <>
          <Stage key={`${data.status}-${data.asked}`} detail={data} />
          <LevelsCard detail={data} />
        </>
      )}
      {data === undefined && error === null && (
        <div className="card">
          <SkeletonRows rows={8} height={56} />
        </div>
      )}
      {data === undefined && error !== null && (
        <div className="card">
          <ErrorPanel title={t('identity:failed')} error={error} onRetry={() => void refetch()} />
        </div>
      )}
    </AccountFrame>
  )
}
