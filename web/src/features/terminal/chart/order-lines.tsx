/**
 * Own orders over the chart: a dashed line with a label that can be dragged or moved with the arrow keys. Letting go (or resting for a
 * moment on the keyboard) sends one change of the order; Escape puts the line back.
 */
import { formatSteps } from '@agio/wire/steps.ts'
import { GripVertical, X } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, useEffect, useReducer, useRef, useState } from 'react'
import type { ChartPort } from '../../../chart/chart-port.ts'
import { tickerTopic } from '../../../data/live/tickers.ts'
import { useOpenOrders } from '../../../data/spot/my-orders.ts'
import { amendable, type Order } from '../../../data/spot/order.ts'
import { formatNumber } from '../../../i18n/format.ts'
import { type Translate, useT } from '../../../i18n/i18n.ts'
import { Icon } from '../../../ui/icons.tsx'
import { ticksOf, useDesk } from '../desk.ts'
import { useOrderChanges } from '../orders/use-order-changes.ts'
import { stepSize } from '../ticket/step-size.ts'
import { type LabelPlace, placeLabels } from './place-labels.ts'

/** Keyboard moves are one change when nothing is pressed for this long. */
const SETTLE_MS = 700

interface OrderLinesProps {
  readonly port: ChartPort
  /** Short labels, for phones. */
  readonly narrow: boolean
  /** Kept free beside the axis, px. */
  readonly gutter: number
}

/** Width of the price axis, px. */
const AXIS = 74
/** Where the legend ends, px. */
const LEGEND_WIDTH = { short: 250, full: 510 }
/** Width of a label around its text, and of a character of it, px. */
const LABEL_FRAME = 60
const CHARACTER = 7

export function OrderLines({ port, narrow, gutter }: OrderLinesProps) {
  'use no memo'
  // The places come from the chart, which the compiler cannot see change.
  const { terms, loggedIn } = useDesk()
  const t = useT()
  const { orders } = useOpenOrders(loggedIn)
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  useEffect(() => port.onView(redraw), [port])
  const own = orders.filter((order) => order.symbol === terms.symbol && (order.price ?? order.triggerPrice) !== null)
  const height = port.paneHeight()
  const seen = own.flatMap((order) => {
    const price = (moves(order) === 'trigger' ? order.triggerPrice : order.price) ?? ''
    const y = port.yOf(Number(price))
    if (y === undefined || y < 0 || y > height) return []
    const shortWidth = LABEL_FRAME + nameOf(t, order, terms.quantityScale, narrow).length * CHARACTER
    return [{ id: order.orderId, y, shortWidth, width: narrow ? shortWidth : shortWidth + (price.length + 2) * CHARACTER }]
  })
  const last = tickerTopic(terms.symbol).store.get()?.price
  const places = placeLabels(seen, {
    width: port.paneWidth(),
    height,
    legend: port.legendHeight(),
    gutter,
    last: last === undefined ? undefined : port.yOf(Number(last)),
  })
  return (
    <div className="pointer-events-none absolute inset-x-0 top-0 z-10 overflow-hidden" style={{ blockSize: height }}>
      {own.map((order) => (
        <OrderLine key={order.orderId} order={order} port={port} place={places.get(order.orderId)} narrow={narrow} />
      ))}
    </div>
  )
}

/** `Sell Limit 0.0800`, on phones `Sell 0.0800`. */
function nameOf(t: Translate, order: Order, quantityScale: number, narrow: boolean): string {
  const quantity = formatNumber(order.quantity ?? '0', { scale: Math.min(4, quantityScale) })
  return narrow
    ? `${t(`terminal:${order.side}`)} ${quantity}`
    : t(`terminal:line.${order.side}`, { kind: t(`orders:kind.${order.kind}`), quantity })
}

/** A waiting conditional order is moved by its trigger, any other one by its price. */
const moves = (order: Order): 'price' | 'trigger' =>
  order.state === 'pendingTrigger' && order.triggerPrice !== null && !order.triggered ? 'trigger' : 'price'

function useMoving(order: Order, port: ChartPort) {
  const { terms } = useDesk()
  const changes = useOrderChanges()
  const field = moves(order)
  const settled = ticksOf(field === 'trigger' ? order.triggerPrice : order.price, terms.priceScale)
  const [moved, setMoved] = useState<number>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const ticks = moved ?? settled
  const text = formatSteps(ticks, terms.priceScale)
  useEffect(() => () => clearTimeout(timer.current), [])
  const asking = useRef(false)
  const commit = async (to: number) => {
    clearTimeout(timer.current)
    // The question takes the focus, and whoever loses it would send.
    if (asking.current) return
    if (to === settled) {
      setMoved(undefined)
      return
    }
    const price = formatSteps(to, terms.priceScale)
    asking.current = true
    await changes.change(order, field === 'trigger' ? { trigger: price } : { price })
    asking.current = false
    setMoved(undefined)
  }
  return {
    ticks,
    text,
    moving: moved !== undefined,
    movable: amendable(order)[field],
    cancel: () => void changes.cancel(order),
    drag(clientY: number, host: DOMRect) {
      const price = port.priceAt(clientY - host.top)
      if (price !== undefined && price > 0) setMoved(Math.max(1, Math.round(price * 10 ** terms.priceScale)))
    },
    drop: () => void commit(moved ?? settled),
    step(steps: number) {
      const next = Math.max(1, ticks + steps)
      setMoved(next)
      clearTimeout(timer.current)
      timer.current = setTimeout(() => void commit(next), SETTLE_MS)
    },
    putBack() {
      clearTimeout(timer.current)
      setMoved(undefined)
    },
  }
}

