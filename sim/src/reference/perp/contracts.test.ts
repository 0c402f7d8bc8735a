import type { Command } from '@agio/engine/command.ts'
import { asInstrumentId, asUserId } from '@agio/engine/ids/id.ts'
import { expect, test } from 'vitest'
import { move } from '../ledger.ts'
import { freeAccount, freeBalance, heldAccount, payOut, pledgedOf } from './account.ts'
import { keepPromises } from './promises.ts'
import { share } from './share.ts'
import { ANN, BEN, CAT, CONTRACT, E8, USDT, venue } from './venue.ts'

test('without an index only what closes and came since meets; the others keep their place', () => {
  const { world, contract, order, position, report } = venue()
  order(ANN, 'sell', 100)
  order(BEN, 'buy', 100)
  const close = { action: 'close' } as const
  order(ANN, 'buy', 40, close)
  report(0)
  expect(contract.isShut).toBe(true)
  // nobody to meet, and to rest would cross Ann's
  expect(order(BEN, 'sell', 50, close).orders[0]).toMatchObject({ status: 'expired', closeReason: 'noLiquidity' })
  // 0.225 % of 10,000 is the reach
  order(ANN, 'buy', 10, { ...close, price: 10_023 })
  order(ANN, 'buy', 50, close)
  expect(order(BEN, 'sell', 60, { ...close, type: 'market', timeInForce: 'ioc', price: 0 }).trades).toMatchObject([
    { price: 10_000, quantity: 50 },
  ])
  expect([position(ANN).quantity, position(BEN).quantity]).toEqual([50, 50])
  expect(world.instruments[0]?.bids.map(({ price, quantity }) => [price, quantity])).toEqual([
    [10_023, 10],
    [10_000, 40],
  ])
  expect(order(CAT, 'sell', 1).outcome.reason).toBe('indexFrozen')
})

test('what payers of funding lack, receivers do not get', () => {
  const made = venue()
  const { world, contract, order, send } = made
  order(ANN, 'sell', 60)
  order(CAT, 'sell', 40)
  order(BEN, 'buy', 100)
  made.at = contract.nextFunding - 1
  send({ kind: 'tick' })
  // 0.35 % of 100 units are owed, and a tenth of a unit is there
  contract.premiums = [4_000_000_000n]
  move(world, freeAccount(BEN, USDT), 'equity:house:1', freeBalance(world, BEN, USDT) - E8 / 10n)
  const before = [ANN, CAT].map((userId) => freeBalance(world, userId, USDT))
  made.at += 1
  send({ kind: 'tick' })
  const [ann, cat] = [ANN, CAT].map((userId, place) => freeBalance(world, userId, USDT) - (before[place] ?? 0n))
  expect([ann, cat]).toEqual([6_000_000n, 4_000_000n])
})

test('who is being liquidated is sold nearer and nearer to bankruptcy, and no lower than that takes', () => {
  const made = venue()
  const { order, position, report, send } = made
  send({ kind: 'setMarginMode', userId: asUserId(BEN), instrumentId: asInstrumentId(CONTRACT), mode: 'isolated' })
  send({ kind: 'setLeverage', userId: asUserId(BEN), instrumentId: asInstrumentId(CONTRACT), leverage: 50 })
  order(ANN, 'sell', 300)
  order(BEN, 'buy', 300, { marginMode: 'isolated', leverage: 50 })
  expect(position(BEN).margin).toBe(6n * E8)
  // 295.95 units need 1.9595, and 1.95 are left
  report(9_865)
  order(CAT, 'buy', 100, { price: 9_845 })
  // sold no lower than 9,861 in the beginning
  expect(position(BEN)).toMatchObject({ quantity: 300, isBroken: true })
  made.at += 7_000
  send({ kind: 'tick' })
  expect(position(BEN)).toMatchObject({ quantity: 300, isBroken: true })
  // behind 8 of 30 seconds of the way to 9,800
  made.at += 1_000
  send({ kind: 'tick' })
  expect(position(BEN)).toMatchObject({ quantity: 202, isBroken: false })
  expect(position(BEN).fees).toBeGreaterThan(0n)
})

const isolate = (userId: number, leverage: number): readonly Command[] => [
  { kind: 'setMarginMode', userId: asUserId(userId), instrumentId: asInstrumentId(CONTRACT), mode: 'isolated' },
  { kind: 'setLeverage', userId: asUserId(userId), instrumentId: asInstrumentId(CONTRACT), leverage },
]

test('orders promise to margins of their own no more than is there, and a transfer behind their back ends the newest', () => {
  const { world, order, send } = venue()
  for (const command of isolate(ANN, 1)) send(command)
  const own = { marginMode: 'isolated', leverage: 1 } as const
  // each lot holds its unit and the fee of a taker: 1.0005
  const [first, second] = [40, 50].map((lots) => order(ANN, 'buy', lots, own).orders[0])
  expect(pledgedOf(world, ANN, USDT)).toBe((90n * 10_005n * E8) / 10_000n)
  expect(order(ANN, 'buy', 10, own).outcome.reason).toBe('insufficientBalance')
  // as if a close had lost it
  move(world, heldAccount(ANN, USDT), 'equity:house:1', 20n * E8)
  keepPromises(world, ANN, USDT)
  expect([first, second].map((placed) => world.live.has(placed?.orderId ?? 0))).toEqual([true, false])
})

test('who was paid his gain ahead shares a loss like everybody who was not', () => {
  const { world, order, position, report } = venue()
  order(ANN, 'buy', 50)
  order(CAT, 'buy', 50)
  order(BEN, 'sell', 100)
  report(10_100)
  // half a unit each; Ann has hers settled
  const gained = E8 / 2n
  payOut(world, position(ANN), gained)
  expect(share(world, CONTRACT, false, gained)).toBe(gained)
  expect([ANN, CAT].map((userId) => position(userId).shared)).toEqual([-gained / 2n, -gained / 2n])
  expect([ANN, CAT].map((userId) => position(userId).settled)).toEqual([gained, gained / 2n])
})

test('nobody places an order as deleveraging makes one', () => {
  expect(venue().order(ANN, 'buy', 1, { source: 'adl' }).outcome.reason).toBe('badParameter')
})
