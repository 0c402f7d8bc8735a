import type { Command } from '@agio/engine/command.ts'
import { asAssetId, asInstrumentId, asPositionId, asUserId } from '@agio/engine/ids/id.ts'
import { PLAIN_PAIR } from '@agio/engine/plain-terms.ts'
import type { CommandByKind } from '@agio/engine/schema/commands.ts'
import { expect, test } from 'vitest'
import { applyCommand, type Step } from '../exchange.ts'
import { move } from '../ledger.ts'
import { createWorld, type World } from '../model.ts'
import { freeAccount, freeBalance, positionsOf } from './account.ts'
import type { RefContract, RefPosition } from './perp-model.ts'
import { contractAt } from './value.ts'

const USDT = 1
const COIN = 2
const CONTRACT = 1
const [ANN, BEN, CAT] = [100_001, 100_002, 100_003] as const
const E8 = 10n ** 8n
const SIGNED = { actor: '', why: '' }

/** A lot is worth a ten thousandth of a unit for each tick: one unit at 10,000. */
interface Venue {
  readonly world: World
  readonly contract: RefContract
  at: number
  send(command: Command): Step
  /** What its source says of the coin; 0 = nothing. */
  report(ticks: number): void
  order(userId: number, side: 'buy' | 'sell', lots: number, of?: Partial<CommandByKind['placeContractOrder']>): Step
  position(userId: number): RefPosition
}

const PLAIN: Omit<CommandByKind['placeContractOrder'], 'userId' | 'side' | 'quantity'> = {
  kind: 'placeContractOrder',
  instrumentId: asInstrumentId(CONTRACT),
  action: 'open',
  type: 'limit',
  timeInForce: 'gtc',
  selfTrade: 'expireTaker',
  source: 'api',
  marginMode: 'cross',
  leverage: 20,
  triggerBy: 'mark',
  direction: 'auto',
  takeProfitBy: 'mark',
  stopLossBy: 'mark',
  checksLiquidation: 0,
  price: 10_000,
  triggerPrice: 0,
  callbackRate: 0n,
  callback: 0,
  expireAt: 0,
  takeProfit: 0,
  takeProfitLimit: 0,
  stopLoss: 0,
  stopLossLimit: 0,
  positionId: asPositionId(0),
}

function venue(): Venue {
  const world = createWorld()
  const made: Venue = {
    world,
    at: Date.UTC(2026, 0, 15, 7, 30),
    send(command) {
      return applyCommand(world, world.seq + 1, made.at, '', command)
    },
    report(ticks) {
      const state = ticks === 0 ? 'silent' : 'pinned'
      const item = { assetId: asAssetId(COIN), source: 0, state, price: BigInt(ticks) * 10n ** 11n, at: made.at } as const
      made.send({ kind: 'reportPrices', items: [item] })
    },
    order: (userId, side, lots, of = {}) => made.send({ ...PLAIN, userId: asUserId(userId), side, quantity: lots, ...of }),
    position(userId) {
      const [position] = positionsOf(world, userId)
      if (position === undefined) throw new Error('there is no position')
      return position
    },
    get contract() {
      return contractAt(world, CONTRACT)
    },
  }
  open(made)
  return made
}

function open({ send, report }: Venue): void {
  for (const symbol of ['USDT', 'COIN']) send({ kind: 'defineAsset', symbol, scale: 8, document: {} })
  send({ kind: 'setIndexTerms', unitAssetId: asAssetId(USDT), sources: ['one'], freshMs: 30_000, capE8: 1_000_000, weights: [], ...SIGNED })
  send({
    kind: 'defineContract',
    terms: {
      ...{ ...PLAIN_PAIR, baseAssetId: asAssetId(COIN), quoteAssetId: asAssetId(USDT), priceScale: 1, quantityScale: 3 },
      ...{ makerFeeE8: 20_000, takerFeeE8: 50_000, maxTriggerOrders: 10, slippageCapE8: 1_000_000 },
    },
    contract: {
      ...{ multiplier: 1, minLeverage: 1, maxLeverage: 100, liquidationFeeE8: 250_000, priceRangeE8: 0, impactValue: 20n * E8 },
      ...{ fundingHours: 8, fundingStartHour: 0, interestE12: 0, fundingCapE12: 4_000_000_000, fundingFloorE12: -4_000_000_000 },
      tiers: [
        { upTo: 200n * E8, rateE8: 500_000, maxLeverage: 100 },
        { upTo: null, rateE8: 1_000_000, maxLeverage: 50 },
      ],
    },
    ...SIGNED,
  })
  report(10_000)
  const assetId = asAssetId(USDT)
  for (const [place, accountKey] of ['ann', 'ben', 'cat'].entries()) {
    const userId = asUserId(ANN + place)
    send({ kind: 'registerUser', accountKey, document: {}, role: 'customer' })
    send({ kind: 'creditUser', userId, assetId, amount: 100n * E8, cause: 'airdrop', reference: '' })
    send({ kind: 'openContractAccount', userId })
    send({ kind: 'transferBetweenAccounts', userId, from: 'spot', to: 'contract', assetId, amount: 100n * E8 })
  }
}

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
