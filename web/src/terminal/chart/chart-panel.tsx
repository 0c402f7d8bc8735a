/** The candle chart with its tools. The library is loaded when the panel is first drawn; a text stands for the picture. */
import { Suspense, useEffect, useRef, useState } from 'react'
import { type ChartPort, INDICATORS, INTERVALS } from '../../chart/chart-port.ts'
import { chartColours, onColours } from '../../chart/colours.ts'
import { nextTask } from '../../data/next-task.ts'
import { readStored, writeStored } from '../../data/storage.ts'
import { useT } from '../../i18n/i18n.ts'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { ZoneNote } from '../../ui/zone-note.tsx'
import { ChartMarks, ChartText, DepthPanel, DrawingRail } from '../later.ts'
import { type Series, useMarket } from '../market.ts'
import { type ChartSettings, ChartToolbar, type ChartView } from './chart-toolbar.tsx'
import { useLoadedBars, useShownBars } from './use-bars.ts'
import { useKeptDrawings } from './use-kept-drawings.ts'

interface ChartPanelProps {
  readonly layout: 'wide' | 'desk' | 'compact' | 'tablet' | 'phone'
}

const PLAIN_VIEWS: readonly ChartView[] = ['chart', 'depth', 'info']
const ALL_VIEWS: readonly ChartView[] = ['chart', 'depth', 'funding', 'info']

const START: ChartSettings = { interval: '15m', style: 'candles', indicators: ['EMA', 'VOL', 'RSI'] }

/** The last settings of this browser, where they are still understood. */
function storedSettings(phone: boolean): ChartSettings {
  const start: ChartSettings = phone ? { ...START, indicators: ['EMA', 'VOL'] } : START
  const { interval, style, indicators } = readStored('chartSettings') ?? {}
  return {
    interval: INTERVALS.find((one) => one === interval) ?? start.interval,
    style: style === 'line' ? 'line' : 'candles',
    indicators: Array.isArray(indicators) ? indicators.flatMap((kept) => INDICATORS.find((one) => one === kept) ?? []) : start.indicators,
  }
}

/** A window that is not drawn gets no frames; then this long is enough. */
const PAINT_WAIT_MS = 400

/** Resolves when the frame that is being built has been drawn: a panel that comes later than its page does not wait for the library. */
function afterPaint(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve))
    setTimeout(resolve, PAINT_WAIT_MS)
  })
}

/** Width of the depth beside the axis, px: none on a phone. */
const GUTTERS: Readonly<Record<ChartPanelProps['layout'], number>> = { wide: 64, desk: 56, compact: 56, tablet: 48, phone: 0 }

const library = () => import('../../chart/klinecharts-port.ts')

interface PortWanted {
  readonly settings: ChartSettings
  readonly layout: ChartPanelProps['layout']
  /** False while there is nothing to draw: an empty chart would be drawn for nothing. */
  readonly ready: boolean
  /** Raised to make it again. */
  readonly attempt: number
}

function usePort({ settings, layout, ready, attempt }: PortWanted) {
  const pitch = layout === 'wide' ? 8 : layout === 'tablet' || layout === 'phone' ? 6 : 7
  const host = useRef<HTMLDivElement>(null)
  const [port, setPort] = useState<ChartPort>()
  const [failed, setFailed] = useState<{ readonly attempt: number; readonly error: unknown }>()
  useEffect(() => {
    // Fetched while the bars are; a failure is told by whoever makes the chart.
    afterPaint()
      .then(library)
      .catch(() => undefined)
  }, [])
  useEffect(() => {
    let made: ChartPort | undefined
    let gone = false
    const element = host.current
    if (element === null || !ready) return undefined
    afterPaint()
      .then(library)
      .then(async (evaluated) => {
        // Evaluating the library and the start of the chart are two pieces of work: input may come between.
        await nextTask()
        return evaluated
      })
      .then(({ createKlinecharts }) => {
        if (gone) return
        made = createKlinecharts(element, { colours: chartColours(), narrow: layout === 'phone', gutter: GUTTERS[layout] })
        made.setPitch(pitch)
        setPort(made)
      })
      .catch((error: unknown) => setFailed({ attempt, error }))
    const observer = new ResizeObserver(([entry]) => {
      // Without room the panes would get no height.
      if (entry !== undefined && entry.contentRect.height > 0) made?.resize()
    })
    observer.observe(element)
    const stop = onColours(() => made?.setColours(chartColours()))
    return () => {
      gone = true
      observer.disconnect()
      stop()
      made?.dispose()
      setPort(undefined)
    }
  }, [layout, pitch, attempt, ready])
  useEffect(() => port?.setIndicators(settings.indicators), [port, settings.indicators])
  useEffect(() => port?.setStyle(settings.style), [port, settings.style])
  return { host, port, failure: failed?.attempt === attempt ? failed.error : undefined }
}

