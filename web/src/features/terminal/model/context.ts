/** What a ticket is computed against: the pair, the book, fees and free balances. Units: ticks, lots, minor units of the ledger. */
import { pow10 } from '@agio/engine/money/decimal.ts'
import type { PairTerms } from '@agio/wire/market/pair-terms.ts'
import type { BookLevel } from '../../../data/live/book.ts'
import type { Side } from './order-words.ts'

export interface FeeRates {
  readonly buyFeeE8: number
  readonly sellFeeE8: number
  readonly makerFeeE8: number | null
  readonly takerFeeE8: number | null
}

export interface TicketContext {
  readonly terms: PairTerms
  /** Decimals of the ledger for each asset. */
  readonly baseScale: number
  readonly quoteScale: number
  readonly fees: FeeRates
  /** In which asset the fee of a buy is taken; a sell always pays in the quote asset. */
  readonly buyFeeIn: 'base' | 'quote'
  /** Free minor units, or undefined for a visitor. */
  readonly freeBase: bigint | undefined
  readonly freeQuote: bigint | undefined
  readonly bids: readonly BookLevel[]
  readonly asks: readonly BookLevel[]
  /** Ticks of the last trade; 0 = none. */
  readonly last: number
}

/** Minor units of the quote asset in one tick × one lot. The listing rule makes it whole. */
export function quoteUnit(context: TicketContext): bigint {
  return pow10(Math.max(0, context.quoteScale - context.terms.priceScale - context.terms.quantityScale))
}

/** Minor units of the base asset in one lot. */
export function baseUnit(context: TicketContext): bigint {
  return pow10(Math.max(0, context.baseScale - context.terms.quantityScale))
}

/** Fee rates by role replace the rates by side where they are configured. */
export function feeRate(fees: FeeRates, side: Side, role: 'maker' | 'taker'): number {
  const byRole = role === 'maker' ? fees.makerFeeE8 : fees.takerFeeE8
  return byRole ?? (side === 'buy' ? fees.buyFeeE8 : fees.sellFeeE8)
}
