/**
 * Prices of the user's own over the chart: a line with a label. One that may be changed is dragged or moved with the arrow keys; letting go
 * (or resting for a moment on the keyboard) sends one change, and Escape puts the line back.
 */
import { formatSteps } from '@agio/wire/steps.ts'
import { ChevronDown, GripVertical, X } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useReducer, useRef, useState } from 'react'
import type { ChartPort } from '../../chart/chart-port.ts'
import { formatNumber } from '../../i18n/format.ts'
import { Icon } from '../../ui/icons.tsx'
import { stepSize } from '../fields/step-size.ts'
import { type LinesProps, useMarket } from '../market.ts'
import { type LabelPlace, placeLabels, textWidth } from './place-labels.ts'

export type LineTone = 'up' | 'down' | 'ink' | 'warning'

export interface PriceLine {
  readonly id: string
  /** Where it stands, ticks. */
  readonly ticks: number
  readonly tone: LineTone
  /** What it is, spoken in full. */
  readonly name: string
  /** The same as it is shown. */
  readonly label: string
  /** What stands behind its price. */
  readonly note?: string
  readonly isSolid?: boolean
  /** Stands at the edge of the chart when its price is out of sight. */
  readonly keepsInSight?: boolean
  /** Sends the price that it was moved to, a canonical decimal; absent for what cannot be moved. */
  readonly move?: (price: string) => Promise<unknown>
  readonly remove?: { readonly label: string; readonly act: () => void }
}

/** Keyboard moves are one change when nothing is pressed for this long. */
const SETTLE_MS = 700

/** A hand that moved less has not moved, px. */
const STILL = 3

/** Width of the price axis, px. */
const AXIS = 74
/** Height of a price on the axis, px. */
const TAG = 20
/** Where the legend ends, px. */
const LEGEND_WIDTH = { short: 250, full: 510 }
/** Width of a chip at the edge, at most, px. */
const EDGE_CHIP = 220
/** Width of a label around its text, and of one without hands, px. */
const LABEL_FRAME = 60
const PLAIN_FRAME = 16

const TONES: Readonly<Record<LineTone, string>> = {
  up: 'border-up-text text-up-text',
  down: 'border-down-text text-down-text',
  ink: 'border-fg text-fg',
  warning: 'border-warning-text text-warning-text',
}

export function PriceLines({ port, narrow, gutter, lines }: LinesProps & { readonly lines: readonly PriceLine[] }) {
  'use no memo'
  // The places come from the chart, which the compiler cannot see change.
  const { terms, price: topic } = useMarket()
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  useEffect(() => port.onView(redraw), [port])
  const height = port.paneHeight()
  const unit = 10 ** -terms.priceScale
  const seen = lines.flatMap(({ id, ticks, label, note = '', move }) => {
    const y = port.yOf(ticks * unit)
    if (y === undefined || y < 0 || y > height) return []
    const price = formatSteps(ticks, terms.priceScale)
    const shortWidth = (move === undefined ? PLAIN_FRAME : LABEL_FRAME) + textWidth(label + note)
    return [{ id, y, shortWidth, width: narrow ? shortWidth : shortWidth + textWidth(`  ${price}`) }]
  })
  const last = topic.store.get()?.price
  const places = placeLabels(seen, {
    width: port.paneWidth(),
    height,
    legend: port.legendHeight(),
    gutter,
    last: last === undefined ? undefined : port.yOf(Number(last)),
  })
  return (
    <div className="pointer-events-none absolute inset-x-0 top-0 z-10 overflow-hidden" style={{ blockSize: height }}>
      {lines.map((line) => (
        <OneLine key={line.id} line={line} port={port} place={places.get(line.id)} narrow={narrow} />
      ))}
    </div>
  )
}

