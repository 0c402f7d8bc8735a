/** The ticket at work: what is typed, what it means, what it costs, why it cannot be sent, and sending it. */
import { formatDecimal } from '@agio/engine/money/decimal.ts'
import { formatSteps } from '@agio/wire/steps.ts'
import { useEffect, useState } from 'react'
import { useBalancesVisible } from '../../../data/balance-visibility.ts'
import { serverNow } from '../../../data/clock.ts'
import { type FailedDeed, sendDeed, settleHeard } from '../../../data/deed.ts'
import { useConnection } from '../../../data/live/live.ts'
import { useOpenOrders, useOrderCounters, wasOrderHeard } from '../../../data/spot/my-orders.ts'
import { place } from '../../../data/spot/order-actions.ts'
import { formatNumber } from '../../../i18n/format.ts'
import { useT } from '../../../i18n/i18n.ts'
import { leftToRight } from '../../../i18n/left-to-right.ts'
import { paths } from '../../../paths.ts'
import { useNavigate } from '../../../ui/navigation.tsx'
import { HIDDEN_AMOUNT } from '../../../ui/number-text.tsx'
import { tellFailed } from '../../../ui/tell-failed.ts'
import { toast } from '../../../ui/toast-store.ts'
import { ask } from '../ask/ask-store.ts'
import { type Desk, useDesk, useDraft, useTicketContext } from '../desk.ts'
import { checkTicket, type TicketFault } from '../model/check.ts'
import type { TicketContext } from '../model/context.ts'
import { costOf } from '../model/cost.ts'
import { orderBody, sameOrder } from '../model/order-request.ts'
import { FIELDS } from '../model/order-words.ts'
import { entryValue, mostOf, readTicket, shareOf, type Ticket, tellsBalance } from '../model/resolve.ts'
import { ticketThrough } from '../model/through.ts'
import type { TicketText } from '../model/ticket.ts'
import { faultText } from './fault-text.ts'
import { type PreviewAnswer, usePreview } from './use-preview.ts'

/** Outside components: the React compiler loses BigInt literals inside them. */
const ZERO = 0n

/** Why no order can be sent at all, whatever the ticket says; undefined when one can. */
export function useLock(): string | undefined {
  const t = useT()
  const { terms, loggedIn } = useDesk()
  const draft = useDraft()
  const connection = useConnection()
  if (!loggedIn) return t('terminal:lock.visitor')
  if (connection.state === 'connecting') return t('terminal:lock.connecting')
  if (connection.state !== 'live') return t(connection.crowd === undefined ? 'terminal:lock.offline' : 'terminal:lock.crowd')
  if (terms.state === 'halt') return t('terminal:lock.halt')
  if (terms.state === 'cancelOnly') return t('terminal:lock.cancelOnly')
  const enabled = draft.side === 'buy' ? terms.buyEnabled : terms.sellEnabled
  return enabled ? undefined : t(`terminal:lock.${draft.side}Closed`)
}

/** `Buy 0.03500 BTC at 67,050.00`. */
export function useSentence(ticket: Ticket, context: TicketContext, secret: boolean): string {
  const t = useT()
  const { terms } = context
  const { draft } = ticket
  const price = (ticks: number): string => formatNumber(formatSteps(ticks, terms.priceScale), { scale: terms.priceScale })
  const amount = ticket.byTotal
    ? formatNumber(formatDecimal(ticket.total, context.quoteScale))
    : formatNumber(formatDecimal(ticket.quantity, terms.quantityScale), { scale: terms.quantityScale })
  const size = leftToRight(`${secret ? HIDDEN_AMOUNT : amount} ${ticket.byTotal ? terms.quote : terms.base}`)
  const unpriced = (FIELDS[draft.type].price && ticket.price === 0) || (FIELDS[draft.type].trigger && ticket.trigger === 0)
  if (unpriced || (ticket.byTotal ? ticket.total : ticket.quantity) === ZERO)
    return t(`terminal:ticket.${draft.side}Base`, { base: terms.base })
  if (draft.type === 'market')
    return t(ticket.byTotal ? 'terminal:ticket.sentence.spend' : `terminal:ticket.sentence.${draft.side}Market`, { size, base: terms.base })
  if (draft.type === 'limit') return t(`terminal:ticket.sentence.${draft.side}At`, { size, price: price(ticket.price) })
  if (draft.type === 'trailingStop')
    return t(`terminal:ticket.sentence.${draft.side}Trailing`, { size, percent: formatDecimal(BigInt(ticket.trailingBps), 2) })
  if (draft.type === 'oneCancelsOther')
    return t(`terminal:ticket.sentence.${draft.side}List`, { size, price: price(ticket.price), trigger: price(ticket.trigger) })
  return t(`terminal:ticket.sentence.${draft.side}When`, { size, trigger: price(ticket.trigger) })
}

