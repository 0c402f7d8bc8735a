/** How the panels of a wide window stand: one of four presets and the height of the order lists, kept on this device, shareable as `?layout=`. */
import { useState } from 'react'
import { readStored, writeStored } from '../data/storage.ts'
import { useSearchParams } from '../ui/navigation.tsx'

export const PRESETS = ['standard', 'focus', 'pro', 'left'] as const
export type Preset = (typeof PRESETS)[number]

export type DesktopLayout = 'wide' | 'desk' | 'compact'
export type Column = 'list' | 'chart' | 'book' | 'tape' | 'ticket' | 'side'

export interface Arrangement {
  readonly preset: Preset
  /** Height of the order lists, px; absent = as the layout has it. */
  readonly bottom?: number
}

/** Columns from the inline start; 0 = takes what is left. */
const COLUMNS: Readonly<Record<DesktopLayout, Readonly<Record<Preset, readonly (readonly [Column, number])[]>>>> = {
  wide: {
    standard: [
      ['list', 260],
      ['chart', 0],
      ['book', 320],
      ['ticket', 320],
    ],
    focus: [
      ['chart', 0],
      ['ticket', 320],
    ],
    pro: [
      ['list', 260],
      ['chart', 0],
      ['book', 300],
      ['tape', 260],
      ['ticket', 320],
    ],
    left: [
      ['ticket', 320],
      ['book', 320],
      ['chart', 0],
      ['list', 260],
    ],
  },
  desk: {
    standard: [
      ['chart', 0],
      ['book', 300],
      ['ticket', 320],
    ],
    focus: [
      ['chart', 0],
      ['ticket', 320],
    ],
    pro: [
      ['list', 260],
      ['chart', 0],
      ['book', 290],
      ['ticket', 300],
    ],
    left: [
      ['ticket', 320],
      ['book', 300],
      ['chart', 0],
    ],
  },
  compact: {
    standard: [
      ['chart', 0],
      ['side', 320],
    ],
    focus: [
      ['chart', 0],
      ['side', 320],
    ],
    pro: [
      ['chart', 0],
      ['side', 320],
    ],
    left: [
      ['side', 320],
      ['chart', 0],
    ],
  },
}

const ROWS: Readonly<Record<DesktopLayout, { readonly pair: number; readonly bottom: number }>> = {
  wide: { pair: 56, bottom: 212 },
  desk: { pair: 52, bottom: 200 },
  compact: { pair: 52, bottom: 214 },
}

/** Bounds of the order lists' height, px. */
export const BOTTOM = { least: 120, most: 700 } as const

/** What the chart and the heads need at least, px. */
const REST = 460

/** @param readOnly without the ticket */
const placesOf = (layout: DesktopLayout, preset: Preset, readOnly: boolean) =>
  COLUMNS[layout][preset].filter(([name]) => !readOnly || name !== 'ticket')

export const columnsOf = (layout: DesktopLayout, preset: Preset, readOnly: boolean): readonly Column[] =>
  placesOf(layout, preset, readOnly).map(([name]) => name)

export const bottomOf = (layout: DesktopLayout, arrangement: Arrangement): number => arrangement.bottom ?? ROWS[layout].bottom

/** The grid in CSS. The ticket spans the rows of pair bar and lists; between 1024 and 1279 the side column spans the lists only. */
export function gridOf(layout: DesktopLayout, arrangement: Arrangement, readOnly: boolean) {
  const columns = placesOf(layout, arrangement.preset, readOnly)
  const row = (fill: string, tall: readonly Column[]): string =>
    `"${columns.map(([name]) => (tall.includes(name) ? name : fill)).join(' ')}"`
  return {
    gridTemplateColumns: columns.map(([, width]) => (width === 0 ? 'minmax(0,1fr)' : `${width}px`)).join(' '),
    gridTemplateRows: `${ROWS[layout].pair}px minmax(0,1fr) min(${bottomOf(layout, arrangement)}px,100dvh - ${REST}px) 24px`,
    gridTemplateAreas: [
      row('pair', ['ticket']),
      `"${columns.map(([name]) => name).join(' ')}"`,
      row('bottom', ['ticket', 'side']),
      `"${columns.map(() => 'status').join(' ')}"`,
    ].join(' '),
  }
}

const presetOf = (value: unknown): Preset | undefined => PRESETS.find((preset) => preset === value)

function stored(): Arrangement {
  const { preset, bottom } = readStored('terminalLayout') ?? {}
  const height = typeof bottom === 'number' && bottom >= BOTTOM.least && bottom <= BOTTOM.most ? { bottom } : {}
  return { preset: presetOf(preset) ?? 'standard', ...height }
}

/** The arrangement of this device; a preset in the address wins over it and is kept once something is changed. */
export function useArrangement(): readonly [Arrangement, (next: Arrangement) => void] {
  const [search] = useSearchParams()
  const [arrangement, setArrangement] = useState<Arrangement>(() => {
    const kept = stored()
    return { ...kept, preset: presetOf(search.get('layout')) ?? kept.preset }
  })
  return [
    arrangement,
    (next) => {
      setArrangement(next)
      writeStored('terminalLayout', { ...next })
    },
  ]
}
