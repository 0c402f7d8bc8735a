/** A pair, a book and balances for unit tests of the ticket. BTC/USDT: tick 0.01, lot 0.00001, ledger 8 decimals, fee 0.1 %. */
import type { TicketContext } from '../features/terminal/model/context.ts'
import { EMPTY_DRAFT, type TicketDraft } from '../features/terminal/model/ticket.ts'

export const TERMS: TicketContext['terms'] = {
  pairId: '1',
  symbol: 'BTC/USDT',
  base: 'BTC',
  quote: 'USDT',
  priceScale: 2,
  quantityScale: 5,
  depthSteps: [1, 10, 100, 1000],
  buyFeeE8: 100_000,
  sellFeeE8: 100_000,
  makerFeeE8: null,
  takerFeeE8: null,
  buyEnabled: true,
  sellEnabled: true,
  quantityMin: 1,
  quantityMax: 0,
  valueMin: '5',
  valueMax: '0',
  priceMax: 0,
  marketValueMax: '0',
  bandE8: 10_000_000,
  state: 'trading',
}

export function context(change: Partial<TicketContext> = {}): TicketContext {
  return {
    terms: TERMS,
    baseScale: 8,
    quoteScale: 8,
    fees: { buyFeeE8: 100_000, sellFeeE8: 100_000, makerFeeE8: null, takerFeeE8: null },
    buyFeeIn: 'base',
    freeBase: 50_000_000n,
    freeQuote: 1_000_000_000_000n,
    bids: [
      { price: 5_999_900, quantity: 100_000 },
      { price: 5_999_800, quantity: 200_000 },
    ],
    asks: [
      { price: 6_000_000, quantity: 1000 },
      { price: 6_000_100, quantity: 200_000 },
    ],
    last: 6_000_000,
    ...change,
  }
}

export const draft = (change: Partial<TicketDraft>): TicketDraft => ({ ...EMPTY_DRAFT, ...change })
