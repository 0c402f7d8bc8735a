/** What the library's own indicators lack: legends that name their length, volume behind the candles, the bands of the RSI. */
import {
  type Chart,
  type IndicatorCreate,
  type IndicatorDrawCallback,
  type IndicatorTooltipData,
  registerIndicator,
  type YAxisOverride,
} from 'klinecharts'
import type { ChartColours, Indicator } from './chart-port.ts'

/** Volume is drawn at the foot of the candles, without an axis of its own: a pane for it would take a fifth of a phone's chart. */
export const VOLUME_BARS = 'agio.volume'
const VOLUME_HEIGHT = 56
const VOLUME_SHADE = 0.33

const PARAMETERS: Readonly<Partial<Record<Indicator, readonly number[]>>> = { EMA: [21, 55], MA: [7, 25, 99], RSI: [14] }
const RSI_LINES = [70, 30] as const

type Colours = () => ChartColours

/** The library's name of an indicator. */
export const libraryName = (name: Indicator): string => (name === 'VOL' ? VOLUME_BARS : name)

/** `EMA 21 67,250.80`: name and length muted, the value in the colour of its line. */
function legendOf(name: string, key: string, colours: Colours, first: number): NonNullable<IndicatorCreate['createTooltipDataSource']> {
  return ({ indicator, crosshair }): IndicatorTooltipData => {
    const values = indicator.result[crosshair.dataIndex ?? -1] as Readonly<Record<string, number>> | undefined
    const legends = indicator.calcParams.map((length, index) => {
      const value = values?.[`${key}${index + 1}`]
      return {
        title: { text: `${name} ${length} `, color: colours().text },
        value: {
          text: value === undefined ? '--' : value.toFixed(indicator.precision),
          color: colours().indicators[first + index] ?? colours().foreground,
        },
      }
    })
    return { name: '', calcParamsText: '', features: [], legends }
  }
}

/** Bars at the foot of the candle pane, the tallest of the visible ones as high as there is room. */
function drawVolume(colours: Colours): IndicatorDrawCallback<unknown, unknown, unknown> {
  return ({ ctx, chart, bounding, xAxis }) => {
    const { from, to } = chart.getVisibleRange()
    const bars = chart.getDataList()
    const { halfGapBar } = chart.getBarSpace()
    const first = Math.max(0, from)
    const most = bars.slice(first, to).reduce((top, bar) => Math.max(top, bar.volume ?? 0), 0)
    if (most === 0) return true
    const height = Math.min(VOLUME_HEIGHT, bounding.height / 5)
    ctx.globalAlpha = VOLUME_SHADE
    for (let index = first; index < to; index += 1) {
      const bar = bars[index]
      if (bar === undefined) continue
      const size = Math.max(1, ((bar.volume ?? 0) / most) * height)
      ctx.fillStyle = bar.close < bar.open ? colours().down : colours().up
      ctx.fillRect(xAxis.convertToPixel(index) - halfGapBar, bounding.height - size, Math.max(1, halfGapBar * 2 - 1), size)
    }
    return true
  }
}

/** The band between 30 and 70 behind the line. */
function drawBand(colours: Colours): IndicatorDrawCallback<unknown, unknown, unknown> {
  return ({ ctx, bounding, yAxis }) => {
    const [top, bottom] = RSI_LINES.map((value) => Math.round(yAxis.convertToPixel(value)) + 0.5) as [number, number]
    const shade = colours().indicators[2] ?? colours().text
    ctx.fillStyle = shade
    ctx.globalAlpha = 0.07
    ctx.fillRect(0, top, bounding.width, bottom - top)
    ctx.globalAlpha = 0.5
    ctx.strokeStyle = shade
    ctx.setLineDash([2, 3])
    ctx.beginPath()
    for (const y of [top, bottom]) {
      ctx.moveTo(0, y)
      ctx.lineTo(bounding.width, y)
    }
    ctx.stroke()
    return false
  }
}

let registered = false

/** What to tell the library when it makes an indicator. */
export function indicatorOf(name: Indicator, colours: Colours): IndicatorCreate {
  if (!registered) {
    registerIndicator({ name: VOLUME_BARS, calc: () => [], figures: [] })
    registered = true
  }
  const calcParams = PARAMETERS[name]
  const create = { name: libraryName(name), ...(calcParams !== undefined && { calcParams: [...calcParams] }) }
  switch (name) {
    case 'VOL':
      return { ...create, zLevel: -1, draw: drawVolume(colours), createTooltipDataSource: () => ({ ...NO_LEGEND }) }
    case 'EMA':
    case 'MA':
      return { ...create, createTooltipDataSource: legendOf(name, name.toLowerCase(), colours, 0) }
    case 'RSI':
      return {
        ...create,
        precision: 1,
        styles: { lines: [{ color: colours().indicators[2] ?? colours().text, size: 1.25 }] },
        draw: drawBand(colours),
        createTooltipDataSource: legendOf(name, 'rsi', colours, 2),
      }
    default:
      return create
  }
}

const NO_LEGEND: IndicatorTooltipData = { name: '', calcParamsText: '', features: [], legends: [] }

/** The RSI's axis says 70 and 30 and nothing else, and always has both. */
const RSI_AXIS: YAxisOverride = {
  gap: { top: 14, bottom: 4 },
  createRange: ({ defaultRange }) => {
    const from = Math.min(20, defaultRange.from)
    const to = Math.max(80, defaultRange.to)
    const range = to - from
    return {
      from,
      to,
      range,
      realFrom: from,
      realTo: to,
      realRange: range,
      displayFrom: from,
      displayTo: to,
      displayRange: range,
    }
  },
  createTicks: ({ range, bounding }) =>
    RSI_LINES.map((value) => ({ value, text: String(value), coord: ((range.to - value) / range.range) * bounding.height })),
}

/** Adapts the axis of a pane that an indicator was given. */
export function fitAxis(chart: Chart, name: Indicator, paneId: string): void {
  if (name === 'RSI') chart.overrideYAxis({ ...RSI_AXIS, paneId })
}
