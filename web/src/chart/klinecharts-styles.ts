/** How the chart library draws: every colour and size that differs from its defaults, and what the line above the candles says. */
import type { CandleTooltipLegendsCustomCallback, DeepPartial, KLineData, Styles, TooltipLegend } from 'klinecharts'
import { formatNumber, inPercent } from '../i18n/format.ts'
import type { ChartColours, Interval } from './chart-port.ts'

export interface Look {
  readonly colours: ChartColours
  readonly line: boolean
  /** Room for the close and its change only. */
  readonly narrow: boolean
  readonly symbol: string
  readonly interval: Interval
}

/** A number of the library in the form of the page's language, with the decimals it has; any other text as it is. */
export function localNumber(value: string | number): string {
  const text = String(value)
  return /^-?\d+(\.\d+)?$/.test(text) ? formatNumber(text, { scale: text.split('.')[1]?.length ?? 0 }) : text
}

/** Change of a candle against the one before it, `+0.03%`; empty without one. */
function changeText(current: KLineData, before: KLineData | null): string {
  if (before === null || before.close === 0) return ''
  const percent = ((current.close - before.close) / before.close) * 100
  return inPercent(formatNumber(percent.toFixed(2), { scale: 2, sign: 'always' }))
}

/** `BTC/USDT 15m O … H … L … C … +0.03%` in one line; the values in the colour of the candle. */
function legendOf(look: Look): CandleTooltipLegendsCustomCallback {
  const { colours, narrow, symbol, interval } = look
  return ({ prev, current }) => {
    if (current === null) return []
    const color = current.close < current.open ? colours.downText : colours.upText
    const part = (name: string, value: string): TooltipLegend => ({
      title: { text: `${name} `, color: colours.text },
      value: { text: value, color },
    })
    const name: TooltipLegend = { title: { text: `${symbol} `, color: colours.foreground }, value: { text: interval, color: colours.text } }
    const length: TooltipLegend = { title: { text: '', color: colours.text }, value: { text: interval, color: colours.text } }
    const close = part('C', '{close}')
    const change: TooltipLegend = { title: { text: '', color }, value: { text: changeText(current, prev), color } }
    return narrow ? [length, close, change] : [name, part('O', '{open}'), part('H', '{high}'), part('L', '{low}'), close, change]
  }
}

/** Lines and notes in the page's own ink; the library's are blue, with dark words on it. */
function drawingsOf({ colours }: Look, text: { readonly family: string; readonly size: number }): DeepPartial<Styles['overlay']> {
  const { foreground, panel } = colours
  const faint = `${foreground}33`
  const shape = { color: foreground, borderColor: foreground }
  return {
    point: {
      color: panel,
      borderColor: foreground,
      borderSize: 1.5,
      activeColor: panel,
      activeBorderColor: foreground,
      activeBorderSize: 2,
    },
    line: { color: foreground },
    polygon: shape,
    circle: shape,
    rect: { color: faint, borderColor: faint },
    text: { ...text, color: panel, backgroundColor: foreground, borderColor: foreground },
  }
}

/** Every colour and size of the library that differs from its defaults. */
export function stylesOf(look: Look): DeepPartial<Styles> {
  const { colours, line } = look
  const text = { color: colours.text, family: colours.font, size: 12 }
  const legend = { ...text, marginTop: 3, marginBottom: 3 }
  const axis = { axisLine: { color: colours.line }, tickLine: { show: false }, tickText: text }
  const mark = {
    family: colours.font,
    size: 12,
    weight: '600',
    borderRadius: 2,
    paddingLeft: 6,
    paddingRight: 6,
    paddingTop: 3,
    paddingBottom: 3,
  }
  const countdown = {
    ...mark,
    show: true,
    style: 'fill' as const,
    // The library fills it with the colour of the price.
    color: '#000000',
    weight: '500',
    size: 11,
    position: 'below_price' as const,
    updateInterval: 1000,
  }
  const crosshair = {
    line: { color: colours.text, dashedValue: [3, 3] },
    text: { ...text, color: colours.panel, backgroundColor: colours.foreground, borderColor: colours.foreground },
  }
  const bars = { upColor: colours.up, downColor: colours.down, noChangeColor: colours.text }
  return {
    grid: { horizontal: { color: colours.grid, style: 'solid' }, vertical: { color: colours.grid, style: 'solid' } },
    candle: {
      // Rising candles are hollow and falling ones solid, so that colour is never the only sign.
      type: line ? 'area' : 'candle_up_stroke',
      bar: { ...bars, upBorderColor: colours.up, downBorderColor: colours.down, upWickColor: colours.up, downWickColor: colours.down },
      area: { lineColor: colours.foreground, lineSize: 1.5, backgroundColor: 'transparent' },
      priceMark: {
        high: { show: false },
        low: { show: false },
        last: { ...bars, line: { style: 'dashed', dashedValue: [1, 3] }, text: { ...mark, color: '#000000' }, extendTexts: [countdown] },
      },
      tooltip: {
        showRule: 'always',
        rect: { position: 'fixed' },
        offsetTop: 8,
        title: { show: false },
        legend: { ...legend, template: legendOf(look) },
      },
    },
    indicator: {
      lines: colours.indicators.map((color) => ({ color, size: 1.25, style: 'solid', smooth: false })),
      bars: [{ upColor: `${colours.up}55`, downColor: `${colours.down}55`, noChangeColor: colours.text }],
      lastValueMark: { show: false },
      tooltip: { title: legend, legend },
    },
    xAxis: { ...axis, size: 24 },
    yAxis: { ...axis, size: 74 },
    separator: { color: colours.line, activeBackgroundColor: colours.grid },
    crosshair: { horizontal: crosshair, vertical: crosshair },
    overlay: drawingsOf(look, text),
  }
}
