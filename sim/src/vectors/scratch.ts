/** A small exchange on the real engine for one vector: one pair with scales that fit its figures, rich users, and plain calls. */
import type { Command, InstrumentTerms, OrderTerms, SelfTradeMode } from '@agio/engine/command.ts'
import type { Event, Order, Outcome } from '@agio/engine/event.ts'
import { asAssetId, asInstrumentId, asOrderId, asOrderListId, asUserId } from '@agio/engine/ids/id.ts'
import { orderTerms, pairTerms } from '@agio/engine/plain-terms.ts'
import { balanceOf } from '@agio/engine/read.ts'
import { startEngine } from '../engine-driver.ts'
import { decimalsOf, type Exact, exact, format, unitsAt, whole } from './exact.ts'

const QUOTE = asAssetId(1)
const BASE = asAssetId(2)
const CHIP = asAssetId(3)
const PAIR = asInstrumentId(1)
const FIRST_USER = 100_001
const MONEY_DECIMALS = 8
const START_MS = Date.UTC(2026, 0, 15, 12)

export interface ScratchOptions {
  /** Decimals of prices and quantities in the vector. */
  readonly priceScale: number
  readonly quantityScale: number
  readonly users?: number
  readonly terms?: Partial<InstrumentTerms>
}

export type Trade = Extract<Event, { kind: 'traded' }>

/**
 * Engine ticks are 10^-priceScale and lots 10^-quantityScale of the vector. The pair itself is listed with scale 0 and an asset
 * scale that keeps eight decimals of money where they fit, so that no vector is refused for having many decimals.
 */
export class Scratch {
  readonly engine = startEngine()
  readonly orders = new Map<number, Order>()
  readonly trades: Trade[] = []
  readonly #options: ScratchOptions
  #seq = 0
  #at = START_MS

  constructor(options: ScratchOptions) {
    this.#options = options
    this.#open()
  }

  #open(): void {
    const { users = 4, terms } = this.#options
    for (const [symbol, scale] of [
      ['QUOTE', this.extraDecimals],
      ['BASE', 0],
      ['CHIP', MONEY_DECIMALS],
    ] as const) {
      this.run({ kind: 'defineAsset', symbol, scale, document: {} })
    }
    this.#must({
      kind: 'defineInstrument',
      terms: pairTerms({ ...terms, symbol: 'BASE/QUOTE', baseAssetId: BASE, quoteAssetId: QUOTE, priceScale: 0, quantityScale: 0 }),
    })
    for (let index = 0; index < users; index += 1) {
      this.#must({ kind: 'registerUser', accountKey: `user-${index}`, document: {}, role: 'customer' })
      for (const assetId of [QUOTE, BASE, CHIP]) {
        this.#must({
          kind: 'creditUser',
          userId: this.user(index),
          assetId,
          amount: (1n << 61n) / BigInt(users),
          cause: 'airdrop',
          reference: '',
        })
      }
    }
  }

  /** Lists CHIP/QUOTE with a price, and lets a user pay fees in CHIP at a discount. */
  payInChip(user: number, chipPriceTicks: number, discountE8: number): void {
    const terms = pairTerms({
      symbol: 'CHIP/QUOTE',
      baseAssetId: CHIP,
      quoteAssetId: QUOTE,
      priceScale: 0,
      quantityScale: 0,
      referencePrice: chipPriceTicks,
    })
    this.#must({ kind: 'defineInstrument', terms })
    this.#must({ kind: 'setFeeSchedule', levels: [], feeAssetId: CHIP, feeAssetDiscountE8: discountE8 })
    this.#must({ kind: 'setUserTerms', userId: this.user(user), payFeeInFeeAsset: true })
  }

  /** Decimals of money beyond those of price × quantity. */
  get extraDecimals(): number {
    return Math.max(0, MONEY_DECIMALS - this.#options.priceScale - this.#options.quantityScale)
  }

  readonly user = (index: number): ReturnType<typeof asUserId> => asUserId(FIRST_USER + index)
  readonly ticks = (price: unknown): number => Number(unitsAt(exact(price), this.#options.priceScale))
  readonly lots = (quantity: unknown): number => Number(unitsAt(exact(quantity), this.#options.quantityScale))
  readonly money = (amount: unknown): bigint => unitsAt(exact(amount), this.moneyScale)
  get moneyScale(): number {
    return this.#options.priceScale + this.#options.quantityScale + this.extraDecimals
  }
  readonly priceText = (ticks: number): string => format(whole(ticks, this.#options.priceScale))
  readonly quantityText = (lots: number | bigint): string => format(whole(lots, this.#options.quantityScale))
  readonly moneyText = (minor: bigint): string => format(whole(minor, this.moneyScale))

  run(command: Command): Outcome {
    this.#seq += 1
    this.#at += 1
    const step = this.engine.step(this.#seq, this.#at, '', command)
    for (const { event } of step.events) {
      if ('order' in event) this.orders.set(event.order.orderId, event.order)
      else if (event.kind === 'traded') this.trades.push(event)
    }
    return step.outcome
  }

  #must(command: Command): void {
    const { reason } = this.run(command)
    if (reason !== 'none') throw new Error(`scratch exchange: ${command.kind} answered ${reason}`)
  }

  place(user: number, terms: Partial<OrderTerms>, selfTrade: SelfTradeMode = 'none'): Outcome {
    const order = orderTerms(terms)
    return this.run({
      kind: 'placeOrder',
      userId: this.user(user),
      instrumentId: PAIR,
      terms: order,
      selfTrade,
      source: 'api',
      child: null,
    })
  }

  amend(user: number, orderId: number, quantity: number): Outcome {
    return this.run({
      kind: 'amendOrder',
      userId: this.user(user),
      orderId: asOrderId(orderId),
      clientOrderId: '',
      price: 0,
      quantity,
      triggerPrice: 0,
    })
  }

  cancel(user: number, orderId: number): Outcome {
    return this.run({
      kind: 'cancelOrder',
      userId: this.user(user),
      orderId: asOrderId(orderId),
      clientOrderId: '',
      orderListId: asOrderListId(0),
    })
  }

  /** Last known state of the order that an outcome placed, if it placed one. */
  orderOf(outcome: Outcome): Order | undefined {
    const [first] = outcome.orders
    return first === undefined ? undefined : this.orders.get(first.orderId)
  }

  balance(user: number, asset: 'base' | 'quote' | 'chip'): { available: bigint; held: bigint } {
    const assetId = { base: BASE, quote: QUOTE, chip: CHIP }[asset]
    return balanceOf(this.engine.state, this.user(user), assetId)
  }
}

/** Largest number of decimals among some figures; figures that are missing have none. */
export function scaleOf(values: readonly unknown[]): number {
  const known = values.filter((value) => value !== null && value !== undefined && value !== '')
  return known.reduce<number>((most, value) => Math.max(most, decimalsOf(exact(value))), 0)
}

/** A fraction as an integer rate in 1e-8. */
export const rateE8 = (rate: Exact): number => Number(unitsAt(rate, 8))

/** Engine status as the vectors write it. */
export const statusText = (status: string): string => status.replace(/([A-Z])/g, '_$1').toUpperCase()
