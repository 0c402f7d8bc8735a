/** Rows of fills, of positions that are gone, and of what changed the contract account. */
import type { CoTransaction, HistoryPosition } from '@agio/wire/futures/position-types.ts'
import type { CoTrade } from '@agio/wire/futures/types.ts'
import type { ReactNode } from 'react'
import { useBalancesVisible } from '../../../data/balance-visibility.ts'
import { useContractInfo, usePriceText } from '../../../data/contract/public-facts.ts'
import { formatLedger, formatNumber, isolated } from '../../../i18n/format.ts'
import { useT } from '../../../i18n/i18n.ts'
import { receiptPath } from '../../../paths.ts'
import { Link } from '../../../ui/link.tsx'
import { LedgerText } from '../../../ui/number-text.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { ContractCell, Moment, SideCell, Signed } from './contract-cells.tsx'

const HIDE = 'max-md:hidden'
const FIRST = `ps-5 ${HIDE}`

interface RowsProps<Row> {
  readonly rows: readonly Row[]
  readonly empty: ReactNode
}

const number = (value: string) => <bdi className="num">{formatNumber(value)}</bdi>
const amount = (value: string) => <bdi className="num">{formatLedger(value)}</bdi>

export function ContractTradeRows({ rows, empty }: RowsProps<CoTrade>) {
  const t = useT()
  const priceText = usePriceText()
  const columns: readonly Column<CoTrade>[] = [
    { key: 'time', head: t('orders:head.time'), className: FIRST, cell: ({ ctime }) => <Moment at={ctime} /> },
    {
      key: 'contract',
      head: t('perpetual:head.contract'),
      className: 'max-md:ps-4',
      cell: ({ symbol, side, ctime }) => <ContractCell symbol={symbol} side={side} at={ctime} />,
    },
    { key: 'side', head: t('orders:head.side'), className: HIDE, cell: (trade) => <SideCell order={trade} /> },
    {
      key: 'price',
      head: t('orders:head.price'),
      end: true,
      cell: ({ price, contractId }) => <bdi className="num">{priceText(price, contractId)}</bdi>,
    },
    { key: 'volume', head: t('perpetual:head.contracts'), end: true, cell: ({ volume }) => number(volume) },
    {
      key: 'realised',
      head: t('perpetual:head.realised'),
      end: true,
      className: 'max-md:pe-4',
      cell: ({ realizedAmount }) => <Signed value={realizedAmount} />,
    },
    {
      key: 'fee',
      head: t('orders:head.fee'),
      end: true,
      className: HIDE,
      cell: ({ fee, feeCoin }) => <bdi className="num">{`${formatLedger(fee)} ${feeCoin}`}</bdi>,
    },
    { key: 'role', head: t('orders:head.role'), end: true, className: `pe-5 ${HIDE}`, cell: ({ role }) => t(`orders:role.${role}`) },
  ]
  return (
    <div data-contract-trades={rows.length}>
      <Table
        caption={t('orders:view.trades')}
        columns={columns}
        rows={rows}
        rowKey={({ id, orderId }) => `${id} ${orderId}`}
        empty={empty}
      />
    </div>
  )
}

function EndCell({ position }: { readonly position: HistoryPosition }) {
  const t = useT()
  const { endCause, receiptId } = position
  return (
    <span>
      {t(`perpetual:cause.${endCause}`)}
      {receiptId !== null && (
        <Link to={receiptPath(receiptId)} className="block text-small font-medium text-theme-text hover:underline">
          {t('perpetual:receipt.open')}
        </Link>
      )}
    </span>
  )
}

