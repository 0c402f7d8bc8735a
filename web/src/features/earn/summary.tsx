/** What the user holds in savings, in four figures. */
import type { ReactNode } from 'react'
import { useBalancesVisible } from '../../data/balance-visibility.ts'
import { serverNow } from '../../data/clock.ts'
import { useEarnTotals, useHeldOrders } from '../../data/earn/my-earn.ts'
import { useFiat } from '../../data/fiat.ts'
import { loadableOf } from '../../data/loadable.ts'
import { formatDayUtc, formatMomentUtc, formatNumber } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { HIDDEN_AMOUNT } from '../../ui/number-text.tsx'
import { Bar } from '../../ui/skeleton.tsx'
import { nextPayout } from './earn-model.ts'

export function Summary() {
  const t = useT()
  const fiat = useFiat()
  const visible = useBalancesVisible()
  const answer = useEarnTotals(true)
  const held = useHeldOrders()
  const totals = loadableOf(answer)
  if (totals.state === 'failed')
    return (
      <div className="card mb-6">
        <ErrorPanel title={t('earn:summary.failed')} error={totals.error} onRetry={() => void answer.refetch()} />
      </div>
    )
  const value = totals.state === 'loading' ? undefined : totals.value
  const money = (usdt: string | undefined): ReactNode =>
    usdt === undefined ? <Bar width={96} height={20} className="my-1" /> : visible ? fiat(usdt) : HIDDEN_AMOUNT
  const next = nextPayout(held.data ?? [], serverNow())
  const count = held.data?.length
  return (
    <section
      aria-label={t('earn:summary.name')}
      className="card mb-6"
      data-summary={value?.totalU}
      data-stale={totals.state === 'stale' || undefined}
    >
      <dl className={`grid grid-cols-2 lg:grid-cols-4 lg:divide-x lg:divide-line ${totals.state === 'stale' ? 'opacity-55' : ''}`}>
        <Figure
          name={t('earn:summary.held')}
          note={count === undefined ? '' : t('earn:summary.orders', { count: formatNumber(String(count)) })}
        >
          {money(value?.totalU)}
        </Figure>
        <Figure
          name={t('earn:summary.earned')}
          note={value === undefined ? '' : t('earn:summary.accrued', { amount: visible ? fiat(value.accruedU) : HIDDEN_AMOUNT })}
        >
          {money(value?.cumulativeU)}
        </Figure>
        <Figure name={t('earn:summary.yesterday')} note={t('earn:summary.ofDay', { day: formatDayUtc(serverNow() - DAY_MS) })}>
          {money(value?.yesterdayU)}
        </Figure>
        <Figure name={t('earn:summary.next')} note={next === undefined ? t('earn:summary.none') : formatMomentUtc(next)}>
          {held.data === undefined ? <Bar width={64} height={20} className="my-1" /> : next === undefined ? '–' : formatDayUtc(next)}
        </Figure>
      </dl>
    </section>
  )
}

const DAY_MS = 86_400_000

function Figure({ name, note, children }: { readonly name: string; readonly note: string; readonly children: ReactNode }) {
  return (
    <div className="min-w-0 p-5 max-md:p-4 max-lg:[&:nth-child(-n+2)]:border-b max-lg:[&:nth-child(odd)]:border-e max-lg:border-line">
      <dt className="text-dense text-muted">{name}</dt>
      <dd className="mt-0.5 text-[20px] leading-7 font-semibold break-words">
        <bdi className="num">{children}</bdi>
      </dd>
      <dd className="mt-0.5 min-h-4 text-small text-muted">{note}</dd>
    </div>
  )
}
