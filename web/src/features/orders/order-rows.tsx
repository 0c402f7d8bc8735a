/** Order rows that open in place to show their fills, and rows of single fills. */
import type { PairTerms } from '@agio/wire/market/pair-terms.ts'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { Fragment, memo, type ReactNode, useCallback, useState } from 'react'
import { moneyScale } from '../../data/spot/money-scale.ts'
import { type Fill, isOpen, type Order } from '../../data/spot/order.ts'
import { useAllTerms } from '../../data/spot/pair-terms.ts'
import { formatDayTime, formatNumber } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { Chip, type ChipTone } from '../../ui/chip.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Filled, triggerText } from '../../ui/order-cells.tsx'
import { OrderStory } from '../../ui/order-story.tsx'
import { FEE, OrderFills } from './order-fills.tsx'

const TONES: Readonly<Partial<Record<Order['state'], ChipTone>>> = { filled: 'up', partiallyFilled: 'warning', rejected: 'down' }

export function StateChip({ state }: { readonly state: Order['state'] }) {
  const t = useT()
  return <Chip tone={TONES[state] ?? 'neutral'}>{t(`orders:state.${state}`)}</Chip>
}

export function Head({
  children,
  end = false,
  className = '',
}: {
  readonly children?: ReactNode
  readonly end?: boolean
  readonly className?: string
}) {
  return (
    <th scope="col" className={`h-9 px-2 text-small font-normal text-faint last:pe-5 ${end ? 'text-end' : 'text-start'} ${className}`}>
      {children}
    </th>
  )
}

/** Side and time below the pair where there is no room for columns of their own. */
function PhoneLine({ side, at }: { readonly side: 'buy' | 'sell'; readonly at: number }) {
  const t = useT()
  return (
    <span className="block text-small font-normal text-muted md:hidden">
      <span className={side === 'buy' ? 'text-up-text' : 'text-down-text'}>{t(`orders:side.${side}`)}</span>{' '}
      <bdi className="num">{formatDayTime(at)}</bdi>
    </span>
  )
}

/** With the decimals of the pair, so that points stand below each other; with its own until the pair is known. */
const scaled = (scale: number | undefined) => (scale === undefined ? {} : { scale })

interface OrderRowsProps {
  readonly orders: readonly Order[]
  readonly onCancel: (order: Order) => unknown
  readonly canceling: ReadonlySet<string>
  readonly empty: ReactNode
}

/** Columns in order of importance; those that go first on narrow screens carry their class. */
export function OrderRows({ orders, onCancel, canceling, empty }: OrderRowsProps) {
  const t = useT()
  const [open, setOpen] = useState<string>()
  const terms = useAllTerms().data
  // Ended orders have none: on a phone their state stands in the column, on wider screens in one of its own.
  const hasActions = orders.length === 0 || orders.some(isOpen)
  const toggle = useCallback((orderId: string) => setOpen((now) => (now === orderId ? undefined : orderId)), [])
  return (
    <table className="w-full border-collapse text-dense" data-orders>
      <caption className="visually-hidden">{t('orders:title')}</caption>
      <thead>
        <tr className="border-b border-line">
          <Head className="w-9 ps-5 max-md:ps-3">
            <span className="visually-hidden">{t('orders:head.open')}</span>
          </Head>
          <Head className="max-md:hidden">{t('orders:head.time')}</Head>
          <Head>{t('orders:head.pair')}</Head>
          <Head className="max-md:hidden">{t('orders:head.kind')}</Head>
          <Head className="max-md:hidden">{t('orders:head.side')}</Head>
          <Head end>{t('orders:head.price')}</Head>
          <Head end className="max-md:hidden">
            {t('orders:head.amount')}
          </Head>
          <Head end className="max-md:hidden">
            {t('orders:head.filled')}
          </Head>
          <Head end className="max-lg:hidden">
            {t('orders:head.trigger')}
          </Head>
          <Head className="ps-8 max-md:hidden">{t('orders:head.state')}</Head>
          <Head end className={hasActions ? '' : 'md:hidden'}>
            {t(hasActions ? 'orders:head.action' : 'orders:head.state')}
          </Head>
        </tr>
      </thead>
      <tbody>
        {orders.length === 0 && (
          <tr>
            <td colSpan={11}>{empty}</td>
          </tr>
        )}
        {orders.map((order) => (
          <Fragment key={order.orderId}>
            <OrderRow
              order={order}
              open={open === order.orderId}
              terms={terms?.get(order.symbol)}
              onOpen={toggle}
              onCancel={onCancel}
              canceling={canceling.has(order.orderId)}
              hasActions={hasActions}
            />
            {open === order.orderId && (
              <tr className="border-b border-line bg-field">
                <td colSpan={11} className="px-5 py-4">
                  <OrderFills order={order} />
                </td>
              </tr>
            )}
          </Fragment>
        ))}
      </tbody>
    </table>
  )
}

