/** The line of what is earned, with a point on its axis: what would come back if it were taken out on that day. Left to right in every language. */
import type { Product } from '@agio/wire/earn/types.ts'
import { useState } from 'react'
import { formatDayUtc, formatMomentUtc } from '../../../i18n/format.ts'
import { useT } from '../../../i18n/i18n.ts'
import { DAY_MS, type Projection } from './sheet-model.ts'

const WIDTH = 400
const HEIGHT = 96
const TOP = 20

interface CurveProps {
  readonly product: Product
  readonly projection: Projection
  /** What is earned at the end, as it is written. */
  readonly total: string
  /** What comes back after so many days, as it is written. */
  readonly back: (day: number) => string
}

export function Curve({ product, projection, total, back }: CurveProps) {
  const t = useT()
  const days = projection.earned.length
  const [picked, setPicked] = useState<number>()
  const day = Math.min(picked ?? Math.max(1, Math.round(days * 0.4)), days)
  const values = [0, ...projection.earned.map(Number)]
  const most = Math.max(...values, Number.MIN_VALUE)
  const x = (at: number): number => (at / days) * WIDTH
  const y = (value: number): number => HEIGHT - (value / most) * (HEIGHT - TOP)
  const line = values.map((value, at) => `${at === 0 ? 'M' : 'L'}${x(at).toFixed(1)} ${y(value).toFixed(1)}`).join('')
  const mayLeave = product.termDays === 0 || product.earlyRedeem === 1
  const isEnd = day >= days
  const words = mayLeave
    ? t(product.termDays === 0 || isEnd ? 'savings:early.point' : 'savings:early.pointNoInterest', {
        day: formatDayUtc(projection.start + day * DAY_MS),
        amount: back(day),
      })
    : t('savings:early.never', { day: formatDayUtc(projection.end) })
  const percent = (day / days) * 100
  return (
    <div className="mt-2">
      <div className="mb-1 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5">
        <p className="text-small text-muted" data-early>
          {words}
        </p>
        <bdi className="num ms-auto text-dense font-semibold">{total}</bdi>
      </div>
      <div dir="ltr" className="relative mx-2">
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true" className="h-24 w-full overflow-visible">
          <path d={`${line}L${WIDTH} ${HEIGHT}L0 ${HEIGHT}Z`} className="fill-press" />
          <path d={`M0 ${HEIGHT}H${WIDTH}`} className="stroke-ctl" strokeWidth="1" vectorEffect="non-scaling-stroke" />
          <path d={line} fill="none" stroke="currentColor" strokeWidth="1.5" vectorEffect="non-scaling-stroke" />
          {mayLeave && (
            <path
              d={`M${x(day)} ${HEIGHT}V${y(values[day] ?? 0)}`}
              className="stroke-muted"
              strokeDasharray="2 3"
              vectorEffect="non-scaling-stroke"
            />
          )}
        </svg>
        <span
          aria-hidden="true"
          className="absolute size-2 -translate-x-1/2 -translate-y-1/2 rounded-full bg-theme"
          style={{ insetInlineStart: '100%', top: `${(y(most) / HEIGHT) * 100}%` }}
        />
        {mayLeave && (
          <>
            <input
              type="range"
              min={1}
              max={days}
              step={1}
              value={day}
              aria-label={t('savings:early.slider')}
              aria-valuetext={words}
              onChange={(event) => setPicked(Number(event.target.value))}
              className="peer absolute -inset-x-2 -bottom-4 m-0 h-8 w-[calc(100%+16px)] cursor-pointer appearance-none bg-transparent opacity-0 pointer-coarse:-bottom-5.5 pointer-coarse:h-11 [&::-webkit-slider-thumb]:size-4"
            />
            <span
              aria-hidden="true"
              className="pointer-events-none absolute bottom-0 size-3 -translate-x-1/2 translate-y-1/2 rounded-full border-2 border-fg bg-raised peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-fg"
              style={{ insetInlineStart: `${percent}%` }}
            />
          </>
        )}
      </div>
      <p dir="ltr" className="mt-2.5 mb-2 flex justify-between gap-4 text-small text-muted">
        <bdi>{formatDayUtc(projection.start)}</bdi>
        <bdi>{product.termDays === 0 ? formatDayUtc(projection.end) : formatMomentUtc(projection.end)}</bdi>
      </p>
    </div>
  )
}
