/** A contract on the real engine for vectors: two customers who trade with each other, and whatever mark is asked for. */
import type { Command, ContractTerms, InstrumentTerms } from '@agio/engine/command.ts'
import { asAssetId, asInstrumentId, asPositionId, asUserId, type UserId } from '@agio/engine/ids/id.ts'
import { type ContractView, contractOf } from '@agio/engine/perp/read-contract.ts'
import { type PositionView, positionsOf } from '@agio/engine/perp/read-positions.ts'
import { PLAIN_PAIR } from '@agio/engine/plain-terms.ts'
import { openOrdersOf } from '@agio/engine/read.ts'
import { ENGINE_VERSION } from '@agio/engine/rules.ts'
import type { CommandByKind } from '@agio/engine/schema/commands.ts'
import { startEngine } from '../engine-driver.ts'
import { compare, exact, format, multiply, Unfit, unitsAt, whole } from './exact.ts'

export const ANN = asUserId(100_001)
export const BOB = asUserId(100_002)
const COIN = asAssetId(1)
const UNIT = asAssetId(2)
const CONTRACT = asInstrumentId(1)
const HOUSE = { actor: 'vectors', why: '' } as const
const RICH = 10n ** 17n
/** A tenth of what both have, so that no order lacks money. */
const VALUE_MOST = whole(10n ** 8n)
const INDEX_MOST = 9n * 10n ** 18n
const START_MS = Date.UTC(2026, 0, 15)
const SAMPLE_MS = 5_000
const SCALE = 8
const FUNDING_CAP_E12 = 10_000_000_000
const E12_PER_E8 = 10_000

export interface Tier {
  /** Decimal; undefined = the last one. */
  readonly to?: unknown
  readonly mmr: unknown
}

export interface Settings {
  readonly priceScale: number
  readonly quantityScale: number
  readonly takerFee?: unknown
  readonly tiers?: readonly Tier[]
  readonly leverage?: number
  readonly isIsolated?: boolean
  readonly index: unknown
  readonly contract?: Partial<ContractTerms>
}

const rateOf = (value: unknown): number => Number(unitsAt(exact(value), SCALE))

export class ContractEngine {
  readonly engine = startEngine()
  readonly settings: Settings
  at = START_MS
  #seq = 0

  constructor(settings: Settings) {
    this.settings = settings
    this.must({ kind: 'setEngineVersion', version: ENGINE_VERSION })
    for (const symbol of ['COIN', 'UNIT']) this.must({ kind: 'defineAsset', symbol, scale: SCALE, document: {} })
    this.must({ kind: 'setIndexTerms', unitAssetId: UNIT, sources: ['a'], freshMs: 30_000, capE8: 1_000_000, weights: [], ...HOUSE })
    this.must({ kind: 'defineContract', terms: this.#terms(), contract: this.#contract(), ...HOUSE })
    this.setIndex(settings.index)
    for (const name of ['ann', 'bob']) this.#join(name)
  }

  #terms(): InstrumentTerms {
    const { priceScale, quantityScale, takerFee = '0' } = this.settings
    const fee = rateOf(takerFee)
    return {
      ...PLAIN_PAIR,
      ...{ symbol: 'E-COIN-UNIT', baseAssetId: COIN, quoteAssetId: UNIT, priceScale, quantityScale, makerFeeE8: fee, takerFeeE8: fee },
      ...{ maxTriggerOrders: 100, slippageCapE8: 1_000_000 },
    }
  }

  #contract(): ContractTerms {
    const { leverage: asked = 1, contract } = this.settings
    // high, since prices may stray from the index by a share of it; a tenth of the initial margin
    const tiers = this.settings.tiers ?? [{ mmr: format({ units: 10n ** 7n / BigInt(asked), scale: SCALE }) }]
    // leverage falls from bracket to bracket, and the last one allows what is asked for
    const lowest = Math.min(...tiers.map(({ mmr }) => rateOf(mmr)))
    // a premium may take three quarters of the lowest maintenance margin
    const premiumMost = Math.min(FUNDING_CAP_E12, Math.floor((lowest * E12_PER_E8 * 3) / 4))
    const highest = (this.settings.leverage ?? 1) + tiers.length - 1
    return {
      ...{
        multiplier: 1,
        minLeverage: 1,
        maxLeverage: highest,
        liquidationFeeE8: 0,
        priceRangeE8: 0,
        fundingHours: 8,
        fundingStartHour: 0,
      },
      ...{ interestE12: 0, fundingCapE12: premiumMost, fundingFloorE12: -premiumMost, impactValue: 1n },
      tiers: tiers.map(({ to, mmr }, place) => ({
        upTo: to === undefined || to === null || place === tiers.length - 1 ? null : unitsAt(exact(to), SCALE),
        rateE8: rateOf(mmr),
        maxLeverage: highest - place,
      })),
      ...contract,
    }
  }

