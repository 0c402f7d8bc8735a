/** The account at a glance: who, how safe, how much, what is worth doing, who logged in last. */
import { loginHistory } from '@agio/wire/account/devices.ts'
import { walletOverview } from '@agio/wire/assets/assets.ts'
import { useQuery } from '@tanstack/react-query'
import {
  BadgeCheck,
  Camera,
  ChevronRight,
  CircleCheck,
  Copy,
  Fingerprint,
  LifeBuoy,
  LogIn,
  type LucideIcon,
  Pencil,
  ShieldCheck,
} from 'lucide-react'
import { useState } from 'react'
import { Avatar } from '../../app/header/avatar.tsx'
import { type UserCenter, useUserCenter } from '../../data/account/account.ts'
import { useBalancesVisible } from '../../data/balance-visibility.ts'
import { useFiat } from '../../data/fiat.ts'
import { send } from '../../data/http-client.ts'
import { displayName, maskAccount } from '../../data/mask.ts'
import { SPOT_QUERIES } from '../../data/spot/spot-changes.ts'
import { useLimitText } from '../../data/wallet/limit-text.ts'
import { formatDate, isolated } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { paths } from '../../paths.ts'
import { ButtonLink, IconButton } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { copyText } from '../../ui/copy.ts'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Link } from '../../ui/link.tsx'
import { HIDDEN_AMOUNT } from '../../ui/number-text.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { NoData } from '../../ui/states.tsx'
import { Card, Row } from '../../user-centre/account-card.tsx'
import { AccountFrame } from '../../user-centre/account-frame.tsx'
import { AvatarDialog } from './avatar-dialog.tsx'
import { LoginTable } from './login-table.tsx'
import { NicknameDialog } from './nickname-dialog.tsx'
import { checksOf, scoreOf } from './security-model.ts'
import { Stale } from './security-view.tsx'

export function OverviewPage() {
  const t = useT()
  const query = useUserCenter()
  return (
    <AccountFrame title={t('account:overview.title')}>
      {query.data !== undefined ? (
        <>
          {query.isError && <Stale at={query.dataUpdatedAt} />}
          <div className="flex flex-col gap-6">
            <IdentityCard center={query.data} />
            <NextCard center={query.data} />
            <LastLogins />
          </div>
        </>
      ) : (
        <div className="card">
          {query.isError ? (
            <ErrorPanel title={t('account:overview.failed')} error={query.error} onRetry={() => void query.refetch()} />
          ) : (
            <SkeletonRows rows={6} height={72} />
          )}
        </div>
      )}
    </AccountFrame>
  )
}

function IdentityCard({ center }: { readonly center: UserCenter }) {
  const t = useT()
  const [open, setOpen] = useState<'name' | 'avatar'>()
  const { user, identity, security } = center
  const score = scoreOf(checksOf(security))
  const verified = identity.level > 0
  return (
    <section aria-label={t('account:overview.you')} className="card">
      <div className="flex flex-wrap items-center gap-5 p-6 max-md:gap-4 max-md:p-4">
        <span className="relative">
          <Avatar size={72} />
          <IconButton
            label={t('account:avatar.change')}
            onClick={() => setOpen('avatar')}
            className="absolute! -end-1.5 -bottom-1.5 size-7! rounded-full! border border-line bg-panel! text-fg!"
          >
            <Icon as={Camera} size={14} />
          </IconButton>
        </span>
        <div className="min-w-0 flex-1 max-md:basis-48">
          <p className="flex items-center gap-1">
            <bdi className="truncate text-price" data-nickname>
              {displayName(user)}
            </bdi>
            <IconButton label={t('account:nickname.change')} onClick={() => setOpen('name')}>
              <Icon as={Pencil} size={16} />
            </IconButton>
          </p>
          <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-dense text-muted">
            <bdi dir="ltr">{maskAccount(user.registerAccount)}</bdi>
            <span className="inline-flex items-center gap-1">
              <bdi className="code">{`UID ${user.userId}`}</bdi>
              <IconButton label={t('shell:user.copyUid')} className="size-6!" onClick={() => void copyText(user.userId)}>
                <Icon as={Copy} size={14} />
              </IconButton>
            </span>
            <span>{t('account:overview.since', { day: formatDate(user.createTime) })}</span>
          </p>
        </div>
        <p className="flex flex-wrap gap-2 max-md:w-full">
          <Chip tone={verified ? 'up' : 'neutral'}>
            {verified
              ? t('account:overview.level', { level: identity.level })
              : t(identity.status === 1 ? 'account:overview.pending' : 'account:overview.unverified')}
          </Chip>
          <Chip tone={score >= 4 ? 'up' : score >= 2 ? 'neutral' : 'warning'}>{t('account:overview.security', { score })}</Chip>
        </p>
      </div>
      <Figures center={center} />
      {open === 'name' && <NicknameDialog center={center} onClose={() => setOpen(undefined)} />}
      {open === 'avatar' && <AvatarDialog onClose={() => setOpen(undefined)} />}
    </section>
  )
}

