/** The tenant colour as style variables, made readable in both modes before anything is drawn. */
import { inkOn, mixedWithWhite, parseHex, type Rgb, readableOn, scaled, toHex } from './colour.ts'

export const DEFAULT_COLOUR = '#FF5F1F'

const NIGHT_GROUNDS = ['#0b0b0d', '#111113', '#19191c', '#1a1a1e'].flatMap((hex) => parseHex(hex) ?? [])
const DAY_GROUNDS = ['#ffffff', '#f4f3f0', '#f6f5f2'].flatMap((hex) => parseHex(hex) ?? [])
/** A little above the 4.5:1 that is asked, so that text also passes on a hovered row. */
const TEXT_RATIO = 4.9

/** Text shades that were chosen by eye for the colours of the built-in tenants; any other colour is computed. */
const CHOSEN_TEXT: Readonly<Record<string, { readonly night: string; readonly day: string }>> = {
  '#ff5f1f': { night: '#ff6b2e', day: '#b83a00' },
  '#4b5bff': { night: '#8a95ff', day: '#3a48e0' },
}

export interface ThemeValue {
  readonly color: string
}

/**
 * The configured theme in its one stored form. Takes `#RRGGBB`, JSON text `{"color": "#RRGGBB"}` or that object; anything else is the
 * default colour.
 */
export function parseTheme(value: unknown): ThemeValue {
  const text = typeof value === 'string' ? colourInText(value) : colourOf(value)
  return { color: text !== undefined && parseHex(text) !== undefined ? text.toUpperCase() : DEFAULT_COLOUR }
}

function colourInText(text: string): string | undefined {
  const trimmed = text.trim()
  if (trimmed.startsWith('#')) return trimmed
  try {
    return colourOf(JSON.parse(trimmed))
  } catch {
    return undefined
  }
}

function colourOf(value: unknown): string | undefined {
  return typeof value === 'object' && value !== null && 'color' in value && typeof value.color === 'string' ? value.color : undefined
}

/** Names and values of the style variables that a tenant colour decides. */
export function themeVariables(hex: string): Readonly<Record<string, string>> {
  const colour: Rgb = parseHex(hex) ?? parseHex(DEFAULT_COLOUR) ?? { r: 255, g: 95, b: 31 }
  const dark = scaled(colour, 0.2)
  const chosen = CHOSEN_TEXT[toHex(colour)]
  const alpha = (share: number) => `rgb(${colour.r} ${colour.g} ${colour.b} / ${share})`
  return {
    '--theme': toHex(colour),
    '--theme-05': alpha(0.05),
    '--theme-10': alpha(0.1),
    '--theme-30': alpha(0.3),
    '--theme-50': alpha(0.5),
    '--theme-dark-bg': `rgb(${dark.r}, ${dark.g}, ${dark.b})`,
    '--on-theme': inkOn(colour),
    '--theme-text-night': chosen?.night ?? toHex(readableOn(colour, [...NIGHT_GROUNDS, dark], TEXT_RATIO)),
    '--theme-text-day': chosen?.day ?? toHex(readableOn(colour, [...DAY_GROUNDS, mixedWithWhite(colour, 0.09)], TEXT_RATIO)),
  }
}

/** Writes the variables to the document. Those that the server wrote already are left alone: each write makes every style be found anew. */
export function applyTheme(hex: string): void {
  const { style } = document.documentElement
  for (const [name, value] of Object.entries(themeVariables(hex)))
    if (style.getPropertyValue(name) !== value) style.setProperty(name, value)
}