export interface TicketWork {
  readonly ticket: Ticket
  readonly context: TicketContext
  readonly cost: ReturnType<typeof costOf>
  readonly bound: PreviewAnswer['bound']
  readonly lock: string | undefined
  readonly sending: boolean
  /** The fault to show below a field; fields that were never filled are silent until a try to send. */
  readonly faultOf: (field: TicketText) => string | undefined
  /** First reason why the ticket as typed cannot go, for the button. */
  readonly obstacle: TicketFault | undefined
  /** The same in words; without one of the ticket's own, the reason for which the server would refuse it. */
  readonly obstacleText: string | undefined
  readonly percent: number
  /** Balances are hidden, and whoever sees the size or what follows from it knows one. */
  readonly secret: boolean
  setShare(percent: number): void
  step(field: TicketText, steps: number): void
  send(): Promise<TicketText | undefined>
}

const PRICE_FIELDS: ReadonlySet<TicketText> = new Set(['price', 'trigger', 'triggerLimit', 'activation', 'takeProfit', 'stopLoss'])

function stepField(desk: Desk, context: TicketContext, ticket: Ticket, field: TicketText, steps: number): void {
  const isPrice = PRICE_FIELDS.has(field)
  const scale = isPrice ? desk.terms.priceScale : field === 'trailing' ? 2 : field === 'total' ? 2 : desk.terms.quantityScale
  const present =
    field === 'quantity'
      ? ticket.quantity
      : field === 'total'
        ? ticket.total / 10n ** BigInt(Math.max(0, context.quoteScale - 2))
        : entryValue(ticket.entries[field])
  const start = present === 0n && isPrice ? BigInt(context.last) : present
  const size = field === 'trailing' ? 10n : 1n
  const next = start + BigInt(steps) * size
  desk.change({ kind: 'text', field, text: next <= 0n ? '' : formatDecimal(next, scale) })
}

/** Sending the ticket once; what happened is told in a message. */
function useSending(ticket: Ticket, context: TicketContext, secret: boolean, onSent: () => void) {
  const t = useT()
  const desk = useDesk()
  const navigate = useNavigate()
  const [sending, setSending] = useState(false)
  const sentence = useSentence(ticket, context, secret)
  /** The answer to a lost question is no error: the order itself was accepted. */
  const partOf = (orderId: string | null) =>
    orderId !== null && import('./filled-part.ts').then(({ filledPart }) => filledPart(t, orderId, desk.terms)).catch(() => undefined)
  /** Tells of lost orders that the exchange has told of meanwhile. A ticket with such an order is emptied: the next press is another order. */
  function arrive(): boolean {
    const found = settleHeard('order', wasOrderHeard)
    const isSame = found.length > 0 && found.includes(sameOrder(ticket, context))
    if (isSame) {
      desk.change({ kind: 'sent' })
      onSent()
    }
    if (found.length > 0) toast({ kind: 'success', title: t('terminal:toast.placed'), ...(isSame && { detail: sentence }) })
    return isSame
  }
  const { orders } = useOpenOrders(desk.loggedIn)
  const counters = useOrderCounters()
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is told of orders is what it waits for
  useEffect(() => {
    if (!sending) arrive()
  }, [orders, counters, sending])
  async function tellSent(answer: Awaited<ReturnType<typeof place>>): Promise<void> {
    desk.change({ kind: 'sent' })
    onSent()
    const ended = answer.ended === 'EXPIRED' || answer.ended === 'REJECTED' || answer.ended === 'EXPIRED_IN_MATCH'
    toast({
      kind: ended ? 'info' : 'success',
      title:
        (ended && !secret && (await partOf(answer.orderId))) ||
        t(ended ? 'terminal:toast.ended' : answer.ended === 'FILLED' ? 'terminal:toast.filled' : 'terminal:toast.placed'),
      detail: sentence,
    })
  }
  const tellNotSent = (failed: FailedDeed): void =>
    tellFailed('order', failed, {
      detail: t('terminal:toast.nothingHeld'),
      ...(failed.kind === 'refused' &&
        failed.error.errorName === 'KYC_REQUIRED' && {
          action: { label: t('terminal:toast.verify'), onPress: () => navigate(paths.identity) },
        }),
    })
  async function send(): Promise<void> {
    setSending(true)
    const outcome = await sendDeed({
      kind: 'order',
      about: sameOrder(ticket, context),
      body: orderBody(ticket, context, '', Math.round(serverNow())),
      send: (body, clientOrderId) => place({ ...body, clientOrderId }),
    })
    if (outcome.kind === 'done') await tellSent(outcome.answer)
    // The exchange may have told of the order before the answer was lost.
    else if (outcome.kind === 'refused' || !arrive()) tellNotSent(outcome)
    setSending(false)
  }
  return { sending, send }
}

function setShareOf(desk: Desk, context: TicketContext, ticket: Ticket, percent: number): void {
  if (ticket.draft.type === 'market' && ticket.draft.side === 'buy') {
    const spend = shareOf(context.freeQuote ?? ZERO, percent)
    const text = spend === ZERO ? '' : formatDecimal(spend, context.quoteScale)
    desk.change({ kind: 'share', share: percent, field: 'total', text })
    return
  }
  const lots = shareOf(mostOf(ticket, context) ?? ZERO, percent)
  const text = lots === ZERO ? '' : formatDecimal(lots, desk.terms.quantityScale)
  desk.change({ kind: 'share', share: percent, field: 'quantity', text })
}

