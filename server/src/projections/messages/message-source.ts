/**
 * Which durable events are worth a message to a customer, and which one. Pure: the projector makes rows of it, the live channel asks it
 * whether to look. One message for an order at its end, not one for every fill.
 */
import type { JsonObject } from '@agio/engine/command.ts'
import type { CloseReason, Event, Order } from '@agio/engine/event.ts'
import { asUserId, type UserId } from '@agio/engine/ids/id.ts'
import type { EventByKind, EventKind } from '@agio/engine/schema/events.ts'
import { handle, type Ignored, ignored } from '@agio/engine/schema/handlers.ts'
import type { FoldedBy } from '../projectors/projector.ts'
import { ContractMessages, ofContractOrder, ofLiquidation, ofWarning } from './contract-messages.ts'
import { WalletMessages } from './wallet-messages.ts'

export type MessageType = 'account' | 'assets' | 'transaction'

/** Every kind of message with the list that it stands in. */
export const MESSAGE_KINDS = {
  orderFilled: 'transaction',
  orderPartlyFilled: 'transaction',
  orderNotFilled: 'transaction',
  orderExpired: 'transaction',
  orderCanceled: 'transaction',
  orderRejected: 'transaction',
  depositCredited: 'assets',
  depositBelowMin: 'assets',
  depositHeld: 'assets',
  depositReversed: 'assets',
  depositOwed: 'assets',
  withdrawalReview: 'assets',
  withdrawalApproved: 'assets',
  withdrawalRejected: 'assets',
  withdrawalTakenBack: 'assets',
  withdrawalSent: 'assets',
  withdrawalCompleted: 'assets',
  withdrawalFailed: 'assets',
  withdrawalExpired: 'assets',
  airdropCredited: 'assets',
  balanceAdjusted: 'assets',
  earnInterest: 'assets',
  earnMatured: 'assets',
  earnRenewed: 'assets',
  earnNotRenewed: 'assets',
  marginWarning: 'assets',
  crossMarginWarning: 'assets',
  positionReduced: 'assets',
  positionLiquidated: 'assets',
  positionDeleveraged: 'assets',
  fundingPaid: 'transaction',
  fundingReceived: 'transaction',
  newDevice: 'account',
  passwordChanged: 'account',
  factorChanged: 'account',
  apiKeyCreated: 'account',
  accountFrozen: 'account',
  whitelistClosed: 'account',
  loginLocked: 'account',
  codesTried: 'account',
  identityApproved: 'account',
  identityRejected: 'account',
} as const satisfies Record<string, MessageType>
export type MessageKind = keyof typeof MESSAGE_KINDS

/** Messages about the security of the account come whatever the settings say. */
const ALWAYS: ReadonlySet<MessageKind> = new Set([
  'newDevice',
  'passwordChanged',
  'factorChanged',
  'apiKeyCreated',
  'accountFrozen',
  'whitelistClosed',
  'loginLocked',
  'codesTried',
])

/** What comes every day fills no mailbox. */
const NEVER_MAILED: ReadonlySet<MessageKind> = new Set(['earnInterest', 'fundingPaid', 'fundingReceived'])

/** Types of messages that are mailed too, until their reader says otherwise. */
export const MAILED: ReadonlySet<MessageType> = new Set(['account', 'assets'])

export interface MessageFact {
  readonly userId: UserId
  readonly kind: MessageKind
  /**
   * What tells it from others of the same entry and user: the order's id; the asset's, negative; 0 for a document; of a savings order its
   * id and the day, negative and beyond every asset's; of a deposit or a withdrawal a number beyond those, and of what contracts do one
   * beyond all of them.
   */
  readonly reference: number
  /** Of another message of the entry to this user, that this one says better. */
  readonly insteadOf?: number
  /** Besides what stands in the order. */
  readonly params: Readonly<Record<string, string>>
}

