/** The chart's colours from the page's tokens, read again when the theme or the market colours change. */
import type { ChartColours } from './chart-port.ts'

export function chartColours(): ChartColours {
  const style = getComputedStyle(document.documentElement)
  const token = (name: string): string => style.getPropertyValue(name).trim()
  return {
    grid: token('--grid'),
    line: token('--line'),
    text: token('--faint'),
    foreground: token('--fg'),
    panel: token('--panel'),
    up: resolved(token('--up'), style),
    down: resolved(token('--down'), style),
    upText: resolved(token('--up-text'), style),
    downText: resolved(token('--down-text'), style),
    indicators: [token('--indicator-1'), token('--indicator-2'), token('--indicator-3')],
    font: getComputedStyle(document.body).fontFamily,
  }
}

/** A token may name another token; canvas needs the colour itself. */
function resolved(value: string, style: CSSStyleDeclaration): string {
  const name = /^var\((--[\w-]+)\)$/.exec(value)?.[1]
  return name === undefined ? value : style.getPropertyValue(name).trim()
}

/** Calls `listener` when day and night, the tenant colour or the market colours change. */
export function onColours(listener: () => void): () => void {
  const observer = new MutationObserver(listener)
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme', 'data-market', 'style'] })
  return () => observer.disconnect()
}