interface OrderRowProps {
  readonly order: Order
  readonly terms: PairTerms | undefined
  readonly open: boolean
  readonly onOpen: (orderId: string) => void
  readonly onCancel: (order: Order) => unknown
  readonly canceling: boolean
  readonly hasActions: boolean
}

function Story({ order, terms }: Pick<OrderRowProps, 'order' | 'terms'>) {
  return (
    <OrderStory
      earlier={order.earlier}
      now={order}
      priceText={(price) => formatNumber(price, scaled(terms?.priceScale))}
      quantityText={(quantity) => formatNumber(quantity, scaled(terms?.quantityScale))}
    />
  )
}

/** Kept as it was drawn while its order stays the same: a history may show thousands. */
const OrderRow = memo(function OrderRow({ order, terms, open, onOpen, onCancel, canceling, hasActions }: OrderRowProps) {
  const t = useT()
  const cell = 'px-2 text-end'
  const price = order.price ?? order.averagePrice
  const amount =
    order.quantity === null
      ? `${formatNumber(order.total ?? '0')} ${terms?.quote ?? ''}`
      : formatNumber(order.quantity, scaled(terms?.quantityScale))
  return (
    <tr
      className={`h-11 border-b border-grid hover:bg-hover ${open ? 'bg-press' : ''}`}
      data-order={order.orderId}
      data-state={order.state}
    >
      <td className="ps-5 max-md:ps-3">
        <button
          type="button"
          aria-expanded={open}
          aria-label={t('orders:openRow', { id: order.orderId })}
          onClick={() => onOpen(order.orderId)}
          className="hit-area flex size-6 items-center justify-center rounded-chip text-muted hover:text-fg"
        >
          <Icon as={open ? ChevronDown : ChevronRight} size={14} directional={!open} />
        </button>
      </td>
      <td className="px-2 text-start text-muted max-md:hidden">
        <bdi className="num">{formatDayTime(order.createdAt)}</bdi>
      </td>
      <td className="px-2 font-medium max-md:py-2 max-md:first:ps-5">
        <bdi dir="ltr">{order.symbol}</bdi>
        <PhoneLine side={order.side} at={order.createdAt} />
      </td>
      <td className="px-2 max-md:hidden">{t(`orders:kind.${order.kind}`)}</td>
      <td className={`px-2 font-medium max-md:hidden ${order.side === 'buy' ? 'text-up-text' : 'text-down-text'}`}>
        {t(`orders:side.${order.side}`)}
      </td>
      <td className={`${cell} font-medium`}>
        <bdi className="num">{price === null ? t('orders:market') : formatNumber(price, scaled(terms?.priceScale))}</bdi>
        <span className="block text-small font-normal text-muted md:hidden">
          <bdi className="num">{amount}</bdi>
        </span>
      </td>
      <td className={`${cell} max-md:hidden`}>
        <bdi className="num">{amount}</bdi>
      </td>
      <td className={`${cell} max-md:hidden`}>
        <Filled order={order} />
      </td>
      <td className={`${cell} max-lg:hidden`}>
        <bdi className="num">{triggerText(order)}</bdi>
      </td>
      <td className="py-1.5 ps-8 last:pe-5 max-md:hidden">
        <StateChip state={order.state} />
        <span className="block max-w-60">
          <Story order={order} terms={terms} />
        </span>
      </td>
      <td className={`px-2 pe-5 text-end ${hasActions ? '' : 'md:hidden'}`}>
        {isOpen(order) ? (
          <Button
            size={24}
            sending={canceling}
            onClick={() => onCancel(order)}
            className="hit-area pointer-coarse:!h-9 pointer-coarse:!px-3"
            data-cancel
          >
            {t('orders:cancel')}
          </Button>
        ) : (
          <span className="md:hidden">
            <StateChip state={order.state} />
            {order.earlier.length > 0 && <span className="block text-small text-muted">{t('orders:story.short')}</span>}
          </span>
        )}
      </td>
    </tr>
  )
})

