/** The order ticket as plain data: what is typed, and how each change leads to the next draft. No money is computed here. */
import { FIELDS, type Lifetime, type SelfTradeMode, type Side, type TicketType, type TimeInForce } from './order-words.ts'

export interface TicketDraft {
  readonly side: Side
  readonly type: TicketType
  /** Texts exactly as typed; `amount-entry.ts` reads them. */
  readonly price: string
  readonly quantity: string
  /** Quote amount; what a market buy spends when `basis` is `total`. */
  readonly total: string
  /** Percent of the free balance that was asked for with the slider, as long as no size was typed since. */
  readonly share: number | undefined
  /** Which of quantity and total the user set last; the other one follows. */
  readonly basis: 'quantity' | 'total'
  readonly trigger: string
  readonly triggerLimit: string
  readonly activation: string
  /** Percent. */
  readonly trailing: string
  readonly timeInForce: TimeInForce
  readonly lifetime: Lifetime
  readonly postOnly: boolean
  readonly selfTrade: SelfTradeMode
  readonly iceberg: boolean
  /** Shown part of an iceberg, base asset. */
  readonly visible: string
  readonly child: boolean
  readonly takeProfit: string
  readonly stopLoss: string
}

export type TicketText =
  | 'price'
  | 'quantity'
  | 'total'
  | 'trigger'
  | 'triggerLimit'
  | 'activation'
  | 'trailing'
  | 'visible'
  | 'takeProfit'
  | 'stopLoss'

export const EMPTY_DRAFT: TicketDraft = {
  side: 'buy',
  type: 'limit',
  price: '',
  quantity: '',
  total: '',
  share: undefined,
  basis: 'quantity',
  trigger: '',
  triggerLimit: '',
  activation: '',
  trailing: '',
  timeInForce: 'gtc',
  lifetime: 24,
  postOnly: false,
  selfTrade: 'expireTaker',
  iceberg: false,
  visible: '',
  child: false,
  takeProfit: '',
  stopLoss: '',
}

export type TicketChange =
  | { readonly kind: 'side'; readonly side: Side }
  | { readonly kind: 'type'; readonly type: TicketType }
  | { readonly kind: 'text'; readonly field: TicketText; readonly text: string }
  /** A share of the free balance, and the size that it comes to at this moment. */
  | { readonly kind: 'share'; readonly share: number; readonly field: 'quantity' | 'total'; readonly text: string }
  | { readonly kind: 'set'; readonly values: Partial<TicketDraft> }
  /** A price of the book or chart was chosen. */
  | { readonly kind: 'priceChosen'; readonly price: string; readonly quantity?: string; readonly side?: Side }
  /** The first known price: fills an empty field, never one that was typed in. */
  | { readonly kind: 'firstPrice'; readonly price: string }
  /** The order was accepted: prices stay, sizes go. */
  | { readonly kind: 'sent' }

/** The next draft. Choosing a type drops the options that it does not have. */
export function changeTicket(draft: TicketDraft, change: TicketChange): TicketDraft {
  switch (change.kind) {
    case 'side':
      return { ...draft, side: change.side, quantity: '', total: '', basis: 'quantity', share: undefined }
    case 'type':
      return withType(draft, change.type)
    case 'text':
      return withText(draft, change.field, change.text)
    case 'share':
      return { ...withText(draft, change.field, change.text), share: change.share }
    case 'set':
      return { ...draft, ...change.values }
    case 'priceChosen':
      return choosePrice(draft, change)
    case 'firstPrice':
      return draft.price === '' ? { ...draft, price: change.price } : draft
    case 'sent':
      return {
        ...draft,
        quantity: '',
        total: '',
        basis: 'quantity',
        share: undefined,
        visible: '',
        takeProfit: '',
        stopLoss: '',
        child: false,
        iceberg: false,
      }
    default:
      return change satisfies never
  }
}

function withType(draft: TicketDraft, type: TicketType): TicketDraft {
  const fields = FIELDS[type]
  const basis = type === 'market' ? draft.basis : 'quantity'
  return {
    ...draft,
    type,
    basis,
    share: basis === draft.basis ? draft.share : undefined,
    timeInForce: fields.timesInForce.includes(draft.timeInForce) ? draft.timeInForce : 'gtc',
    postOnly: draft.postOnly && fields.postOnly,
    iceberg: draft.iceberg && fields.iceberg,
    child: draft.child && fields.child,
  }
}

function withText(draft: TicketDraft, field: TicketText, text: string): TicketDraft {
  if (field === 'quantity') return { ...draft, quantity: text, basis: 'quantity', share: undefined }
  if (field === 'total') return { ...draft, total: text, basis: 'total', share: undefined }
  return { ...draft, [field]: text }
}

/** A chosen price belongs into a price field: types without one become limit orders. */
function choosePrice(draft: TicketDraft, change: Extract<TicketChange, { kind: 'priceChosen' }>): TicketDraft {
  const priced = FIELDS[draft.type].price ? draft : withType(draft, 'limit')
  const sided = change.side === undefined || change.side === priced.side ? priced : { ...priced, side: change.side }
  const sized = change.quantity === undefined ? {} : { quantity: change.quantity, basis: 'quantity' as const, share: undefined }
  return { ...sided, price: change.price, ...sized }
}
