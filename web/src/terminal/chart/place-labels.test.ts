import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type LabelRoom, placeLabels, textWidth } from './place-labels.ts'

const ROOM: LabelRoom = { width: 700, height: 400, legend: 44, gutter: 56, last: 200 }
const place = (ys: readonly number[], room = ROOM) => {
  const places = placeLabels(
    ys.map((y, index) => ({ id: String(index), y, width: 200, shortWidth: 140 })),
    room,
  )
  return ys.map((_, index) => places.get(String(index)))
}

describe('labels of own orders', () => {
  it('stand one beside the other where their lines are close, and below the legend', () => {
    expect(place([100, 123, 150])).toMatchObject([{ x: 16 }, { x: 164 }, { x: 16 }])
    expect(place([20])).toMatchObject([{ y: 57, x: 16, tag: true, priced: true }])
  })
  it('give up their place on the axis to the last price and to one another, and then say the price themselves', () => {
    const places = place([181, 195, 237, 300, 310])
    expect(places.map((one) => one?.tag)).toEqual([false, false, false, true, false])
    expect(places.map((one) => one?.priced)).toEqual([true, true, true, false, true])
    expect(place([195], { ...ROOM, last: undefined })).toMatchObject([{ tag: true, priced: false }])
  })
  it('go down a line with their price where none is left beside the others', () => {
    expect(place([100, 101, 102, 103])).toMatchObject([{ x: 16 }, { x: 164 }, { x: 372 }, { x: 16, y: 129, tag: false, priced: true }])
    expect(place([100, 121], { ...ROOM, width: 250 })).toMatchObject([
      { x: 16, y: 100 },
      { x: 16, y: 147, tag: true, priced: true },
    ])
  })
  it('are left out at the bottom, and more than three lines away', () => {
    expect(place([380, 381, 382, 383]).map((one) => one?.x)).toEqual([16, 164, 372, undefined])
    const narrow = place([100, 100.1, 100.2, 100.3, 100.4], { ...ROOM, width: 250 })
    expect(narrow.map((one) => (one?.x === undefined ? 'none' : Math.round(one.y)))).toEqual([100, 126, 152, 178, 'none'])
  })
  it('never cover one another', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 0, max: 400 }), { maxLength: 8 }), (ys) => {
        const places = place(ys)
        for (const [index, one] of places.entries())
          for (const other of places.slice(index + 1)) {
            if (one?.x === undefined || other?.x === undefined) continue
            const right = (x: number, priced: boolean): number => x + (priced ? 200 : 140)
            const apart = Math.abs(one.y - other.y) >= 26 || right(one.x, one.priced) <= other.x || right(other.x, other.priced) <= one.x
            expect(apart).toBe(true)
          }
      }),
    )
  })
})

it('I18N-006 [part] labels in a script of squares are given the room that they take', () => {
  expect([textWidth('SL 0.040'), textWidth('損切り 0.040'), textWidth('손절')]).toEqual([56, 78, 24])
})