export function FillRows({ fills, empty }: { readonly fills: readonly Fill[]; readonly empty: ReactNode }) {
  const t = useT()
  const terms = useAllTerms().data
  return (
    <table className="w-full border-collapse text-dense" data-trades>
      <caption className="visually-hidden">{t('orders:view.trades')}</caption>
      <thead>
        <tr className="border-b border-line">
          <Head className="ps-5 max-md:hidden">{t('orders:head.time')}</Head>
          <Head>{t('orders:head.pair')}</Head>
          <Head className="max-md:hidden">{t('orders:head.side')}</Head>
          <Head end>{t('orders:head.price')}</Head>
          <Head end>{t('orders:head.amount')}</Head>
          <Head end className="max-md:hidden">
            {t('orders:head.total')}
          </Head>
          <Head end className="max-md:hidden">
            {t('orders:head.fee')}
          </Head>
          <Head end className="max-md:hidden">
            {t('orders:head.role')}
          </Head>
        </tr>
      </thead>
      <tbody>
        {fills.length === 0 && (
          <tr>
            <td colSpan={8}>{empty}</td>
          </tr>
        )}
        {fills.map((fill) => (
          <FillRow key={fill.tradeId} fill={fill} terms={terms?.get(fill.symbol)} />
        ))}
      </tbody>
    </table>
  )
}

const FillRow = memo(function FillRow({ fill, terms }: { readonly fill: Fill; readonly terms: PairTerms | undefined }) {
  const t = useT()
  const cell = 'px-2 text-end'
  return (
    <tr className="h-11 border-b border-grid last:border-0 hover:bg-hover" data-trade={fill.tradeId}>
      <td className="px-2 ps-5 text-start text-muted max-md:hidden">
        <bdi className="num">{formatDayTime(fill.at)}</bdi>
      </td>
      <td className="px-2 font-medium max-md:py-2 max-md:first:ps-5">
        <bdi dir="ltr">{fill.symbol}</bdi>
        <PhoneLine side={fill.side} at={fill.at} />
      </td>
      <td className={`px-2 font-medium max-md:hidden ${fill.side === 'buy' ? 'text-up-text' : 'text-down-text'}`}>
        {t(`orders:side.${fill.side}`)}
      </td>
      <td className={cell}>
        <bdi className="num">{formatNumber(fill.price, scaled(terms?.priceScale))}</bdi>
      </td>
      <td className={cell}>
        <bdi className="num">{formatNumber(fill.quantity, scaled(terms?.quantityScale))}</bdi>
      </td>
      <td className={`${cell} max-md:hidden`}>
        <bdi className="num">{formatNumber(fill.value, scaled(terms && moneyScale(terms.quote)))}</bdi>
      </td>
      <td className={`${cell} max-md:hidden`}>
        <bdi className="num">{`${formatNumber(fill.fee, FEE)} ${fill.feeAsset}`}</bdi>
      </td>
      <td className="px-2 pe-5 text-end max-md:hidden">{t(`orders:role.${fill.role}`)}</td>
    </tr>
  )
})
