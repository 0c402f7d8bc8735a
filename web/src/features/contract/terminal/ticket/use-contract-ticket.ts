/** The contract ticket at work: what is typed, what the server says about it, why it cannot be sent, and sending it. */
import { formatDecimal } from '@agio/engine/money/decimal.ts'
import { useEffect, useRef, useState } from 'react'
import { useBalancesVisible } from '../../../../data/balance-visibility.ts'
import type { OrderBody } from '../../../../data/contract/contract-actions.ts'
import { type ContractConfig, doubtConfig } from '../../../../data/contract/contract-config.ts'
import { contractMark } from '../../../../data/contract/contract-prices.ts'
import { usePositions } from '../../../../data/contract/my-contracts.ts'
import { type FailedDeed, sendDeed } from '../../../../data/deed.ts'
import { useTopic } from '../../../../data/live/topic.ts'
import { formatNumber } from '../../../../i18n/format.ts'
import { useT } from '../../../../i18n/i18n.ts'
import { leftToRight } from '../../../../i18n/left-to-right.ts'
import { paths } from '../../../../paths.ts'
import { ticksOf } from '../../../../terminal/market.ts'
import { useNavigate } from '../../../../ui/navigation.tsx'
import { HIDDEN_AMOUNT } from '../../../../ui/number-text.tsx'
import { tellFailed } from '../../../../ui/tell-failed.ts'
import { toast } from '../../../../ui/toast-store.ts'
import { useConnectionLock } from '../connection-lock.ts'
import { useContractDesk, useContractDraft } from '../desk.ts'
import { contractBody } from '../model/body.ts'
import { type Closing, closingOf, sharedOf } from '../model/closing.ts'
import { type ContractText, priced } from '../model/draft.ts'
import { type ContractFault, type ContractTicket, coinText, contractFaults, readContractTicket } from '../model/read-ticket.ts'
import { shareOf, unsizedOf, waitsForFigures } from '../model/share.ts'
import { contractFaultText } from './fault-text.ts'
import { type PreviewAnswer, useContractPreview } from './use-preview.ts'

/** Outside components: the React compiler loses BigInt literals inside them. */
const ZERO = 0n

/** Why no order can be sent at all, whatever the ticket says; undefined when one can. */
export function useContractLock(): string | undefined {
  const t = useT()
  const { terms, member, config, configError } = useContractDesk()
  const { closes } = useContractDraft()
  const connection = useConnectionLock()
  if (!member) return t('terminal:lock.visitor')
  if (connection !== undefined) return connection
  if (config === undefined) return configError === null ? t('terminal:lock.connecting') : t('contract:lock.settings')
  if (terms.state === 'halt') return t('contract:lock.halt')
  if (terms.state === 'cancelOnly') return t('contract:lock.cancelOnly')
  return terms.state === 'reduceOnly' && !closes ? t('contract:lock.reduceOnly') : undefined
}

/** `0.200 BTC`, or `200 contracts`, as the user counts them. */
function useSizeText(secret: boolean): (contracts: bigint) => string {
  const t = useT()
  const { terms, inCoins } = useContractDesk()
  if (secret) return () => HIDDEN_AMOUNT
  return (contracts) =>
    leftToRight(
      inCoins
        ? `${formatNumber(coinText(contracts, terms), { scale: terms.lotScale })} ${terms.base}`
        : t('contract:unit.contractsOf', { count: Number(contracts), shown: formatNumber(String(contracts)) }),
    )
}

