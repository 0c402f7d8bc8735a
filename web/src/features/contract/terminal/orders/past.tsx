/** What has been: ended orders, own trades, funding paid and received; newest first, one page at a time. */
import { History } from 'lucide-react'
import type { ReactNode } from 'react'
import { useBalancesVisible } from '../../../../data/balance-visibility.ts'
import type { ContractOrder, ContractTrade } from '../../../../data/contract/contract-order.ts'
import type { ContractTerms } from '../../../../data/contract/contract-terms.ts'
import type { FundingPayment } from '../../../../data/contract/member-calls.ts'
import { type PagedList, usePages } from '../../../../data/paged-list.ts'
import { formatDayTime, formatNumber } from '../../../../i18n/format.ts'
import { useT } from '../../../../i18n/i18n.ts'
import { ErrorPanel } from '../../../../ui/error-panel.tsx'
import { MoreRows, NewerRows } from '../../../../ui/list-ends.tsx'
import { NumberText } from '../../../../ui/number-text.tsx'
import { OrderStory } from '../../../../ui/order-story.tsx'
import { SkeletonRows } from '../../../../ui/skeleton.tsx'
import { EmptyState } from '../../../../ui/states.tsx'
import { type Column, Table } from '../../../../ui/table.tsx'
import { useContractDesk } from '../desk.ts'
import { amountText, filledText, kindText, priceText, sideText } from './order-text.ts'

const calls = () => import('../../../../data/contract/member-calls.ts')

interface PastProps {
  /** Absent: of all contracts. */
  readonly contractId: string | undefined
  readonly narrow: boolean
}

const filterOf = (contractId: string | undefined) => (contractId === undefined ? {} : { contractId })

const time = (at: number): ReactNode => <bdi className="num whitespace-nowrap text-muted">{formatDayTime(at)}</bdi>
const name = (text: string): ReactNode => (
  <bdi dir="ltr" className="font-medium">
    {text}
  </bdi>
)
const side = (text: string, buys: boolean): ReactNode => (
  <span className={`font-medium whitespace-nowrap ${buys ? 'text-up-text' : 'text-down-text'}`}>{text}</span>
)
const figure = (text: string): ReactNode => <bdi className="num whitespace-nowrap">{text}</bdi>

/** A gain or loss with its sign. */
function Signed({ value, unit, hidden = false }: { readonly value: string; readonly unit: string; readonly hidden?: boolean }) {
  const tone = hidden ? '' : value.startsWith('-') ? 'text-down-text' : /[1-9]/.test(value) ? 'text-up-text' : 'text-muted'
  return <NumberText value={value} scale={4} sign="always" unit={unit} hidden={hidden} className={tone} />
}

export function PastContractOrders({ contractId, narrow }: PastProps) {
  const t = useT()
  const { contracts, terms } = useContractDesk()
  const termsOf = (id: string) => contracts.find((one) => one.contractId === id)
  const filter = filterOf(contractId)
  const list = usePages(['contractOrders', filter], async (place) => (await calls()).loadPastOrders(filter, place))
  const columns: readonly Column<ContractOrder>[] = [
    { key: 'time', head: t('orders:head.time'), cell: (row) => time(row.updatedAt), className: 'ps-4' },
    { key: 'name', head: t('contract:list.contract'), cell: (row) => name(row.name) },
    { key: 'kind', head: t('orders:head.kind'), cell: (row) => kindText(t, row) },
    { key: 'side', head: t('orders:head.side'), cell: (row) => side(sideText(t, row), row.side === 'buy') },
    { key: 'price', head: t('orders:head.price'), end: true, cell: (row) => figure(priceText(t, row)) },
    {
      key: 'average',
      head: t('contract:order.average'),
      end: true,
      cell: (row) => figure(/[1-9]/.test(row.averagePrice) ? formatNumber(row.averagePrice, { scale: row.priceScale, round: true }) : '—'),
      className: narrow ? 'hidden' : '',
    },
    {
      key: 'filled',
      head: t('orders:head.filled'),
      end: true,
      cell: (row) => figure(filledText(row, termsOf(row.contractId))),
    },
    { key: 'result', head: t('contract:order.result'), end: true, cell: (row) => <Signed value={row.realised} unit={terms.marginAsset} /> },
    {
      key: 'state',
      head: t('orders:head.state'),
      end: true,
      cell: (row) => <StateWords order={row} terms={termsOf(row.contractId)} />,
      className: 'py-1.5 pe-4',
    },
  ]
  return (
    <Past
      list={list}
      columns={columns}
      title={t('contract:tabs.history')}
      empty={t('contract:past.noOrders')}
      rowKey={(row) => row.orderId}
    />
  )
}

