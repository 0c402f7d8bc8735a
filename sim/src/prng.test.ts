import { expect, test } from 'vitest'
import { createPrng } from './prng.ts'
import { makeWorkload } from './workload.ts'

test('a seed gives the same numbers everywhere', () => {
  const random = createPrng(1)
  expect([random.below(1000), random.below(1000), random.below(1000), random.between(5, 9)]).toMatchInlineSnapshot(`
    [
      833,
      76,
      949,
      5,
    ]
  `)
})

test('weights of zero are never picked', () => {
  const random = createPrng(7)
  const picks = Array.from({ length: 500 }, () =>
    random.weighted([
      [0, 'never'],
      [1, 'rarely'],
      [9, 'often'],
    ]),
  )
  expect(picks).not.toContain('never')
  expect(picks.filter((pick) => pick === 'rarely').length).toBeGreaterThan(20)
})

test('a workload is a function of its seed', () => {
  expect(makeWorkload(3, 300)).toEqual(makeWorkload(3, 300))
  expect(makeWorkload(3, 300)).not.toEqual(makeWorkload(4, 300))
})