/** Ends without a fill that the customer did not ask for. What the customer cancelled or replaced needs no message. */
const ENDS: Partial<Record<CloseReason, MessageKind>> = {
  gtd: 'orderExpired',
  ioc: 'orderNotFilled',
  fok: 'orderNotFilled',
  noLiquidity: 'orderNotFilled',
  priceBand: 'orderNotFilled',
  selfTrade: 'orderNotFilled',
  halt: 'orderCanceled',
  operator: 'orderCanceled',
  freeze: 'orderCanceled',
  cancelAllTimer: 'orderCanceled',
  postOnly: 'orderRejected',
  insufficientBalance: 'orderRejected',
  workLimit: 'orderNotFilled',
  lockBound: 'orderNotFilled',
}

function kindOfEnd({ status, closeReason, executedQuantity }: Order): MessageKind | undefined {
  if (status === 'filled') return 'orderFilled'
  if (closeReason === 'replaced') return undefined
  return executedQuantity > 0 ? 'orderPartlyFilled' : ENDS[closeReason]
}

type Posting = Extract<Event, { kind: 'balanceChanged' }>

/** What the house takes back of a credit is told as a correction; what a deposit brought is told by the deposit. */
function kindOfPosting({ account, cause, availableDelta, reference }: Posting): MessageKind | undefined {
  if (account === 'debt' || account === 'pending' || (cause === 'deposit' && reference !== 0)) return undefined
  if (availableDelta < 0n && cause !== 'adjustment') return cause === 'deposit' || cause === 'airdrop' ? 'balanceAdjusted' : undefined
  if (cause === 'deposit') return 'depositCredited'
  if (cause === 'airdrop') return 'airdropCredited'
  return cause === 'adjustment' ? 'balanceAdjusted' : undefined
}

const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value)

/** A document about a user may carry the message about itself, so that both become durable in one step; a login tells whether it is new. */
function ofDocument(userId: UserId, collection: string, document: JsonObject | null): MessageFact | undefined {
  if (collection === LOGINS && document?.result === 1 && document.isNew === 1)
    return { userId, kind: 'newDevice', reference: 0, params: {} }
  const message = document?.message
  if (!isObject(message) || typeof message.kind !== 'string' || !Object.hasOwn(MESSAGE_KINDS, message.kind)) return undefined
  const given = isObject(message.params) ? Object.entries(message.params) : []
  const params = Object.fromEntries(given.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value.slice(0, 200)]] : [])))
  return { userId, kind: message.kind as MessageKind, reference: 0, params }
}

/** More than there are assets, and than days up to the year 2200. */
const EARN_REFERENCES = 100_000

/** A message for each payout; what a customer asks for himself he is answered. */
function ofSavings(event: Extract<Event, { kind: 'earnChanged' }>): MessageFact | undefined {
  const kind = kindOfSavings(event)
  if (kind === undefined) return undefined
  const { userId, orderId, otherOrderId, assetId, amount, interest, day } = event
  const renewedAs = kind === 'earnRenewed' ? { renewedAs: String(otherOrderId) } : {}
  const params = { amount: String(amount), interest: String(interest), asset: String(assetId), orderNo: String(orderId), ...renewedAs }
  return { userId, kind, reference: -(orderId * EARN_REFERENCES + day), params }
}

function kindOfSavings({ change, renewal, otherOrderId }: Extract<Event, { kind: 'earnChanged' }>): MessageKind | undefined {
  if (change === 'interest') return 'earnInterest'
  if (change !== 'matured') return undefined
  if (Number(otherOrderId) !== 0) return 'earnRenewed'
  return renewal === 'none' ? 'earnMatured' : 'earnNotRenewed'
}

/** State of the reader, and the sequence of the entry. */
interface Reading {
  readonly wallet: WalletMessages
  readonly contracts: ContractMessages
  readonly seq: number
}

type Made = MessageFact | readonly MessageFact[] | undefined
type Told = FoldedBy<'messages'>['kind']