export function ChartPanel({ layout }: ChartPanelProps) {
  const t = useT()
  const { terms, name, loggedIn, parts, series: choices, candles, candleUnit, loadCandles } = useMarket()
  const phone = layout === 'phone'
  const [settings, setSettings] = useState(() => storedSettings(phone))
  const [view, setView] = useState<ChartView>('chart')
  const [series, setSeries] = useState<Series>('last')
  const panel = useRef<HTMLElement>(null)
  const [attempt, setAttempt] = useState(0)
  const {
    loaded,
    failure: notLoaded,
    reload,
  } = useLoadedBars({
    chart: `${layout} ${attempt} ${series}`,
    symbol: terms.symbol,
    name,
    series,
    source: { candles, loadCandles },
    interval: settings.interval,
    priceScale: terms.priceScale,
    quantityScale: candleUnit.scale,
  })
  const { host, port, failure: notMade } = usePort({ settings, layout, ready: loaded !== undefined, attempt })
  useShownBars(port, loaded, reload)
  const canDraw = layout === 'wide' || layout === 'desk'
  useKeptDrawings(port?.drawings, loaded?.symbol, canDraw)
  const failure = notMade ?? notLoaded
  const shown = loaded?.interval ?? settings.interval
  const keep = (next: ChartSettings) => {
    setSettings(next)
    writeStored('chartSettings', { ...next })
  }
  const picture = () => {
    if (port === undefined) return
    const link = document.createElement('a')
    link.href = port.picture(chartColours().panel)
    link.download = `${terms.symbol.replace('/', '-')}-${shown}.png`
    link.click()
  }
  return (
    <section ref={panel} aria-label={t('terminal:chart.title')} className="flex h-full min-h-0 flex-col bg-panel" data-panel="chart">
      <ChartToolbar
        settings={settings}
        onSettings={keep}
        view={view}
        onView={phone ? undefined : setView}
        views={parts.Funding === undefined ? PLAIN_VIEWS : ALL_VIEWS}
        series={choices.length > 1 ? { choices, shown: series, choose: setSeries } : undefined}
        phone={phone}
        onPicture={picture}
        onFullscreen={() => {
          const asked = document.fullscreenElement === null ? panel.current?.requestFullscreen() : document.exitFullscreen()
          // The browser may refuse; then everything stays as it is.
          asked?.catch(() => undefined)
        }}
      />
      <ZoneNote className="border-b border-line px-3 py-1" />
      <div className="relative min-h-0 flex-1">
        {/* Hidden, the chart keeps its size: one that is changed without room gives its panes no height, and they keep that. */}
        <div className={`relative flex h-full ${view === 'chart' ? '' : 'invisible'}`}>
          {canDraw && (
            <div className="w-9 shrink-0 border-e border-line">
              <Suspense>{port !== undefined && <DrawingRail board={port.drawings} />}</Suspense>
            </div>
          )}
          <div dir="ltr" className="relative min-w-0 flex-1">
            <div ref={host} className="absolute inset-0 overflow-hidden" />
            {/* A visitor has no trades of his own, and where there is no room for the depth nothing is left to draw. */}
            <Suspense>
              {port !== undefined && (loggedIn || GUTTERS[layout] > 0) && <ChartMarks port={port} gutter={GUTTERS[layout]} />}
            </Suspense>
            <Suspense>{port !== undefined && loggedIn && <parts.Lines port={port} narrow={phone} gutter={GUTTERS[layout]} />}</Suspense>
            {failure !== undefined && (
              <div className="absolute inset-0 z-20 bg-panel">
                <ErrorPanel title={t('terminal:chart.failed')} error={failure} onRetry={() => setAttempt(attempt + 1)} />
              </div>
            )}
          </div>
          <Suspense>{port !== undefined && <ChartText port={port} interval={shown} />}</Suspense>
        </div>
        {view !== 'chart' && (
          <div className="absolute inset-0 flex flex-col">
            <Suspense>
              {view === 'depth' ? <DepthPanel /> : view === 'info' ? <parts.Info /> : parts.Funding !== undefined && <parts.Funding />}
            </Suspense>
          </div>
        )}
      </div>
    </section>
  )
}