function Figures({ center }: { readonly center: UserCenter }) {
  const t = useT()
  const fiat = useFiat()
  const visible = useBalancesVisible()
  const total = useQuery({ queryKey: [SPOT_QUERIES, 'overview'], queryFn: () => send(walletOverview, {}) })
  const limitText = useLimitText()
  const figures = [
    {
      name: t('account:overview.total'),
      value: total.data === undefined ? '--' : visible ? fiat(total.data.totalU) || `${total.data.totalU} USDT` : HIDDEN_AMOUNT,
      note: total.isError ? t('account:overview.totalFailed') : t('account:overview.allAccounts'),
    },
    {
      name: t('account:overview.limit'),
      value: (center.withdrawLimit.amountLimit === '0' ? null : limitText?.(center.withdrawLimit)) ?? '—',
      note: t(center.identity.level > 0 ? 'account:overview.limitNow' : 'account:overview.limitMore'),
    },
    {
      name: t('account:overview.lock'),
      value: t(center.security.withdrawLockUntil === null ? 'account:overview.lockNone' : 'account:overview.lockOn'),
      note: t(center.security.withdrawLockUntil === null ? 'account:overview.lockNoneText' : 'account:overview.lockOnText'),
    },
  ]
  return (
    <dl className="grid border-t border-line md:grid-cols-3">
      {figures.map(({ name, value, note }, index) => (
        <div key={name} className={`px-6 py-4 max-md:px-4 ${index > 0 ? 'border-line max-md:border-t md:border-s' : ''}`}>
          <dt className="text-dense text-muted">{name}</dt>
          <dd>
            <span className="block text-price">
              <bdi>{value}</bdi>
            </span>
            <span className="block text-small text-muted">{note}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}

interface Step {
  readonly key: 'factor' | 'identity' | 'recovery' | 'passkey'
  readonly icon: LucideIcon
  readonly done: boolean
  readonly to: string
}

function stepsOf({ security, identity }: UserCenter): readonly Step[] {
  return [
    { key: 'factor', icon: ShieldCheck, done: security.googleStatus === 1, to: paths.security },
    { key: 'identity', icon: BadgeCheck, done: identity.level > 0, to: paths.identity },
    { key: 'recovery', icon: LifeBuoy, done: (security.recoveryCodesLeft ?? 0) >= 3, to: paths.security },
    { key: 'passkey', icon: Fingerprint, done: security.passkeyCount > 0, to: paths.security },
  ]
}

/** What is done stays visible, so that nobody wonders whether it was. */
function NextCard({ center }: { readonly center: UserCenter }) {
  const t = useT()
  const steps = stepsOf(center)
  const first = steps.find(({ done }) => !done)
  return (
    <Card
      title={t('account:next.title')}
      end={
        <span className="text-dense text-muted">
          {t('account:next.count', {
            done: isolated(String(steps.filter(({ done }) => done).length)),
            all: isolated(String(steps.length)),
          })}
        </span>
      }
    >
      {steps.map((step) => (
        <Row
          key={step.key}
          icon={step.done ? CircleCheck : step.icon}
          title={t(`account:next.${step.key}`)}
          {...(step.done ? { chip: <Chip tone="up">{t('account:next.done')}</Chip> } : {})}
          text={t(step.done ? `account:next.${step.key}.done` : `account:next.${step.key}.text`)}
        >
          {!step.done && (
            <ButtonLink
              look={step === first ? 'primary' : 'secondary'}
              to={step.to}
              aria-label={`${t(`account:next.${step.key}.act`)}: ${t(`account:next.${step.key}`)}`}
            >
              {t(`account:next.${step.key}.act`)}
            </ButtonLink>
          )}
        </Row>
      ))}
    </Card>
  )
}

function LastLogins() {
  const t = useT()
  const logins = useQuery({
    queryKey: ['account', 'logins', 'last'],
    queryFn: () => send(loginHistory, { pageNo: 1, pageSize: 5, result: 1 }),
  })
  return (
    <Card
      title={t('account:login.last')}
      end={
        <Link to={paths.devices} className="inline-flex min-h-6 items-center gap-1 text-dense font-medium text-muted hover:text-fg">
          {t('account:login.notMe')}
          <Icon as={ChevronRight} size={14} directional />
        </Link>
      }
    >
      {logins.isPending && <SkeletonRows rows={5} />}
      {logins.isError && logins.data === undefined && (
        <ErrorPanel title={t('account:login.failed')} error={logins.error} onRetry={() => void logins.refetch()} />
      )}
      {logins.data?.list.length === 0 && <NoData icon={LogIn} title={t('account:login.none')} />}
      {logins.data !== undefined && logins.data.list.length > 0 && <LoginTable rows={logins.data.list} />}
    </Card>
  )
}
