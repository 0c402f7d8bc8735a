/** The two sides of the book as growing areas, drawn at most four times a second. */
import { formatSteps } from '@agio/wire/steps.ts'
import { useEffect, useRef } from 'react'
import { chartColours, onColours } from '../../chart/colours.ts'
import { type DepthPoint, drawDepth } from '../../chart/depth-canvas.ts'
import { throttle } from '../../chart/throttle.ts'
import { formatNumber } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { useMarket } from '../market.ts'
import { ladder } from '../model/grouping.ts'

const DRAW_MS = 250
const LEVELS = 200

export function DepthPanel() {
  const t = useT()
  const { terms, name, depth: topic } = useMarket()
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    // Numbers for drawing only.
    const points = (side: 'bids' | 'asks'): DepthPoint[] =>
      ladder(topic.store.get()[side], side, 1, LEVELS).map((row) => ({ price: row.price, cumulative: row.cumulative }))
    const draw = throttle<undefined>(DRAW_MS, () => {
      const label = (ticks: number): string =>
        formatNumber(formatSteps(Math.max(0, Math.round(ticks)), terms.priceScale), { scale: terms.priceScale })
      if (canvas.current !== null) drawDepth(canvas.current, { bids: points('bids'), asks: points('asks'), colours: chartColours(), label })
    })
    draw.push(undefined)
    const again = () => draw.push(undefined)
    const stops = [topic.subscribe(again), onColours(again)]
    const observer = new ResizeObserver(again)
    if (canvas.current !== null) observer.observe(canvas.current)
    return () => {
      for (const stop of stops) stop()
      observer.disconnect()
      draw.stop()
    }
  }, [terms, topic])
  return (
    <div dir="ltr" className="min-h-0 flex-1">
      <canvas ref={canvas} role="img" aria-label={t('terminal:depth.label', { pair: name })} className="block size-full" />
    </div>
  )
}