interface OrderLineProps {
  readonly order: Order
  readonly port: ChartPort
  /** Absent while the line is out of sight. */
  readonly place: LabelPlace | undefined
  readonly narrow: boolean
}

function OrderLine({ order, port, place, narrow }: OrderLineProps) {
  'use no memo'
  const { terms } = useDesk()
  const line = useMoving(order, port)
  const wanted = port.yOf(Number(line.text))
  if (wanted === undefined) return null
  // While it is moved it stays in sight, and under the hand, at the edge of the pane.
  const y = Math.min(port.paneHeight(), Math.max(0, wanted))
  if (y !== wanted && !line.moving) return null
  const tone = order.side === 'buy' ? 'border-up-text text-up-text' : 'border-down-text text-down-text'
  return (
    // Without a layer of its own, so that no line crosses the label of another.
    <div className="absolute inset-x-0 flex h-6 items-center" style={{ top: y - 12 }} data-order-line={order.orderId}>
      <span
        aria-hidden="true"
        style={{ left: y < port.legendHeight() ? (narrow ? LEGEND_WIDTH.short : LEGEND_WIDTH.full) : 0, right: AXIS }}
        className={`absolute top-1/2 border-t border-dashed ${tone}`}
      />
      {(place?.x !== undefined || line.moving) && (
        <OrderLabel order={order} line={line} place={place} lift={(place?.y ?? y) - y} narrow={narrow} tone={tone} />
      )}
      <AxisMark tagged={place?.tag === true || line.moving} text={formatNumber(line.text, { scale: terms.priceScale })} tone={tone} />
    </div>
  )
}

interface OrderLabelProps {
  readonly order: Order
  readonly line: ReturnType<typeof useMoving>
  readonly place: LabelPlace | undefined
  /** How far below its line it stands, px. */
  readonly lift: number
  readonly narrow: boolean
  readonly tone: string
}

function OrderLabel({ order, line, place, lift, narrow, tone }: OrderLabelProps) {
  'use no memo'
  const t = useT()
  const { terms } = useDesk()
  const name = nameOf(t, order, terms.quantityScale, false)
  const price = formatNumber(line.text, { scale: terms.priceScale })
  const onKeyDown = (event: KeyboardEvent) => {
    const direction = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0
    if (event.key === 'Escape') line.putBack()
    else if (event.key === 'Enter' && line.moving) line.drop()
    else if (event.key === 'Delete') line.cancel()
    if (direction === 0 || !line.movable) return
    event.preventDefault()
    line.step(direction * stepSize(event))
  }
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (!line.movable || event.button !== 0) return
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    event.currentTarget.focus()
  }
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const frame = event.currentTarget.closest('[data-order-line]')?.parentElement?.getBoundingClientRect()
    if (frame !== undefined && event.currentTarget.hasPointerCapture(event.pointerId)) line.drag(event.clientY, frame)
  }
  return (
    <div
      style={{ left: place?.x ?? 16, translate: `0 ${line.moving ? 0 : lift}px` }}
      className={`pointer-events-auto absolute z-10 flex h-6 items-center rounded-chip border bg-panel text-small font-semibold ${tone}`}
    >
      <button
        type="button"
        role="slider"
        aria-label={name}
        aria-orientation="vertical"
        aria-valuemin={0}
        aria-valuenow={Number(line.text)}
        aria-valuetext={`${price} ${terms.quote}`}
        aria-disabled={!line.movable}
        onKeyDown={onKeyDown}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={() => line.drop()}
        onBlur={() => line.moving && line.drop()}
        className={`hit-area flex h-full touch-none items-center gap-1 px-1.5 whitespace-nowrap ${line.movable ? 'cursor-ns-resize' : 'cursor-default'}`}
      >
        <Icon as={GripVertical} size={12} />
        <span>{nameOf(t, order, terms.quantityScale, narrow)}</span>
        {!narrow && place?.priced === true && !line.moving && <bdi className="num font-medium">{` ${price}`}</bdi>}
      </button>
      <button
        type="button"
        aria-label={t('terminal:line.cancel', { name })}
        onClick={line.cancel}
        className="hit-area flex h-full min-w-6 items-center justify-center border-s border-current hover:bg-hover"
      >
        <Icon as={X} size={12} />
      </button>
    </div>
  )
}

/** The price on the axis, or a ring at its edge where something else needs the room. */
function AxisMark({ tagged, text, tone }: { readonly tagged: boolean; readonly text: string; readonly tone: string }) {
  if (!tagged)
    return (
      <span aria-hidden="true" style={{ right: AXIS - 4 }} className={`absolute size-2 rounded-full border-[1.5px] bg-panel ${tone}`} />
    )
  return (
    <bdi
      aria-hidden="true"
      style={{ inlineSize: AXIS }}
      className={`num absolute end-0 flex h-5 items-center justify-center rounded-[2px] border bg-panel text-small font-semibold ${tone}`}
    >
      {text}
    </bdi>
  )
}
