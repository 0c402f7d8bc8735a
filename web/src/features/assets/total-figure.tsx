/** What an account is worth, large: its shape while it is on its way, dimmed and with its age where it could not be read again, a way to try once more. */
import type { UseQueryResult } from '@tanstack/react-query'
import { useBalancesVisible } from '../../data/balance-visibility.ts'
import { useFiat } from '../../data/fiat.ts'
import { loadableOf, loadedValue } from '../../data/loadable.ts'
import { useT } from '../../i18n/i18n.ts'
import { StaleNote } from '../../ui/data-age.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { HIDDEN_AMOUNT } from '../../ui/number-text.tsx'
import { Bar } from '../../ui/skeleton.tsx'

type Account = 'totalU' | 'financialU'

interface TotalFigureProps {
  readonly answer: UseQueryResult<Readonly<Record<Account, string>>>
  readonly account: Account
}

export function TotalFigure({ answer, account }: TotalFigureProps) {
  const t = useT()
  const visible = useBalancesVisible()
  const fiat = useFiat()
  const overview = loadableOf(answer)
  if (overview.state === 'failed')
    return (
      <div className="-mx-4">
        <ErrorPanel title={t('assets:total.failed')} error={overview.error} onRetry={() => void answer.refetch()} />
      </div>
    )
  const value = loadedValue(overview)?.[account]
  const isStale = overview.state === 'stale'
  return (
    <>
      <div
        className={`num text-[40px] leading-[48px] font-semibold tracking-[-0.02em] max-md:text-[34px] max-[379px]:text-[28px] ${isStale ? 'opacity-55' : ''}`}
        data-total-value={value}
        data-stale={isStale || undefined}
      >
        {value === undefined ? <Bar width={216} height={32} className="my-2" /> : visible ? fiat(value) : HIDDEN_AMOUNT}
      </div>
      {isStale && <StaleNote readAt={answer.dataUpdatedAt} />}
    </>
  )
}
