/** Friends and commissions, each page by page. */
import { Download, Gift, Users } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { commissionsFile, type InviteRow, type Span, useCommissions, useFriends } from '../../data/account/invite.ts'
import { formatDay, formatNumber } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Icon } from '../../ui/icons.tsx'
import { saveBlob } from '../../ui/save-blob.ts'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { NoData } from '../../ui/states.tsx'
import { toast } from '../../ui/toast-store.ts'
import { Card } from '../../user-centre/account-card.tsx'

const PAGE = 10

function FriendState({ friend }: { readonly friend: InviteRow }) {
  const t = useT()
  if (friend.traded === 1) return <Chip tone="up">{t('invite:state.trading')}</Chip>
  return <Chip>{t(friend.kycLevel > 0 ? 'invite:state.verified' : 'invite:state.registered')}</Chip>
}

interface PagesProps {
  readonly pageNo: number
  readonly total: number
  readonly onPage: (pageNo: number) => void
  readonly children?: ReactNode
}

function Foot({ pageNo, total, onPage, children }: PagesProps) {
  const t = useT()
  const pages = Math.max(1, Math.ceil(total / PAGE))
  return (
    <div className="flex min-h-11 flex-wrap items-center justify-between gap-2 border-t border-line px-5 py-2 text-small text-muted max-md:px-4">
      <span>{children}</span>
      {pages > 1 && (
        <span className="flex items-center gap-2">
          <Button size={28} disabled={pageNo <= 1} onClick={() => onPage(pageNo - 1)}>
            {t('invite:page.before')}
          </Button>
          <bdi className="num">{`${pageNo} / ${pages}`}</bdi>
          <Button size={28} disabled={pageNo >= pages} onClick={() => onPage(pageNo + 1)}>
            {t('invite:page.next')}
          </Button>
        </span>
      )}
    </div>
  )
}

const HEAD = 'h-9 px-2 text-small font-normal text-faint first:ps-5 last:pe-5 max-md:first:ps-4 max-md:last:pe-4'
const CELL = 'h-11 px-2 first:ps-5 last:pe-5 max-md:first:ps-4 max-md:last:pe-4'

export function Friends({ days }: { readonly days: Span }) {
  const t = useT()
  const [pageNo, setPage] = useState(1)
  const { data, error, refetch } = useFriends(days, pageNo, PAGE)
  return (
    <Card title={t('invite:friends')} className="flex flex-col">
      {data === undefined && error === null && <SkeletonRows rows={4} />}
      {data === undefined && error !== null && <ErrorPanel title={t('invite:failed')} error={error} onRetry={() => void refetch()} />}
      {data?.total === 0 && <NoData icon={Users} title={t('invite:noFriends')} text={t('invite:noFriendsText')} />}
      {data !== undefined && data.total > 0 && (
        <>
          <table className="w-full text-dense">
            <thead>
              <tr>
                <th className={`${HEAD} text-start`}>{t('invite:account')}</th>
                <th className={`${HEAD} text-start max-[380px]:hidden`}>{t('invite:since')}</th>
                <th className={`${HEAD} text-start`}>{t('invite:status')}</th>
                <th className={`${HEAD} text-end`}>{t('invite:yourShare')}</th>
              </tr>
            </thead>
            <tbody>
              {data.list.map((friend) => (
                <tr key={`${friend.userId}-${friend.registerTime}`} className="border-t border-grid">
                  <td className={`${CELL} max-w-40 truncate font-medium max-sm:max-w-28`}>
                    <bdi dir="ltr">{friend.registerAccount}</bdi>
                  </td>
                  <td className={`${CELL} text-muted max-[380px]:hidden`}>{formatDay(friend.registerTime)}</td>
                  <td className={CELL}>
                    <FriendState friend={friend} />
                  </td>
                  <td className={`${CELL} text-end font-medium`}>
                    <bdi className="num">{formatNumber(friend.commissionU, { scale: 2 })}</bdi>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          <Foot pageNo={pageNo} total={data.total} onPage={setPage}>
            {t('invite:inUsdt')}
          </Foot>
        </>
      )}
    </Card>
  )
}

export function Commissions({ days }: { readonly days: Span }) {
  const t = useT()
  const [pageNo, setPage] = useState(1)
  const { data, error, refetch } = useCommissions(days, pageNo, PAGE)
  const save = async (): Promise<void> => {
    try {
      saveBlob(await commissionsFile(days), 'commissions.csv')
    } catch {
      toast({ kind: 'error', title: t('invite:notSaved') })
    }
  }
  const csv = (
    <Button size={28} onClick={() => void save()}>
      <Icon as={Download} size={14} />
      CSV
    </Button>
  )
  return (
    <Card title={t('invite:commissions')} className="flex flex-col" {...(data !== undefined && data.total > 0 && { end: csv })}>
      {data === undefined && error === null && <SkeletonRows rows={4} />}
      {data === undefined && error !== null && <ErrorPanel title={t('invite:failed')} error={error} onRetry={() => void refetch()} />}
      {data?.total === 0 && <NoData icon={Gift} title={t('invite:noCommissions')} text={t('invite:noCommissionsText')} />}
      {data !== undefined && data.total > 0 && (
        <>
          <table className="w-full text-dense">
            <thead>
              <tr>
                <th className={`${HEAD} text-start`}>{t('invite:day')}</th>
                <th className={`${HEAD} text-start`}>{t('invite:coin')}</th>
                <th className={`${HEAD} text-end max-[380px]:hidden`}>{t('invite:feePaid')}</th>
                <th className={`${HEAD} text-end`}>{t('invite:yourShare')}</th>
              </tr>
            </thead>
            <tbody>
              {data.list.map((row) => (
                <tr key={row.id} className="border-t border-grid">
                  <td className={`${CELL} text-muted`}>{formatDay(row.createTime)}</td>
                  <td className={`${CELL} font-medium`}>
                    <bdi>{row.coinName}</bdi>
                  </td>
                  <td className={`${CELL} text-end text-muted max-[380px]:hidden`}>
                    <bdi className="num">{row.fee === '0' ? '--' : formatNumber(row.fee, { scale: 8 })}</bdi>
                  </td>
                  <td className={`${CELL} text-end font-medium text-up-text`}>
                    <bdi className="num">{formatNumber(row.amount, { scale: 8, sign: 'always' })}</bdi>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          <Foot pageNo={pageNo} total={data.total} onPage={setPage}>
            {t('invite:rounded')}
          </Foot>
        </>
      )}
    </Card>
  )
}
