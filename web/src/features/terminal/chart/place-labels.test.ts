import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type LabelRoom, placeLabels } from './place-labels.ts'

const ROOM: LabelRoom = { width: 700, labelWidth: 180, legend: 44, gutter: 56, last: 200 }
const place = (ys: readonly number[], room = ROOM) => {
  const places = placeLabels(
    ys.map((y, index) => ({ id: String(index), y })),
    room,
  )
  return ys.map((_, index) => places.get(String(index)))
}

describe('labels of own orders', () => {
  it('stand one beside the other where their lines are close, and at the far side of the legend', () => {
    expect(place([100, 110, 140])).toMatchObject([{ inset: 16 }, { inset: 196 }, { inset: 16 }])
    expect(place([20])).toMatchObject([{ atEnd: true, inset: 64 }])
  })
  it('give up their place on the axis to the last price and to one another', () => {
    expect(place([189, 195, 227, 300, 310])).toMatchObject([{ tag: false }, { tag: false }, { tag: false }, { tag: true }, { tag: false }])
    expect(place([195], { ...ROOM, last: undefined })).toMatchObject([{ tag: true }])
  })
  it('never cover one another while there is room beside', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 0, max: 400 }), { maxLength: 3 }), (ys) => {
        const places = place(ys)
        for (const [index, one] of places.entries())
          for (const other of places.slice(index + 1)) {
            const together = Math.abs((one?.y ?? 0) - (other?.y ?? 0)) < 26 && one?.atEnd === other?.atEnd && one?.inset === other?.inset
            expect(together).toBe(false)
          }
      }),
    )
  })
})
