/** The one order that brings a stock back towards its limits, if any. Pure; bigint until the order's ticks and lots. */
import { valueAtMid } from '@agio/engine/convert/quote.ts'
import { pow10 } from '@agio/engine/money/decimal.ts'
import { divideCeil, divideFloor } from '@agio/engine/money/rounding.ts'
import { INDEX_SCALE } from '@agio/engine/schema/index-price.ts'
import type { ListedPair } from '../feeds/listings.ts'
import { smaller } from './big.ts'
import type { Stock } from './spread.ts'

const ONE = 100_000_000n
/** What is moved beyond the price of what is bought, so that fees are covered: 2 %, which comes back. */
const FEE_ROOM = 50n

export interface HedgeFacts {
  /** The coin with USDT. */
  readonly pair: Pick<ListedPair, 'priceScale' | 'quantityScale' | 'base' | 'quote' | 'terms'>
  readonly stock: Stock
  /** USDT in stock that may be spent. */
  readonly spendable: bigint
  /** 1e-12 USDT for a whole coin. */
  readonly index: bigint
  /** 1e-8: how far from the index a price may be. */
  readonly slip: bigint
  /** Value that may still be traded, 1e-8 USDT. */
  readonly budget: bigint
}

export interface Hedge {
  readonly side: 'buy' | 'sell'
  /** Ticks and lots. */
  readonly price: number
  readonly quantity: number
  /** What has to be with the desk for it, minor units of what is given. */
  readonly given: bigint
  /** 1e-8 USDT, at the index. */
  readonly value: bigint
}

/** What is beyond a limit: above zero too much, below zero too little. */
function beyond({ amount, least, most }: Stock): bigint {
  if (most !== undefined && amount > most) return amount - most
  if (least !== undefined && amount < least) return amount - least
  return 0n
}

export function planHedge({ pair, stock, spendable, index, slip, budget }: HedgeFacts): Hedge | undefined {
  const { base, quote, priceScale, quantityScale, terms } = pair
  const excess = beyond(stock)
  const finest = quote.scale - priceScale - quantityScale
  if (excess === 0n || index <= 0n || finest < 0 || base.scale < quantityScale) return undefined
  const side = excess > 0n ? 'sell' : 'buy'
  const [scaled, unit] = [index * pow10(priceScale), pow10(INDEX_SCALE) * ONE]
  // Never worse than the slip says: a sale rounds its limit up, a purchase down.
  const price = side === 'sell' ? divideCeil(scaled * (ONE - slip), unit) : divideFloor(scaled * (ONE + slip), unit)
  if (price <= 0n) return undefined
  const lot = pow10(base.scale - quantityScale)
  const lotCost = price * pow10(finest)
  const lotValue = valueAtMid(lot, index, base.scale)
  const wanted = side === 'sell' ? excess / lot : divideCeil(-excess, lot)
  const payable = side === 'sell' ? wanted : (spendable - 1n) / (lotCost + divideCeil(lotCost, FEE_ROOM))
  const affordable = lotValue <= 0n ? wanted : budget / (lotValue + 1n)
  const bounds = terms.quantityMax > 0 ? BigInt(terms.quantityMax) : wanted
  const byNotional = terms.notionalMax > 0n ? terms.notionalMax / lotCost : wanted
  const lots = [payable, affordable, bounds, byNotional].reduce(smaller, wanted)
  if (lots <= 0n || lots < BigInt(terms.quantityMin) || lots * lotCost < terms.notionalMin) return undefined
  const given = side === 'sell' ? lots * lot : lots * (lotCost + divideCeil(lotCost, FEE_ROOM))
  return { side, price: Number(price), quantity: Number(lots), given, value: valueAtMid(lots * lot, index, base.scale) }
}