export function PositionHistoryRows({ rows, empty }: RowsProps<HistoryPosition>) {
  const t = useT()
  const priceText = usePriceText()
  const price = (value: string, contractId: string) => <bdi className="num">{priceText(value, contractId)}</bdi>
  const columns: readonly Column<HistoryPosition>[] = [
    { key: 'time', head: t('perpetual:head.closed'), className: FIRST, cell: ({ mtime }) => <Moment at={mtime} /> },
    {
      key: 'contract',
      head: t('perpetual:head.contract'),
      className: 'max-md:py-2.5 max-md:ps-4',
      cell: ({ symbol, mtime, side, leverageLevel, positionType }) => (
        <span>
          <ContractCell symbol={symbol} at={mtime} />
          <span className="block text-small text-muted">
            <span className={side === 'BUY' ? 'text-up-text' : 'text-down-text'}>
              {t(side === 'BUY' ? 'perpetual:long' : 'perpetual:short')}
            </span>
            {` ${isolated(`${leverageLevel}×`)} ${t(positionType === 1 ? 'perpetual:cross' : 'perpetual:isolated')}`}
          </span>
        </span>
      ),
    },
    { key: 'entry', head: t('perpetual:head.entry'), end: true, className: HIDE, cell: (row) => price(row.openPrice, row.contractId) },
    { key: 'exit', head: t('perpetual:head.exit'), end: true, className: HIDE, cell: (row) => price(row.openEndPrice, row.contractId) },
    { key: 'volume', head: t('perpetual:head.contracts'), end: true, className: HIDE, cell: ({ volume }) => number(volume) },
    {
      key: 'profit',
      head: t('perpetual:head.profit'),
      end: true,
      className: 'max-lg:hidden',
      cell: ({ closeProfit }) => <Signed value={closeProfit} />,
    },
    { key: 'fee', head: t('orders:head.fee'), end: true, className: 'max-lg:hidden', cell: ({ tradeFee }) => amount(tradeFee) },
    {
      key: 'funding',
      head: t('perpetual:head.funding'),
      end: true,
      className: 'max-lg:hidden',
      cell: ({ capitalFee }) => <Signed value={capitalFee} />,
    },
    {
      key: 'share',
      head: t('perpetual:head.share'),
      end: true,
      className: 'max-xl:hidden',
      cell: ({ shareAmount }) => <Signed value={shareAmount} />,
    },
    {
      key: 'result',
      head: t('perpetual:head.result'),
      end: true,
      className: 'font-semibold',
      cell: ({ historyRealizedAmount }) => <Signed value={historyRealizedAmount} />,
    },
    {
      key: 'end',
      head: t('perpetual:head.end'),
      className: 'ps-6 pe-5 max-md:ps-2 max-md:pe-4',
      cell: (position) => <EndCell position={position} />,
    },
  ]
  return (
    <div data-contract-positions={rows.length}>
      <Table caption={t('perpetual:tab.positions')} columns={columns} rows={rows} rowKey={({ id }) => id} height={52} empty={empty} />
    </div>
  )
}

export function TransactionRows({ rows, empty }: RowsProps<CoTransaction>) {
  const t = useT()
  const contracts = useContractInfo().data?.contractList
  const visible = useBalancesVisible()
  const columns: readonly Column<CoTransaction>[] = [
    { key: 'time', head: t('orders:head.time'), className: FIRST, cell: ({ ctime }) => <Moment at={ctime} /> },
    {
      key: 'kind',
      head: t('orders:bills.kind'),
      className: 'max-md:ps-4',
      cell: ({ type, ctime }) => (
        <span>
          {t(`perpetual:transaction.${String(type) as '1'}`)}
          <span className="block text-small text-muted md:hidden">
            <Moment at={ctime} />
          </span>
        </span>
      ),
    },
    {
      key: 'contract',
      head: t('perpetual:head.contract'),
      className: HIDE,
      cell: ({ contractName }) => (
        <bdi dir="ltr">{contracts?.find((one) => one.contractName === contractName)?.symbol ?? contractName ?? '—'}</bdi>
      ),
    },
    {
      key: 'change',
      head: t('orders:bills.change'),
      end: true,
      cell: ({ amount, symbol }) => <Signed value={amount} unit={symbol} hidden={!visible} />,
    },
    {
      key: 'after',
      head: t('orders:bills.after'),
      end: true,
      className: 'pe-5 max-md:pe-4',
      cell: ({ balanceAfter }) => <LedgerText value={balanceAfter} hidden={!visible} />,
    },
  ]
  return (
    <div data-contract-transactions={rows.length}>
      <Table
        caption={t('perpetual:tab.transactions')}
        columns={columns}
        rows={rows}
        rowKey={({ id, type }) => `${id} ${type}`}
        empty={empty}
      />
    </div>
  )
}
