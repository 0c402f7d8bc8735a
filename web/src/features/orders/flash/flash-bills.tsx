/** What stands below an opened conversion: the two lines by which it changed balances, and its facts. */
import { useQuery } from '@tanstack/react-query'
import { useBalancesVisible } from '../../../data/balance-visibility.ts'
import { type Conversion, loadConversionBills } from '../../../data/convert/convert-calls.ts'
import { SPOT_QUERIES } from '../../../data/spot/spot-changes.ts'
import { formatDayTime } from '../../../i18n/format.ts'
import { useT } from '../../../i18n/i18n.ts'
import { paths } from '../../../paths.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { CoinLogo } from '../../../ui/coin-logo.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { Link } from '../../../ui/link.tsx'
import { NumberText } from '../../../ui/number-text.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { FEE } from '../order-fills.tsx'

export function FlashBills({ record }: { readonly record: Conversion }) {
  const t = useT()
  const query = useQuery({
    queryKey: [SPOT_QUERIES, 'conversionBills', record.id],
    enabled: record.status === 1,
    queryFn: () => loadConversionBills(record),
  })
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_320px]">
      {record.status !== 1 ? (
        <p className="text-muted">{t('orders:flash.noLines')}</p>
      ) : query.isPending ? (
        <SkeletonRows rows={2} height={34} />
      ) : query.data === undefined ? (
        <ErrorPanel title={t('orders:flash.failed')} error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <Lines bills={query.data} />
      )}
      <div>
        <dl className="text-dense">
          <Fact name={t('orders:head.price')} value={`1 ${record.sendCoin} = ${record.price} ${record.receiveCoin}`} />
          <Fact name={t('orders:flash.id')} value={record.id} />
          <Fact name={t('orders:flash.quote')} value={record.quoteId} />
          {record.finishTime !== null && <Fact name={t('orders:flash.finished')} value={formatDayTime(record.finishTime)} />}
          {record.reason !== null && <Fact name={t('orders:fact.reason')} value={record.reason} />}
        </dl>
        <Link to={`${paths.bills}?kind=convert`} className={`mt-3 ${buttonClass('secondary', 28)}`}>
          {t('orders:flash.allLines')}
        </Link>
      </div>
    </div>
  )
}

function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div className="flex h-8 items-center justify-between gap-3">
      <dt className="text-muted">{name}</dt>
      <dd className="code min-w-0 truncate font-medium">
        <bdi>{value}</bdi>
      </dd>
    </div>
  )
}

type Bills = Awaited<ReturnType<typeof loadConversionBills>>

function Lines({ bills }: { readonly bills: Bills }) {
  const t = useT()
  const visible = useBalancesVisible()
  if (bills.length === 0) return <p className="text-muted">{t('orders:flash.noLines')}</p>
  return (
    <table className="w-full border-collapse text-dense" data-conversion-bills>
      <caption className="visually-hidden">{t('orders:flash.lines')}</caption>
      <thead>
        <tr className="border-b border-line text-small text-faint">
          <th scope="col" className="pb-2 text-start font-normal">
            {t('orders:bills.coin')}
          </th>
          <th scope="col" className="px-2 pb-2 text-end font-normal">
            {t('orders:bills.change')}
          </th>
          <th scope="col" className="px-2 pb-2 text-end font-normal max-sm:hidden">
            {t('orders:bills.after')}
          </th>
        </tr>
      </thead>
      <tbody>
        {bills.map((bill) => (
          <tr key={bill.id} className="h-8.5 border-b border-grid" data-bill={bill.id}>
            <td>
              <span className="flex items-center gap-2 font-medium">
                <CoinLogo coin={bill.coinName} size={18} />
                <span>{bill.coinName}</span>
              </span>
            </td>
            <td className={`px-2 text-end font-medium ${bill.amount.startsWith('-') ? 'text-down-text' : 'text-up-text'}`}>
              <NumberText value={bill.amount} sign="always" {...FEE} hidden={!visible} />
            </td>
            <td className="px-2 text-end max-sm:hidden">
              <NumberText value={bill.balanceAfter} {...FEE} hidden={!visible} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
