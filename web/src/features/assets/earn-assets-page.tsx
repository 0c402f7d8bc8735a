/** `/assets/financial`: what stands in savings, by coin, and what can be done with it. */
import { Eye, EyeOff, PiggyBank } from 'lucide-react'
import { toggleBalances, useBalancesVisible } from '../../data/balance-visibility.ts'
import { useLiveEarn } from '../../data/earn/live-earn.ts'
import { useEarnTotals } from '../../data/earn/my-earn.ts'
import { useFiat } from '../../data/fiat.ts'
import { loadableOf, loadedValue } from '../../data/loadable.ts'
import { openFeatures } from '../../data/shell/menu-model.ts'
import { useSite } from '../../data/site.ts'
import { useT } from '../../i18n/i18n.ts'
import { paths } from '../../paths.ts'
import { Button, ButtonLink, IconButton } from '../../ui/button.tsx'
import { StaleNote } from '../../ui/data-age.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Icon } from '../../ui/icons.tsx'
import { HIDDEN_AMOUNT } from '../../ui/number-text.tsx'
import { Bar, SkeletonRows } from '../../ui/skeleton.tsx'
import { NoData } from '../../ui/states.tsx'
import { useBalances, useOverview } from './assets-queries.ts'
import { AssetsTabs } from './assets-tabs.tsx'
import { DayCourse } from './day-course.tsx'
import type { EarnAssetRow } from './earn-asset-model.ts'
import { EarnAssetTable } from './earn-asset-table.tsx'
import { TotalFigure } from './total-figure.tsx'
import { type OpenTransfer, useTransferOpener } from './transfer/use-transfer-opener.tsx'
import { useEarnAssets } from './use-earn-assets.ts'

type EarnTotals = NonNullable<ReturnType<typeof useEarnTotals>['data']>

export function EarnAssetsPage() {
  const t = useT()
  useLiveEarn()
  const { rows } = useBalances()
  const transfer = useTransferOpener(rows ?? [], 'financial')
  const answer = useEarnAssets()
  const assets = loadableOf(answer)
  return (
    <div className="page-column pb-16">
      <AssetsTabs />
      <h1 className="visually-hidden">{t('savings:assets.title')}</h1>
      <div className="mb-6 grid gap-6 max-md:gap-3 xl:grid-cols-[minmax(0,1fr)_360px]">
        <TotalCard onTransfer={transfer.open} />
        <EarnedCard />
      </div>
      {assets.state === 'loading' ? (
        <div className="card">
          <SkeletonRows rows={4} height={52} />
        </div>
      ) : assets.state === 'failed' ? (
        <div className="card">
          <ErrorPanel title={t('savings:assets.failed')} error={assets.error} onRetry={() => void answer.refetch()} />
        </div>
      ) : (
        <CoinsCard rows={assets.value} onTransfer={transfer.open} {...(assets.state === 'stale' && { staleSince: answer.dataUpdatedAt })} />
      )}
      {transfer.dialog}
    </div>
  )
}

function TotalCard({ onTransfer }: { readonly onTransfer: OpenTransfer }) {
  const t = useT()
  const visible = useBalancesVisible()
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
          <TotalFigure answer={overview} account="financialU" />
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
  const answer = useEarnTotals(true)
  const totals = loadableOf(answer)
  return (
    <section aria-label={t('earn:summary.name')} className="card" data-stale={totals.state === 'stale' || undefined}>
      <h2 className="flex h-13 items-center border-b border-line px-5 text-base font-semibold max-md:px-4">{t('earn:summary.name')}</h2>
      {totals.state === 'failed' ? (
        <ErrorPanel title={t('earn:summary.failed')} error={totals.error} onRetry={() => void answer.refetch()} />
      ) : (
        <div className="p-5 max-md:p-4">
          {totals.state === 'stale' && <StaleNote readAt={answer.dataUpdatedAt} />}
          <EarnedLines totals={loadedValue(totals)} />
        </div>
      )}
    </section>
  )
}

function EarnedLines({ totals }: { readonly totals: EarnTotals | undefined }) {
  const t = useT()
  const visible = useBalancesVisible()
  const fiat = useFiat()
  const lines = [
    ['earn:type.flexible', totals?.flexibleU],
    ['earn:type.fixed', totals?.fixedU],
    ['savings:assets.accrued', totals?.accruedU],
    ['earn:summary.yesterday', totals?.yesterdayU],
    ['earn:summary.earned', totals?.cumulativeU],
  ] as const
  return (
    <dl className="text-dense" data-earned={totals?.totalU}>
      {lines.map(([key, value]) => (
        <div key={key} className="flex h-8 items-center justify-between gap-4">
          <dt className="text-muted">{t(key)}</dt>
          <dd className="font-semibold">
            {value === undefined ? <Bar width={72} /> : <bdi className="num">{visible ? fiat(value) : HIDDEN_AMOUNT}</bdi>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

interface CoinsCardProps {
  readonly rows: readonly EarnAssetRow[]
  readonly onTransfer: OpenTransfer
  /** When the rows were read, device's clock, where they could not be read since. */
  readonly staleSince?: number
}

function CoinsCard({ rows, onTransfer, staleSince }: CoinsCardProps) {
  const t = useT()
  const { earn } = openFeatures(useSite().switches)
  return (
    <section aria-label={t('savings:assets.table')} className="card overflow-x-auto" data-stale={staleSince !== undefined || undefined}>
      <div className="flex min-h-13 flex-wrap items-center justify-between gap-x-4 border-b border-line px-5 max-md:px-4">
        <h2 className="text-base font-semibold">{t('savings:assets.table')}</h2>
        {staleSince !== undefined && <StaleNote readAt={staleSince} />}
      </div>
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
