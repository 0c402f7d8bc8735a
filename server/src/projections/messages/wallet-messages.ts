/**
 * Messages about deposits and withdrawals. What is worth one is told by several events of an entry: a credit that is taken back by its
 * postings and then by its deposit, a review by what was decided and then by what followed. So the newest of them are remembered.
 */
import type { Event } from '@agio/engine/event.ts'
import type { UserId } from '@agio/engine/ids/id.ts'
import { type WalletTxName, walletTxIdOf } from '@agio/wire/wallet/view.ts'
import type { MessageFact, MessageKind } from './message-source.ts'

type Of<Kind extends Event['kind']> = Extract<Event, { kind: Kind }>
type Withdrawal = Of<'withdrawalChanged'>

/** Beyond the references of assets and of savings orders. */
const REFERENCES_FROM = 500_000_000_000_000
const referenceOf = (name: WalletTxName): number => -(REFERENCES_FROM + Number(walletTxIdOf(name)))

const DEPOSITS: Partial<Record<Of<'depositChanged'>['status'], MessageKind>> = {
  credited: 'depositCredited',
  belowMin: 'depositBelowMin',
  held: 'depositHeld',
}

/** What a customer ends himself he is answered. */
const WITHDRAWALS: Partial<Record<Withdrawal['status'], MessageKind>> = {
  completed: 'withdrawalCompleted',
  failed: 'withdrawalFailed',
  expired: 'withdrawalExpired',
}

interface TakenBack {
  readonly userId: UserId
  readonly assetId: number
  /** Of the entry. */
  readonly seq: number
  /** What was not there any more. */
  readonly owed: bigint
}

export class WalletMessages {
  #takenBack: TakenBack | undefined
  /** The one whose coins left what is set aside just now. */
  #left = 0
  #inReview: Withdrawal | undefined
  #reviewed: Of<'withdrawalReviewed'> | undefined

  /** Hears of a posting: what follows in the entry may be about it. */
  posted({ account, cause, userId, assetId, reference, availableDelta }: Of<'balanceChanged'>, seq: number): void {
    if (account === 'pending') {
      if (availableDelta < 0n) this.#left = reference
      return
    }
    if (cause !== 'deposit' || availableDelta >= 0n || reference !== 0) return
    if (account === 'spot') this.#takenBack = { userId, assetId, seq, owed: 0n }
    else if (account === 'debt') this.#takenBack = { userId, assetId, seq, owed: -availableDelta }
  }

  /** @param seq of the event's entry */
  deposit({ userId, depositId, assetId, amount, status }: Of<'depositChanged'>, seq: number): MessageFact | undefined {
    const back = this.#takenBack
    this.#takenBack = undefined
    const name = { kind: 'deposit', txId: depositId } as const
    const known = DEPOSITS[status]
    if (known !== undefined) return factOf(known, userId, name, { amount, assetId })
    if (status !== 'reorged' || back?.seq !== seq || back.userId !== userId || back.assetId !== assetId) return undefined
    const kind = back.owed === 0n ? 'depositReversed' : 'depositOwed'
    const fact = factOf(kind, userId, name, { amount, assetId })
    // Its posting by itself would be told as a correction.
    return { ...fact, insteadOf: -assetId, params: { ...fact.params, ...(back.owed !== 0n && { owed: String(back.owed) }) } }
  }

  reviewed(event: Of<'withdrawalReviewed'>): MessageFact | undefined {
    this.#reviewed = event
    const withdrawal = this.#inReview
    this.#inReview = undefined
    if (event.isApproved !== null || withdrawal?.withdrawalId !== event.withdrawalId) return undefined
    return ofWithdrawal('withdrawalReview', withdrawal)
  }

  /** Messages to the sender and, inside the house, the receiver. */
  withdrawal(event: Withdrawal): readonly MessageFact[] {
    return [this.#sent(event), receivedBy(event)].filter((fact) => fact !== undefined)
  }

  #sent(event: Withdrawal): MessageFact | undefined {
    const { withdrawalId, status } = event
    const left = this.#left
    this.#left = 0
    this.#inReview = status === 'review' ? event : undefined
    const decision = this.#reviewed?.withdrawalId === withdrawalId ? this.#reviewed : undefined
    const known = WITHDRAWALS[status]
    if (known !== undefined) return ofWithdrawal(known, event)
    // One whose block left the chain is on its way again: that was told.
    if (status === 'broadcast') return left === withdrawalId ? ofWithdrawal('withdrawalSent', event) : undefined
    if (decision === undefined || decision.isApproved === null) return undefined
    if (status === 'approved') return ofWithdrawal('withdrawalApproved', event)
    if (status === 'rejected') return ofWithdrawal('withdrawalRejected', event, { reason: decision.why })
    // By the house: an operator, or whatever froze the account.
    return status === 'canceled' && !decision.isApproved ? ofWithdrawal('withdrawalTakenBack', event) : undefined
  }
}

/** What a withdrawal inside the house brought its receiver: a deposit. */
function receivedBy(event: Withdrawal): MessageFact | undefined {
  if (event.status !== 'completed' || event.receiverId === 0) return undefined
  const { receiverId, withdrawalId, assetId, amount, fee } = event
  return factOf('depositCredited', receiverId, { kind: 'received', txId: withdrawalId }, { amount: amount - fee, assetId })
}

function ofWithdrawal(kind: MessageKind, event: Withdrawal, more: Readonly<Record<string, string>> = {}): MessageFact {
  const { userId, withdrawalId, assetId, amount, fee } = event
  const fact = factOf(kind, userId, { kind: 'withdrawal', txId: withdrawalId }, { amount, assetId })
  return { ...fact, params: { ...fact.params, arrived: String(amount - fee), ...more } }
}

function factOf(
  kind: MessageKind,
  userId: UserId,
  name: WalletTxName,
  { amount, assetId }: { readonly amount: bigint; readonly assetId: number },
): MessageFact {
  const params = { amount: String(amount), asset: String(assetId), txId: walletTxIdOf(name) }
  return { userId, kind, reference: referenceOf(name), params }
}
