/** Rows of contract orders: what is open, what waits, what has ended and why; those that may have traded open in place to show their fills. */
import type { CoOrder } from '@agio/wire/futures/types.ts'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { OrderRow } from '../../../data/contract/contract-lists.ts'
import { formatLedger, formatNumber } from '../../../i18n/format.ts'
import { type Translate, useT } from '../../../i18n/i18n.ts'
import { receiptPath } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { Chip, type ChipTone } from '../../../ui/chip.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { Link } from '../../../ui/link.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { attachedText, ContractCell, conditionText, Moment, SideCell, Signed, typeText } from './contract-cells.tsx'
import { ContractFills, ContractStory } from './contract-fills.tsx'

const FILLED = 2
const PART = 3
const TONES: Readonly<Record<number, ChipTone>> = { [FILLED]: 'up', [PART]: 'warning' }
/** Ended for reasons that a person should be told: those below need no words. */
const PLAIN_MEMOS: ReadonlySet<number> = new Set([0])

const market = (order: CoOrder): boolean => !/[1-9]/.test(order.price)

function StateCell({ order, waits }: { readonly order: OrderRow; readonly waits: boolean }) {
  const t = useT()
  return (
    <span className="inline-block text-start">
      <Chip tone={TONES[order.status] ?? 'neutral'}>
        {waits ? t('orders:state.pendingTrigger') : t(`perpetual:status.${String(order.status) as '2'}`)}
      </Chip>
      {(order.source === 'adl' || order.source === 'liquidation') && (
        <span className="block max-w-44 text-small text-muted">{t(`perpetual:source.${order.source}`)}</span>
      )}
      {!PLAIN_MEMOS.has(order.memo) && (
        <span className="block max-w-44 text-small text-muted">{t(`perpetual:memo.${String(order.memo) as '1'}`)}</span>
      )}
      <span className="block max-w-60">
        <ContractStory order={order} />
      </span>
      {order.liqPositionMsg !== null && (
        <Link to={receiptPath(order.liqPositionMsg)} className="block text-small font-medium text-theme-text hover:underline">
          {t('perpetual:receipt.open')}
        </Link>
      )}
    </span>
  )
}

/** What is attached, below its condition where it has one. */
function TriggerCell({ order }: { readonly order: CoOrder }) {
  const t = useT()
  const attached = attachedText(order, t)
  const condition = conditionText(order, t)
  if (attached === '') return <bdi className="num">{condition}</bdi>
  if (condition === '—') return <bdi className="num">{attached}</bdi>
  return (
    <span>
      <bdi className="num block">{condition}</bdi>
      <bdi className="num block text-small text-muted">{attached}</bdi>
    </span>
  )
}

/** Where the column of triggers has no room. */
function AttachedBelow({ order }: { readonly order: CoOrder }) {
  const t = useT()
  const attached = attachedText(order, t)
  return attached === '' ? null : <bdi className="num block text-small text-muted lg:hidden">{attached}</bdi>
}

const HIDE = 'max-md:hidden'

interface Opener {
  readonly open: string | undefined
  readonly toggle: (orderId: string) => void
}

function OpenButton({ id, open, toggle }: Opener & Pick<CoOrder, 'id'>) {
  const t = useT()
  const isOpen = open === id
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      aria-label={t('orders:openRow', { id })}
      onClick={() => toggle(id)}
      className="hit-area flex size-6 items-center justify-center rounded-chip text-muted hover:text-fg"
    >
      <Icon as={isOpen ? ChevronDown : ChevronRight} size={14} directional={!isOpen} />
    </button>
  )
}

const openColumn = (t: Translate, opener: Opener): Column<OrderRow> => ({
  key: 'open',
  head: <span className="visually-hidden">{t('orders:head.open')}</span>,
  className: 'w-9 ps-4 pe-0 max-md:ps-2',
  cell: ({ id }) => <OpenButton id={id} {...opener} />,
})

