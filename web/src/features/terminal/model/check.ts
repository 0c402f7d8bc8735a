/** Why an order cannot be sent as it stands. Faults are data: the field they belong to, a text key and its values; the first one counts. */
import { formatDecimal, parseDecimal } from '@agio/engine/money/decimal.ts'
import { formatSteps } from '@agio/wire/steps.ts'
import { quoteUnit, type TicketContext } from './context.ts'
import { FIELDS } from './order-words.ts'
import { heldBy, type Ticket } from './resolve.ts'
import type { TicketText } from './ticket.ts'

export type FaultKey =
  | 'missing'
  | 'badNumber'
  | 'marks'
  | 'priceStep'
  | 'quantityStep'
  | 'tooLarge'
  | 'noReference'
  | 'zero'
  | 'priceMax'
  | 'quantityMin'
  | 'quantityMax'
  | 'valueMin'
  | 'valueMax'
  | 'marketValueMax'
  | 'triggerAbove'
  | 'triggerBelow'
  | 'listSell'
  | 'listBuy'
  | 'trailingRange'
  | 'visibleRange'
  | 'childMissing'
  | 'takeProfitSide'
  | 'stopLossSide'
  | 'balance'
  | 'noLiquidity'
  | 'wouldTake'

export interface TicketFault {
  readonly field: TicketText
  readonly key: FaultKey
  readonly values: Readonly<Record<string, string>>
}

const fault = (field: TicketText, key: FaultKey, values: Readonly<Record<string, string>> = {}): TicketFault => ({ field, key, values })

const PRICE_FIELDS: ReadonlySet<TicketText> = new Set(['price', 'trigger', 'triggerLimit', 'activation', 'takeProfit', 'stopLoss'])

/** All faults in the order in which they are worth mending. An untouched empty field is a `missing` fault. */
export function checkTicket(ticket: Ticket, context: TicketContext): readonly TicketFault[] {
  const entries = entryFaults(ticket, context)
  if (entries.length > 0) return entries
  return [
    ...priceFaults(ticket, context),
    ...sizeFaults(ticket, context),
    ...triggerFaults(ticket, context),
    ...childFaults(ticket),
    ...moneyFaults(ticket, context),
  ]
}

function entryFaults(ticket: Ticket, context: TicketContext): TicketFault[] {
  const { draft, entries } = ticket
  const fields = FIELDS[draft.type]
  const required: TicketText[] = []
  if (fields.trigger) required.push('trigger')
  if (fields.price) required.push('price')
  if (fields.trailing) required.push('trailing')
  required.push(draft.basis)
  if (draft.iceberg) required.push('visible')
  const optional = (['triggerLimit', 'activation', 'takeProfit', 'stopLoss'] as const).filter((field) => entries[field].kind !== 'empty')
  return [...required, ...optional].flatMap((field) => entryFault(ticket, field, context) ?? [])
}

function entryFault(ticket: Ticket, field: TicketText, context: TicketContext): TicketFault | undefined {
  const entry = ticket.entries[field]
  if (entry.kind === 'empty') return fault(field, 'missing')
  if (entry.kind !== 'fault') return entry.value === 0n ? fault(field, 'zero') : undefined
  if (entry.fault !== 'tooManyDecimals') return fault(field, entry.fault)
  const scale = PRICE_FIELDS.has(field) ? context.terms.priceScale : field === 'total' ? context.quoteScale : context.terms.quantityScale
  const decimals = field === 'trailing' ? 2 : scale
  return fault(field, PRICE_FIELDS.has(field) ? 'priceStep' : 'quantityStep', {
    step: formatDecimal(1n, decimals),
    ...neighbours(ticket.draft[field], decimals),
  })
}

/** The two values on the step next to a decimal that lies between them. */
function neighbours(text: string, scale: number): Readonly<Record<'below' | 'above', string>> {
  const [head = '', tail = ''] = text.trim().split('.')
  const below = BigInt(`0${head}${tail.slice(0, scale).padEnd(scale, '0')}`)
  return { below: formatDecimal(below, scale), above: formatDecimal(below + 1n, scale) }
}

function priceFaults(ticket: Ticket, context: TicketContext): TicketFault[] {
  const { terms } = context
  if (terms.priceMax === 0 || ticket.price <= terms.priceMax) return []
  return [fault('price', 'priceMax', { max: formatSteps(terms.priceMax, terms.priceScale) })]
}

