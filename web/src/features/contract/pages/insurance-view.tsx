/** The insurance fund of a margin coin: what it has, and every change of it with its cause. */
import { Check, CircleAlert } from 'lucide-react'
import { useState } from 'react'
import { FUND_PAGE, useInsurance } from '../../../data/contract/public-facts.ts'
import { formatDayTime, formatLedger, formatNumber } from '../../../i18n/format.ts'
import { useT } from '../../../i18n/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { directionOfChange } from '../../../ui/number-text.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { NoData } from '../../../ui/states.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { checkLedger } from './ledger-model.ts'

type Fund = NonNullable<ReturnType<typeof useInsurance>['data']>

const LOOKS = { up: 'text-up-text', down: 'text-down-text', flat: '' } as const

export function InsuranceView({ coin }: { readonly coin: string }) {
  const t = useT()
  const [page, setPage] = useState(1)
  const fund = useInsurance(coin, page)
  if (fund.data === undefined)
    return (
      <div className="card">
        {fund.isError ? (
          <ErrorPanel alone title={t('perpetual:data.failed')} error={fund.error} onRetry={() => void fund.refetch()} />
        ) : (
          <SkeletonRows rows={6} />
        )}
      </div>
    )
  const pages = Math.max(1, Math.ceil(fund.data.count / FUND_PAGE))
  return (
    <div className="flex flex-col gap-6 max-md:gap-3">
      <Balance fund={fund.data} coin={coin} isFirst={page === 1} />
      <p className="max-w-3xl text-dense text-muted">{t('perpetual:insurance.text')}</p>
      <section className="card overflow-x-auto" aria-label={t('perpetual:data.insurance')}>
        <Lines fund={fund.data} />
        <p className="flex min-h-11 flex-wrap items-center justify-between gap-2 border-t border-line px-5 py-2 text-small text-muted max-md:px-4">
          <span>{t('orders:foot', { count: fund.data.count })}</span>
          {pages > 1 && (
            <span className="flex gap-2">
              <Button size={28} disabled={page === 1} className="hit-area" onClick={() => setPage(page - 1)}>
                {t('perpetual:insurance.newer')}
              </Button>
              <Button size={28} disabled={page === pages} className="hit-area" onClick={() => setPage(page + 1)}>
                {t('perpetual:insurance.older')}
              </Button>
            </span>
          )}
        </p>
      </section>
    </div>
  )
}

function Balance({ fund, coin, isFirst }: { readonly fund: Fund; readonly coin: string; readonly isFirst: boolean }) {
  const t = useT()
  const { endsInNow, broken } = checkLedger(fund.rows, isFirst ? fund.balance : undefined)
  const fits = broken === undefined && endsInNow !== false
  return (
    <section className="card p-6 max-md:p-4" aria-label={t('perpetual:insurance.balance')} data-fund={fund.balance} data-fits={fits}>
      <p className="text-muted">{t('perpetual:insurance.balance')}</p>
      <p className="num text-[34px] leading-10 font-semibold tracking-[-0.02em] max-md:text-[26px] max-md:leading-8 max-[379px]:text-[20px]">
        {formatNumber(fund.balance)} <span className="text-base font-medium tracking-normal text-muted">{coin}</span>
      </p>
      {fund.rows.length > 0 && (
        <p className={`mt-2 flex items-center gap-1.5 text-dense ${fits ? 'text-up-text' : 'text-down-text'}`}>
          <Icon as={fits ? Check : CircleAlert} size={16} />
          {t(fits ? 'perpetual:insurance.fits' : 'perpetual:insurance.torn')}
        </p>
      )}
    </section>
  )
}

function Lines({ fund }: { readonly fund: Fund }) {
  const t = useT()
  const columns: readonly Column<Fund['rows'][number]>[] = [
    {
      key: 'time',
      head: t('orders:head.time'),
      className: 'ps-5 max-md:hidden',
      cell: ({ ctime }) => <bdi className="num text-muted">{formatDayTime(ctime)}</bdi>,
    },
    {
      key: 'cause',
      head: t('perpetual:insurance.cause'),
      className: 'max-md:py-2 max-md:ps-4',
      cell: ({ cause, ctime }) => (
        <span>
          {t(`perpetual:insurance.cause.${cause}`)}
          <span className="block text-small text-muted md:hidden">
            <bdi className="num">{formatDayTime(ctime)}</bdi>
          </span>
        </span>
      ),
    },
    {
      key: 'change',
      head: t('orders:bills.change'),
      end: true,
      className: 'max-md:pe-4',
      cell: ({ change, balance }) => (
        <span>
          <bdi className={`num ${LOOKS[directionOfChange(change)]}`}>{formatLedger(change, 'always')}</bdi>
          <span className="block text-small text-muted md:hidden">
            <bdi className="num">{formatLedger(balance)}</bdi>
          </span>
        </span>
      ),
    },
    {
      key: 'after',
      head: t('orders:bills.after'),
      end: true,
      className: 'pe-5 max-md:hidden',
      cell: ({ balance }) => <bdi className="num">{formatLedger(balance)}</bdi>,
    },
  ]
  // Two changes of one moment are told apart by what the fund had after them.
  return (
    <Table
      caption={t('perpetual:data.insurance')}
      columns={columns}
      rows={fund.rows}
      rowKey={({ ctime, balance, change }) => `${ctime} ${balance} ${change}`}
      empty={<NoData title={t('perpetual:insurance.none')} />}
    />
  )
}
