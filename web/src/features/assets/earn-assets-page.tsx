/** `/assets/financial`: what stands in savings, by coin, and what can be done with it. */
import type { EarnAsset } from '@agio/wire/earn-types.ts'
import { useQuery } from '@tanstack/react-query'
import { Eye, EyeOff, PiggyBank } from 'lucide-react'
import { toggleBalances, useBalancesVisible } from '../../data/balance-visibility.ts'
import { useLiveEarn } from '../../data/earn/live-earn.ts'
import { useEarnTotals } from '../../data/earn/my-earn.ts'
import { loadAssets } from '../../data/earn/my-earn-calls.ts'
import { useFiat } from '../../data/fiat.ts'
import { openFeatures } from '../../data/shell/menu-model.ts'
import { useSite } from '../../data/site.ts'
import { SPOT_QUERIES } from '../../data/spot/spot-changes.ts'
import { useT } from '../../i18n/i18n.ts'
import { paths } from '../../paths.ts'
import { Button, ButtonLink, IconButton } from '../../ui/button.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Icon } from '../../ui/icons.tsx'
import { HIDDEN_AMOUNT } from '../../ui/number-text.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { NoData } from '../../ui/states.tsx'
import { useBalances, useOverview } from './assets-queries.ts'
import { AssetsTabs } from './assets-tabs.tsx'
import { DayCourse } from './day-course.tsx'
import { EarnAssetTable } from './earn-asset-table.tsx'
import { type OpenTransfer, useTransferOpener } from './transfer/use-transfer-opener.tsx'

const OFTEN_MS = 10_000

export function EarnAssetsPage() {
  const t = useT()
  useLiveEarn()
  const { rows } = useBalances()
  const transfer = useTransferOpener(rows ?? [], 'financial')
  const assets = useQuery({ queryKey: [SPOT_QUERIES, 'earnAssets'], refetchInterval: OFTEN_MS, queryFn: loadAssets })
  return (
    <div className="page-column pb-16">
      <AssetsTabs />
      <h1 className="visually-hidden">{t('savings:assets.title')}</h1>
      <div className="mb-6 grid gap-6 max-md:gap-3 xl:grid-cols-[minmax(0,1fr)_360px]">
        <TotalCard onTransfer={transfer.open} />
        <EarnedCard />
      </div>
      {assets.isPending ? (
        <div className="card">
          <SkeletonRows rows={4} height={52} />
        </div>
      ) : assets.data === undefined ? (
        <div className="card">
          <ErrorPanel title={t('savings:assets.failed')} error={assets.error} onRetry={() => void assets.refetch()} />
        </div>
      ) : (
        <CoinsCard rows={assets.data} onTransfer={transfer.open} />
      )}
      {transfer.dialog}
    </div>
  )
}

function TotalCard({ onTransfer }: { readonly onTransfer: OpenTransfer }) {
  const t = useT()
  const visible = useBalancesVisible()
  const fiat = useFiat()
  const overview = useOverview()
  const { earn } = openFeatures(useSite().switches)
  return (
    <section aria-label={t('savings:assets.total')} className="card min-w-0 p-6 max-md:p-4">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div className="min-w-0">
          <p className="flex items-center gap-1 text-base text-muted">
            {t('savings:assets.total')}
            <IconButton label={t(visible ? 'assets:hide' : 'assets:show')} aria-pressed={!visible} onClick={toggleBalances} data-hide>
              <Icon as={visible ? Eye : EyeOff} size={16} />
            </IconButton>
          </p>
          <p
            className="num text-[40px] leading-[48px] font-semibold tracking-[-0.02em] max-md:text-[34px] max-[379px]:text-[28px]"
            data-total-value={overview?.financialU}
          >
            {!visible ? HIDDEN_AMOUNT : overview === undefined ? '--' : fiat(overview.financialU)}
          </p>
        </div>
        <span className="flex flex-wrap gap-2 max-md:grid max-md:w-full max-md:grid-cols-2 max-md:[&>:first-child:nth-last-child(odd)]:col-span-2">
          {earn && (
            <ButtonLink look="primary" to={paths.earn}>
              {t('savings:rule.back')}
            </ButtonLink>
          )}
          {onTransfer !== undefined && (
            <Button onClick={() => onTransfer()} data-transfer-open>
              {t('assets:transfer')}
            </Button>
          )}
          <ButtonLink to={paths.earnOrders}>{t('shell:orders.earn')}</ButtonLink>
        </span>
      </div>
      <DayCourse account={3} />
    </section>
  )
}

/** What savings are made of, and what they earned. */
function EarnedCard() {
  const t = useT()
  const visible = useBalancesVisible()
  const fiat = useFiat()
  const totals = useEarnTotals(true)
  const lines = [
    ['earn:type.flexible', totals.data?.flexibleU],
    ['earn:type.fixed', totals.data?.fixedU],
    ['savings:assets.accrued', totals.data?.accruedU],
    ['earn:summary.yesterday', totals.data?.yesterdayU],
    ['earn:summary.earned', totals.data?.cumulativeU],
  ] as const
  return (
    <section aria-label={t('earn:summary.name')} className="card">
      <h2 className="flex h-13 items-center border-b border-line px-5 text-base font-semibold max-md:px-4">{t('earn:summary.name')}</h2>
      <dl className="p-5 text-dense max-md:p-4" data-earned={totals.data?.totalU}>
        {lines.map(([key, value]) => (
          <div key={key} className="flex h-8 items-center justify-between gap-4">
            <dt className="text-muted">{t(key)}</dt>
            <dd className="font-semibold">
              <bdi className="num">{!visible ? HIDDEN_AMOUNT : value === undefined ? '--' : fiat(value)}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function CoinsCard({ rows, onTransfer }: { readonly rows: readonly EarnAsset[]; readonly onTransfer: OpenTransfer }) {
  const t = useT()
  const { earn } = openFeatures(useSite().switches)
  return (
    <section aria-label={t('savings:assets.table')} className="card overflow-x-auto">
      <h2 className="flex min-h-13 items-center border-b border-line px-5 text-base font-semibold max-md:px-4">
        {t('savings:assets.table')}
      </h2>
      {rows.length === 0 ? (
        <NoData
          icon={PiggyBank}
          title={t('savings:assets.none')}
          text={t('savings:assets.noneText')}
          {...(earn && { link: { to: paths.earn, label: t('savings:rule.back') } })}
        />
      ) : (
        <EarnAssetTable rows={rows} onTransfer={onTransfer} maySubscribe={earn} />
      )}
    </section>
  )
}
