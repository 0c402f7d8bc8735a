import { expect, test } from 'vitest'
import { TornDocument } from './torn.ts'

test('only what a foreign hand tore is drawn anew, three times in ten seconds', () => {
  const torn = new TornDocument()
  const error = new DOMException('the node to be removed is not a child of this node', 'NotFoundError')
  expect(torn.mayMend(new Error('something else'), 0)).toBe(false)
  expect(torn.mayMend(new DOMException('too many', 'QuotaExceededError'), 0)).toBe(false)
  expect([0, 1, 2, 3, 9999].map((at) => torn.mayMend(error, at))).toEqual([true, true, true, false, false])
  expect(torn.mayMend(error, 10_001)).toBe(true)
})