function sizeFaults(ticket: Ticket, context: TicketContext): TicketFault[] {
  const { terms } = context
  const field = ticket.draft.basis
  const lots = (quantity: number): string => formatSteps(quantity, terms.quantityScale)
  if (!ticket.byTotal) {
    if (ticket.quantity === 0n) return [fault(field, 'zero')]
    if (terms.quantityMin > 0 && ticket.quantity < BigInt(terms.quantityMin))
      return [fault(field, 'quantityMin', { min: lots(terms.quantityMin) })]
    if (terms.quantityMax > 0 && ticket.quantity > BigInt(terms.quantityMax))
      return [fault(field, 'quantityMax', { max: lots(terms.quantityMax) })]
  }
  if (ticket.draft.iceberg && (ticket.visible === 0n || ticket.visible > ticket.quantity)) return [fault('visible', 'visibleRange')]
  return valueFaults(ticket, context)
}

function valueFaults(ticket: Ticket, context: TicketContext): TicketFault[] {
  const { terms } = context
  const bound = (text: string): bigint => {
    const minor = parseDecimal(text, context.quoteScale)
    return typeof minor === 'bigint' ? minor : 0n
  }
  const value = ticket.total > 0n ? ticket.total : (heldBy(ticket, context) ?? 0n)
  const sellsAtMarket = ticket.draft.side === 'sell' && ticket.total === 0n
  if (sellsAtMarket) return []
  const least = bound(terms.valueMin)
  if (least > 0n && value < least) {
    const price = BigInt(ticket.price === 0 ? context.last : ticket.price) * quoteUnit(context)
    const raise = price === 0n ? 0n : (least + price - 1n) / price
    return [fault(ticket.draft.basis, 'valueMin', { min: terms.valueMin, quantity: formatDecimal(raise, terms.quantityScale) })]
  }
  const most = bound(terms.valueMax)
  if (most > 0n && value > most) return [fault(ticket.draft.basis, 'valueMax', { max: terms.valueMax })]
  const marketMost = bound(terms.marketValueMax)
  if (ticket.draft.type === 'market' && marketMost > 0n && value > marketMost)
    return [fault(ticket.draft.basis, 'marketValueMax', { max: terms.marketValueMax })]
  return []
}

/** Sell stops and buy take-profits wait below the last price, the others above it; a list's legs stand on both sides of it. */
function triggerFaults(ticket: Ticket, context: TicketContext): TicketFault[] {
  const { draft } = ticket
  const { last, terms } = context
  const text = formatSteps(last, terms.priceScale)
  if (draft.type === 'trailingStop') return ticket.trailingBps < 10 || ticket.trailingBps > 2000 ? [fault('trailing', 'trailingRange')] : []
  if (last === 0 || !FIELDS[draft.type].trigger) return []
  if (draft.type === 'oneCancelsOther') {
    const sound = draft.side === 'sell' ? ticket.price > last && last > ticket.trigger : ticket.price < last && last < ticket.trigger
    return sound ? [] : [fault('price', draft.side === 'sell' ? 'listSell' : 'listBuy', { last: text })]
  }
  const stop = draft.type === 'stopLimit' || draft.type === 'stopMarket'
  const above = stop === (draft.side === 'buy')
  if (above && ticket.trigger <= last) return [fault('trigger', 'triggerAbove', { last: text })]
  return !above && ticket.trigger >= last ? [fault('trigger', 'triggerBelow', { last: text })] : []
}

function childFaults(ticket: Ticket): TicketFault[] {
  const { draft } = ticket
  if (!draft.child) return []
  if (ticket.takeProfit === 0 && ticket.stopLoss === 0) return [fault('takeProfit', 'childMissing')]
  const up = draft.side === 'buy' ? 1 : -1
  if (ticket.takeProfit > 0 && (ticket.takeProfit - ticket.price) * up <= 0)
    return [fault('takeProfit', 'takeProfitSide', { side: draft.side })]
  return ticket.stopLoss > 0 && (ticket.price - ticket.stopLoss) * up <= 0 ? [fault('stopLoss', 'stopLossSide', { side: draft.side })] : []
}

function moneyFaults(ticket: Ticket, context: TicketContext): TicketFault[] {
  const { draft } = ticket
  const field = draft.basis
  const other = draft.side === 'buy' ? context.asks : context.bids
  const best = other[0]?.price ?? 0
  if (draft.type === 'market' && other.length === 0) return [fault(field, 'noLiquidity')]
  if (draft.type === 'limit' && draft.postOnly && best > 0 && (draft.side === 'buy' ? ticket.price >= best : ticket.price <= best))
    return [fault('price', 'wouldTake', { best: formatSteps(best, context.terms.priceScale) })]
  const free = draft.side === 'buy' ? context.freeQuote : context.freeBase
  const held = heldBy(ticket, context)
  if (free === undefined || held === undefined || held <= free) return []
  const scale = draft.side === 'buy' ? context.quoteScale : context.baseScale
  return [
    fault(field, 'balance', {
      needed: formatDecimal(held, scale),
      free: formatDecimal(free, scale),
      asset: draft.side === 'buy' ? context.terms.quote : context.terms.base,
    }),
  ]
}
