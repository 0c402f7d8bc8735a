/** Order history and own trades of the terminal, newest first, one page at a time. */
import { History } from 'lucide-react'
import type { PagedList } from '../../../data/paged-list.ts'
import type { Fill, Order } from '../../../data/spot/order.ts'
import { useFillPages, useOrderPages } from '../../../data/spot/order-lists.ts'
import { formatDayTime, formatNumber } from '../../../i18n/format.ts'
import { useT } from '../../../i18n/i18n.ts'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { MoreRows, NewerRows } from '../../../ui/list-ends.tsx'
import { OrderStory } from '../../../ui/order-story.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { useTermsOf } from './use-terms-of.ts'

interface PastProps {
  /** Absent = all pairs. */
  readonly symbol: string | undefined
  readonly narrow: boolean
}

/** Decimals of a fee: what the ledger keeps. */
const FEE_SCALE = 8

const filterOf = (symbol: string | undefined) => (symbol === undefined ? {} : { symbol })

export function PastOrders({ symbol, narrow }: PastProps) {
  const t = useT()
  const termsOf = useTermsOf()
  const list = useOrderPages(false, filterOf(symbol))
  const hide = narrow ? 'max-lg:hidden' : ''
  const priceOf =
    ({ symbol: pair }: Order) =>
    (price: string): string =>
      formatNumber(price, { scale: termsOf(pair).priceScale })
  const quantityOf =
    ({ symbol: pair }: Order) =>
    (quantity: string): string =>
      formatNumber(quantity, { scale: termsOf(pair).quantityScale })
  const columns: readonly Column<Order>[] = [
    {
      key: 'time',
      head: t('orders:head.time'),
      cell: (order) => <bdi className="num text-muted">{formatDayTime(order.updatedAt)}</bdi>,
      className: 'ps-4 whitespace-nowrap',
    },
    { key: 'pair', head: t('orders:head.pair'), cell: (order) => <bdi dir="ltr">{order.symbol}</bdi> },
    { key: 'kind', head: t('orders:head.kind'), cell: (order) => t(`orders:kind.${order.kind}`), className: 'max-md:hidden' },
    {
      key: 'side',
      head: t('orders:head.side'),
      cell: (order) => <span className={order.side === 'buy' ? 'text-up-text' : 'text-down-text'}>{t(`orders:side.${order.side}`)}</span>,
    },
    {
      key: 'price',
      head: t('orders:head.price'),
      end: true,
      cell: (order) => <bdi className="num">{order.price === null ? t('orders:market') : priceOf(order)(order.price)}</bdi>,
    },
    {
      key: 'average',
      head: t('orders:head.average'),
      end: true,
      className: `${hide} max-md:hidden`,
      cell: (order) => <bdi className="num">{order.averagePrice === null ? '—' : priceOf(order)(order.averagePrice)}</bdi>,
    },
    {
      key: 'amount',
      head: t('orders:head.filled'),
      end: true,
      cell: (order) => (
        // Two lines where there is no room for one.
        <bdi className="num">
          <span className="whitespace-nowrap">{quantityOf(order)(order.executedQuantity)}</span>
          {order.quantity !== null && <span className="whitespace-nowrap">{` / ${quantityOf(order)(order.quantity)}`}</span>}
        </bdi>
      ),
    },
    {
      key: 'fee',
      head: t('orders:head.fee'),
      end: true,
      cell: (order) => <bdi className="num">{`${formatNumber(order.fee, { scale: FEE_SCALE })} ${order.feeAsset}`}</bdi>,
      className: `${hide} max-md:hidden`,
    },
    {
      key: 'state',
      head: t('orders:head.state'),
      end: true,
      cell: (order) => (
        <span>
          {t(`orders:state.${order.state}`)}
          <OrderStory earlier={order.earlier} now={order} priceText={priceOf(order)} quantityText={quantityOf(order)} />
        </span>
      ),
      className: 'py-1.5 pe-4',
    },
  ]
  return (
    <Past
      list={list}
      title={t('terminal:tabs.history')}
      columns={columns}
      rowKey={(order) => order.orderId}
      empty={t('terminal:past.noOrders')}
    />
  )
}

export function PastFills({ symbol }: PastProps) {
  const t = useT()
  const termsOf = useTermsOf()
  const list = useFillPages(filterOf(symbol))
  const columns: readonly Column<Fill>[] = [
    {
      key: 'time',
      head: t('orders:head.time'),
      cell: (fill) => <bdi className="num text-muted">{formatDayTime(fill.at)}</bdi>,
      className: 'ps-4 whitespace-nowrap',
    },
    { key: 'pair', head: t('orders:head.pair'), cell: (fill) => <bdi dir="ltr">{fill.symbol}</bdi> },
    {
      key: 'side',
      head: t('orders:head.side'),
      cell: (fill) => <span className={fill.side === 'buy' ? 'text-up-text' : 'text-down-text'}>{t(`orders:side.${fill.side}`)}</span>,
    },
    {
      key: 'price',
      head: t('orders:head.price'),
      end: true,
      cell: (fill) => <bdi className="num">{formatNumber(fill.price, { scale: termsOf(fill.symbol).priceScale })}</bdi>,
    },
    {
      key: 'amount',
      head: t('orders:head.amount'),
      end: true,
      cell: (fill) => <bdi className="num">{formatNumber(fill.quantity, { scale: termsOf(fill.symbol).quantityScale })}</bdi>,
    },
    {
      key: 'fee',
      head: t('orders:head.fee'),
      end: true,
      cell: (fill) => <bdi className="num">{`${formatNumber(fill.fee, { scale: FEE_SCALE })} ${fill.feeAsset}`}</bdi>,
      className: 'max-md:hidden',
    },
    { key: 'role', head: t('orders:head.role'), end: true, cell: (fill) => t(`orders:role.${fill.role}`), className: 'pe-4 max-md:hidden' },
  ]
  return (
    <Past
      list={list}
      title={t('terminal:tabs.trades')}
      columns={columns}
      rowKey={(fill) => fill.tradeId}
      empty={t('terminal:past.noTrades')}
    />
  )
}

interface PastTableProps<Row> {
  readonly list: PagedList<Row>
  readonly title: string
  readonly columns: readonly Column<Row>[]
  readonly rowKey: (row: Row) => string
  readonly empty: string
}

function Past<Row>({ list, title, columns, rowKey, empty }: PastTableProps<Row>) {
  const t = useT()
  if (list.isPending) return <SkeletonRows rows={4} height={34} />
  if (list.error !== null && list.rows.length === 0)
    return <ErrorPanel title={t('terminal:past.failed')} error={list.error} onRetry={list.again} />
  if (list.rows.length === 0) return <EmptyState icon={History} title={empty} />
  return (
    <>
      <NewerRows list={list} />
      <Table caption={title} columns={columns} rows={list.rows} rowKey={rowKey} height={34} />
      <MoreRows list={list} small />
    </>
  )
}
