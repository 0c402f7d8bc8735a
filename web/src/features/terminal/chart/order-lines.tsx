/** Own orders over the chart: a waiting conditional order is moved by its trigger, any other one by its price. */
import { useOpenOrders } from '../../../data/spot/my-orders.ts'
import { amendable, type Order } from '../../../data/spot/order.ts'
import { formatNumber } from '../../../i18n/format.ts'
import { type Translate, useT } from '../../../i18n/i18n.ts'
import { PriceLines } from '../../../terminal/chart/price-lines.tsx'
import { type LinesProps, ticksOf } from '../../../terminal/market.ts'
import { useDesk } from '../desk.ts'
import { useOrderChanges } from '../orders/use-order-changes.ts'

/** `Sell Limit 0.0800`, on phones `Sell 0.0800`. */
function nameOf(t: Translate, order: Order, quantityScale: number, narrow: boolean): string {
  const quantity = formatNumber(order.quantity ?? '0', { scale: Math.min(4, quantityScale) })
  return narrow
    ? `${t(`terminal:${order.side}`)} ${quantity}`
    : t(`terminal:line.${order.side}`, { kind: t(`orders:kind.${order.kind}`), quantity })
}

const moves = (order: Order): 'price' | 'trigger' =>
  order.state === 'pendingTrigger' && order.triggerPrice !== null && !order.triggered ? 'trigger' : 'price'

export function OrderLines(props: LinesProps) {
  const t = useT()
  const { terms, loggedIn } = useDesk()
  const { orders } = useOpenOrders(loggedIn)
  const changes = useOrderChanges()
  const lines = orders
    .filter((order) => order.symbol === terms.symbol && (order.price ?? order.triggerPrice) !== null)
    .map((order) => {
      const field = moves(order)
      const name = nameOf(t, order, terms.quantityScale, false)
      return {
        id: order.orderId,
        ticks: ticksOf(field === 'trigger' ? order.triggerPrice : order.price, terms.priceScale),
        tone: order.side === 'buy' ? ('up' as const) : ('down' as const),
        name,
        label: nameOf(t, order, terms.quantityScale, props.narrow),
        ...(amendable(order)[field] && {
          move: (price: string) => changes.change(order, field === 'trigger' ? { trigger: price } : { price }),
        }),
        remove: { label: t('terminal:line.cancel', { name }), act: () => void changes.cancel(order) },
      }
    })
  return <PriceLines {...props} lines={lines} />
}
