import { describe, expect, it } from 'vitest'
import { columnsOf, type DesktopLayout, gridOf, PRESETS } from './arrangement.ts'

const LAYOUTS: readonly DesktopLayout[] = ['wide', 'desk', 'compact']

describe('presets of the terminal', () => {
  it('every preset keeps chart, order entry and one way to the book, and leaves one column to take what is left', () => {
    for (const layout of LAYOUTS)
      for (const preset of PRESETS) {
        const columns = columnsOf(layout, preset, false)
        expect(columns).toContain('chart')
        expect(columns).toContain(layout === 'compact' ? 'side' : 'ticket')
        const { gridTemplateColumns, gridTemplateAreas } = gridOf(layout, { preset }, false)
        expect(gridTemplateColumns.match(/1fr/g)).toHaveLength(1)
        const rows = gridTemplateAreas.split('" "')
        expect(rows).toHaveLength(4)
        for (const row of rows) expect(row.replaceAll('"', '').split(' ')).toHaveLength(columns.length)
      }
  })
  it('the left-handed one mirrors, and the lists are as high as they were pulled', () => {
    expect(columnsOf('desk', 'left', false)[0]).toBe('ticket')
    expect(gridOf('desk', { preset: 'standard', bottom: 333 }, false).gridTemplateRows).toContain('333px')
  })
  it('ROUTE-013 [part] the open view has every place but the ticket', () => {
    for (const layout of LAYOUTS)
      for (const preset of PRESETS) {
        const { gridTemplateAreas, gridTemplateColumns } = gridOf(layout, { preset }, true)
        expect(gridTemplateAreas).not.toContain('ticket')
        expect(gridTemplateColumns.match(/1fr/g)).toHaveLength(1)
        expect(columnsOf(layout, preset, true)).toEqual(columnsOf(layout, preset, false).filter((name) => name !== 'ticket'))
      }
  })
})
