import { asInstrumentId, asUserId } from '@agio/engine/ids/id.ts'
import { expect, test } from 'vitest'
import { move } from '../ledger.ts'
import { freeAccount, freeBalance } from './account.ts'
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
