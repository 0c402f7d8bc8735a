/** How much of the free balance: a slider with stops at quarters, and buttons that jump to them. Grows from the inline start. */
import { inPercent } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'

const STOPS = [0, 25, 50, 75, 100] as const

interface ShareSliderProps {
  /** Whole percent, 0–100. */
  readonly percent: number
  readonly onChange: (percent: number) => void
  readonly disabled: boolean
  /** Without the buttons below it, where room is short. */
  readonly bare?: boolean
}

export function ShareSlider({ percent, onChange, disabled, bare = false }: ShareSliderProps) {
  const t = useT()
  return (
    <div>
      <div className="relative mx-1 h-6 pointer-coarse:h-11">
        <span aria-hidden="true" className="absolute inset-x-0 top-1/2 h-0.5 -translate-y-1/2 bg-line2" />
        <span aria-hidden="true" className="absolute start-0 top-1/2 h-0.5 -translate-y-1/2 bg-fg" style={{ inlineSize: `${percent}%` }} />
        {STOPS.map((stop) => (
          <span
            key={stop}
            aria-hidden="true"
            className={`absolute top-1/2 size-[7px] -translate-y-1/2 rotate-45 border ${stop <= percent ? 'border-fg bg-fg' : 'border-ctl bg-panel'}`}
            style={{ insetInlineStart: `calc(${stop}% - 3.5px)` }}
          />
        ))}
        <span
          aria-hidden="true"
          className={`absolute top-1/2 size-4 -translate-y-1/2 rounded-full border-4 bg-panel ${disabled ? 'border-ctl' : 'border-fg'}`}
          style={{ insetInlineStart: `calc(${percent}% - 8px)` }}
        />
        <input
          type="range"
          min={0}
          max={100}
          step={1}
          value={percent}
          disabled={disabled}
          aria-label={t('terminal:ticket.share')}
          aria-valuetext={inPercent(String(percent))}
          onChange={(event) => onChange(Number(event.target.value))}
          className="absolute -inset-x-2 inset-y-0 m-0 w-[calc(100%+16px)] cursor-pointer appearance-none bg-transparent opacity-0 focus-visible:opacity-100 [&::-moz-range-thumb]:opacity-0 [&::-webkit-slider-thumb]:size-4 [&::-webkit-slider-thumb]:opacity-0"
        />
      </div>
      <div className={bare ? 'hidden' : 'flex justify-between text-micro text-faint max-md:hidden'}>
        {STOPS.map((stop) => (
          <button
            key={stop}
            type="button"
            disabled={disabled}
            onClick={() => onChange(stop)}
            aria-label={t('terminal:ticket.shareOf', { percent: stop })}
            className="num -my-1 min-h-6 min-w-6 rounded-chip hover:text-fg"
          >
            {inPercent(String(stop))}
          </button>
        ))}
      </div>
    </div>
  )
}
