import { describe, expect, test } from 'vitest'
import { contrast, inkOn, parseHex, type Rgb } from './colour.ts'
import { DEFAULT_COLOUR, parseTheme, themeVariables } from './theme.ts'

const rgb = (hex: string): Rgb => parseHex(hex) ?? { r: 0, g: 0, b: 0 }
const HOSTILE = ['#FF5F1F', '#FFFF00', '#0A0A40', '#4B5BFF', '#FFFFFF', '#000000', '#00C788', '#7F7F7F']

describe('the tenant colour', () => {
  test('SHELL-030 the variables hold four transparencies and the dark ground', () => {
    const variables = themeVariables('#FF5F1F')
    expect(variables['--theme-05']).toBe('rgb(255 95 31 / 0.05)')
    expect(variables['--theme-10']).toBe('rgb(255 95 31 / 0.1)')
    expect(variables['--theme-30']).toBe('rgb(255 95 31 / 0.3)')
    expect(variables['--theme-50']).toBe('rgb(255 95 31 / 0.5)')
    expect(variables['--theme-dark-bg']).toBe('rgb(51, 19, 6)')
  })

  test('SHELL-031 TEN-005 every way of writing it, and the default for what cannot be read', () => {
    for (const value of ['#4b5bff', '{"color":"#4B5BFF"}', { color: '#4B5BFF' }]) expect(parseTheme(value)).toEqual({ color: '#4B5BFF' })
    for (const value of [undefined, null, '', 'orange', '#12', '{broken', 7, { colour: '#fff' }])
      expect(parseTheme(value)).toEqual({ color: DEFAULT_COLOUR })
  })

  test.each(HOSTILE)('SHELL-035 text on %s and links in it reach 4.5 to 1', (hex) => {
    const variables = themeVariables(hex)
    expect(contrast(rgb(hex), rgb(inkOn(rgb(hex))))).toBeGreaterThanOrEqual(4.5)
    for (const ground of ['#ffffff', '#f4f3f0', '#f6f5f2'])
      expect(contrast(rgb(variables['--theme-text-day'] ?? ''), rgb(ground))).toBeGreaterThanOrEqual(4.5)
    for (const ground of ['#0b0b0d', '#111113', '#19191c', '#1a1a1e'])
      expect(contrast(rgb(variables['--theme-text-night'] ?? ''), rgb(ground))).toBeGreaterThanOrEqual(4.5)
  })
})
