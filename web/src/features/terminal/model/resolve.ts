/** Reads a draft's texts into integers and lets quantity and total follow each other. */
import { divideCeil } from '@agio/engine/money/rounding.ts'
import { type Entry, readEntry } from '../../../terminal/model/amount-entry.ts'
import { baseUnit, feeRate, quoteUnit, type TicketContext } from './context.ts'
import { FIELDS } from './order-words.ts'
import { rateOf, sweep } from './sweep.ts'
import type { TicketDraft, TicketText } from './ticket.ts'

/**
 * A buy at the market holds five percent more than the book or its trigger says, since the price may run on. The operator may set another
 * share: what the server's preview answers is what counts.
 */
const MARKET_HOLD_PERCENT = 105n

export interface Ticket {
  readonly draft: TicketDraft
  readonly entries: Readonly<Record<TicketText, Entry>>
  /** Ticks; 0 = not given or not readable. */
  readonly price: number
  readonly trigger: number
  readonly triggerLimit: number
  readonly activation: number
  readonly takeProfit: number
  readonly stopLoss: number
  /** Lots; 0 = not given. */
  readonly quantity: bigint
  readonly visible: bigint
  /** Quote minor units: what a market buy by total spends, else price × quantity; 0 = unknown. */
  readonly total: bigint
  /** True for a market buy that names what to spend instead of how much to buy. */
  readonly byTotal: boolean
  readonly trailingBps: number
}

/** The value of an entry, 0n when it has none. */
export function entryValue(entry: Entry): bigint {
  return entry.kind === 'plain' || entry.kind === 'computed' ? entry.value : 0n
}

/** A distance is in percent, with its sign or without. */
const readDistance = (text: string): Entry => readEntry(text.replace(/%\s*$/, ''), 2)

export function readTicket(draft: TicketDraft, context: TicketContext): Ticket {
  const { priceScale, quantityScale } = context.terms
  const fields = FIELDS[draft.type]
  const last = BigInt(context.last)
  const price = (text: string): Entry => readEntry(text, priceScale, last === 0n ? undefined : last)
  const byTotal = draft.type === 'market' && draft.side === 'buy' && draft.basis === 'total'
  const prices = {
    price: price(fields.price ? draft.price : ''),
    trigger: price(fields.trigger ? draft.trigger : ''),
    triggerLimit: price(fields.triggerLimit ? draft.triggerLimit : ''),
    activation: price(fields.trailing ? draft.activation : ''),
    takeProfit: price(draft.child ? draft.takeProfit : ''),
    stopLoss: price(draft.child ? draft.stopLoss : ''),
  }
  const ticks = (entry: Entry): number => Number(entryValue(entry))
  const holding = {
    ...draft,
    triggerTicks: ticks(prices.trigger),
    priceTicks: ticks(prices.price),
    triggerLimitTicks: ticks(prices.triggerLimit),
  }
  const most = mostLots(holding, context)
  const totalEntry = readEntry(draft.basis === 'total' ? draft.total : '', context.quoteScale, context.freeQuote)
  const trailing = readDistance(fields.trailing ? draft.trailing : '')
  const typed = readEntry(draft.basis === 'quantity' ? draft.quantity : '', quantityScale, most)
  const unitPrice = BigInt(ticks(prices.price)) * quoteUnit(context)
  const quantity = draft.basis === 'quantity' ? entryValue(typed) : byTotal || unitPrice === 0n ? 0n : entryValue(totalEntry) / unitPrice
  return {
    draft,
    entries: {
      ...prices,
      quantity: typed,
      total: totalEntry,
      trailing,
      visible: readEntry(draft.iceberg ? draft.visible : '', quantityScale, quantity),
    },
    price: ticks(prices.price),
    trigger: ticks(prices.trigger),
    triggerLimit: ticks(prices.triggerLimit),
    activation: ticks(prices.activation),
    takeProfit: ticks(prices.takeProfit),
    stopLoss: ticks(prices.stopLoss),
    quantity,
    visible: entryValue(readEntry(draft.iceberg ? draft.visible : '', quantityScale, quantity)),
    total: byTotal ? entryValue(totalEntry) : quantity * unitPrice,
    byTotal,
    trailingBps: Number(entryValue(trailing)),
  }
}

interface HoldingDraft extends Pick<TicketDraft, 'side' | 'type' | 'trailing'> {
  readonly priceTicks: number
  readonly triggerTicks: number
  readonly triggerLimitTicks: number
}

