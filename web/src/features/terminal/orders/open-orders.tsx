/** Open and conditional orders: a table on wide screens, cards on phones; each can be changed and cancelled where it stands. */
import type { PairTerms } from '@agio/wire/market/pair-terms.ts'
import { Inbox } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { moneyScale } from '../../../data/spot/money-scale.ts'
import { amendable, type Order } from '../../../data/spot/order.ts'
import { type SteadyRows, useSteadyRows } from '../../../data/use-steady-rows.ts'
import { formatDayTime, formatNumber, formatTime } from '../../../i18n/format.ts'
import { useT } from '../../../i18n/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Chip } from '../../../ui/chip.tsx'
import { Filled, orderValue, triggerText } from '../../../ui/order-cells.tsx'
import { part } from '../../../ui/part.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { useDesk } from '../desk.ts'
import { useOrderChanges } from './use-order-changes.ts'
import { useTermsOf } from './use-terms-of.ts'

const EditOrder = part(async () => (await import('./edit-order.tsx')).EditOrder)

interface OpenOrdersProps {
  readonly orders: readonly Order[]
  readonly conditional: boolean
  readonly cards: boolean
  /** Fewer columns where room is short. */
  readonly narrow: boolean
  readonly onShowAll: (() => void) | undefined
}

export function OpenOrders({ orders, conditional, cards, narrow, onShowAll }: OpenOrdersProps) {
  const t = useT()
  const { terms } = useDesk()
  const steady = useSteadyRows(orders, useOrderChanges().cancel)
  if (steady.rows.length === 0) {
    return (
      <EmptyState
        icon={Inbox}
        title={t(conditional ? 'terminal:open.noneConditional' : 'terminal:open.none')}
        text={onShowAll === undefined ? t('terminal:open.waitAll') : t('terminal:open.wait', { pair: terms.symbol })}
        action={
          onShowAll !== undefined && (
            <Button size={28} onClick={onShowAll}>
              {t('terminal:open.showAll')}
            </Button>
          )
        }
      />
    )
  }
  return cards ? <OrderCards steady={steady} /> : <OrderTable steady={steady} narrow={narrow} />
}

const isTriggered = (order: Order): boolean => order.triggerPrice !== null || order.trailingBps !== null
const priceOf = (order: Order, terms: PairTerms, market: string): string =>
  order.price === null ? market : formatNumber(order.price, { scale: terms.priceScale })
const quantityOf = (order: Order, terms: PairTerms): string =>
  order.quantity === null
    ? `${formatNumber(order.total ?? '0')} ${terms.quote}`
    : formatNumber(order.quantity, { scale: terms.quantityScale })

function OrderTable({ steady, narrow }: { readonly steady: SteadyRows<Order>; readonly narrow: boolean }) {
  const t = useT()
  const head = (key: 'time' | 'pair' | 'kind' | 'side' | 'price' | 'amount' | 'filled' | 'total' | 'trigger' | 'action', end = false) => (
    <th
      scope="col"
      className={`sticky top-0 z-10 h-7 bg-panel px-2 text-small font-normal text-faint first:ps-4 last:pe-4 ${end ? 'text-end' : 'text-start'}`}
    >
      {t(`orders:head.${key}`)}
    </th>
  )
  return (
    <table className="w-full border-collapse text-dense" data-open-orders>
      <caption className="visually-hidden">{t('terminal:tabs.open')}</caption>
      <thead>
        <tr>
          {head('time')}
          {head('pair')}
          {head('kind')}
          {head('side')}
          {head('price', true)}
          {head('amount', true)}
          {!narrow && head('filled', true)}
          {!narrow && head('total', true)}
          {!narrow && head('trigger', true)}
          {head('action', true)}
        </tr>
      </thead>
      <tbody>
        {steady.rows.map((order) => (
          <OrderRow key={order.orderId} order={order} steady={steady} narrow={narrow} />
        ))}
      </tbody>
    </table>
  )
}

interface RowProps {
  readonly order: Order
  readonly steady: SteadyRows<Order>
}

