/** Leverage on a scale from the least to the most: dragged, moved by the arrows, or set to one of its stops. Drawn like the slider of sizes. */
import { useT } from '../../../../i18n/i18n.ts'

const PARTS = [1, 2, 3, 4, 5] as const

/** The least and the fifths of the most, each once. */
export const dialStops = (least: number, most: number): readonly number[] => [
  ...new Set([least, ...PARTS.map((part) => Math.max(least, Math.round((most * part) / PARTS.length)))]),
]

interface DialProps {
  readonly least: number
  readonly most: number
  readonly times: number
  readonly onChange: (times: number) => void
}

/** A label stands below the middle of its stop; the outermost keep to the ends of the scale. */
function shiftAt(stop: number, least: number, most: number): string {
  if (stop === least) return '-ms-2 text-start'
  return stop === most ? 'ms-2 -translate-x-full text-end rtl:translate-x-full' : '-translate-x-1/2 rtl:translate-x-1/2'
}

export function LeverageDial({ least, most, times, onChange }: DialProps) {
  const t = useT()
  const placeOf = (value: number): number => (most === least ? 100 : ((value - least) / (most - least)) * 100)
  const place = placeOf(times)
  const stops = dialStops(least, most)
  return (
    <div>
      <div className="relative mx-2 h-6 pointer-coarse:h-11">
        <span aria-hidden="true" className="absolute inset-x-0 top-1/2 h-0.5 -translate-y-1/2 bg-line2" />
        <span aria-hidden="true" className="absolute start-0 top-1/2 h-0.5 -translate-y-1/2 bg-fg" style={{ inlineSize: `${place}%` }} />
        {stops.map((stop) => (
          <span
            key={stop}
            aria-hidden="true"
            className={`absolute top-1/2 size-[7px] -translate-y-1/2 rotate-45 border ${stop <= times ? 'border-fg bg-fg' : 'border-ctl bg-raised'}`}
            style={{ insetInlineStart: `calc(${placeOf(stop)}% - 3.5px)` }}
          />
        ))}
        <span
          aria-hidden="true"
          className="absolute top-1/2 size-4 -translate-y-1/2 rounded-full border-4 border-fg bg-raised"
          style={{ insetInlineStart: `calc(${place}% - 8px)` }}
        />
        <input
          type="range"
          min={least}
          max={most}
          step={1}
          value={times}
          aria-label={t('contract:leverage.dial')}
          aria-valuetext={`${times}×`}
          onChange={(event) => onChange(Number(event.target.value))}
          className="absolute -inset-x-2 inset-y-0 m-0 w-[calc(100%+16px)] cursor-pointer appearance-none bg-transparent opacity-0 focus-visible:opacity-100 [&::-moz-range-thumb]:opacity-0 [&::-webkit-slider-thumb]:size-4 [&::-webkit-slider-thumb]:opacity-0"
        />
      </div>
      <div className="relative mx-2 h-6 text-small text-faint pointer-coarse:h-11">
        {stops.map((stop) => (
          <button
            key={stop}
            type="button"
            onClick={() => onChange(stop)}
            style={{ insetInlineStart: `${placeOf(stop)}%` }}
            className={`absolute top-0 min-h-6 min-w-6 rounded-chip hover:text-fg pointer-coarse:min-h-11 ${shiftAt(stop, least, most)}`}
          >
            <bdi className="num">{`${stop}×`}</bdi>
          </button>
        ))}
      </div>
    </div>
  )
}