export function useTicket(): TicketWork {
  const t = useT()
  const desk = useDesk()
  const draft = useDraft()
  const context = useTicketContext()
  const lock = useLock()
  const [tried, setTried] = useState(false)
  const ticket = readTicket(draft, context)
  const faults = checkTicket(ticket, context)
  const first = faults[0]
  const visible = useBalancesVisible()
  const secret = !visible && tellsBalance(ticket)
  const hidden = { ...(!visible && { free: HIDDEN_AMOUNT }), ...(secret && { needed: HIDDEN_AMOUNT }) }
  const units = { base: desk.terms.base, quote: desk.terms.quote, ...hidden }
  const obstacle = first?.key === 'missing' && !tried ? undefined : first
  const { sending, send } = useSending(ticket, context, secret, () => setTried(false))
  const told = usePreview(ticket, context, lock === undefined && first === undefined && !sending)
  return {
    ticket,
    context,
    cost: costOf(ticket, context, told.preview),
    bound: told.bound,
    lock,
    sending,
    faultOf: (field) => {
      const found = faults.find((fault) => fault.field === field)
      return found === undefined || (found.key === 'missing' && !tried) || found.key === 'balance' ? undefined : faultText(t, found, units)
    },
    obstacle,
    obstacleText: obstacle === undefined ? told.refusal : faultText(t, obstacle, units),
    percent: visible ? percentShown(ticket, context) : (draft.share ?? 0),
    secret,
    setShare: (percent) => setShareOf(desk, context, ticket, percent),
    step(field, steps) {
      // A step from a size that nobody may see would show it.
      if (!secret || (field !== 'quantity' && field !== 'total')) stepField(desk, context, ticket, field, steps)
      else if (draft.share !== undefined) setShareOf(desk, context, ticket, Math.min(100, Math.max(0, draft.share + steps)))
    },
    async send() {
      if (sending || lock !== undefined) return undefined
      setTried(true)
      if (first !== undefined) return first.field
      const through = ticketThrough(ticket, context)
      if (through === undefined || (await ask({ through, deed: 'place', pair: desk.terms }))) await send()
      return undefined
    },
  }
}

/**
 * The share that was asked for as long as the size is what it comes to: whole lots leave less of it, from which the next step would start
 * again. A market that moves leaves a little more or less, too.
 */
function percentShown(ticket: Ticket, context: TicketContext): number {
  const most = mostOf(ticket, context)
  const percent = percentOf(ticket, context, most)
  const { share } = ticket.draft
  if (share === undefined) return percent
  const whole = ticket.byTotal ? (context.freeQuote ?? ZERO) : (most ?? ZERO)
  const same = shareOf(whole, share) === (ticket.byTotal ? ticket.total : ticket.quantity)
  return same || Math.abs(share - percent) <= 1 ? share : percent
}

function percentOf(ticket: Ticket, context: TicketContext, most: bigint | undefined): number {
  if (ticket.byTotal) {
    const free = context.freeQuote ?? 0n
    return free === 0n ? 0 : Number((ticket.total * 100n) / free > 100n ? 100n : (ticket.total * 100n) / free)
  }
  if (most === undefined || most === 0n) return 0
  const share = (ticket.quantity * 100n) / most
  return Number(share > 100n ? 100n : share)
}

/** Texts of the two sizes; `secret` shows the share in place of the one that was asked for, and nothing in place of the one that follows. */
export function shownTexts(ticket: Ticket, context: TicketContext, secret: boolean): { readonly quantity: string; readonly total: string } {
  const { draft } = ticket
  if (secret) {
    const asked = draft.share === undefined ? draft[draft.basis] : `${draft.share}%`
    return { quantity: '', total: '', [draft.basis]: asked }
  }
  const quantity =
    draft.basis === 'quantity' ? draft.quantity : ticket.quantity === 0n ? '' : formatDecimal(ticket.quantity, context.terms.quantityScale)
  const total = draft.basis === 'total' ? draft.total : ticket.total === 0n ? '' : formatDecimal(ticket.total, context.quoteScale)
  return { quantity, total }
}

/** Typed sums and short forms in full; undefined for a plain number. */
export function readsAs(ticket: Ticket, field: TicketText, scale: number, unit: string, secret: boolean): string | undefined {
  const entry = ticket.entries[field]
  if (entry.kind !== 'computed') return undefined
  return `${secret && SIZES.has(field) ? HIDDEN_AMOUNT : formatNumber(formatDecimal(entry.value, scale), { scale })} ${unit}`
}

const SIZES: ReadonlySet<TicketText> = new Set(['quantity', 'total', 'visible'])

export const fieldsOf = (ticket: Ticket) => FIELDS[ticket.draft.type]