/** `Long 0.200 BTC at 67,380.0`; of an order that is trimmed when it is sent, what is left of it: while amounts are hidden, as it was typed. */
function useContractSentence(ticket: ContractTicket, closing: Closing | undefined, secret: boolean): string {
  const t = useT()
  const { terms } = useContractDesk()
  const sizeText = useSizeText(secret)
  const visible = useBalancesVisible()
  const { draft } = ticket
  const contracts = closing === undefined || closing.waits || !visible ? ticket.contracts : closing.contracts
  const price = (ticks: bigint): string => formatNumber(formatDecimal(ticks, terms.priceScale), { scale: terms.priceScale })
  const way = draft.closes ? (draft.side === 'buy' ? 'closeShort' : 'closeLong') : draft.side === 'buy' ? 'long' : 'short'
  const unpriced = (priced(draft) && ticket.price === ZERO) || (draft.kind === 'trigger' && ticket.trigger === ZERO)
  if (contracts === undefined || contracts === ZERO || unpriced) return t(`contract:sentence.${way}`, { name: terms.name })
  const size = sizeText(contracts)
  if (draft.kind === 'market') return t(`contract:sentence.${way}Market`, { size })
  if (draft.kind === 'trailing') return t(`contract:sentence.${way}Trailing`, { size, percent: draft.callback })
  if (draft.kind === 'trigger') return t(`contract:sentence.${way}When`, { size, trigger: price(ticket.trigger) })
  return t(`contract:sentence.${way}At`, { size, price: price(ticket.price) })
}

/** What an order comes to that asks to close more than there is; undefined where all of it can happen. */
function useTrimmed(closing: Closing | undefined, secret: boolean): string | undefined {
  const t = useT()
  const sizeText = useSizeText(secret)
  const visible = useBalancesVisible()
  if (closing === undefined) return undefined
  const sizes = { size: visible ? sizeText(closing.contracts) : HIDDEN_AMOUNT, asked: sizeText(closing.asked) }
  return t(closing.waits ? 'contract:ticket.trimmedLater' : 'contract:ticket.trimmed', sizes)
}

export interface ContractTicketWork extends PreviewAnswer {
  /** Of what the slider takes a share, whole contracts; empty where there is nothing to share. */
  readonly most: string
  readonly ticket: ContractTicket
  /** The market order's price for what is drawn: the mark, ticks; 0 = unknown. */
  readonly mark: bigint
  readonly lock: string | undefined
  readonly sending: boolean
  readonly sentence: string
  /** Told beside the sentence: more is typed than there is to close. */
  readonly trimmed: string | undefined
  /** The order waits to be confirmed. */
  readonly confirming: boolean
  readonly faultOf: (field: ContractText) => string | undefined
  readonly obstacle: ContractFault | undefined
  /** Why it cannot be sent, in words: the ticket's own fault, else the server's reason. */
  readonly obstacleText: string | undefined
  readonly percent: number
  /** Balances are hidden, and whoever sees the size or what follows from it knows what there is to take a share of. */
  readonly secret: boolean
  setShare(percent: number): void
  step(field: ContractText, steps: number): void
  /** Answers the field with the first fault, where there is one. */
  send(): Promise<ContractText | undefined>
  confirm(yes: boolean): void
}

function useSending(sentence: string, onSent: () => void, onEnd: () => void) {
  const t = useT()
  const navigate = useNavigate()
  const [sending, setSending] = useState(false)
  const running = useRef(false)
  const tellNotSent = (failed: FailedDeed): void => {
    const name = failed.kind === 'refused' ? failed.error.errorName : ''
    if (failed.kind === 'refused') doubtConfig(name)
    tellFailed('order', failed, {
      detail: t('contract:toast.nothingHeld'),
      ...(name === 'KYC_REQUIRED' && { action: { label: t('terminal:toast.verify'), onPress: () => navigate(paths.identity) } }),
    })
  }
  async function send(order: OrderBody): Promise<void> {
    if (running.current) return
    running.current = true
    setSending(true)
    const outcome = await sendDeed({
      ...{ kind: 'order', body: order },
      send: async (body, clientOrderId) =>
        (await import('../../../../data/contract/contract-actions.ts')).placeContractOrder({ ...body, clientOrderId }),
    })
    if (outcome.kind === 'done') {
      const { status } = outcome.answer
      const word = status === 2 ? 'filled' : status === 6 || status === 4 ? 'ended' : 'placed'
      onSent()
      toast({ kind: word === 'ended' ? 'info' : 'success', title: t(`contract:toast.${word}`), detail: sentence })
    } else tellNotSent(outcome)
    running.current = false
    setSending(false)
    onEnd()
  }
  return { sending, send }
}