function columnsOf(t: Translate, waits: boolean): readonly Column<OrderRow>[] {
  const price = (order: CoOrder): string =>
    market(order) ? t('orders:market') : formatNumber(order.price, { scale: order.pricePrecision })
  return [
    { key: 'time', head: t('orders:head.time'), className: waits ? `ps-5 ${HIDE}` : HIDE, cell: (order) => <Moment at={order.ctime} /> },
    {
      key: 'contract',
      head: t('perpetual:head.contract'),
      className: waits ? 'max-md:ps-4' : '',
      cell: ({ symbol, side, ctime }) => <ContractCell symbol={symbol} side={side} at={ctime} />,
    },
    { key: 'kind', head: t('orders:head.kind'), className: HIDE, cell: (order) => typeText(order, t) },
    { key: 'side', head: t('orders:head.side'), className: HIDE, cell: (order) => <SideCell order={order} /> },
    {
      key: 'price',
      head: t('orders:head.price'),
      end: true,
      cell: (order) => (
        <span>
          <bdi className="num font-medium">{price(order)}</bdi>
          <span className="block text-small text-muted md:hidden">
            <bdi className="num">{formatNumber(order.volume)}</bdi>
          </span>
          {!waits && <AttachedBelow order={order} />}
        </span>
      ),
    },
    {
      key: 'average',
      head: t('orders:head.average'),
      end: true,
      className: 'max-lg:hidden',
      cell: ({ avgPrice, pricePrecision }) => (
        <bdi className="num">{/[1-9]/.test(avgPrice) ? formatNumber(avgPrice, { scale: pricePrecision }) : '—'}</bdi>
      ),
    },
    {
      key: 'volume',
      head: t('perpetual:head.filled'),
      end: true,
      className: HIDE,
      cell: ({ volume, dealVolume }) => <bdi className="num">{`${formatNumber(dealVolume)} / ${formatNumber(volume)}`}</bdi>,
    },
    {
      key: 'trigger',
      head: t('orders:head.trigger'),
      end: true,
      className: waits ? '' : 'max-lg:hidden',
      cell: (order) => <TriggerCell order={order} />,
    },
  ]
}

function endedColumns(t: Translate): readonly Column<OrderRow>[] {
  return [
    {
      key: 'result',
      head: t('perpetual:head.realised'),
      end: true,
      className: 'max-lg:hidden',
      cell: ({ realizedAmount }) => <Signed value={realizedAmount} />,
    },
    {
      key: 'fee',
      head: t('orders:head.fee'),
      end: true,
      className: 'max-xl:hidden',
      cell: ({ tradeFee }) => <bdi className="num">{formatLedger(tradeFee)}</bdi>,
    },
    {
      key: 'state',
      head: t('orders:head.state'),
      className: 'ps-6 pe-5 max-md:ps-2 max-md:pe-4',
      cell: (order) => <StateCell order={order} waits={false} />,
    },
  ]
}

interface RowsProps {
  readonly orders: readonly OrderRow[]
  readonly empty: ReactNode
  /** They wait for their condition. */
  readonly waits?: boolean
  /** Absent: they have ended. */
  readonly onCancel?: (order: CoOrder) => void
  readonly canceling?: ReadonlySet<string>
}

export function ContractOrderRows({ orders, empty, waits = false, onCancel, canceling }: RowsProps) {
  const t = useT()
  const [open, setOpen] = useState<string>()
  const toggle = (orderId: string) => setOpen((now) => (now === orderId ? undefined : orderId))
  const live: readonly Column<OrderRow>[] = [
    { key: 'state', head: t('orders:head.state'), className: `ps-6 ${HIDE}`, cell: (order) => <StateCell order={order} waits={waits} /> },
    {
      key: 'action',
      head: t('orders:head.action'),
      end: true,
      className: 'pe-5 max-md:pe-4',
      cell: (order) => (
        <Button
          size={24}
          sending={canceling?.has(order.id) === true}
          onClick={() => onCancel?.(order)}
          className="hit-area pointer-coarse:!h-9 pointer-coarse:!px-3"
          data-cancel={order.id}
        >
          {t('orders:cancel')}
        </Button>
      ),
    },
  ]
  return (
    <div data-contract-orders={orders.length}>
      <Table
        caption={t('pages:title.contractOrder')}
        // What waits for its condition has no fills.
        columns={[
          ...(waits ? [] : [openColumn(t, { open, toggle })]),
          ...columnsOf(t, waits),
          ...(onCancel === undefined ? endedColumns(t) : live),
        ]}
        rows={orders}
        rowKey={(order) => order.id}
        below={(order) => (!waits && order.id === open ? <ContractFills order={order} /> : undefined)}
        height={52}
        empty={empty}
      />
    </div>
  )
}
