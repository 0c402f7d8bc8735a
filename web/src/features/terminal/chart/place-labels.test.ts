import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type LabelRoom, placeLabels } from './place-labels.ts'

const ROOM: LabelRoom = { width: 700, legend: 44, gutter: 56, last: 200 }
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
  it('leave out the one for which no room is left', () => {
    expect(place([100, 101, 102, 103]).map((one) => one?.x)).toEqual([16, 164, 372, undefined])
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
