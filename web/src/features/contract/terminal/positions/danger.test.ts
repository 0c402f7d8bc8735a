import { expect, it } from 'vitest'
import { byDanger, isEndangered } from './danger.ts'

const row = (id: string, marginRatio: string, value = '100') => ({ id, marginRatio, value })
const ids = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id).join('')

it('PERP-036 [part] positions near liquidation come first, the nearest before all, and the others stay as they were', () => {
  const rows = [row('a', '0.1'), row('b', '0.81'), row('c', '0.5'), row('d', '0.97'), row('e', '0.02')]
  expect(ids(byDanger(rows))).toBe('dbace')
  const calm = rows.filter((one) => !isEndangered(one))
  expect(byDanger(calm)).toBe(calm)
})

it('of crossed positions, which have one ratio, the largest is first; a ratio that is not known is no alarm', () => {
  expect(ids(byDanger([row('a', '0.9', '10'), row('b', '0.9', '300'), row('c', '', '900')]))).toBe('bac')
  expect([isEndangered(row('a', '0.8')), isEndangered(row('a', '0.7999')), isEndangered(row('a', ''))]).toEqual([true, false, false])
})
