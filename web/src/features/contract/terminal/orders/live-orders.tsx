/** Open and waiting orders: a table on wide screens, cards on phones; each can be changed and cancelled where it stands. */
import { Inbox } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { ContractOrder } from '../../../../data/contract/contract-order.ts'
import { type SteadyRows, useSteadyRows } from '../../../../data/use-steady-rows.ts'
import { formatDayTime, formatTime } from '../../../../i18n/format.ts'
import { useT } from '../../../../i18n/i18n.ts'
import type { OrdersProps } from '../../../../terminal/market.ts'
import { Button } from '../../../../ui/button.tsx'
import { Chip } from '../../../../ui/chip.tsx'
import { SkeletonRows } from '../../../../ui/skeleton.tsx'
import { EmptyState } from '../../../../ui/states.tsx'
import { useContractDesk } from '../desk.ts'
import { useOrderDeeds } from '../positions/use-deeds.ts'
import { canEdit } from './can-edit.ts'
import { EditContractOrder } from './edit-contract-order.tsx'
import { amountText, attachedText, kindText, priceText, sideText, triggerText } from './order-text.ts'

interface LiveOrdersProps extends OrdersProps {
  readonly orders: readonly ContractOrder[]
  readonly known: boolean
  /** For their trigger. */
  readonly waiting: boolean
}

type Steady = SteadyRows<ContractOrder>

export function LiveOrders({ orders, known, waiting, cards, narrow }: LiveOrdersProps) {
  const t = useT()
  const steady = useSteadyRows(orders, useOrderDeeds().cancelOrder)
  if (!known && steady.rows.length === 0) return <SkeletonRows rows={3} height={34} />
  if (steady.rows.length === 0)
    return (
      <EmptyState
        icon={Inbox}
        title={t(waiting ? 'contract:order.noneWaiting' : 'terminal:open.none')}
        text={t(waiting ? 'contract:order.noneWaitingText' : 'contract:order.noneText')}
      />
    )
  if (cards)
    return (
      <ul>
        {steady.rows.map((order) => (
          <OrderCard key={order.orderId} order={order} steady={steady} />
        ))}
      </ul>
    )
  return <OrderTable steady={steady} narrow={narrow} />
}

function OrderTable({ steady, narrow }: { readonly steady: Steady; readonly narrow: boolean }) {
  const t = useT()
  const head = (text: string, end = false) => (
    <th
      scope="col"
      className={`sticky top-0 z-10 h-7 bg-panel px-2 text-small font-normal text-faint first:ps-4 last:pe-4 ${end ? 'text-end' : 'text-start'}`}
    >
      {text}
    </th>
  )
  return (
    <table className="w-full border-collapse text-dense" data-contract-orders>
      <caption className="visually-hidden">{t('contract:tabs.open')}</caption>
      <thead>
        <tr>
          {head(t('orders:head.time'))}
          {head(t('contract:list.contract'))}
          {head(t('orders:head.kind'))}
          {head(t('orders:head.side'))}
          {head(t('orders:head.price'), true)}
          {head(t('orders:head.amount'), true)}
          {!narrow && head(t('orders:head.filled'), true)}
          {head(t('orders:head.trigger'), true)}
          {head(t('orders:head.action'), true)}
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
  readonly order: ContractOrder
  readonly steady: Steady
}

const useTermsOf = (order: ContractOrder) => {
  const { contracts } = useContractDesk()
  return contracts.find(({ contractId }) => contractId === order.contractId)
}

function OrderRow({ order, steady, narrow }: RowProps & { readonly narrow: boolean }) {
  const t = useT()
  const terms = useTermsOf(order)
  const [editing, setEditing] = useState(false)
  const number = 'px-2 text-end whitespace-nowrap'
  // An order without a condition shows its attached protection in the place of the condition.
  const attachedToo = order.isConditional ? attachedText(t, order) : ''
  return (
    <>
      <tr className="h-8.5 border-t border-grid hover:bg-hover" data-order={order.orderId} data-kind={order.kind}>
        <td className="px-2 ps-4 whitespace-nowrap text-muted">
          <bdi className="num">{narrow ? formatTime(order.createdAt) : formatDayTime(order.createdAt)}</bdi>
        </td>
        <td className="px-2 font-medium">
          <bdi dir="ltr">{order.name}</bdi>
        </td>
        <td className="px-2 whitespace-nowrap">{kindText(t, order)}</td>
        <td className={`px-2 font-medium whitespace-nowrap ${order.side === 'buy' ? 'text-up-text' : 'text-down-text'}`}>
          {sideText(t, order)}
        </td>
        <td className={`${number} font-medium`}>
          <bdi className="num">{priceText(t, order)}</bdi>
        </td>
        <td className={number}>
          <bdi className="num">{amountText(order.volume, terms)}</bdi>
        </td>
        {!narrow && (
          <td className={`${number} text-muted`}>
            <bdi className="num">{amountText(order.filled, terms)}</bdi>
          </td>
        )}
        <td className={number}>
          <bdi className="num">{triggerText(t, order)}</bdi>
          {attachedToo !== '' && <bdi className="num block text-small text-muted">{attachedToo}</bdi>}
        </td>
        <td className="px-2 pe-4 text-end whitespace-nowrap">
          <Actions order={order} steady={steady} onEdit={() => setEditing(!editing)} />
        </td>
      </tr>
      {editing && (
        <tr className="bg-hover">
          <td colSpan={narrow ? 8 : 9} className="px-4">
            <EditContractOrder order={order} terms={terms} onDone={() => setEditing(false)} />
          </td>
        </tr>
      )}
    </>
  )
}

function Actions({ order, steady, onEdit }: RowProps & { readonly onEdit: () => void }) {
  const t = useT()
  return (
    <span className="inline-flex items-center gap-1">
      {canEdit(order) && (
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

function OrderCard({ order, steady }: RowProps) {
  const t = useT()
  const terms = useTermsOf(order)
  const [editing, setEditing] = useState(false)
  const attached = attachedText(t, order)
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
            {order.name}
          </bdi>
          <Chip tone={order.side === 'buy' ? 'up' : 'down'}>{sideText(t, order)}</Chip>
          <span className="text-small text-muted">
            <span>{kindText(t, order)} ·</span> <bdi className="num">{formatTime(order.createdAt, false)}</bdi>
          </span>
        </span>
        <span className="ms-auto">
          <Actions order={order} steady={steady} onEdit={() => setEditing(!editing)} />
        </span>
      </div>
      <div className="flex flex-wrap justify-between gap-x-4 gap-y-1">
        {fact(t('orders:head.price'), priceText(t, order))}
        {fact(t('orders:head.amount'), amountText(order.volume, terms))}
        {order.isConditional
          ? fact(t('orders:head.trigger'), triggerText(t, order))
          : fact(t('orders:head.filled'), amountText(order.filled, terms))}
        {attached !== '' && <bdi className="num basis-full font-medium">{attached}</bdi>}
      </div>
      {editing && <EditContractOrder order={order} terms={terms} onDone={() => setEditing(false)} />}
    </li>
  )
}
