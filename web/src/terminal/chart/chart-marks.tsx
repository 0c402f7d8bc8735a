/** Over the candles: the book's depth beside the axis and a triangle at each own trade. Drawn at most four times a second. */
import { useEffect, useRef } from 'react'
import type { ChartPort } from '../../chart/chart-port.ts'
import { chartColours, onColours } from '../../chart/colours.ts'
import { type DepthStep, drawMarks, type FillMark } from '../../chart/marks-canvas.ts'
import { throttle } from '../../chart/throttle.ts'
import { type OwnTrade, useMarket, useOwn } from '../market.ts'
import { type BookSideName, ladder } from '../model/grouping.ts'

const DRAW_MS = 250
const LEVELS = 200

/** Trades of one order at the same place are one triangle. */
function fillMarks(port: ChartPort, fills: readonly OwnTrade[]): FillMark[] {
  const places = new Map<string, FillMark>()
  for (const fill of fills) {
    const x = port.xOf(fill.at)
    const y = port.yOf(Number(fill.price))
    if (x === undefined || y === undefined) continue
    const mark = { x, y, buy: fill.side === 'buy' }
    places.set(`${fill.side} ${Math.round(x)} ${Math.round(y / 4)}`, mark)
  }
  return [...places.values()]
}

/** The axis is linear: two prices give the place of all others. */
function depthSteps(port: ChartPort, rows: ReturnType<typeof ladder>, priceScale: number): DepthStep[] {
  const unit = 10 ** -priceScale
  const first = rows[0]
  const start = first === undefined ? undefined : port.yOf(first.price * unit)
  const next = first === undefined ? undefined : port.yOf((first.price + 1000) * unit)
  if (first === undefined || start === undefined || next === undefined) return []
  const slope = (next - start) / 1000
  return rows.map((row) => ({ y: start + (row.price - first.price) * slope, cumulative: row.cumulative }))
}

export function ChartMarks({ port, gutter }: { readonly port: ChartPort; readonly gutter: number }) {
  const { terms, depth: topic } = useMarket()
  const canvas = useRef<HTMLCanvasElement>(null)
  const fills = useOwn().trades
  useEffect(() => {
    const side = (name: BookSideName): DepthStep[] =>
      gutter === 0 ? [] : depthSteps(port, ladder(topic.store.get()[name], name, 1, LEVELS), terms.priceScale)
    const draw = throttle<undefined>(DRAW_MS, () => {
      if (canvas.current === null || document.hidden) return
      drawMarks(canvas.current, {
        width: port.paneWidth(),
        height: port.paneHeight(),
        gutter,
        bids: side('bids'),
        asks: side('asks'),
        fills: fillMarks(port, fills),
        colours: chartColours(),
      })
    })
    const again = () => draw.push(undefined)
    again()
    const stops = [port.onView(again), onColours(again), ...(gutter === 0 ? [] : [topic.subscribe(again)])]
    return () => {
      for (const stop of stops) stop()
      draw.stop()
    }
  }, [port, gutter, terms, topic, fills])
  return (
    <div aria-hidden="true" className="pointer-events-none absolute inset-0" data-marks={fills.length}>
      <canvas ref={canvas} className="block" />
    </div>
  )
}