/** The question to the server; about one contract where no size is typed yet: the answer then tells how many there may be. */
function questionOf(ticket: ContractTicket, faults: readonly ContractFault[], config: ContractConfig | undefined, terms: Terms) {
  if (config?.isOpened !== true) return undefined
  const [first] = faults
  if (first === undefined) return contractBody(ticket, terms, config, 'preview')
  const sizeOnly = faults.every(({ field }) => field === 'size')
  if (!sizeOnly || ticket.draft.closes) return undefined
  const least = /^[1-9]\d*$/.test(terms.leastVolume) ? terms.leastVolume : '1'
  return contractBody(ticket, terms, config, 'preview', least)
}

type Terms = ReturnType<typeof useContractDesk>['terms']

const textOfNext = (next: bigint, scale: number): string => (next <= ZERO ? '' : formatDecimal(next, scale))

/** The text of a field some steps up or down; a price begins at the mark. */
function stepped(ticket: ContractTicket, terms: Terms, mark: bigint, field: ContractText, steps: number): string {
  const entry = ticket.entries[field]
  const present = entry.kind === 'plain' || entry.kind === 'computed' ? entry.value : ZERO
  if (field === 'callback') return textOfNext(present + BigInt(steps) * BigInt(10), 2)
  if (field === 'size') {
    const unit = ticket.draft.unit === 'coin' ? BigInt(terms.lotsPerContract) : BigInt(1)
    return textOfNext(present + BigInt(steps) * unit, ticket.sizeScale)
  }
  const tick = BigInt(terms.tick)
  const start = present === ZERO ? mark : present
  // The next tick of a price that lies between two.
  return textOfNext(start - (start % tick) + BigInt(steps) * tick, terms.priceScale)
}

/** What is typed. A size that is a share of what can be ordered is empty until that is known of this very order. */
function useShared(mark: bigint, sent: number) {
  const { terms, config } = useContractDesk()
  const draft = useContractDraft()
  const typed = readContractTicket(draft, terms, mark)
  const unsized = config?.isOpened === true ? unsizedOf(contractBody(typed, terms, config, ''), sent) : ''
  const waits = waitsForFigures(draft, unsized)
  return { ticket: waits ? readContractTicket({ ...draft, size: '' }, terms, mark) : typed, unsized, waits }
}

