/** The total of an account, or of all, by day, over a chosen length of time; the last point is now. */
import { balanceByDay } from '@agio/wire/assets/assets.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useBalancesVisible } from '../../data/balance-visibility.ts'
import { send } from '../../data/http-client.ts'
import { SPOT_QUERIES } from '../../data/spot/spot-changes.ts'
import { useT } from '../../i18n/i18n.ts'
import { Segmented } from '../../ui/choice.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { DayChart } from './day-chart.tsx'

const SPANS = ['7', '30', '90', '365'] as const
type Span = (typeof SPANS)[number]

/** @param account 0 all of them, 1 spot, 2 contracts, 3 savings */
export function DayCourse({ account }: { readonly account: 0 | 1 | 2 | 3 }) {
  const t = useT()
  const visible = useBalancesVisible()
  const [span, setSpan] = useState<Span>('30')
  const days = useQuery({
    queryKey: [SPOT_QUERIES, 'days', account, span],
    refetchInterval: 30_000,
    placeholderData: (before) => before,
    queryFn: () => send(balanceByDay, { days: Number(span), accountType: account }),
  })
  const points = days.data?.map((row) => ({ day: row.day, total: row.totalU })) ?? []
  return (
    <>
      <div className="mt-6 mb-3 flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-base font-semibold">
          {t('assets:byDay')} <span className="text-small font-normal text-muted">{t('assets:lastIsNow')}</span>
        </h2>
        <Segmented
          label={t('assets:span')}
          height={28}
          value={span}
          onChange={setSpan}
          options={SPANS.map((value) => ({ value, label: t(`assets:span.${value}`) }))}
        />
      </div>
      {points.length === 0 ? (
        <div className="h-[200px] max-md:h-[130px]">
          {days.isError && <ErrorPanel title={t('assets:chart.failed')} error={days.error} onRetry={() => void days.refetch()} />}
        </div>
      ) : (
        <DayChart points={points} visible={visible} />
      )}
      {(account === 0 || account === 2) && <p className="mt-3 text-small text-muted">{t('assets:counted')}</p>}
    </>
  )
}
