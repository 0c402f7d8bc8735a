/** What every panel of one terminal shares: the pair, its ledger facts, the ticket, and who is looking. Changes rarely; prices are not in it. */
import { parseDecimal } from '@agio/engine/money/decimal.ts'
import type { PairTerms } from '@agio/wire/market/pair-terms.ts'
import { createContext, type Dispatch, use } from 'react'
import { useDepth } from '../../data/live/depth.ts'
import { useTicker } from '../../data/live/tickers.ts'
import { useLiveBalances } from '../../data/spot/my-balances.ts'
import type { Asset, OwnFees } from '../../data/spot/pair-terms.ts'
import { buyFeeAsset } from '../../data/spot/pair-terms.ts'
import { ticksOf } from '../../terminal/market.ts'
import type { TicketContext } from './model/context.ts'
import { EMPTY_DRAFT, type TicketChange, type TicketDraft } from './model/ticket.ts'

export interface Desk {
  readonly terms: PairTerms
  readonly base: Asset
  readonly quote: Asset
  readonly fees: OwnFees
  readonly loggedIn: boolean
  /** The view that is open to everybody: nothing can be ordered in it, whoever looks. */
  readonly readOnly: boolean
  readonly change: Dispatch<TicketChange>
}

export const DeskContext = createContext<Desk | undefined>(undefined)

/** What the ticket holds. Apart from the desk, because it changes with each key, and only the ticket draws it. */
export const DraftContext = createContext<TicketDraft>(EMPTY_DRAFT)

export function useDraft(): TicketDraft {
  return use(DraftContext)
}

export function useDesk(): Desk {
  const desk = use(DeskContext)
  if (desk === undefined) throw new Error('this panel stands outside a terminal')
  return desk
}

function free(balances: ReturnType<typeof useLiveBalances>, asset: Asset): bigint | undefined {
  if (!balances.known && balances.balances.size === 0) return undefined
  const minor = parseDecimal(balances.balances.get(asset.symbol)?.available ?? '0', asset.scale)
  return typeof minor === 'bigint' ? minor : undefined
}

/** Everything that a ticket is computed against, with the book and the balances of this moment. */
export function useTicketContext(): TicketContext {
  const { terms, base, quote, fees, loggedIn } = useDesk()
  const depth = useDepth(terms.symbol, terms)
  const ticker = useTicker(terms.symbol)
  const balances = useLiveBalances()
  return {
    terms,
    baseScale: base.scale,
    quoteScale: quote.scale,
    fees,
    buyFeeIn: buyFeeAsset(),
    freeBase: loggedIn ? free(balances, base) : undefined,
    freeQuote: loggedIn ? free(balances, quote) : undefined,
    bids: depth.bids,
    asks: depth.asks,
    last: ticksOf(ticker?.price, terms.priceScale),
  }
}