const MESSAGES: {
  readonly [Kind in EventKind]: Kind extends Told ? (event: EventByKind[Kind], reading: Reading) => Made : Ignored
} = {
  orderClosed: ({ order }) => {
    const kind = kindOfEnd(order)
    if (kind !== undefined && order.contract !== undefined) return ofContractOrder(order, kind)
    return kind === undefined ? undefined : { userId: order.userId, kind, reference: order.orderId, params: {} }
  },
  balanceChanged: (event, { wallet, seq }) => {
    wallet.posted(event, seq)
    const kind = kindOfPosting(event)
    const amount = event.availableDelta + event.heldDelta
    if (kind === undefined || amount === 0n) return undefined
    return { userId: event.userId, kind, reference: -event.assetId, params: { amount: String(amount), asset: String(event.assetId) } }
  },
  documentSaved: (event) => (event.userId === TENANT ? undefined : ofDocument(event.userId, event.collection, event.document)),
  orderPlaced: ignored('whoever places it is answered'),
  orderUpdated: ignored('its end is worth a message, not its way there'),
  orderLowered: ignored('whoever amends it is answered'),
  transferred: ignored('whoever moves coins is answered'),
  traded: ignored('the end of its orders is told'),
  levelChanged: ignored('public'),
  instrumentStatusChanged: ignored('public'),
  instrumentDefined: ignored('public'),
  instrumentChanged: ignored('public'),
  assetDefined: ignored('public'),
  feeScheduleChanged: ignored('public'),
  userRegistered: ignored('the welcome is a page'),
  userStatusChanged: ignored('its document carries the message'),
  userTermsChanged: ignored('asked for by the user, or told by the operator'),
  cancelAllTimerSet: ignored('whoever sets it is answered'),
  sourcePriced: ignored('public'),
  indexChanged: ignored('public'),
  indexTermsSet: ignored('public'),
  converted: ignored('whoever converts is answered'),
  inventoryMoved: ignored('the house’s'),
  convertValued: ignored('the house’s'),
  convertTermsSet: ignored('the house’s'),
  stockTermsSet: ignored('the house’s'),
  stockClosed: ignored('the house’s'),
  earnChanged: ofSavings,
  productStatusChanged: ignored('public'),
  productDefined: ignored('public'),
  productChanged: ignored('public'),
  productStatusSet: ignored('the house’s'),
  productRateSet: ignored('public'),
  depositChanged: (event, { wallet, seq }) => wallet.deposit(event, seq),
  withdrawalChanged: (event, { wallet }) => wallet.withdrawal(event),
  paymentChanged: ignored('how it stands is told'),
  blockReached: ignored('public'),
  networkDefined: ignored('public'),
  networkChanged: ignored('public'),
  listingDefined: ignored('public'),
  listingChanged: ignored('public'),
  listingHalted: ignored('public'),
  addressAssigned: ignored('how it stands is told'),
  depositSeen: ignored('how it stands is told'),
  waitingLeft: ignored('it was told of in no message'),
  depositJudged: ignored('how it stands is told'),
  withdrawalRequested: ignored('how it stands is told'),
  withdrawalReviewed: (event, { wallet }) => wallet.reviewed(event),
  paymentBegun: ignored('how it stands is told'),
  paymentSigned: ignored('how it stands is told'),
  paymentFound: ignored('how it stands is told'),
  paymentDropped: ignored('how it stands is told'),
  holdingFunded: ignored('how it stands is told'),
  contractFilled: ignored('the end of its order is told'),
  positionChanged: (event, { contracts, seq }) => contracts.changed(event, seq),
  fundingSettled: (event, { contracts }) => contracts.settled(event),
  liquidated: ofLiquidation,
  marginWarned: ofWarning,
  markChanged: ignored('public'),
  insuranceChanged: ignored('public'),
  contractSettingsChanged: ignored('whoever sets it is answered'),
  contractDefined: ignored('public'),
  contractChanged: ignored('public'),
  contractSettled: ignored('public'),
  insuranceFunded: ignored('the house’s'),
}

const NONE: readonly MessageFact[] = []

const isMany = (facts: MessageFact | readonly MessageFact[]): facts is readonly MessageFact[] => Array.isArray(facts)

/** Whether a message's user is a customer and wants it is not asked here. */
export class MessageReader {
  readonly #wallet = new WalletMessages()
  readonly #contracts = new ContractMessages()

