/** Funding of the contract: what the next settlement would take, and what the last ones took. */
import { useQuery } from '@tanstack/react-query'
import { contractMark } from '../../../../data/contract/contract-prices.ts'
import { contractCalls } from '../../../../data/contract/contracts.ts'
import { useTopic } from '../../../../data/live/topic.ts'
import { formatDayTime, formatNumber } from '../../../../i18n/format.ts'
import { useT } from '../../../../i18n/i18n.ts'
import { ErrorPanel } from '../../../../ui/error-panel.tsx'
import { HelpLink } from '../../../../ui/help-link.tsx'
import { SkeletonRows } from '../../../../ui/skeleton.tsx'
import { Countdown } from '../bar/countdown.tsx'
import { useContractDesk } from '../desk.ts'
import { rateText } from '../rates.ts'

const SHOWN = 60

export function FundingPanel() {
  const t = useT()
  const { terms } = useContractDesk()
  const mark = useTopic(contractMark(terms.symbol))
  const rates = useQuery({
    queryKey: ['fundingRates', terms.contractId],
    staleTime: 60_000,
    queryFn: async () => (await contractCalls()).loadFundingRates(terms.contractId, SHOWN),
  })
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-auto p-4">
      <p className="flex flex-wrap gap-x-6 gap-y-1 text-dense" data-live>
        <span>
          <span className="text-muted">{t('contract:funding.next')}</span>{' '}
          <bdi className="num font-medium">{mark === undefined ? '--' : rateText(mark.nextRate)}</bdi>
        </span>
        <span>
          <span className="text-muted">{t('contract:funding.in')}</span> <Countdown until={mark?.nextAt ?? 0} />
        </span>
        <span>
          <span className="text-muted">{t('contract:funding.last')}</span>{' '}
          <bdi className="num font-medium">{mark === undefined ? '--' : rateText(mark.rate)}</bdi>
        </span>
      </p>
      <p className="text-small text-muted">{`${t('contract:funding.text')} ${t('contract:funding.less')}`}</p>
      <p>
        <HelpLink article="funding" beside>
          {t('contract:help.funding')}
        </HelpLink>
      </p>
      {rates.isPending ? (
        <SkeletonRows rows={5} height={28} />
      ) : rates.data === undefined ? (
        <ErrorPanel title={t('contract:funding.failed')} error={rates.error} onRetry={() => void rates.refetch()} />
      ) : rates.data.fundingRateList.length === 0 ? (
        <p className="text-dense text-muted">{t('contract:funding.none')}</p>
      ) : (
        <>
          <Bars rates={rates.data.fundingRateList.map(({ fundingRate }) => fundingRate).reverse()} />
          <Rows rows={rates.data.fundingRateList} />
        </>
      )}
    </div>
  )
}

/** Each settlement as a bar above or below zero, oldest at the start; the table below says the same. */
function Bars({ rates }: { readonly rates: readonly string[] }) {
  const values = rates.map(Number)
  const most = Math.max(...values.map(Math.abs), Number.EPSILON)
  return (
    <div dir="ltr" aria-hidden="true" className="relative flex h-28 shrink-0 items-center gap-0.5 border-y border-grid">
      <span className="absolute inset-x-0 top-1/2 border-t border-line2" />
      {values.map((value, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: a bar is a place
          key={index}
          className={`relative h-full flex-1`}
        >
          <span
            className={`absolute inset-x-0 ${value < 0 ? 'top-1/2 bg-down' : 'bottom-1/2 bg-up'}`}
            style={{ height: `${(Math.abs(value) / most) * 48}%` }}
          />
        </span>
      ))}
    </div>
  )
}

interface Settled {
  readonly fundingRate: string
  readonly tagPrice: string
  readonly ctime: number
}

function Rows({ rows }: { readonly rows: readonly Settled[] }) {
  const t = useT()
  const { terms } = useContractDesk()
  return (
    <table className="w-full text-dense">
      <caption className="visually-hidden">{t('contract:funding.title')}</caption>
      <thead>
        <tr className="text-small text-faint">
          <th scope="col" className="h-7 text-start font-normal">
            {t('orders:head.time')}
          </th>
          <th scope="col" className="text-end font-normal">
            {t('contract:funding.rate')}
          </th>
          <th scope="col" className="text-end font-normal">
            {t('contract:bar.mark')}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.ctime} className="h-8 border-t border-grid">
            <td>
              <bdi className="num text-muted">{formatDayTime(row.ctime)}</bdi>
            </td>
            <td
              className={`num text-end ${row.fundingRate.startsWith('-') ? 'text-down-text' : /[1-9]/.test(row.fundingRate) ? 'text-up-text' : ''}`}
            >
              {rateText(row.fundingRate)}
            </td>
            <td className="num text-end">{formatNumber(row.tagPrice, { scale: terms.priceScale })}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
