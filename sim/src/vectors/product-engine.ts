/** A small exchange on the real engine for vectors of index prices, conversion and savings. Every asset has 8 decimals. */
import type { Command, ProductTerms, RateTier } from '@agio/engine/command.ts'
import type { StampedEvent } from '@agio/engine/events/read-events.ts'
import { asAssetId, asProductId, asUserId } from '@agio/engine/ids/id.ts'
import { indexOf } from '@agio/engine/index/read-index.ts'
import type { Reason } from '@agio/engine/reason.ts'
import { ENGINE_VERSION } from '@agio/engine/rules.ts'
import { type Engine, startEngine } from '../engine-driver.ts'
import { Unfit } from './exact.ts'

export const UNIT = asAssetId(1)
export const COIN = asAssetId(2)
export const USER = asUserId(100_001)
export const DAY_MS = 86_400_000
const HOUSE = { actor: 'vectors', why: '' } as const
const LARGE = 10n ** 17n

export class ProductEngine {
  readonly engine: Engine = startEngine()
  readonly events: StampedEvent[] = []
  #seq = 0
  #at: number

  constructor(at: number) {
    this.#at = at
    this.must({ kind: 'setEngineVersion', version: ENGINE_VERSION })
    for (const symbol of ['UNIT', 'COIN']) this.must({ kind: 'defineAsset', symbol, scale: 8, document: {} })
    this.must({ kind: 'registerUser', accountKey: 'user', document: {}, role: 'customer' })
    for (const assetId of [UNIT, COIN])
      this.must({ kind: 'creditUser', userId: USER, assetId, amount: LARGE, cause: 'airdrop', reference: '' })
  }

  get at(): number {
    return this.#at
  }

  run(command: Command): { readonly reason: Reason; readonly value: number } {
    this.#seq += 1
    const { outcome, events } = this.engine.step(this.#seq, this.#at, '', command)
    this.events.push(...events)
    return outcome
  }

  must(command: Command): number {
    const { reason, value } = this.run(command)
    if (reason !== 'none') throw new Unfit(`${command.kind}: ${reason}`)
    return value
  }

  /** Lets time pass, and what is due happen. */
  pass(ms: number): void {
    this.#at += ms
    this.must({ kind: 'tick' })
  }

  /** Index of the coin, 1e-12, by prices of so many sources. */
  index(prices: readonly bigint[], capE8: number, weights: readonly number[] = []): bigint {
    const sources = prices.map((_, number) => `source-${number}`)
    const given = weights.length === 0 ? [] : [{ assetId: COIN, weights }]
    this.must({ kind: 'setIndexTerms', unitAssetId: UNIT, sources, freshMs: 30_000, capE8, weights: given, ...HOUSE })
    const items = prices.map((price, source) => ({ assetId: COIN, source, state: 'live' as const, price, at: this.#at }))
    this.must({ kind: 'reportPrices', items })
    return indexOf(this.engine.state, COIN).price
  }

  /** Fills the stock that conversions are served from. */
  fund(): void {
    for (const assetId of [UNIT, COIN]) this.must({ kind: 'fundInventory', assetId, amount: LARGE, reference: '', ...HOUSE })
  }

  /** Puts a principal of the unit asset into a new product; the id of the order. */
  save(terms: Partial<ProductTerms>, tiers: readonly RateTier[], amount: bigint): number {
    const all = { ...PLAIN, ...terms }
    const productId = asProductId(this.must({ kind: 'defineProduct', terms: all, tiers, document: {}, ...HOUSE }))
    this.must({ kind: 'setProductStatus', productId, status: 'waiting', ...HOUSE })
    return this.must({ kind: 'purchaseProduct', userId: USER, productId, amount, payAccount: 'spot', renewal: 'none' })
  }

  /** What the product earns from so many days ahead on. */
  setRate(productId: number, days: number, tiers: readonly RateTier[]): void {
    const fromDay = Math.floor(this.#at / DAY_MS) + days
    this.must({ kind: 'setProductRate', productId: asProductId(productId), fromDay, tiers, ...HOUSE })
  }

  /** Interest that an order was paid, by the instant at which each was due. */
  linesOf(orderId: number): { readonly at: number; readonly interest: bigint }[] {
    return this.events.flatMap(({ at, event }) =>
      event.kind === 'earnChanged' && event.orderId === orderId && event.interest > 0n ? [{ at, interest: event.interest }] : [],
    )
  }
}

const PLAIN: ProductTerms = {
  assetId: UNIT,
  type: 'flexible',
  rateType: 'current',
  payout: 'daily',
  termDays: 0,
  totalQuota: 0n,
  userMin: 0n,
  userMax: 0n,
  step: 0n,
  startTime: 0,
  endTime: 0,
  earlyRedeem: true,
  renewable: false,
  poolLimit: 0n,
}
