/**
 * "Before you send": what the order would do to the book as it stands now and what it costs, computed with the engine's own money
 * functions. Takers pay at the resting prices, the rest waits at its own price; nothing here moves money.
 */
import { divideCeil, divideHalfUp } from '@agio/engine/money/rounding.ts'
import { baseUnit, feeRate, quoteUnit, type TicketContext } from './context.ts'
import { heldBy, type Ticket } from './resolve.ts'
import { fillFee, type Sweep, sweep } from './sweep.ts'
import { type DiscountedFee, type Preview, scaledFee } from './told-fee.ts'

export interface Cost {
  /** Ticks, half-up; the average over taken and waiting parts. 0 = unknown. */
  readonly average: number
  /** Average of the taken part against the best price, in 1e-4 percent (0.0001 %), never negative. */
  readonly slippageE6: number
  /** How far the best price of the other side moves, in 1e-4 percent. */
  readonly impactE6: number
  readonly feeIn: 'base' | 'quote'
  /** Minor units of that asset. */
  readonly fee: bigint
  /** What the platform coin pays in place of it: as the server told, or scaled from what it told last. */
  readonly discounted: DiscountedFee | undefined
  /** The server has said what this order would trade now and its fee to the last unit; otherwise fee, receipt and break-even are estimates. */
  readonly exact: boolean
  readonly feeRateE8: number
  readonly role: 'maker' | 'taker' | 'both'
  /** Minor units of the asset received, after a fee taken from it. */
  readonly receive: bigint
  /** Minor units of the asset given away, with a fee that comes on top. */
  readonly pay: bigint
  /** Of what it sets aside beyond that, in case prices run on, quote minor units: free again once it has traded. 0 where it has a price of its own. */
  readonly returned: bigint
  /** Ticks at which selling (or buying back) at the same fee returns what was paid; 0 = unknown. */
  readonly breakEven: number
  /** Lots that would trade at once. */
  readonly taken: bigint
  /** Lots that would wait in the book, or be cancelled for immediate types. */
  readonly rest: bigint
  /** All of it would wait in the book. */
  readonly rests: boolean
  /** How much of what is wanted would trade before the order ends for want of more; undefined where nothing is lost. */
  readonly short: Short | undefined
}

/** Lots, or quote minor units of an order that names what to spend. */
export interface Short {
  readonly done: bigint
  readonly wanted: bigint
}

/** 100 % in 1e-8. */
const RATE_ONE = 100_000_000n
const RESTS: ReadonlySet<string> = new Set(['gtc', 'gtd'])

/** The price that a market-like order is expected to trade around: its trigger, or the last price for a trailing stop. */
function expectedPrice(ticket: Ticket, context: TicketContext): number {
  if (ticket.draft.type === 'trailingStop') return context.last
  return ticket.price > 0 ? ticket.price : ticket.trigger
}

function immediate(ticket: Ticket, context: TicketContext): Sweep {
  const { draft } = ticket
  const none: Sweep = {
    quantity: 0n,
    value: 0n,
    fee: 0n,
    worst: 0,
    best: (draft.side === 'buy' ? context.asks : context.bids)[0]?.price ?? 0,
  }
  if (draft.type === 'market') {
    return sweep(
      context,
      ticket.byTotal ? { side: draft.side, limit: 0, budget: ticket.total } : { side: draft.side, limit: 0, quantity: ticket.quantity },
    )
  }
  if (draft.type !== 'limit' || draft.postOnly) return none
  const crossing = sweep(context, { side: draft.side, limit: ticket.price, quantity: ticket.quantity })
  return draft.timeInForce === 'fok' && crossing.quantity < ticket.quantity ? none : crossing
}

/** A preview of another moment's book, or of orders that hide a part, says nothing about this one. */
const confirms = (preview: Preview | undefined, now: Sweep): preview is Preview =>
  preview !== undefined && preview.taken === now.quantity && preview.value === now.value

/** The fee as the server has told it for what the order would trade now. */
function confirmedFee(preview: Preview, waits: bigint) {
  const whole = waits > 0n ? preview.whole : undefined
  const told = whole ?? preview.discounted
  return { discounted: told !== undefined && told.worth > 0n ? told : undefined, ownFee: preview.fee, isWhole: whole !== undefined }
}

const averageOf = (value: bigint, lots: bigint, context: TicketContext): number => Number(divideHalfUp(value, lots * quoteUnit(context)))

/** Undefined while the draft does not say enough. */
export function costOf(ticket: Ticket, context: TicketContext, preview?: Preview): Cost | undefined {
  const { draft } = ticket
  if (ticket.byTotal ? ticket.total === 0n : ticket.quantity === 0n) return undefined
  const market = draft.type === 'market'
  const expected = expectedPrice(ticket, context)
  if (!market && expected === 0) return undefined
  const now = immediate(ticket, context)
  const rest = ticket.byTotal ? 0n : ticket.quantity - now.quantity
  const mayWait = !market && (draft.type !== 'limit' || draft.postOnly || RESTS.has(draft.timeInForce))
  const waits = mayWait ? rest : 0n
  const lotPrice = BigInt(expected) * quoteUnit(context)
  const waitingValue = waits * lotPrice
  const restRole = draft.type === 'limit' || draft.type === 'oneCancelsOther' ? 'maker' : 'taker'
  const confirmed = confirms(preview, now)
  const waitedThen = mayWait && preview !== undefined ? (ticket.quantity - preview.taken) * lotPrice : 0n
  const told = confirmed
    ? confirmedFee(preview, waits)
    : preview && scaledFee(preview, waitedThen, { taken: now.value, waiting: waitingValue })
  const restFee = waits === 0n || told?.isWhole === true ? 0n : fillFee(context, draft.side, restRole, waits, waitingValue)
  // What waits may trade in several parts, each with its own rounding; how many nobody knows.
  const exact = confirmed && waits === 0n
  return assemble({
    ticket,
    context,
    now,
    rest,
    waits,
    value: now.value + waitingValue,
    fee: (told?.ownFee ?? now.fee) + restFee,
    discounted: told?.discounted,
    exact,
    restRole,
  })
}

