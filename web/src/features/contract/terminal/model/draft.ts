/** The contract ticket as plain data: what is typed, and how each change leads to the next draft. No money is computed here. */

export type ContractSide = 'buy' | 'sell'

/** trigger waits for a price, trailing follows it; both then become a limit or market order. */
export const TICKET_KINDS = ['limit', 'market', 'trigger', 'trailing'] as const
export type TicketKind = (typeof TICKET_KINDS)[number]

export const SIZE_UNITS = ['coin', 'contracts', 'value'] as const
export type SizeUnit = (typeof SIZE_UNITS)[number]

export const DURATIONS = ['gtc', 'ioc', 'fok', 'postOnly'] as const
export type Duration = (typeof DURATIONS)[number]

export const TRIGGER_PRICES = ['mark', 'last', 'index'] as const
export type TriggerPrice = (typeof TRIGGER_PRICES)[number]

/** Days that a conditional order lives. */
export const LIFETIMES = [1, 7, 14, 30] as const
export type Lifetime = (typeof LIFETIMES)[number]

export interface ContractDraft {
  readonly side: ContractSide
  readonly kind: TicketKind
  /** Never makes a position larger. */
  readonly closes: boolean
  /** Texts exactly as typed. */
  readonly price: string
  readonly size: string
  readonly unit: SizeUnit
  /** Until one is chosen, sizes are typed in the unit that the account shows amounts in. */
  readonly isUnitChosen: boolean
  /** Percent of the largest size that was asked for with the slider, as long as no size was typed since. */
  readonly share: number | undefined
  /** Order, without its size, of which the size is the share; '' while the size waits for the figures that it comes from. */
  readonly sharedOf: string
  readonly duration: Duration
  readonly trigger: string
  readonly triggerBy: TriggerPrice | undefined
  /** What fires becomes a market order. */
  readonly firesAtMarket: boolean
  /** Trailing: percent. */
  readonly callback: string
  readonly lifetime: Lifetime | undefined
  readonly protects: boolean
  readonly takeProfit: string
  readonly stopLoss: string
}

export type ContractText = 'price' | 'size' | 'trigger' | 'callback' | 'takeProfit' | 'stopLoss'

export const EMPTY_CONTRACT_DRAFT: ContractDraft = {
  side: 'buy',
  kind: 'limit',
  closes: false,
  price: '',
  size: '',
  unit: 'coin',
  isUnitChosen: false,
  share: undefined,
  sharedOf: '',
  duration: 'gtc',
  trigger: '',
  triggerBy: undefined,
  firesAtMarket: true,
  callback: '',
  lifetime: undefined,
  protects: false,
  takeProfit: '',
  stopLoss: '',
}

export type ContractChange =
  | { readonly kind: 'side'; readonly side: ContractSide }
  | { readonly kind: 'type'; readonly type: TicketKind }
  | { readonly kind: 'unit'; readonly unit: SizeUnit }
  /** @param unit that stands beside a size while it is typed */
  | { readonly kind: 'text'; readonly field: ContractText; readonly text: string; readonly unit: SizeUnit }
  /** @param size whole contracts; '' while it is not known, and of nothing
   * @param of order, without its size, that the size was computed for; '' while it is not known */
  | { readonly kind: 'share'; readonly share: number; readonly size: string; readonly of: string }
  | { readonly kind: 'set'; readonly values: Partial<ContractDraft> }
  /** A price of the book or chart was chosen; a quantity comes in the unit that the book is shown in. */
  | { readonly kind: 'chosen'; readonly price: string; readonly quantity?: string; readonly unit: SizeUnit; readonly side?: ContractSide }
  /** The first known price: fills an empty field, never one that was typed in. */
  | { readonly kind: 'firstPrice'; readonly price: string }
  /** The order was accepted: prices stay, sizes go. */
  | { readonly kind: 'sent' }

/** Which fields an order type has. */
export const priced = ({ kind, firesAtMarket }: ContractDraft): boolean => kind === 'limit' || (kind !== 'market' && !firesAtMarket)
export const conditional = ({ kind }: ContractDraft): boolean => kind === 'trigger' || kind === 'trailing'
/** What closes has nothing to protect, and what trails is itself a protection. */
export const protectable = ({ kind, closes }: ContractDraft): boolean => !closes && kind !== 'trailing'

/**
 * As it is shown: until a unit is chosen, sizes are in the one that the account counts in. A size that stands there keeps the unit in which it
 * was typed, though the account counts otherwise by then: the same digits would be another order.
 */
export const shownDraft = (draft: ContractDraft, inCoins: boolean): ContractDraft =>
  draft.isUnitChosen || draft.size !== '' ? draft : { ...draft, unit: inCoins ? 'coin' : 'contracts' }

const plain = { size: '', share: undefined, sharedOf: '' } as const

export function changeContractTicket(draft: ContractDraft, change: ContractChange): ContractDraft {
  switch (change.kind) {
    case 'side':
      return { ...draft, side: change.side, ...plain }
    case 'type':
      return { ...draft, kind: change.type, duration: change.type === 'limit' ? draft.duration : 'gtc' }
    case 'unit':
      return { ...draft, unit: change.unit, isUnitChosen: true, ...plain }
    case 'text':
      return { ...draft, [change.field]: change.text, ...(change.field === 'size' && { unit: change.unit, share: undefined }) }
    case 'share':
      // The largest size is known in contracts.
      return { ...draft, unit: 'contracts', isUnitChosen: true, size: change.size, share: change.share, sharedOf: change.of }
    case 'set':
      // A share of what can be opened says nothing of what can be closed. The size stays as it was typed.
      return { ...draft, ...(change.values.closes !== undefined && { share: undefined }), ...change.values }
    case 'chosen':
      return choose(draft, change)
    case 'firstPrice':
      return draft.price === '' ? { ...draft, price: change.price } : draft
    case 'sent':
      return { ...draft, ...plain, protects: false, takeProfit: '', stopLoss: '' }
    default:
      return change satisfies never
  }
}

/** A chosen price belongs into a price field: types without one become limit orders. */
function choose(draft: ContractDraft, change: Extract<ContractChange, { kind: 'chosen' }>): ContractDraft {
  const sized = change.quantity === undefined ? {} : { size: change.quantity, unit: change.unit, isUnitChosen: true, share: undefined }
  const kind = priced(draft) ? draft.kind : 'limit'
  return { ...draft, kind, price: change.price, side: change.side ?? draft.side, ...sized }
}