function OrderRow({ order, steady, narrow }: RowProps & { readonly narrow: boolean }) {
  const t = useT()
  const terms = useTermsOf()(order.symbol)
  const [editing, setEditing] = useState(false)
  const number = 'px-2 text-end'
  const value = orderValue(order)
  return (
    <>
      <tr className="h-8.5 border-t border-grid hover:bg-hover" data-order={order.orderId} data-kind={order.kind}>
        <td className="px-2 ps-4 text-start whitespace-nowrap text-muted">
          <bdi className="num">{narrow ? formatTime(order.createdAt) : formatDayTime(order.createdAt)}</bdi>
        </td>
        <td className="px-2 font-medium">
          <bdi dir="ltr">{order.symbol}</bdi>
        </td>
        <td className="px-2 whitespace-nowrap">{t(`orders:kind.${order.kind}`)}</td>
        <td className={`px-2 font-medium ${order.side === 'buy' ? 'text-up-text' : 'text-down-text'}`}>{t(`orders:side.${order.side}`)}</td>
        <td className={`${number} font-medium`}>
          <bdi className="num">{priceOf(order, terms, t('orders:market'))}</bdi>
          {narrow && isTriggered(order) && (
            <span className="block text-small font-normal whitespace-nowrap text-muted">
              <bdi className="num">{triggerText(order)}</bdi>
            </span>
          )}
        </td>
        <td className={number}>
          <bdi className="num">{quantityOf(order, terms)}</bdi>
        </td>
        {!narrow && (
          <td className={number}>
            <Filled order={order} />
          </td>
        )}
        {!narrow && (
          <td className={`${number} text-muted`}>
            <bdi className="num">{value === undefined ? '—' : formatNumber(value, { scale: moneyScale(terms.quote) })}</bdi>
          </td>
        )}
        {!narrow && (
          <td className={number}>
            <bdi className="num">{triggerText(order)}</bdi>
          </td>
        )}
        <td className="px-2 pe-4 text-end whitespace-nowrap">
          <OrderActions order={order} steady={steady} onEdit={() => setEditing(!editing)} />
        </td>
      </tr>
      {editing && (
        <tr className="bg-hover">
          <td colSpan={narrow ? 7 : 10} className="px-4">
            <Suspense fallback={<div className="h-14" />}>
              <EditOrder order={order} onDone={() => setEditing(false)} priceScale={terms.priceScale} quantityScale={terms.quantityScale} />
            </Suspense>
          </td>
        </tr>
      )}
    </>
  )
}

function OrderActions({ order, steady, onEdit }: RowProps & { readonly onEdit: () => void }) {
  const t = useT()
  const may = amendable(order)
  return (
    <span className="inline-flex items-center gap-1">
      {(may.price || may.quantity || may.trigger) && (
        <Button look="quiet" size={24} onClick={onEdit} className="hit-area pointer-coarse:!h-9 pointer-coarse:!px-3" data-edit-open>
          {t('terminal:open.edit')}
        </Button>
      )}
      <Button
        size={24}
        sending={steady.leaving.has(order.orderId)}
        onClick={() => void steady.cancel(order)}
        className="hit-area pointer-coarse:!h-9 pointer-coarse:!px-3"
        data-cancel
      >
        {t('orders:cancel')}
      </Button>
    </span>
  )
}

function OrderCards({ steady }: { readonly steady: SteadyRows<Order> }) {
  return (
    <ul>
      {steady.rows.map((order) => (
        <OrderCard key={order.orderId} order={order} steady={steady} />
      ))}
    </ul>
  )
}

function OrderCard({ order, steady }: RowProps) {
  const t = useT()
  const terms = useTermsOf()(order.symbol)
  const [editing, setEditing] = useState(false)
  const fact = (name: string, value: ReactNode) => (
    <span className="text-muted">
      <span>{name}</span> <bdi className="num font-medium text-fg">{value}</bdi>
    </span>
  )
  return (
    <li className="border-b border-line px-4 py-3 text-dense" data-order={order.orderId} data-kind={order.kind}>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
        <span className="flex min-w-0 flex-wrap items-center gap-2">
          <bdi dir="ltr" className="font-semibold">
            {order.symbol}
          </bdi>
          <Chip tone={order.side === 'buy' ? 'up' : 'down'}>{t(`orders:side.${order.side}`)}</Chip>
          <span className="text-small text-muted">
            <span>{t(`orders:kind.${order.kind}`)} ·</span> <bdi className="num">{formatTime(order.createdAt, false)}</bdi>
          </span>
        </span>
        <OrderActions order={order} steady={steady} onEdit={() => setEditing(!editing)} />
      </div>
      <div className="flex flex-wrap justify-between gap-x-4 gap-y-1">
        {fact(t('orders:head.price'), priceOf(order, terms, t('orders:market')))}
        {fact(t('orders:head.amount'), quantityOf(order, terms))}
        {isTriggered(order) ? fact(t('orders:head.trigger'), triggerText(order)) : fact(t('orders:head.filled'), <Filled order={order} />)}
      </div>
      {editing && (
        <Suspense fallback={<div className="h-14" />}>
          <EditOrder order={order} onDone={() => setEditing(false)} priceScale={terms.priceScale} quantityScale={terms.quantityScale} />
        </Suspense>
      )}
    </li>
  )
}