interface Parts {
  readonly ticket: Ticket
  readonly context: TicketContext
  readonly now: Sweep
  readonly rest: bigint
  readonly waits: bigint
  readonly value: bigint
  readonly fee: bigint
  readonly discounted: DiscountedFee | undefined
  readonly exact: boolean
  readonly restRole: 'maker' | 'taker'
}

function assemble({ ticket, context, now, rest, waits, value, fee, discounted, exact, restRole }: Parts): Cost {
  const { side } = ticket.draft
  const lots = now.quantity + waits
  const unit = quoteUnit(context)
  const feeIn = side === 'sell' || context.buyFeeIn === 'quote' ? 'quote' : 'base'
  const given = side === 'buy' ? value : lots * baseUnit(context)
  const got = side === 'buy' ? lots * baseUnit(context) : value
  const feeOnTop = side === 'buy' && feeIn === 'quote'
  const role = waits === 0n ? 'taker' : now.quantity === 0n ? restRole : 'both'
  const listed = feeRate(context.fees, side, waits > 0n && now.quantity === 0n ? restRole : 'taker')
  // Where the platform coin pays all of it, the rate is what that is worth.
  const rate = discounted === undefined || fee !== 0n ? listed : Number(divideHalfUp(discounted.worth * RATE_ONE, value))
  return {
    average: lots === 0n ? 0 : averageOf(value, lots, context),
    slippageE6: distanceE6(now.best, now.quantity === 0n ? 0n : now.value, now.quantity * unit),
    impactE6: now.best === 0 || now.worst === 0 ? 0 : distanceE6(now.best, BigInt(now.worst), 1n),
    feeIn,
    fee,
    discounted,
    exact,
    feeRateE8: rate,
    role,
    receive: feeOnTop ? got : got - fee,
    pay: feeOnTop ? given + fee : given,
    returned: returnedOf(ticket, context, feeOnTop ? given + fee : given),
    breakEven: breakEven({ side, value, fee, worth: discounted?.worth ?? 0n, feeIn, lots, unit, rate, context }),
    taken: now.quantity,
    rest,
    rests: waits > 0n && now.quantity === 0n && restRole === 'maker' && !(ticket.draft.postOnly && crosses(ticket, now.best)),
    short: shortOf(ticket, now, rest - waits, feeOnTop ? given + fee : given, unit),
  }
}

/** Types that buy at whatever price there is. */
const UNPRICED: ReadonlySet<string> = new Set(['market', 'stopMarket', 'takeProfitMarket', 'trailingStop'])

function returnedOf(ticket: Ticket, context: TicketContext, pay: bigint): bigint {
  const { type, side } = ticket.draft
  if (side === 'sell' || ticket.byTotal || !UNPRICED.has(type)) return 0n
  const held = heldBy(ticket, context) ?? 0n
  return held > pay ? held - pay : 0n
}

/** A post-only order that would trade is refused instead. */
const crosses = ({ draft, price }: Ticket, best: number): boolean => best > 0 && (draft.side === 'buy' ? price >= best : price <= best)

/** What is left of an amount to spend is less than a lot with its fee, unless the book ended first. */
function shortOf(ticket: Ticket, now: Sweep, lost: bigint, spent: bigint, unit: bigint): Short | undefined {
  if (!ticket.byTotal) return lost > 0n ? { done: now.quantity, wanted: ticket.quantity } : undefined
  return ticket.total - spent >= 2n * BigInt(now.worst) * unit ? { done: spent, wanted: ticket.total } : undefined
}

/** |value ÷ quantity − best| ÷ best in 1e-6, halves up; 0 without a value. */
function distanceE6(best: number, value: bigint, quantity: bigint): number {
  if (best === 0 || value === 0n || quantity === 0n) return 0
  const reference = BigInt(best) * quantity
  const gap = value > reference ? value - reference : reference - value
  return Number(divideHalfUp(gap * 1_000_000n, reference))
}

interface BreakEvenParts {
  readonly side: 'buy' | 'sell'
  readonly value: bigint
  readonly fee: bigint
  /** Of a fee in the platform coin, in quote. */
  readonly worth: bigint
  readonly feeIn: 'base' | 'quote'
  readonly lots: bigint
  readonly unit: bigint
  readonly rate: number
  readonly context: TicketContext
}

/**
 * Bought: the lowest price in ticks at which selling everything received, at the same fee rate, returns everything paid (rounded up).
 * Sold: the highest price at which the proceeds buy the same quantity back (rounded down).
 */
function breakEven({ side, value, fee, worth, feeIn, lots, unit, rate, context }: BreakEvenParts): number {
  if (lots === 0n || value === 0n) return 0
  const one = RATE_ONE
  const kept = one - BigInt(rate)
  if (side === 'buy') {
    const scale = baseUnit(context)
    const received = feeIn === 'base' ? lots * scale - fee : lots * scale
    const paid = worth + (feeIn === 'base' ? value : value + fee)
    return received <= 0n ? 0 : Number(divideCeil(paid * one * scale, received * unit * kept))
  }
  return Number(((value - fee - worth) * kept) / (lots * unit * one))
}
