import { expect, it } from 'vitest'
import { cancelSet } from './cancel-set.ts'
import { isConditional, type Order } from './order.ts'

const order = (orderId: string, state: Order['state'], orderListId: string | null = null): Order =>
  ({ orderId, state, orderListId }) as Order

const all = [
  order('1', 'new'),
  order('2', 'partiallyFilled'),
  order('3', 'pendingTrigger'),
  order('4', 'new', 'a'),
  order('5', 'pendingTrigger', 'a'),
  order('6', 'new', 'b'),
  order('7', 'pendingNew', 'b'),
]
const open = all.filter((each) => !isConditional(each))
const conditional = all.filter(isConditional)

it('SPOT-042 cancelling all of a tab takes what the tab shows, and of order lists the members that stand in the other', () => {
  expect(cancelSet(open.slice(0, 2), all)).toEqual({ orderIds: ['1', '2'], open: 2, conditional: 0 })
  const ofOpen = cancelSet(open, all)
  expect(ofOpen.open + ofOpen.conditional).toBe(new Set([...open, ...all.filter(({ orderListId }) => orderListId !== null)]).size)
  expect(ofOpen.orderIds).not.toContain('3')
  const ofConditional = cancelSet(conditional, all)
  expect(ofConditional.orderIds).not.toContain('1')
  expect(cancelSet([], all)).toEqual({ orderIds: [], open: 0, conditional: 0 })
})

it('a list is named once, whichever of its members are shown', () => {
  const list = all.filter(({ orderListId }) => orderListId === 'a')
  expect(cancelSet(list, all)).toEqual({ orderIds: ['5'], open: 1, conditional: 1 })
  expect(cancelSet(list.slice(0, 1), all)).toEqual({ orderIds: ['4'], open: 1, conditional: 1 })
})