function useMoving(line: PriceLine, port: ChartPort) {
  const { terms } = useMarket()
  const [moved, setMoved] = useState<number>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const held = useRef<{ readonly from: number; readonly lineAt: number; begun: boolean }>(undefined)
  const ticks = moved ?? line.ticks
  useEffect(() => () => clearTimeout(timer.current), [])
  const asking = useRef(false)
  const commit = async (to: number) => {
    clearTimeout(timer.current)
    // A question takes the focus, and whoever loses it would send.
    if (asking.current) return
    if (to === line.ticks) {
      setMoved(undefined)
      return
    }
    asking.current = true
    await line.move?.(formatSteps(to, terms.priceScale))
    asking.current = false
    setMoved(undefined)
  }
  return {
    ticks,
    text: formatSteps(ticks, terms.priceScale),
    moving: moved !== undefined,
    movable: line.move !== undefined,
    /** A hand takes hold of it: where it is pressed, the line goes by as much as the hand. */
    grab(clientY: number) {
      const lineAt = port.yOf(line.ticks * 10 ** -terms.priceScale)
      held.current = lineAt === undefined ? undefined : { from: clientY, lineAt, begun: false }
    },
    drag(clientY: number) {
      const hold = held.current
      if (hold === undefined) return
      const by = clientY - hold.from
      // A hand that only presses is never quite still.
      if (!hold.begun && Math.abs(by) < STILL) return
      hold.begun = true
      const price = port.priceAt(hold.lineAt + by)
      if (price !== undefined && price > 0) setMoved(Math.max(1, Math.round(price * 10 ** terms.priceScale)))
    },
    drop: () => void commit(moved ?? line.ticks),
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

interface OneLineProps {
  readonly line: PriceLine
  readonly port: ChartPort
  /** Absent while the line is out of sight. */
  readonly place: LabelPlace | undefined
  readonly narrow: boolean
}

function OneLine({ line, port, place, narrow }: OneLineProps) {
  'use no memo'
  const { terms } = useMarket()
  const hand = useMoving(line, port)
  const wanted = port.yOf(Number(hand.text))
  if (wanted === undefined) return null
  // While it is moved it stays in sight, and under the hand, at the edge of the pane.
  const y = Math.min(port.paneHeight(), Math.max(0, wanted))
  if (y !== wanted && !hand.moving)
    return line.keepsInSight === true ? <EdgeChip line={line} port={port} above={y > wanted} narrow={narrow} /> : null
  const tone = TONES[line.tone]
  return (
    // Without a layer of its own, so that no line crosses the label of another.
    <div className="absolute inset-x-0 flex h-6 items-center" style={{ top: y - 12 }} data-order-line={line.id}>
      <span
        aria-hidden="true"
        style={{ left: y < port.legendHeight() ? (narrow ? LEGEND_WIDTH.short : LEGEND_WIDTH.full) : 0, right: AXIS }}
        className={`absolute top-1/2 border-t ${line.isSolid === true ? '' : 'border-dashed'} ${tone}`}
      />
      {(place?.x !== undefined || hand.moving) && (
        <LineLabel line={line} hand={hand} place={place} lift={(place?.y ?? y) - y} narrow={narrow} tone={tone} />
      )}
      <AxisMark
        tagged={place?.tag === true || hand.moving}
        lift={Math.min(port.paneHeight() - TAG / 2, Math.max(TAG / 2, y)) - y}
        text={formatNumber(hand.text, { scale: terms.priceScale })}
        tone={tone}
      />
    </div>
  )
}

interface EdgeChipProps extends Pick<OneLineProps, 'line' | 'port' | 'narrow'> {
  readonly above: boolean
}

/** A price beyond the edge: what it is, and on which side. It covers no price of the axis, and nothing of the legend. */
function EdgeChip({ line, port, above, narrow }: EdgeChipProps) {
  'use no memo'
  const { terms } = useMarket()
  const crowded = port.paneWidth() - (narrow ? LEGEND_WIDTH.short : LEGEND_WIDTH.full) < EDGE_CHIP
  const price = formatNumber(formatSteps(line.ticks, terms.priceScale), { scale: terms.priceScale })
  return (
    // The chart runs from the left in every language; what is said on it runs as its words do.
    <p
      dir="auto"
      style={{ right: AXIS, ...(above ? { top: crowded ? port.legendHeight() : 0 } : { bottom: 0 }) }}
      className={`absolute z-10 flex h-5 items-center gap-1 rounded-[2px] border bg-panel px-1.5 text-small font-semibold whitespace-nowrap ${TONES[line.tone]}`}
      data-edge-line={line.id}
    >
      <Icon as={ChevronDown} size={12} className={above ? 'rotate-180' : ''} />
      <span>{line.label}</span>
      <span>
        <bdi className="num">{price}</bdi>
        {line.note !== undefined && (
          <>
            {' · '}
            <bdi className="num">{line.note}</bdi>
          </>
        )}
      </span>
    </p>
  )
}

interface LineLabelProps {
  readonly line: PriceLine
  readonly hand: ReturnType<typeof useMoving>
  readonly place: LabelPlace | undefined
  /** How far below its line it stands, px. */
  readonly lift: number
  readonly narrow: boolean
  readonly tone: string
}

function LineLabel({ line, hand, place, lift, narrow, tone }: LineLabelProps) {
  'use no memo'
  const { terms } = useMarket()
  const price = formatNumber(hand.text, { scale: terms.priceScale })
  const text = (
    <span dir="auto" className="flex items-center gap-1">
      <span>{line.label}</span>
      {line.note !== undefined && (
        <bdi dir="ltr" className="num">
          {line.note}
        </bdi>
      )}
      {!narrow && place?.priced === true && !hand.moving && <bdi dir="ltr" className="num font-medium">{` ${price}`}</bdi>}
    </span>
  )
  return (
    <div
      style={{ left: place?.x ?? 16, translate: `0 ${hand.moving ? 0 : lift}px` }}
      className={`absolute z-10 flex h-6 items-center rounded-chip border bg-panel text-small font-semibold whitespace-nowrap ${line.move === undefined && line.remove === undefined ? 'px-2' : 'pointer-events-auto'} ${tone}`}
    >
      {line.move === undefined && line.remove === undefined ? (
        <span role="img" aria-label={`${line.name} ${price} ${terms.quote}`} className="flex items-center gap-1">
          {text}
        </span>
      ) : (
        <Handle line={line} hand={hand} price={price}>
          {text}
        </Handle>
      )}
      {line.remove !== undefined && (
        <button
          type="button"
          aria-label={line.remove.label}
          onClick={line.remove.act}
          className="hit-area flex h-full min-w-6 items-center justify-center border-s border-current hover:bg-hover"
        >
          <Icon as={X} size={12} />
        </button>
      )}
    </div>
  )
}

interface HandleProps extends Pick<LineLabelProps, 'line' | 'hand'> {
  readonly price: string
  readonly children: ReactNode
}

function Handle({ line, hand, price, children }: HandleProps) {
  'use no memo'
  const { terms } = useMarket()
  const onKeyDown = (event: KeyboardEvent) => {
    const direction = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0
    if (event.key === 'Escape') hand.putBack()
    else if (event.key === 'Enter' && hand.moving) hand.drop()
    else if (event.key === 'Delete') line.remove?.act()
    if (direction === 0 || !hand.movable) return
    event.preventDefault()
    hand.step(direction * stepSize(event))
  }
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (!hand.movable || event.button !== 0) return
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    event.currentTarget.focus()
    hand.grab(event.clientY)
  }
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    if (event.currentTarget.hasPointerCapture(event.pointerId)) hand.drag(event.clientY)
  }
  return (
    <button
      type="button"
      role="slider"
      aria-label={line.name}
      aria-orientation="vertical"
      aria-valuemin={0}
      aria-valuenow={Number(hand.text)}
      aria-valuetext={`${price} ${terms.quote}`}
      aria-disabled={!hand.movable}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={() => hand.drop()}
      // The hand was taken away by something else: nobody has let go.
      onPointerCancel={() => hand.putBack()}
      onBlur={() => hand.moving && hand.drop()}
      className={`hit-area flex h-full touch-none items-center gap-1 px-1.5 whitespace-nowrap ${hand.movable ? 'cursor-ns-resize' : 'cursor-default'}`}
    >
      <Icon as={GripVertical} size={12} />
      {children}
    </button>
  )
}

interface AxisMarkProps {
  readonly tagged: boolean
  /** How far below its line it stands, so that the edge of the pane cuts none of it, px. */
  readonly lift: number
  readonly text: string
  readonly tone: string
}

/** The price on the axis, or a ring at its edge where something else needs the room. */
function AxisMark({ tagged, lift, text, tone }: AxisMarkProps) {
  if (!tagged)
    return (
      <span aria-hidden="true" style={{ right: AXIS - 4 }} className={`absolute size-2 rounded-full border-[1.5px] bg-panel ${tone}`} />
    )
  return (
    <bdi
      aria-hidden="true"
      style={{ inlineSize: AXIS, translate: `0 ${lift}px` }}
      className={`num absolute end-0 flex h-5 items-center justify-center rounded-[2px] border bg-panel text-small font-semibold ${tone}`}
    >
      {text}
    </bdi>
  )
}
