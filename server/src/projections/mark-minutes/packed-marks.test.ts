/** A minute of marks comes back as it was told, from one row or from several parts of it. */
import { expect, it } from 'vitest'
import { seededRandom } from '../../demo/seeded-random.ts'
import type { MarkPoint } from './mark-minute.ts'
import { MarkPacker, unpackMarks } from './packed-marks.ts'

const MINUTE = 60_000
const START = 29_000_000 * MINUTE
const point = (time: number, changes: Partial<MarkPoint> = {}): MarkPoint => ({
  ...{
    time,
    mark: 600_000,
    last: 0,
    indexFine: 60_000n * 10n ** 12n,
    basis: -5n,
    drawn: 60_000n * 10n ** 12n - 5n,
    rate: 0n,
    isShut: false,
  },
  ...changes,
})

it('TRUST-007 [part] marks come back with all their parts, also from a packer that went on behind a stored row', () => {
  const random = seededRandom(3)
  const points: MarkPoint[] = []
  for (let time = START + 7; time < START + MINUTE; time += 1 + Math.floor(random.next() * 4000)) {
    const maybe = (value: bigint): bigint => (random.next() < 0.5 ? 0n : value)
    points.push(
      point(time, {
        mark: Math.floor(random.next() * 1e9),
        last: Math.floor(random.next() * 1e9),
        indexFine: BigInt(Math.floor(random.next() * 2 ** 50)) * 4096n,
        basis: maybe(-(2n ** 61n)),
        drawn: maybe(2n ** 60n),
        rate: maybe(3_750_000_000n),
        isShut: random.next() < 0.2,
      }),
    )
  }
  const whole = new MarkPacker()
  whole.begin(START / MINUTE)
  for (const each of points) whole.add(each)
  const row = whole.take()
  expect(unpackMarks(START / MINUTE, row)).toEqual({ startAt: START, begunWith: undefined, points })
  let stored: Uint8Array = new Uint8Array()
  for (const each of points) {
    const packer = new MarkPacker(stored.length === 0 ? undefined : { minute: START / MINUTE, packed: stored })
    if (stored.length === 0) packer.begin(START / MINUTE)
    packer.add(each)
    stored = Buffer.concat([stored, packer.take()])
  }
  expect(Buffer.compare(Buffer.from(stored), Buffer.from(row))).toBe(0)
})

it('what is all as before is not told again; the next minute begins with it, and a later one shows it', () => {
  const packer = new MarkPacker()
  packer.begin(START / MINUTE)
  packer.add(point(START + 10))
  packer.add(point(START + 5000))
  packer.add(point(START + 6000, { mark: 600_001 }))
  // Work that is done late comes with the time of what was before it.
  packer.add(point(START + 5500, { mark: 600_002 }))
  const first = packer.take()
  const points = [point(START + 10), point(START + 6000, { mark: 600_001 }), point(START + 6000, { mark: 600_002 })]
  expect(unpackMarks(START / MINUTE, first).points).toEqual(points)
  expect(unpackMarks(START / MINUTE, first, START / MINUTE + 9)).toEqual({ startAt: START + 9 * MINUTE, begunWith: points[2], points: [] })
  packer.begin(START / MINUTE + 2)
  packer.add(point(START + 2 * MINUTE, { isShut: true }))
  const second = unpackMarks(START / MINUTE + 2, packer.take())
  expect(second.begunWith).toEqual(points[2])
  expect(second.points).toEqual([point(START + 2 * MINUTE, { isShut: true })])
})
