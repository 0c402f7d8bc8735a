/** The last conversions of the customer, each a link to its place in the whole list. */
import { useQuery } from '@tanstack/react-query'
import { ArrowLeftRight, ChevronRight } from 'lucide-react'
import type { Conversion } from '../../data/convert/convert-calls.ts'
import { ratio, spoken } from '../../data/convert/spoken-price.ts'
import { SPOT_QUERIES } from '../../data/spot/spot-changes.ts'
import { formatDayTime } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { conversionPath, paths } from '../../paths.ts'
import { ConversionChip, Gave, GaveGot, Got } from '../../ui/conversion-cells.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Link } from '../../ui/link.tsx'
import { QuotedPrice } from '../../ui/number-text.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { NoData } from '../../ui/states.tsx'

const SHOWN = 4

export function Recent() {
  const t = useT()
  const query = useQuery({
    queryKey: [SPOT_QUERIES, 'conversions', 'recent'],
    queryFn: async () => {
      const calls = await import('../../data/convert/convert-calls.ts')
      return (await calls.loadConversions({}, { page: 1, asOf: undefined }, SHOWN)).rows
    },
  })
  return (
    <section className="card overflow-hidden lg:col-span-2 lg:row-start-2" aria-labelledby="convert-recent" data-recent>
      <div className="flex min-h-13 items-center justify-between gap-3 border-b border-line px-5 max-md:px-4">
        <h2 id="convert-recent" className="text-strong">
          {t('convert:recent.title')}
        </h2>
        <Link to={paths.convertOrders} className="inline-flex items-center gap-1 text-dense text-muted hover:text-fg">
          <span>{t('convert:recent.all')}</span>
          <Icon as={ChevronRight} size={14} directional />
        </Link>
      </div>
      {query.isPending ? (
        <SkeletonRows rows={SHOWN} />
      ) : query.data === undefined ? (
        <ErrorPanel title={t('convert:recent.failed')} error={query.error} onRetry={() => void query.refetch()} />
      ) : query.data.length === 0 ? (
        <NoData icon={ArrowLeftRight} title={t('convert:recent.none')} text={t('convert:recent.noneText')} />
      ) : (
        <Rows rows={query.data} />
      )}
    </section>
  )
}

const HEAD = 'h-9 px-2 text-small font-normal text-faint'

function Rows({ rows }: { readonly rows: readonly Conversion[] }) {
  const t = useT()
  return (
    <table className="w-full border-collapse text-dense">
      <caption className="visually-hidden">{t('convert:recent.title')}</caption>
      <thead className="max-md:hidden">
        <tr className="border-b border-line">
          <th scope="col" className={`${HEAD} ps-5 text-start`}>
            {t('convert:time')}
          </th>
          <th scope="col" className={`${HEAD} text-end`}>
            {t('convert:gave')}
          </th>
          <th scope="col" className={`${HEAD} text-end`}>
            {t('convert:got')}
          </th>
          <th scope="col" className={`${HEAD} text-end`}>
            {t('convert:price')}
          </th>
          <th scope="col" className={`${HEAD} ps-8 text-start`}>
            {t('convert:state')}
          </th>
          <th scope="col" className={`${HEAD} pe-5`}>
            <span className="visually-hidden">{t('convert:done.order')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id} className="h-11 border-b border-grid last:border-0 hover:bg-hover max-md:h-15" data-conversion={row.id}>
            <td className="px-2 ps-5 text-muted max-md:hidden">
              <bdi className="num">{formatDayTime(row.createTime)}</bdi>
            </td>
            <td className="px-2 text-end font-medium max-md:ps-4 max-md:text-start">
              <span className="max-md:hidden">
                <Gave record={row} />
              </span>
              <Link to={conversionPath(row.id)} className="flex min-h-15 flex-col justify-center py-2 md:hidden">
                <GaveGot record={row} />
                <span className="block text-small font-normal text-muted">
                  <bdi className="num">{formatDayTime(row.createTime)}</bdi>
                </span>
              </Link>
            </td>
            <td className="px-2 text-end font-medium max-md:hidden">
              <Got record={row} />
            </td>
            <td className="px-2 text-end text-muted max-md:hidden">
              <Price row={row} />
            </td>
            <td className="ps-8 max-md:ps-2 max-md:text-end">
              <ConversionChip status={row.status} />
            </td>
            <td className="w-12 pe-5 text-end max-md:pe-4">
              <Link
                to={conversionPath(row.id)}
                aria-label={t('convert:recent.open', { id: row.id })}
                className="hit-area inline-flex size-6 items-center justify-center text-muted hover:text-fg"
              >
                <Icon as={ChevronRight} size={14} directional />
              </Link>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Price({ row }: { readonly row: Conversion }) {
  const { price, other } = spoken({ ...row, inversePrice: ratio('1', row.price) })
  return <QuotedPrice price={price} unit={other} />
}
