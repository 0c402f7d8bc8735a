/** Which messages contracts make, and how many. */
import { asAssetId, asPositionId, asUserId } from '@agio/engine/ids/id.ts'
import { expect, it } from 'vitest'
import { CONTRACT, coOrder, liquidated, POSITION, position, settled, warned } from '../testing/contract-events.ts'
import { CUSTOMER } from '../testing/events.ts'
import { MessageReader } from './message-source.ts'

const SHORT = asPositionId(8)
const funded = (amount: bigint, positionId = POSITION) => position('funded', { amount, positionId })

it('NOTE-011 PERP-033 [part] funding is told once a settlement and customer: the sum of long and short where one entry pays both', () => {
  const reader = new MessageReader()
  expect(reader.of(settled(1n), 1)).toEqual([])
  const [long] = reader.of(funded(-70n), 1)
  const [both] = reader.of(funded(20n, SHORT), 1)
  expect([long?.kind, long?.params.amount, both?.kind, both?.params.amount]).toEqual(['fundingPaid', '70', 'fundingPaid', '50'])
  // The second takes the place of the first.
  expect(both?.reference).toBe(long?.reference)
  expect(reader.of(funded(-5n, SHORT), 2)).toEqual([])
  expect(reader.of(position('funded', { amount: 3n, userId: asUserId(7) }), 2)).toMatchObject([{ userId: 7, kind: 'fundingReceived' }])
  reader.of(settled(1n), 3)
  expect(reader.of(funded(0n), 3)).toEqual([])
  expect(reader.of(funded(9n, SHORT), 4)).toMatchObject([
    { userId: CUSTOMER, kind: 'fundingReceived', params: { contract: String(CONTRACT), amount: '9' } },
  ])
})

it('NOTE-011 PERP-036 [part] a liquidation is told when it begins, and nothing of it that found nobody or is over', () => {
  const reader = new MessageReader()
  const kinds = (event: Parameters<MessageReader['of']>[0]) => reader.of(event, 5).map(({ kind }) => kind)
  expect(kinds(liquidated('full'))).toEqual(['positionLiquidated'])
  expect(kinds(liquidated('full', { isDone: 1, quantity: 0 }))).toEqual([])
  expect(kinds(liquidated('partial', { isDone: 1 }))).toEqual(['positionReduced'])
  expect(kinds(liquidated('partial', { isDone: 1, quantity: 0 }))).toEqual([])
  expect(kinds(liquidated('adl', { isDone: 1 }))).toEqual(['positionDeleveraged'])
  expect(kinds(warned())).toEqual(['marginWarning'])
  expect(kinds(warned({ positionId: asPositionId(0), assetId: asAssetId(1), marginMode: 'cross' }))).toEqual(['crossMarginWarning'])
})

it('NOTE-011 [part] what a contract order came to is told once, and not what a liquidation did with it', () => {
  const reader = new MessageReader()
  const of = (changes: Parameters<typeof coOrder>[2], receiptId: Parameters<typeof coOrder>[3] = {}) =>
    reader.of({ kind: 'orderClosed', order: coOrder(4, 1, changes, receiptId) }, 6)
  const filled = { status: 'filled', closeReason: 'filled', executedQuantity: 5, executedQuote: 500n, fee: 2n } as const
  expect(of(filled)).toMatchObject([
    { kind: 'orderFilled', reference: 32, params: { contract: '2', side: 'buy', executed: '5', value: '500', fee: '2' } },
  ])
  expect(of(filled, { receiptId: asPositionId(90) })).toEqual([])
  expect(of({ status: 'canceled', closeReason: 'liquidation' })).toEqual([])
  expect(of({ status: 'rejected', closeReason: 'insufficientBalance' })).toMatchObject([{ kind: 'orderRejected' }])
})
