/** Total by day as a line with a readable box for the day under the pointer or chosen with the arrow keys. Left to right in every language. */
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react'
import { useFiat } from '../../data/fiat.ts'
import { useRate } from '../../data/shell/rates.ts'
import { formatDay, formatNumber } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { HIDDEN_AMOUNT } from '../../ui/number-text.tsx'
import { dayScale, namedDays } from './day-scale.ts'

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

/** Place of a point between 0 and 1, from the start or from the top, as a share in percent. */
const share = (part: number): string => `${(part * 100).toFixed(2)}%`

interface ScaleProps {
  readonly rules: readonly { readonly text: string; readonly top: string }[]
}

const Rules = ({ rules }: ScaleProps) =>
  rules.map(({ top }) => (
    <span
      key={top}
      aria-hidden="true"
      style={{ top }}
      className="pointer-events-none absolute inset-x-0 border-t border-dashed border-grid"
    />
  ))

/** The amounts of the rules beside the picture, so that no line runs through them. */
function Amounts({ rules }: ScaleProps) {
  const width = Math.max(...rules.map(({ text }) => text.length))
  return (
    <div aria-hidden="true" className="relative shrink-0 text-small text-faint" style={{ width: `${width}ch` }} data-rules={rules.length}>
      {rules.map(({ text, top }) => (
        <bdi key={top} className="num absolute end-0 -translate-y-1/2" style={{ top }}>
          {text}
        </bdi>
      ))}
    </div>
  )
}

/** The first day at the start, the last at the end; on a phone those alone. */
function Days({ points }: { readonly points: readonly DayPoint[] }) {
  const last = points.length - 1
  return (
    <p className="relative mt-1 h-4 text-small text-faint">
      {namedDays(points.length).map((place) => {
        const point = points[place]
        const isBetween = place !== 0 && place !== last
        const at = isBetween ? 'absolute -translate-x-1/2 max-md:hidden' : place === 0 ? 'absolute start-0' : 'absolute end-0'
        // The place is that of the picture, whatever direction the name of the day has.
        return (
          <span key={place} className={at} style={isBetween ? { insetInlineStart: share(place / last) } : {}} data-day={point?.day}>
            <bdi>{point === undefined ? '' : formatDay(timeOf(point))}</bdi>
          </span>
        )
      })}
    </p>
  )
}

interface DayChartProps {
  readonly points: readonly DayPoint[]
  readonly visible: boolean
}

export function DayChart({ points, visible }: DayChartProps) {
  const fiat = useFiat()
  const rate = useRate()
  const values = points.map((point) => Number(point.total) * Number(rate?.rate ?? 1))
  const { low, high, rules, decimals } = dayScale(values)
  const y = (value: number): number => 1 - (INSET + ((value - low) / (high - low)) * (HEIGHT - 2 * INSET)) / HEIGHT
  const money = (total: string | undefined): string => (!visible ? HIDDEN_AMOUNT : total === undefined ? '--' : fiat(total))
  const shown = rules.map((value) => ({
    text: `${rate?.symbol ?? ''}${formatNumber(value.toFixed(decimals), { scale: decimals })}`,
    top: share(y(value)),
  }))
  return (
    <div dir="ltr" className="flex gap-2">
      <div className="min-w-0 flex-1">
        <Course points={points} heights={values.map(y)} money={money}>
          {visible && <Rules rules={shown} />}
        </Course>
        <Days points={points} />
      </div>
      {visible && shown.length > 0 && (
        <div className="flex h-[200px] max-md:h-[130px]">
          <Amounts rules={shown} />
        </div>
      )}
    </div>
  )
}

interface CourseProps {
  readonly points: readonly DayPoint[]
  /** Of each point, from 0 at the top to 1. */
  readonly heights: readonly number[]
  readonly money: (total: string | undefined) => string
  readonly children: ReactNode
}

/** The line itself, and the day that is read from it. */
function Course({ points, heights, money, children }: CourseProps) {
  const t = useT()
  const [at, setAt] = useState<number>()
  const box = useRef<HTMLDivElement>(null)
  const last = points.length - 1
  const x = (index: number): number => (last < 1 ? 1 : index / last)
  const go = (index: number) => setAt(Math.max(0, Math.min(last, index)))
  const line = heights.map((y, index) => `${index === 0 ? 'M' : 'L'}${(x(index) * WIDTH).toFixed(1)} ${(y * HEIGHT).toFixed(1)}`).join('')
  const chosen = at ?? last
  const point = points[chosen]
  const onPointerMove = (event: PointerEvent) => {
    const frame = box.current?.getBoundingClientRect()
    if (frame !== undefined) go(Math.round(((event.clientX - frame.left) / frame.width) * last))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    go(chosen + step)
  }
  return (
    <div
      ref={box}
      role="slider"
      tabIndex={0}
      aria-label={t('assets:chart.label')}
      aria-valuemin={0}
      aria-valuemax={Math.max(0, last)}
      aria-valuenow={chosen}
      aria-valuetext={point === undefined ? '' : `${formatDay(timeOf(point))}: ${money(point.total)}`}
      onPointerMove={onPointerMove}
      onPointerLeave={() => setAt(undefined)}
      onKeyDown={onKeyDown}
      className="relative h-[200px] max-md:h-[130px]"
      data-day-chart
      data-last={points[last]?.total}
    >
      {children}
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true" className="relative size-full">
        <path d={`${line}L${WIDTH} ${HEIGHT}L0 ${HEIGHT}Z`} className="fill-hover" />
        <path d={line} fill="none" stroke="currentColor" strokeWidth="1.5" vectorEffect="non-scaling-stroke" />
      </svg>
      <span
        aria-hidden="true"
        className="absolute size-1.5 -translate-1/2 rounded-full bg-theme"
        style={{ insetInlineStart: '100%', top: share(heights[last] ?? 0) }}
      />
      {at !== undefined && point !== undefined && <Hover at={x(at)} point={point} amount={money(point.total)} />}
    </div>
  )
}

/** The day under the pointer: a rule through it, and its amount on the side where there is room. */
function Hover({ at, point, amount }: { readonly at: number; readonly point: DayPoint; readonly amount: string }) {
  const t = useT()
  return (
    <>
      <span aria-hidden="true" className="absolute inset-y-0 border-s border-dashed border-ctl" style={{ insetInlineStart: share(at) }} />
      <span
        className="pointer-events-none absolute top-1 rounded-control border border-line2 bg-raised px-2 py-1 text-small shadow-float"
        style={at > 0.5 ? { insetInlineEnd: share(1 - at + 0.01) } : { insetInlineStart: share(at + 0.01) }}
      >
        <span className="block whitespace-nowrap text-muted">{t('assets:chart.day', { day: formatDay(timeOf(point)) })}</span>
        <bdi className="num font-semibold">{amount}</bdi>
      </span>
    </>
  )
}
