import { expect, test } from 'vitest'
import { NOTE_MOST, readDrawing } from './drawings.ts'

const LINE = {
  tool: 'segment',
  points: [
    { at: 1_795_411_800_000, value: 66_809.96 },
    { at: 1_795_442_400_000, value: 67_132.63 },
  ],
}

test('a drawing that was kept is read as it was', () => {
  for (const drawing of [LINE, { ...LINE, pane: 'RSI' }, { tool: 'note', points: [{ value: 5 }], text: 'here' }]) {
    expect(readDrawing(JSON.parse(JSON.stringify(drawing)))).toEqual(drawing)
  }
})

test.each([
  ['nothing', null],
  ['a word', 'segment'],
  ['an unknown tool', { ...LINE, tool: 'spiral' }],
  ['a pane that no indicator has', { ...LINE, pane: 'constructor' }],
  ['no points', { ...LINE, points: [] }],
  ['a point of nothing', { ...LINE, points: [{}] }],
  ['a point that is no number', { ...LINE, points: [{ at: 1, value: 'high' }] }],
  ['one point of two that is not understood', { ...LINE, points: [LINE.points[0], null] }],
])('%s is no drawing', (_, kept) => {
  expect(readDrawing(kept)).toBeUndefined()
})

test('a note is as long as one can be written, and anything else is left behind', () => {
  const read = readDrawing({ tool: 'note', points: [{ at: 1, value: 2, z: 3 }], text: 'x'.repeat(1000), colour: 'red' })
  expect(read).toEqual({ tool: 'note', points: [{ at: 1, value: 2 }], text: 'x'.repeat(NOTE_MOST) })
})