/** Takes a share of the largest size as soon as that is known. @param known of the order as it stands now */
function useShare(most: bigint, unsized: string, known: boolean, waits: boolean): (percent: number) => void {
  const { change, member } = useContractDesk()
  const { share } = useContractDraft()
  const setShare = (percent: number): void => {
    if (!member) return
    change({ kind: 'share', share: percent, size: known ? shareOf(most, percent) : '', of: known ? unsized : '' })
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each order that waits
  useEffect(() => {
    if (waits && known && share !== undefined) setShare(share)
  }, [waits, known, share, unsized])
  return setShare
}

/** What stands in the way of the ticket, by itself and by what the server says of it. @param asks false while nothing can be asked */
function useJudged(ticket: ContractTicket, unsized: string, waits: boolean, asks: boolean, tried: boolean) {
  const t = useT()
  const { terms, config } = useContractDesk()
  const faults = contractFaults(ticket, terms)
  const first = faults[0]
  const told = useContractPreview(asks ? questionOf(ticket, faults, config, terms) : undefined, first !== undefined, unsized)
  const isSizing = waits && faults.every(({ field }) => field === 'size')
  const obstacle = isSizing || (first?.key === 'missing' && !tried) ? undefined : first
  const words = () => {
    if (isSizing) return told.refusedAtAll ?? t('contract:ticket.sizing')
    return obstacle === undefined ? told.refusal : contractFaultText(t, obstacle)
  }
  const faultOf = (field: ContractText) => {
    const found = faults.find((fault) => fault.field === field)
    const isQuiet = found === undefined || (found.key === 'missing' && !tried) || (waits && field === 'size')
    return isQuiet ? undefined : contractFaultText(t, found)
  }
  return { first, told, isSizing, obstacle, obstacleText: words(), faultOf }
}

export function useContractTicket(): ContractTicketWork {
  const { terms, config, change, member } = useContractDesk()
  const draft = useContractDraft()
  const mark = BigInt(ticksOf(useTopic(contractMark(terms.symbol))?.mark, terms.priceScale))
  const lock = useContractLock()
  const [tried, setTried] = useState(false)
  const [sent, setSent] = useState(0)
  const [confirming, setConfirming] = useState(false)
  const { ticket, unsized, waits } = useShared(mark, sent)
  const positions = usePositions(member).rows
  const closing = closingOf(ticket, positions, terms.contractId)
  const visible = useBalancesVisible()
  const secret = !visible && draft.share !== undefined
  const sentence = useContractSentence(ticket, closing, secret)
  const trimmed = useTrimmed(closing, secret)
  const empty = () => {
    setTried(false)
    change({ kind: 'sent' })
  }
  const { sending, send } = useSending(sentence, empty, () => setSent((before) => before + 1))
  const judged = useJudged(ticket, unsized, waits, lock === undefined && !sending, tried)
  const { first, told, isSizing, obstacle, faultOf } = judged
  const shared = sharedOf(draft, positions, terms.contractId, told.most)
  const most = wholeOf(shared)
  const isKnown = unsized !== '' && (draft.closes || told.mostOf === unsized)
  const setShare = useShare(most, unsized, isKnown, waits)
  const sendNow = async () => {
    if (config !== undefined && first === undefined) await send(contractBody(ticket, terms, config, 'order'))
  }
  return {
    ...told,
    most: shared,
    ticket,
    mark,
    lock,
    sending,
    sentence,
    trimmed,
    confirming,
    faultOf,
    obstacle,
    obstacleText: judged.obstacleText,
    percent: visible ? percentShown(ticket, most) : (draft.share ?? 0),
    secret,
    setShare,
    step(field, steps) {
      // A step from a size that nobody may see would show it.
      if (secret && field === 'size') setShare(Math.min(100, Math.max(0, (draft.share ?? 0) + steps)))
      else change({ kind: 'text', field, text: stepped(ticket, terms, mark, field, steps), unit: draft.unit })
    },
    async send() {
      if (sending || lock !== undefined || isSizing) return undefined
      setTried(true)
      if (first !== undefined) return first.field
      // What the exchange has just said it would refuse: the button tells why.
      if (told.refusal !== undefined) return undefined
      if (config?.confirms === true) setConfirming(true)
      else await sendNow()
      return undefined
    },
    confirm(yes) {
      setConfirming(false)
      if (yes) void sendNow()
    },
  }
}

const wholeOf = (volume: string | undefined): bigint => (/^\d+$/.test(volume ?? '') ? BigInt(volume ?? '0') : ZERO)

function percentShown({ draft, contracts }: ContractTicket, most: bigint): number {
  if (draft.share !== undefined) return draft.share
  if (most === ZERO || contracts === undefined) return 0
  const share = (contracts * BigInt(100)) / most
  return Number(share > BigInt(100) ? BigInt(100) : share)
}

/** Typed sums and short forms in full; undefined for a plain number. */
export function contractReadsAs(ticket: ContractTicket, field: ContractText, scale: number, unit: string): string | undefined {
  const entry = ticket.entries[field]
  return entry.kind === 'computed' ? `${formatNumber(formatDecimal(entry.value, scale), { scale })} ${unit}` : undefined
}