  /** The messages that an event makes; they come in order. @param seq of the event's entry */
  of(event: Event, seq: number): readonly MessageFact[] {
    const made = handle(MESSAGES, event, { wallet: this.#wallet, contracts: this.#contracts, seq })
    if (made === undefined) return NONE
    return isMany(made) ? made : [made]
  }
}

const TENANT = asUserId(0)
/** Where a customer's logins stand. */
const LOGINS = 'login'

/** The customer's settings, where they say which messages are wanted. */
export const SETTINGS = 'settings'

const TYPES = ['account', 'assets', 'transaction'] as const

/** The lists that a customer switched off. */
export const mutedBy = (settings: JsonObject | null): ReadonlySet<MessageType> =>
  typesWith(settings, (isOn, { inApp }) => !isOn || inApp === 0)

/** Types for which this holds: whether they are on at all, and what was chosen for each way of telling. */
function typesWith(
  settings: JsonObject | null,
  holds: (isOn: boolean, ways: JsonObject, type: MessageType) => boolean,
): ReadonlySet<MessageType> {
  const notify = isObject(settings?.notify) ? settings.notify : {}
  const channels = isObject(settings?.channels) ? settings.channels : {}
  return new Set(
    TYPES.filter((type) => {
      const ways = channels[type]
      return holds(notify[type] !== 0, isObject(ways) ? ways : {}, type)
    }),
  )
}

export const isWanted = (kind: MessageKind, muted: ReadonlySet<MessageType> | undefined): boolean =>
  ALWAYS.has(kind) || muted === undefined || !muted.has(MESSAGE_KINDS[kind])

/** The types that a customer wants by mail. */
export const mailedBy = (settings: JsonObject | null): ReadonlySet<MessageType> =>
  typesWith(settings, (isOn, { email }, type) => isOn && (email === undefined ? MAILED.has(type) : email === 1))

/** Those about the security of the account have mails of their own. */
export const isMailed = (kind: MessageKind, mailed: ReadonlySet<MessageType> = MAILED): boolean =>
  !ALWAYS.has(kind) && !NEVER_MAILED.has(kind) && mailed.has(MESSAGE_KINDS[kind])

/** A message on its way to a mail. */
export interface MailedMessage extends MessageFact {
  readonly seq: number
  readonly at: number
}

/** Documents of this collection change messages: they are commands, and only the newest is kept as a document. */
export const MESSAGE_MARKS = 'messageMarks'

export type MessageState = 'unread' | 'read' | 'deleted'
/** States as the table holds them. */
export const STATE_NUMBERS: Readonly<Record<MessageState, number>> = { unread: 0, read: 1, deleted: 2 }

/** Marks some messages, or every unread one of a kind up to an entry. */
export type MessageMark =
  | { readonly state: MessageState; readonly ids: readonly string[] }
  | { readonly state: 'read'; readonly upTo: number; readonly type: MessageType | null }

export interface MessageKey {
  readonly seq: number
  readonly reference: number
}

/** `812_6496`: the entry, and what tells the message from others of the entry. */
export const messageIdOf = ({ seq, reference }: MessageKey): string => `${seq}_${reference}`

export function messageKeyOf(id: string): MessageKey | undefined {
  const found = /^(\d{1,15})_(-?\d{1,15})$/.exec(id)
  return found === null ? undefined : { seq: Number(found[1]), reference: Number(found[2]) }
}

export const markDocument = (mark: MessageMark): JsonObject => ({ ...mark })

/** The mark in a document; undefined for a document without one. */
export function markOf(document: JsonObject | null): MessageMark | undefined {
  const state = document?.state
  if (state !== 'unread' && state !== 'read' && state !== 'deleted') return undefined
  if (Array.isArray(document?.ids)) return { state, ids: document.ids.filter((id): id is string => typeof id === 'string') }
  const { upTo, type } = document ?? {}
  if (state !== 'read' || typeof upTo !== 'number') return undefined
  return { state, upTo, type: type === 'account' || type === 'assets' || type === 'transaction' ? type : null }
}

/** The newest of a user's messages that are kept and shown; deleted ones count, so that what is shown never depends on tidying. */
export const MESSAGES_KEPT = 1000