/**
 * What one lot of a buy holds, as quote minor units × 10,000 so that every factor stays whole; 0n when it cannot be known yet.
 * Limit types hold their price, stop and take-profit market types 1.05 × trigger, a trailing buy last × (1 + distance) × 1.05, a
 * one-cancels-other pair the dearer of its legs. A market buy has no price of its own.
 */
function heldPerLotE4(draft: HoldingDraft, context: TicketContext): bigint {
  const unit = quoteUnit(context)
  const exact = (ticks: number): bigint => BigInt(ticks) * unit * 10_000n
  const market = (ticks: number): bigint => BigInt(ticks) * unit * 100n * MARKET_HOLD_PERCENT
  if (draft.type === 'limit' || draft.type === 'stopLimit' || draft.type === 'takeProfitLimit') return exact(draft.priceTicks)
  if (draft.type === 'stopMarket' || draft.type === 'takeProfitMarket') return market(draft.triggerTicks)
  if (draft.type === 'trailingStop') {
    const bps = entryValue(readDistance(draft.trailing))
    return divideCeil(market(context.last) * (10_000n + bps), 10_000n)
  }
  if (draft.type === 'market') return 0n
  const stop = draft.triggerLimitTicks > 0 ? exact(draft.triggerLimitTicks) : market(draft.triggerTicks)
  const limit = exact(draft.priceTicks)
  // biome-ignore lint/complexity/useMathMinMax: these are bigints
  return stop > limit ? stop : limit
}

/** A fee that is taken in the quote asset comes on top of a buy's price; the hold covers the dearer role. 0 where it is taken in base. */
function heldRate(context: TicketContext): number {
  if (context.buyFeeIn === 'base') return 0
  return Math.max(feeRate(context.fees, 'buy', 'taker'), feeRate(context.fees, 'buy', 'maker'))
}

/** The most lots that the free balance allows, rounded down so that cost and fee together never exceed it; undefined when unknown. */
export function mostLots(draft: HoldingDraft, context: TicketContext): bigint | undefined {
  if (draft.side === 'sell') return context.freeBase === undefined ? undefined : context.freeBase / baseUnit(context)
  if (context.freeQuote === undefined) return undefined
  const rate = BigInt(heldRate(context))
  const spendable = rate === 0n ? context.freeQuote : ((context.freeQuote - 1n) * 100_000_000n) / (100_000_000n + rate)
  if (spendable <= 0n) return 0n
  if (draft.type === 'market') return sweep(context, { side: 'buy', limit: 0, budget: (spendable * 100n) / MARKET_HOLD_PERCENT }).quantity
  const perLot = heldPerLotE4(draft, context)
  return perLot === 0n ? undefined : (spendable * 10_000n) / perLot
}

/** The most lots for a draft as typed. */
export function mostOf(ticket: Ticket, context: TicketContext): bigint | undefined {
  const { draft } = ticket
  return mostLots(
    {
      side: draft.side,
      type: draft.type,
      trailing: draft.trailing,
      priceTicks: ticket.price,
      triggerTicks: ticket.trigger,
      triggerLimitTicks: ticket.triggerLimit,
    },
    context,
  )
}

/** What the order would hold, in minor units of the asset that is given away; undefined when it cannot be known. */
export function heldBy(ticket: Ticket, context: TicketContext): bigint | undefined {
  const { draft, quantity } = ticket
  if (draft.side === 'sell') return quantity * baseUnit(context)
  if (ticket.byTotal) return ticket.total
  if (draft.type === 'market') {
    const { value } = sweep(context, { side: 'buy', limit: 0, quantity })
    return withFee(divideCeil(value * MARKET_HOLD_PERCENT, 100n), context)
  }
  const perLot = heldPerLotE4(
    {
      side: draft.side,
      type: draft.type,
      trailing: draft.trailing,
      priceTicks: ticket.price,
      triggerTicks: ticket.trigger,
      triggerLimitTicks: ticket.triggerLimit,
    },
    context,
  )
  return perLot === 0n ? undefined : withFee(divideCeil(perLot * quantity, 10_000n), context)
}

const withFee = (value: bigint, context: TicketContext): bigint => value + rateOf(value, heldRate(context))

/** Whether the size was asked for as a share of the free balance: whoever sees it knows the balance. */
export function tellsBalance({ draft }: Pick<Ticket, 'draft'>): boolean {
  return draft.share !== undefined || draft[draft.basis].includes('%')
}

/** A share of the most lots, rounded down to whole lots; `percent` is a whole number from 0 to 100. */
export function shareOf(most: bigint, percent: number): bigint {
  return (most * BigInt(percent)) / 100n
}
