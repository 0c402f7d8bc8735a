import type { MarkParts } from '@agio/wire/futures/types.ts'
import { expect, test } from 'vitest'
import { markAgain } from './mark-model.ts'

const HOURS = 3_600_000
const parts = (change: Partial<MarkParts> = {}): MarkParts => ({
  ...{ time: 1, tagPrice: '60003', lastPrice: '60001', indexPrice: '60000', basis: '12.5', fundRate: '0.0001', fundLeft: 4 * HOURS },
  ...{ drawn: '60001', range: '0.00175', shut: 0 },
  ...change,
})
const again = (change?: Partial<MarkParts>) => markAgain(parts(change), 8, '0.1')

test('PERP-028 TRUST-007 [part] index 60,000, rate 0.01 %, 4 of 8 h left: the part of funding is 60,003, and so is the mark', () => {
  expect(again()).toEqual({
    ...{ withFunding: '60003', withBasis: '60012.5', drawn: '60001', lowest: '59895', highest: '60105' },
    ...{ chosen: 'funding', made: '60003', holds: true },
  })
})

test('a mark that its parts do not make is found, to the tick', () => {
  expect(again({ tagPrice: '60003.1' })).toMatchObject({ made: '60003', holds: false })
  expect(again({ drawn: '60020', tagPrice: '60012.5' })).toMatchObject({ chosen: 'basis', holds: true })
  expect(again({ drawn: '60007.7', tagPrice: '60007.7' })).toMatchObject({ chosen: 'drawn', holds: true })
})

test('it is told in whole ticks, halves up; where nothing was traded the last price draws it nowhere', () => {
  expect(again({ drawn: '60020', basis: '12.55' }).made).toBe('60012.6')
  expect(again({ drawn: '60020', basis: '12.549999' }).made).toBe('60012.5')
  expect(again({ lastPrice: '0', basis: '1', drawn: '60001', tagPrice: '60001' })).toMatchObject({ chosen: 'basis', holds: true })
})

test('PERP-028 [part] it never leaves the index by more than the range of its brackets, rounded inwards', () => {
  const far = { drawn: '40000', fundRate: '-0.2', basis: '-9000' }
  expect(again({ ...far, tagPrice: '59895' })).toMatchObject({ chosen: 'lowest', holds: true })
  expect(again({ ...far, indexPrice: '60000.01' }).lowest).toBe('59895.1')
  expect(again({ drawn: '90000', basis: '9000', fundRate: '0.2', indexPrice: '60000.01' })).toMatchObject({
    made: '60105',
    chosen: 'highest',
  })
  // Half a tick beside an index that has no tick within its range.
  expect(again({ indexPrice: '0.46', drawn: '0.46', basis: '0', tagPrice: '0.5' })).toMatchObject({ chosen: 'index', holds: true })
})

test('PERP-027 [part] without an index it stands still, and its parts say nothing of it', () => {
  expect(again({ shut: 1, tagPrice: '1' }).holds).toBeUndefined()
})

test('at the instant of a settlement it may be of the interval that ends', () => {
  expect(again({ fundLeft: 8 * HOURS, tagPrice: '60001' })).toMatchObject({ withFunding: '60000', chosen: 'drawn', holds: true })
  expect(again({ fundLeft: 8 * HOURS, drawn: '59990', tagPrice: '60000' })).toMatchObject({ chosen: 'funding', holds: true })
  expect(again({ fundLeft: 7 * HOURS, drawn: '59990', tagPrice: '60000' }).holds).toBe(false)
})
