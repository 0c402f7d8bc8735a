/** Interval, candle style and indicators of the chart; which of chart, depth and pair facts is shown. */
import { Activity, Camera, CandlestickChart, ChevronDown, LineChart, Maximize } from 'lucide-react'
import { INTERVALS, type Indicator, type Interval, OVER_INDICATORS, PANE_INDICATORS } from '../../chart/chart-port.ts'
import { useT } from '../../i18n/i18n.ts'
import { IconButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { PanelButton } from '../../ui/menu-button.tsx'
import { Select } from '../../ui/select.tsx'
import type { Series } from '../market.ts'

export type ChartView = 'chart' | 'depth' | 'funding' | 'info'

export interface ChartSettings {
  readonly interval: Interval
  readonly style: 'candles' | 'line'
  readonly indicators: readonly Indicator[]
}

interface ToolbarProps {
  readonly settings: ChartSettings
  readonly onSettings: (settings: ChartSettings) => void
  readonly view: ChartView
  /** Absent where the views are tabs elsewhere. */
  readonly onView: ((view: ChartView) => void) | undefined
  readonly views: readonly ChartView[]
  /** Whose candles are shown, where there is a choice. */
  readonly series: { readonly choices: readonly Series[]; readonly shown: Series; readonly choose: (series: Series) => void } | undefined
  readonly phone: boolean
  readonly onPicture: () => void
  readonly onFullscreen: () => void
}

const FIRST: readonly Interval[] = ['1m', '5m', '15m', '1h', '4h', '1d']
const FIRST_PHONE: readonly Interval[] = ['15m', '1h', '4h', '1d']

const chip = (active: boolean): string =>
  `h-7 shrink-0 rounded-chip px-2 text-dense font-medium max-md:h-8 max-md:px-3 max-[359px]:px-2 ${active ? 'bg-press text-fg' : 'text-muted hover:text-fg'}`

export function ChartToolbar({ settings, onSettings, view, onView, views, series, phone, onPicture, onFullscreen }: ToolbarProps) {
  const t = useT()
  const first = phone ? FIRST_PHONE : FIRST
  const rest = INTERVALS.filter((interval) => !first.includes(interval))
  const choose = (interval: Interval) => onSettings({ ...settings, interval })
  return (
    <div className="flex h-9 shrink-0 items-center gap-0.5 border-b border-line px-2">
      <fieldset className="flex min-w-0 items-center gap-0.5">
        <legend className="visually-hidden">{t('terminal:chart.interval')}</legend>
        {/* What does not fit goes to a second line that nobody sees; the list beside it has every length. */}
        <span className="flex h-7 min-w-0 flex-wrap gap-x-0.5 overflow-hidden max-md:h-8">
          {first.map((interval) => (
            <button
              key={interval}
              type="button"
              aria-pressed={settings.interval === interval}
              onClick={() => choose(interval)}
              className={`num ${chip(settings.interval === interval)}`}
            >
              {interval}
            </button>
          ))}
        </span>
        <MoreIntervals chosen={settings.interval} rest={rest} onChoose={choose} />
      </fieldset>
      <span aria-hidden="true" className="mx-1 h-4 w-px bg-line2 max-md:hidden" />
      <IconButton
        className="max-md:hidden"
        label={t(settings.style === 'candles' ? 'terminal:chart.asLine' : 'terminal:chart.asCandles')}
        onClick={() => onSettings({ ...settings, style: settings.style === 'candles' ? 'line' : 'candles' })}
      >
        <Icon as={settings.style === 'candles' ? CandlestickChart : LineChart} size={16} />
      </IconButton>
      {series !== undefined && (
        <Select
          label={t('contract:chart.series')}
          hideLabel
          look="quiet"
          fit
          height={28}
          value={series.shown}
          onChange={series.choose}
          options={series.choices.map((value) => ({ value, label: t(`contract:series.${value}`) }))}
        />
      )}
      <Indicators settings={settings} onSettings={onSettings} phone={phone} />
      <span className="ms-auto flex items-center gap-0.5">
        {onView !== undefined && (
          <fieldset className="flex">
            <legend className="visually-hidden">{t('terminal:chart.views')}</legend>
            {views.map((one) => (
              <button key={one} type="button" aria-pressed={view === one} onClick={() => onView(one)} className={chip(view === one)}>
                {t(one === 'funding' ? 'contract:chart.funding' : `terminal:chart.view.${one}`)}
              </button>
            ))}
          </fieldset>
        )}
        {!phone && (
          <IconButton label={t('terminal:chart.picture')} onClick={onPicture}>
            <Icon as={Camera} size={16} />
          </IconButton>
        )}
        {/* On an iPhone only films fill the screen. */}
        {document.fullscreenEnabled === true && (
          <IconButton label={t('terminal:chart.fullscreen')} onClick={onFullscreen}>
            <Icon as={Maximize} size={16} />
          </IconButton>
        )}
      </span>
    </div>
  )
}

interface MoreIntervalsProps {
  readonly chosen: Interval
  readonly rest: readonly Interval[]
  readonly onChoose: (interval: Interval) => void
}

/** The browser's own list behind a chevron; the word stands beside it only where there is room. */
function MoreIntervals({ chosen, rest, onChoose }: MoreIntervalsProps) {
  const t = useT()
  const active = rest.includes(chosen)
  return (
    <span
      className={`relative inline-flex shrink-0 items-center gap-1 has-[:focus-visible]:outline-2 has-[:focus-visible]:-outline-offset-2 has-[:focus-visible]:outline-fg ${chip(active)}`}
    >
      {active ? <span className="num">{chosen}</span> : <span className="max-[359px]:hidden md:hidden">{t('terminal:chart.more')}</span>}
      <Icon as={ChevronDown} size={14} />
      <select
        aria-label={t('terminal:chart.moreIntervals')}
        value={chosen}
        onChange={(event) => {
          const interval = INTERVALS.find((one) => one === event.target.value)
          if (interval !== undefined) onChoose(interval)
        }}
        className="absolute inset-0 w-full cursor-pointer opacity-0 [&>option]:bg-raised [&>option]:text-fg"
      >
        {INTERVALS.map((interval) => (
          <option key={interval} value={interval}>
            {interval}
          </option>
        ))}
      </select>
    </span>
  )
}

function Indicators({ settings, onSettings, phone }: Pick<ToolbarProps, 'settings' | 'onSettings' | 'phone'>) {
  const t = useT()
  const toggle = (name: Indicator) =>
    onSettings({
      ...settings,
      indicators: settings.indicators.includes(name) ? settings.indicators.filter((one) => one !== name) : [...settings.indicators, name],
    })
  const group = (title: string, names: readonly Indicator[]) => (
    <fieldset>
      <legend className="mb-2 text-small text-faint">{title}</legend>
      <div className="grid grid-cols-4 gap-1">
        {names.map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={settings.indicators.includes(name)}
            onClick={() => toggle(name)}
            className={`justify-center ${chip(settings.indicators.includes(name))}`}
          >
            {name}
          </button>
        ))}
      </div>
    </fieldset>
  )
  return (
    <PanelButton
      name={t('terminal:chart.indicators')}
      {...(phone && { label: t('terminal:chart.indicators') })}
      width={320}
      className={`inline-flex items-center gap-1.5 ${chip(false)}`}
      content={
        <>
          <Icon as={Activity} size={16} />
          {!phone && <span>{t('terminal:chart.indicators')}</span>}
          {!phone && (
            <span className="num min-w-4 rounded-full bg-press px-1 text-center text-micro text-fg">{settings.indicators.length}</span>
          )}
        </>
      }
    >
      {() => (
        <div className="flex flex-col gap-4 p-4">
          {group(t('terminal:chart.overCandles'), OVER_INDICATORS)}
          {group(t('terminal:chart.ownPane'), PANE_INDICATORS)}
        </div>
      )}
    </PanelButton>
  )
}