/** How it ended, and why where it did not fill. */
function StateWords({ order, terms }: { readonly order: ContractOrder; readonly terms: ContractTerms | undefined }) {
  const t = useT()
  return (
    <span className="whitespace-nowrap">
      <span>{order.state !== 'attached' && t(`contract:state.${order.state}`)}</span>
      {isMade(order.source) && <span className="block text-small text-muted">{t(SOURCES[order.source])}</span>}
      {MEMOS.has(order.memo) && <span className="block text-small text-muted">{t(`contract:memo.${order.memo as Memo}`)}</span>}
      <OrderStory
        earlier={order.earlier}
        now={{ price: order.price, triggerPrice: order.triggerPrice, quantity: order.volume }}
        priceText={(price) => formatNumber(price, { scale: order.priceScale })}
        quantityText={(quantity) => amountText(quantity, terms)}
      />
    </span>
  )
}

/** Reasons that are news: a user knows of his own cancel. */
type Memo = 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14 | 15
const MEMOS: ReadonlySet<number> = new Set<Memo>([2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15])

/** Orders that nobody placed say where they come from. */
const SOURCES = { liquidation: 'contract:source.liquidation', adl: 'contract:source.adl' } as const
const isMade = (source: string): source is keyof typeof SOURCES => Object.hasOwn(SOURCES, source)

export function OwnContractTrades({ contractId, narrow }: PastProps) {
  const t = useT()
  const { contracts } = useContractDesk()
  const termsOf = (id: string) => contracts.find((one) => one.contractId === id)
  const filter = filterOf(contractId)
  const list = usePages(['contractTrades', filter], async (place) => (await calls()).loadOwnTrades(filter, place))
  const columns: readonly Column<ContractTrade>[] = [
    { key: 'time', head: t('orders:head.time'), cell: (row) => time(row.at), className: 'ps-4' },
    { key: 'name', head: t('contract:list.contract'), cell: (row) => name(row.name) },
    { key: 'side', head: t('orders:head.side'), cell: (row) => side(sideText(t, row), row.side === 'buy') },
    {
      key: 'price',
      head: t('orders:head.price'),
      end: true,
      cell: (row) => figure(formatNumber(row.price, { scale: termsOf(row.contractId)?.priceScale ?? 2 })),
    },
    { key: 'amount', head: t('orders:head.amount'), end: true, cell: (row) => figure(amountText(row.volume, termsOf(row.contractId))) },
    {
      key: 'fee',
      head: t('orders:head.fee'),
      end: true,
      cell: (row) => figure(`${formatNumber(row.fee, { scale: 4, round: true })} ${row.feeCoin}`),
      className: narrow ? 'hidden' : '',
    },
    { key: 'role', head: t('orders:head.role'), cell: (row) => t(`orders:role.${row.role}`), end: true, className: narrow ? 'hidden' : '' },
    {
      key: 'result',
      head: t('contract:order.result'),
      end: true,
      cell: (row) => <Signed value={row.realised} unit={row.feeCoin} />,
      className: 'pe-4',
    },
  ]
  return (
    <Past
      list={list}
      columns={columns}
      title={t('contract:tabs.trades')}
      empty={t('contract:past.noTrades')}
      rowKey={(row) => `${row.tradeId} ${row.orderId}`}
    />
  )
}

export function PastFunding({ contractId }: Pick<PastProps, 'contractId'>) {
  const t = useT()
  const { terms } = useContractDesk()
  const visible = useBalancesVisible()
  const filter = filterOf(contractId)
  const asset = terms.marginAsset
  const list = usePages(['contractFunding', asset, filter], async (place) => (await calls()).loadFundingPayments(asset, filter, place))
  const columns: readonly Column<FundingPayment>[] = [
    { key: 'time', head: t('orders:head.time'), cell: (row) => time(row.at), className: 'ps-4' },
    { key: 'name', head: t('contract:list.contract'), cell: (row) => name(row.name) },
    {
      key: 'amount',
      head: t('contract:funding.payment'),
      end: true,
      cell: (row) => <Signed value={row.amount} unit={row.asset} hidden={!visible} />,
    },
    {
      key: 'after',
      head: t('contract:funding.balanceAfter'),
      end: true,
      cell: (row) => <NumberText value={row.balanceAfter} scale={2} unit={row.asset} hidden={!visible} />,
      className: 'pe-4',
    },
  ]
  return (
    <Past list={list} columns={columns} title={t('contract:tabs.funding')} empty={t('contract:past.noFunding')} rowKey={(row) => row.id} />
  )
}

interface TableProps<Row> {
  readonly list: PagedList<Row>
  readonly columns: readonly Column<Row>[]
  readonly title: string
  readonly empty: string
  readonly rowKey: (row: Row) => string
}

function Past<Row>({ list, columns, title, empty, rowKey }: TableProps<Row>) {
  const t = useT()
  if (list.isPending) return <SkeletonRows rows={3} height={34} />
  if (list.error !== null && list.rows.length === 0)
    return <ErrorPanel title={t('contract:past.failed')} error={list.error} onRetry={list.again} />
  if (list.rows.length === 0) return <EmptyState icon={History} title={empty} />
  return (
    <div className="overflow-x-auto">
      <NewerRows list={list} />
      <Table caption={title} columns={columns} rows={list.rows} rowKey={rowKey} height={34} />
      <MoreRows list={list} small />
    </div>
  )
}
