/** Total by day as a line with a readable box for the day under the pointer or chosen with the arrow keys. Left to right in every language. */
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { useFiat } from '../../data/fiat.ts'
import { formatDay } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { HIDDEN_AMOUNT } from '../../ui/number-text.tsx'

export interface DayPoint {
  /** `YYYY-MM-DD`, UTC. */
  readonly day: string
  /** USDT, decimal string. */
  readonly total: string
}

const WIDTH = 720
const HEIGHT = 200
const INSET = 8

/** Noon of the day where the reader is: the day keeps its name in every zone. */
function timeOf({ day }: DayPoint): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date, 12).getTime()
}

/** Three rules with their amounts; the line runs below the words. */
function Scale({ values }: { readonly values: readonly number[] }) {
  const fiat = useFiat()
  return values.map((value, index) => (
    <span
      key={index === 0 ? 'high' : index === 1 ? 'middle' : 'low'}
      aria-hidden="true"
      style={{ top: `${((INSET + (index / (values.length - 1)) * (HEIGHT - 2 * INSET)) / HEIGHT) * 100}%` }}
      className="pointer-events-none absolute inset-x-0 border-t border-dashed border-grid"
    >
      <bdi className={`num absolute start-0 text-small text-faint ${index === values.length - 1 ? 'bottom-0.5' : 'top-0.5'}`}>
        {fiat(value.toFixed(2))}
      </bdi>
    </span>
  ))
}

export function DayChart({ points, visible }: { readonly points: readonly DayPoint[]; readonly visible: boolean }) {
  const t = useT()
  const fiat = useFiat()
  const [at, setAt] = useState<number>()
  const box = useRef<HTMLDivElement>(null)
  const values = points.map((point) => Number(point.total))
  const low = Math.min(...values)
  const span = Math.max(Math.max(...values) - low, 1e-9)
  const x = (index: number): number => (points.length <= 1 ? WIDTH : (index / (points.length - 1)) * WIDTH)
  const y = (value: number): number => HEIGHT - INSET - ((value - low) / span) * (HEIGHT - 2 * INSET)
  const line = values.map((value, index) => `${index === 0 ? 'M' : 'L'}${x(index).toFixed(1)} ${y(value).toFixed(1)}`).join('')
  const chosen = at ?? points.length - 1
  const point = points[chosen]
  const newest = points.at(-1)
  const money = (total: string | undefined): string => (!visible ? HIDDEN_AMOUNT : total === undefined ? '--' : fiat(total))
  const onPointerMove = (event: PointerEvent) => {
    const frame = box.current?.getBoundingClientRect()
    if (frame !== undefined)
      setAt(Math.max(0, Math.min(points.length - 1, Math.round(((event.clientX - frame.left) / frame.width) * (points.length - 1)))))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    setAt(Math.max(0, Math.min(points.length - 1, chosen + step)))
  }
  return (
    <div dir="ltr">
      <div
        ref={box}
        role="slider"
        tabIndex={0}
        aria-label={t('assets:chart.label')}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, points.length - 1)}
        aria-valuenow={chosen}
        aria-valuetext={point === undefined ? '' : `${formatDay(timeOf(point))}: ${money(point.total)}`}
        onPointerMove={onPointerMove}
        onPointerLeave={() => setAt(undefined)}
        onKeyDown={onKeyDown}
        className="relative h-[200px] max-md:h-[130px]"
        data-day-chart
        data-last={newest?.total}
      >
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true" className="size-full">
          <path d={`${line}L${WIDTH} ${HEIGHT}L0 ${HEIGHT}Z`} className="fill-hover" />
          <path d={line} fill="none" stroke="currentColor" strokeWidth="1.5" vectorEffect="non-scaling-stroke" />
        </svg>
        {visible && span > 1e-9 && <Scale values={[low + span, low + span / 2, low]} />}
        {newest !== undefined && (
          <span
            aria-hidden="true"
            className="absolute size-1.5 -translate-x-full -translate-y-1/2 rounded-full bg-theme"
            style={{ insetInlineStart: '100%', top: `${(y(Number(newest.total)) / HEIGHT) * 100}%` }}
          />
        )}
        {at !== undefined && point !== undefined && (
          <>
            <span
              aria-hidden="true"
              className="absolute inset-y-0 border-s border-dashed border-ctl"
              style={{ insetInlineStart: `${(x(at) / WIDTH) * 100}%` }}
            />
            <span
              className="pointer-events-none absolute top-1 rounded-control border border-line2 bg-raised px-2 py-1 text-small shadow-float"
              style={
                at > points.length / 2
                  ? { insetInlineEnd: `${100 - (x(at) / WIDTH) * 100 + 1}%` }
                  : { insetInlineStart: `${(x(at) / WIDTH) * 100 + 1}%` }
              }
            >
              <span className="block text-muted">{t('assets:chart.day', { day: formatDay(timeOf(point)) })}</span>
              <bdi className="num font-semibold">{money(point.total)}</bdi>
            </span>
          </>
        )}
      </div>
      <p className="mt-1 flex justify-between text-small text-faint">
        <bdi>{points[0] === undefined ? '' : formatDay(timeOf(points[0]))}</bdi>
        <bdi>{newest === undefined ? '' : formatDay(timeOf(newest))}</bdi>
      </p>
    </div>
  )
}