  #join(name: string): void {
    const { leverage = 1, isIsolated = false } = this.settings
    const userId = asUserId(this.must({ kind: 'registerUser', accountKey: name, document: {}, role: 'customer' }))
    this.must({ kind: 'creditUser', userId, assetId: UNIT, amount: RICH, cause: 'airdrop', reference: '' })
    this.must({ kind: 'openContractAccount', userId })
    this.must({ kind: 'transferBetweenAccounts', userId, from: 'spot', to: 'contract', assetId: UNIT, amount: RICH })
    if (isIsolated && userId === ANN) this.must({ kind: 'setMarginMode', userId, mode: 'isolated', instrumentId: CONTRACT })
    this.must({ kind: 'setLeverage', userId, instrumentId: CONTRACT, leverage })
  }

  must(command: Command): number {
    this.#seq += 1
    const { outcome } = this.engine.step(this.#seq, this.at, '', command)
    if (outcome.reason !== 'none') throw new Unfit(`${command.kind}: ${outcome.reason}`)
    return outcome.value
  }

  /** What the only source says for good from now on; what is due because of it happens. */
  setIndex(price: unknown): void {
    const said = unitsAt(exact(price), 12)
    if (said > INDEX_MOST) throw new Unfit(`an index of ${String(price)}`)
    this.must({ kind: 'reportPrices', items: [{ assetId: COIN, source: 0, state: 'pinned', price: said, at: this.at }] })
    this.must({ kind: 'tick' })
  }

  /** Lets so many samples pass. */
  pass(samples: number): void {
    for (let left = samples; left > 0; left -= 1) {
      this.at += SAMPLE_MS
      this.must({ kind: 'tick' })
    }
  }

  ticks = (price: unknown): number => Number(unitsAt(exact(price), this.settings.priceScale))
  lots = (quantity: unknown): number => Number(unitsAt(exact(quantity), this.settings.quantityScale))

  order(
    userId: UserId,
    side: 'buy' | 'sell',
    price: unknown,
    quantity: unknown,
    more: Partial<CommandByKind['placeContractOrder']> = {},
  ): void {
    const { leverage = 1, isIsolated = false } = this.settings
    const value = multiply(exact(price), exact(quantity))
    if (exact(price).units < 0n || value.units < 0n || compare(value, VALUE_MOST) > 0) throw new Unfit(`an order of ${format(value)}`)
    this.must({
      ...{ kind: 'placeContractOrder', userId, instrumentId: CONTRACT, side, action: 'open', type: 'limit', timeInForce: 'gtc' },
      ...{
        selfTrade: 'expireTaker',
        source: 'api',
        marginMode: isIsolated && userId === ANN ? 'isolated' : 'cross',
        triggerBy: 'mark',
        direction: 'auto',
      },
      ...{
        takeProfitBy: 'mark',
        stopLossBy: 'mark',
        checksLiquidation: 0,
        leverage,
        price: this.ticks(price),
        quantity: this.lots(quantity),
      },
      ...{ triggerPrice: 0, callbackRate: 0n, callback: 0, expireAt: 0, takeProfit: 0, takeProfitLimit: 0, stopLoss: 0, stopLossLimit: 0 },
      positionId: asPositionId(0),
      ...more,
    })
  }

  /** Ann gets so much at a price, from Bob or to him. */
  fill(side: 'LONG' | 'SHORT', price: unknown, quantity: unknown): void {
    this.order(BOB, side === 'LONG' ? 'sell' : 'buy', price, quantity)
    this.order(ANN, side === 'LONG' ? 'buy' : 'sell', price, quantity)
  }

  get position(): PositionView {
    const [position] = positionsOf(this.engine.state, ANN)
    if (position === undefined) throw new Unfit('no position')
    return position
  }

  get contract(): ContractView {
    const contract = contractOf(this.engine.state, CONTRACT)
    if (contract === undefined) throw new Error('no contract')
    return contract
  }

  /** Reserved by Ann's only order. */
  get reserved(): bigint {
    return [...openOrdersOf(this.engine.state, ANN)].reduce((sum, { held }) => sum + held, 0n)
  }
}
