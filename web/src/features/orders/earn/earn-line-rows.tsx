/** Lines of savings: purchases, redemptions and interest, as the paying account saw them. */
import type { EarnBill } from '@agio/wire/earn/types.ts'
import type { ReactNode } from 'react'
import { useBalancesVisible } from '../../../data/balance-visibility.ts'
import { loadBills } from '../../../data/earn/my-earn-calls.ts'
import { usePages } from '../../../data/paged-list.ts'
import { formatDayTime } from '../../../i18n/format.ts'
import { useT } from '../../../i18n/i18n.ts'
import { CoinLogo } from '../../../ui/coin-logo.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { MoreRows, NewerRows } from '../../../ui/list-ends.tsx'
import { NumberText } from '../../../ui/number-text.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { Head } from '../order-rows.tsx'

/** Decimals of the ledger: equal everywhere, so that the points stand below each other. */
const SCALE = 8

interface LineRowsProps {
  readonly lines: readonly EarnBill[]
  readonly empty: ReactNode
  /** Of one order: its coin and product stand above already. */
  readonly ofOrder?: boolean
}

export function LineRows({ lines, empty, ofOrder = false }: LineRowsProps) {
  const t = useT()
  const visible = useBalancesVisible()
  return (
    <table className="w-full border-collapse text-dense" data-earn-lines>
      <caption className="visually-hidden">{t('savings:orders.view.lines')}</caption>
      <thead>
        <tr className="border-b border-line">
          <Head className={ofOrder ? '' : 'ps-5 max-md:hidden'}>{t('orders:head.time')}</Head>
          <Head className={ofOrder ? '' : 'max-md:ps-5'}>{t('orders:bills.kind')}</Head>
          {!ofOrder && <Head>{t('savings:orders.product')}</Head>}
          <Head end>{t('orders:bills.change')}</Head>
          {!ofOrder && (
            <Head end className="max-md:hidden">
              {t('savings:fact.order')}
            </Head>
          )}
        </tr>
      </thead>
      <tbody>
        {lines.length === 0 && (
          <tr>
            <td colSpan={5}>{empty}</td>
          </tr>
        )}
        {lines.map((line) => (
          <tr
            key={line.id}
            className="h-11 border-b border-grid last:border-0 hover:bg-hover"
            data-earn-line={line.id}
            data-type={line.type}
          >
            <td className={`px-2 text-muted ${ofOrder ? '' : 'ps-5 max-md:hidden'}`}>
              <bdi className="num">{formatDayTime(line.createTime)}</bdi>
            </td>
            <td className={`px-2 ${ofOrder ? '' : 'max-md:py-2 max-md:ps-5'}`}>
              <span>{t(`savings:bill.${line.type}`)}</span>
              {!ofOrder && (
                <span className="block text-small text-muted md:hidden">
                  <bdi className="num">{formatDayTime(line.createTime)}</bdi>
                </span>
              )}
            </td>
            {!ofOrder && (
              <td className="px-2">
                <span className="flex items-center gap-2">
                  <CoinLogo coin={line.coinName} size={18} />
                  <span>{line.productName}</span>
                </span>
              </td>
            )}
            <td className={`px-2 text-end font-medium last:pe-5 ${line.amount.startsWith('-') ? 'text-down-text' : 'text-up-text'}`}>
              <NumberText value={line.amount} sign="always" scale={SCALE} hidden={!visible} />
            </td>
            {!ofOrder && (
              <td className="px-2 pe-5 text-end text-muted max-md:hidden">
                <bdi className="num">{line.orderNo}</bdi>
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** A product that pays every day has a line for each: more of them are asked for. */
const OF_ORDER = 10

/** The lines of one order, newest first. */
export function OrderLines({ orderNo }: { readonly orderNo: string }) {
  const t = useT()
  const lines = usePages(['earnBills', { orderNo }], (place) => loadBills({ orderNo }, place, OF_ORDER))
  if (lines.isPending) return <SkeletonRows rows={3} />
  if (lines.error !== null && lines.rows.length === 0)
    return <ErrorPanel title={t('orders:failed')} error={lines.error} onRetry={lines.again} />
  return (
    <div>
      <NewerRows list={lines} />
      <LineRows ofOrder lines={lines.rows} empty={<p className="py-3 text-muted">{t('savings:orders.none.lines')}</p>} />
      <MoreRows list={lines} small />
    </div>
  )
}
