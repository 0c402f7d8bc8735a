/** A reference world with one contract and three customers, for tests that say what each rule comes to. */
import type { Command } from '@agio/engine/command.ts'
import { asAssetId, asInstrumentId, asPositionId, asUserId } from '@agio/engine/ids/id.ts'
import { PLAIN_PAIR } from '@agio/engine/plain-terms.ts'
import type { CommandByKind } from '@agio/engine/schema/commands.ts'
import { applyCommand, type Step } from '../exchange.ts'
import { createWorld, type World } from '../model.ts'
import { positionsOf } from './account.ts'
import type { RefContract, RefPosition } from './perp-model.ts'
import { contractAt } from './value.ts'

export const USDT = 1
const COIN = 2
export const CONTRACT = 1
export const [ANN, BEN, CAT] = [100_001, 100_002, 100_003] as const
export const E8 = 10n ** 8n
const SIGNED = { actor: '', why: '' }

/** A lot is worth a ten thousandth of a unit for each tick: one unit at 10,000. */
export interface Venue {
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

export function venue(): Venue {
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
      ...{ fundingHours: 8, fundingStartHour: 0, interestE12: 0, fundingCapE12: 3_750_000_000, fundingFloorE12: -3_750_000_000 },
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
