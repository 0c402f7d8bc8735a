/** Half an hour of the price by trades on the spot market; of two coins that are both priced in USDT, of one in the other. */
import { useQuery } from '@tanstack/react-query'
import { shortPrice } from '../../../data/convert/spoken-price.ts'
import { formatPrice, formatTime } from '../../../i18n/format.ts'
import { useT } from '../../../i18n/i18n.ts'
import { sparklinePath } from '../../../ui/sparkline.tsx'
import { UNIT } from '../use-coins.ts'

const WIDTH = 640
const HEIGHT = 116
const MINUTE_MS = 60_000

type Closes = readonly (readonly [at: number, close: string])[]

async function closesOf(coin: string): Promise<Closes> {
  if (coin === UNIT) return []
  return (await import('../../../data/convert/price-calls.ts')).loadHalfHour(`${coin}/${UNIT}`)
}

/** For drawing alone: here a price may become a float. */
export function linePoints(one: Closes, other: Closes, isUnit: boolean): readonly (readonly [at: number, price: number])[] {
  if (isUnit) return one.map(([at, close]) => [at, Number(close)] as const)
  const below = new Map(other)
  return one.flatMap(([at, close]) => {
    const each = Number(below.get(at) ?? 0)
    return each > 0 ? [[at, Number(close) / each] as const] : []
  })
}

/** @param one the coin that is priced, @param other in which */
export function HalfHour({ one, other }: { readonly one: string; readonly other: string }) {
  const t = useT()
  const query = useQuery({
    queryKey: ['half-hour', one, other],
    meta: { public: true },
    refetchInterval: MINUTE_MS,
    queryFn: async () => linePoints(await closesOf(one), await closesOf(other), other === UNIT),
  })
  const points = query.data ?? []
  const first = points[0]
  const last = points.at(-1)
  if (query.isPending) return <div className="h-[148px]" aria-busy="true" />
  if (first === undefined || last === undefined || points.length < 2)
    return <p className="flex h-[148px] items-center text-dense text-muted">{t('convert:chart.none')}</p>
  const values = points.map(([, price]) => price)
  const drawn = sparklinePath(values, WIDTH, HEIGHT)
  const text = (price: number): string => formatPrice(shortPrice(price.toFixed(12)))
  const marks = [0, 1, 2, 3].map((index) => first[0] + ((last[0] - first[0]) * index) / 3)
  const summary = t('convert:chart.summary', {
    pair: `${one}/${other}`,
    low: text(Math.min(...values)),
    high: text(Math.max(...values)),
    last: text(last[1]),
  })
  return (
    <figure dir="ltr" aria-label={summary} role="img" className="h-[148px]">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true" className="h-[116px] w-full">
        <line
          x1="0"
          x2={WIDTH}
          y1={drawn.first}
          y2={drawn.first}
          className="stroke-line2"
          strokeDasharray="2 3"
          vectorEffect="non-scaling-stroke"
        />
        <path
          d={drawn.line}
          fill="none"
          stroke="currentColor"
          strokeWidth="1.25"
          strokeLinejoin="round"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <p aria-hidden="true" className="num mt-2 flex justify-between text-small text-muted">
        {marks.map((at) => (
          <span key={at}>{formatTime(at, false)}</span>
        ))}
      </p>
    </figure>
  )
}
