import type { Chart } from 'klinecharts'
import { expect, test, vi } from 'vitest'
import type { Drawing } from './drawings.ts'
import { KlinechartsDrawings } from './klinecharts-drawings.ts'

// The library asks for a window when it is loaded.
vi.mock('klinecharts', () => ({ registerOverlay: () => undefined }))

const PANES = { idOf: () => 'candles', indicatorAt: () => undefined }
const COLOURS = { foreground: '#000000' } as never

/** As much of the library as keeps overlays by name. */
function board(...names: string[]) {
  const overlays = new Map<string, { id: string; paneId: string }>()
  const chart = {
    createOverlay: (one: { id: string; paneId?: string }) => overlays.set(one.id, { paneId: 'candles', ...one }),
    removeOverlay: ({ id }: { id?: string }) => (id === undefined ? overlays.clear() : overlays.delete(id)),
    getOverlays: ({ id }: { id: string }) => [overlays.get(id)].filter((one) => one !== undefined),
    overrideOverlay: () => true,
  }
  const made = new KlinechartsDrawings(chart as unknown as Chart, PANES, COLOURS)
  const undos: (() => void)[] = []
  made.onRemoved((undo) => undos.push(undo))
  made.set(names.map(note), false)
  return {
    made,
    undos,
    shown: () =>
      made
        .state()
        .list.map(({ text }) => text)
        .join(' '),
    drawn: () => overlays.size,
  }
}

const note = (text: string): Drawing => ({ tool: 'note', points: [{ at: 1, value: 2 }], text })

test('a removed drawing comes back as the newest, without what was removed besides', () => {
  const { made, undos, shown, drawn } = board('a', 'b', 'c')
  made.remove(1)
  made.remove(0)
  expect([shown(), drawn()]).toEqual(['c', 1])
  undos[0]?.()
  expect([shown(), drawn()]).toEqual(['c b', 2])
  undos[1]?.()
  expect([shown(), drawn()]).toEqual(['c b a', 3])
  undos[1]?.()
  expect([shown(), drawn()]).toEqual(['c b a', 3])
})

test('what was removed from one pair does not come back to another, or to a chart that is gone', () => {
  const { made, undos, shown } = board('a', 'b')
  made.remove()
  made.set([note('other pair')], false)
  undos[0]?.()
  expect(shown()).toBe('other pair')
  made.remove()
  made.close()
  undos[1]?.()
  expect(shown()).toBe('')
})
