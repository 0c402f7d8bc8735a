/** Over the chart: entry and liquidation of the member's position, its take profit and stop loss, and his orders; what may be changed is dragged. */
import { useBalancesVisible } from '../../../../data/balance-visibility.ts'
import { type ContractOrder, isProtective, isWaiting } from '../../../../data/contract/contract-order.ts'
import { coinsOf } from '../../../../data/contract/contract-prices.ts'
import { useContractOrders, usePositions } from '../../../../data/contract/my-contracts.ts'
import type { Position } from '../../../../data/contract/position.ts'
import { formatNumber } from '../../../../i18n/format.ts'
import { type Translate, useT } from '../../../../i18n/i18n.ts'
import { leftToRight } from '../../../../i18n/left-to-right.ts'
import { type PriceLine, PriceLines } from '../../../../terminal/chart/price-lines.tsx'
import type { LinesProps } from '../../../../terminal/market.ts'
import { ticksOf } from '../../../../terminal/market.ts'
import { useConnectionLock } from '../connection-lock.ts'
import { useContractDesk } from '../desk.ts'
import { canEdit } from '../orders/can-edit.ts'
import { kindText, sideText } from '../orders/order-text.ts'
import { asOfPosition, closedBy } from '../positions/protect-plan.ts'
import { useOrderDeeds } from '../positions/use-deeds.ts'
import { distanceText } from '../rates.ts'

type Deeds = ReturnType<typeof useOrderDeeds>
type Terms = ReturnType<typeof useContractDesk>['terms']

/** An average may lie between two ticks: the line stands at the nearer one. */
const nearestTicks = (price: string, scale: number): number => Math.round(Number(price) * 10 ** scale)

const coins = (volume: string, terms: Terms): string => formatNumber(coinsOf(volume, terms), { scale: Math.min(4, terms.lotScale) })

interface Wording {
  /** Nothing can be ordered now. */
  readonly locked: boolean
  readonly t: Translate
  readonly terms: Terms
  readonly visible: boolean
}

/** Entry and liquidation: drawn, not moved. */
function positionLines(position: Position, { t, terms, visible }: Wording): PriceLine[] {
  const side = t(position.isShort ? 'contract:position.short' : 'contract:position.long')
  const label = visible
    ? `${side} ${leftToRight(`${coins(position.volume, terms)} ${formatNumber(position.unrealised, { scale: 2, sign: 'always' })}`)}`
    : side
  const entry: PriceLine = {
    id: `entry ${position.positionId}`,
    ticks: nearestTicks(position.entryPrice, terms.priceScale),
    tone: 'ink',
    isSolid: true,
    name: t('contract:line.entry', { side }),
    label,
  }
  const ticks = ticksOf(position.liquidationPrice, terms.priceScale) || nearestTicks(position.liquidationPrice, terms.priceScale)
  if (ticks <= 0) return [entry]
  const distance = distanceText(position.markPrice, position.liquidationPrice)
  const liquidation: PriceLine = {
    id: `liquidation ${position.positionId}`,
    ticks,
    tone: 'warning',
    keepsInSight: true,
    name: t('contract:line.liquidation', { side, distance }),
    label: t('contract:ruler.liquidation'),
    note: distance,
  }
  return [entry, liquidation]
}

/** Waiting orders are moved by their trigger, those in the book by their price. */
function orderLine(
  order: ContractOrder,
  position: Position | undefined,
  { t, terms, locked }: Wording,
  narrow: boolean,
  deeds: Deeds,
): PriceLine {
  const waits = isWaiting(order)
  const price = waits ? order.triggerPrice : order.price
  const protective = isProtective(order)
  const kind = protective ? t(order.triggerKind === 'takeProfit' ? 'orders:leg.takeProfit' : 'orders:leg.stopLoss') : kindText(t, order)
  const name = `${protective ? kind : `${sideText(t, order)} ${kind}`} ${coins(order.volume, terms)}`
  const gains = protective ? order.triggerKind === 'takeProfit' : order.side === 'buy'
  return {
    id: order.orderId,
    ticks: ticksOf(price, terms.priceScale),
    tone: gains ? 'up' : 'down',
    name,
    label: protective || !narrow ? name : `${sideText(t, order)} ${coins(order.volume, terms)}`,
    ...(canEdit(order) &&
      !locked && {
        move(to: string) {
          const price = onTick(to, terms)
          if (position !== undefined) return deeds.moveProtection(position, order, price)
          return deeds.changeOrder(order, waits ? { triggerPrice: price } : { price })
        },
      }),
    remove: { label: t('terminal:line.cancel', { name }), act: () => void deeds.cancelOrder(order) },
  }
}

/** The nearest price of the contract to where the hand let go. */
function onTick(price: string, { tick, priceScale }: Terms): string {
  if (tick === 1) return price
  const ticks = Math.max(tick, Math.round(ticksOf(price, priceScale) / tick) * tick)
  return (ticks / 10 ** priceScale).toFixed(priceScale).replace(/\.?0+$/, '')
}

export function ContractLines(props: LinesProps) {
  const t = useT()
  const { terms, member } = useContractDesk()
  const positions = usePositions(member).rows.filter(({ contractId }) => contractId === terms.contractId)
  const orders = useContractOrders(member)
    .rows.filter(({ contractId }) => contractId === terms.contractId)
    .map((order) => asOfPosition(order, positions))
  const deeds = useOrderDeeds()
  const words = { locked: useConnectionLock() !== undefined, t, terms, visible: useBalancesVisible() }
  const priced = orders.filter((order) => ticksOf(isWaiting(order) ? order.triggerPrice : order.price, terms.priceScale) > 0)
  const lines = [
    ...positions.flatMap((position) => positionLines(position, words)),
    ...priced.map((order) => orderLine(order, closedBy(order, positions, orders), words, props.narrow, deeds)),
  ]
  return <PriceLines {...props} lines={lines} />
}
