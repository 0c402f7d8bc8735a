/**
 * What becomes of deposits and withdrawals with each event, whoever keeps the rows: a row begins once, is changed column by column, and
 * each status that it comes to is a step that stays. Events say what changed, never how a row stood before.
 */
import type { Event } from '@agio/engine/event.ts'
import { asAssetId, asNetworkId, asUserId, type UserId } from '@agio/engine/ids/id.ts'
import type { WalletReason } from '@agio/wire/wallet/types.ts'
import type { WalletTxKind, WalletTxName } from '@agio/wire/wallet/view.ts'
import type { StepActor, WalletStepRow, WalletTxRow } from '../rows/wallet-rows.ts'
import type { FoldedBy, Moment } from './projector.ts'

/** A row without what other tables know: the address's place and tag, the payment's transaction and block. */
export type KeptTx = Omit<WalletTxRow, 'place' | 'tag'> & {
  /** Entry by which it came into its owner's list. */
  readonly listedSeq: number
}
export type TxChanges = { -readonly [Field in Exclude<keyof KeptTx, 'kind' | 'txId'>]?: KeptTx[Field] }

export interface KeptStep extends WalletTxName, WalletStepRow {
  readonly seq: number
  /** Among the steps of the entry. */
  readonly place: number
}

/** Who keeps the rows. */
export interface WalletRows {
  begin(row: KeptTx): void
  change(name: WalletTxName, changes: TxChanges): void
  step(step: KeptStep): void
  /** Deposits that are part of another come to a status with it. */
  changePile(pileId: number, changes: PileChange): void
  /** Deposits that wait for a row, in blocks above a height, are gone. */
  leaveWaiting(left: WaitingLeft): void
}

export interface PileChange {
  readonly status: WalletTxRow['status']
  readonly seq: number
  readonly at: number
  /** Of the step. */
  readonly place: number
  readonly isOver: boolean
}

export interface WaitingLeft {
  readonly networkId: number
  readonly height: number
  readonly seq: number
  readonly at: number
}

/** Why a deposit that waits for a row is not credited yet. */
export const WAITING_REASON = 'waiting' satisfies WalletReason

type Of<Kind extends Event['kind']> = Extract<Event, { kind: Kind }>
type DepositChanged = Of<'depositChanged'>
type WithdrawalChanged = Of<'withdrawalChanged'>

const NOBODY = asUserId(0)
/** Who decides where a rule of the house does. */
const SYSTEM = 'system'

/** Statuses in which a withdrawal stands still for good. */
const OVER: ReadonlySet<WithdrawalChanged['status']> = new Set(['completed', 'canceled', 'rejected', 'failed', 'expired'])
/** Who brings a withdrawal there, where no reviewer does. */
const WITHDRAWAL_ACTORS: Partial<Record<WithdrawalChanged['status'], StepActor>> = {
  created: 'user',
  verified: 'user',
  canceled: 'user',
  confirming: 'chain',
  completed: 'chain',
  failed: 'chain',
}
const DEPOSIT_REASONS: Partial<Record<DepositChanged['status'], WalletReason>> = {
  belowMin: 'belowMin',
  review: 'unknownTag',
  held: 'screening',
}
/** Statuses that follow from a limit or a rule of the house, not from the chain. */
const DEPOSIT_RULES: ReadonlySet<DepositChanged['status']> = new Set(['belowMin', 'review', 'held'])

/** What was said in the entry that is folded, about what follows in it. */
interface Said {
  readonly seq: number
  steps: number
  /** Deposits of which a step to `detected` stands already. */
  seen: Set<number>
  requested: Of<'withdrawalRequested'> | undefined
  reviewed: Of<'withdrawalReviewed'> | undefined
  judged: Of<'depositJudged'> | undefined
  /** Transaction of a payment that was signed, or that a block has. */
  tx: { readonly paymentId: number; readonly tx: string } | undefined
  dropped: Of<'paymentDropped'> | undefined
}

export class WalletFold {
  readonly #rows: WalletRows
  #said: Said = nothingSaid(0)

  constructor(rows: WalletRows) {
    this.#rows = rows
  }

  fold(event: FoldedBy<'walletTxs'>, moment: Moment): void {
    if (this.#said.seq !== moment.seq) this.#said = nothingSaid(moment.seq)
    switch (event.kind) {
      case 'depositSeen':
        this.#seen(event, moment)
        break
      case 'waitingLeft':
        this.#rows.leaveWaiting({ networkId: event.networkId, height: event.height, seq: moment.seq, at: moment.at })
        break
      case 'depositJudged':
        this.#said.judged = event
        break
      case 'depositChanged':
        this.#depositChanged(event, moment)
        break
      case 'withdrawalRequested':
        this.#said.requested = event
        break
      case 'withdrawalReviewed':
        this.#reviewed(event)
        break
      case 'withdrawalChanged':
        this.#withdrawalChanged(event, moment)
        break
      case 'paymentSigned':
      case 'paymentFound':
        this.#said.tx = event
        break
      case 'paymentDropped':
        this.#said.dropped = event
        break
      default:
        event satisfies never
    }
  }

  #seen(event: Of<'depositSeen'>, { seq, at }: Moment): void {
    const { depositId, userId, listingId, addressId, key, tx, position, from, amount, count = 1, waiting } = event
    const status = waiting === undefined ? 'detected' : 'confirming'
    this.#rows.begin({
      ...emptyRow('deposit', depositId, at, seq),
      ...{ userId, listingId, addressId: addressId as WalletTxRow['addressId'], key, tx, position, amount, count },
      from: from ?? undefined,
      status,
      ...(waiting !== undefined && waitingOf(waiting)),
    })
    this.#said.seen.add(depositId)
    this.#step({ kind: 'deposit', txId: depositId }, status, 'chain', at, { tx })
  }

  #depositChanged(event: DepositChanged, { seq, at }: Moment): void {
    const { depositId, userId, assetId, networkId, height, status, pileId } = event
    const name = { kind: 'deposit', txId: depositId } as const
    if (pileId !== 0 && pileId !== depositId) {
      this.#rows.change(name, { pileId, updatedAt: at })
      return
    }
    const { judged, seen } = this.#said
    const isJudged = judged?.depositId === depositId
    const reason = DEPOSIT_REASONS[status]
    const isCredited = status === 'credited'
    const isOver = status === 'unlocked' || status === 'vanished'
    const isTakenBack = status === 'reorged' || status === 'detected'
    this.#rows.change(name, {
      ...{ userId, assetId, networkId, height, status, updatedAt: at, reason, finishedAt: isOver ? at : 0 },
      ...(isCredited && { creditedAt: at }),
      ...(isTakenBack && { creditedAt: 0 }),
      ...(isJudged && judged.userId !== NOBODY && { listedSeq: seq }),
    })
    if (pileId !== 0) this.#rows.changePile(pileId, { status, seq, at, place: this.#said.steps, isOver })
    if (status === 'detected' && seen.has(depositId)) return
    const actor = isJudged ? 'reviewer' : DEPOSIT_RULES.has(status) ? 'system' : 'chain'
    this.#step(name, status, actor, at, { reason, who: isJudged ? judged.actor : undefined })
  }

  /** Comes before what follows from a decision, and behind the status that waits for one. */
  #reviewed(event: Of<'withdrawalReviewed'>): void {
    this.#said.reviewed = event
    if (event.isApproved !== null) return
    this.#rows.change({ kind: 'withdrawal', txId: event.withdrawalId }, { reviews: event.reviews })
  }

  #withdrawalChanged(event: WithdrawalChanged, { seq, at }: Moment): void {
    const { withdrawalId, status, paymentId } = event
    const name = { kind: 'withdrawal', txId: withdrawalId } as const
    if (status === 'created') this.#begin(event, { seq, at })
    const { reason, ...by } = this.#whyOf(event)
    const { tx, dropped } = this.#said
    // It waits for another transaction, and stays on its way.
    if (status === 'queued' && dropped !== undefined) {
      this.#rows.change(name, { updatedAt: at, paymentId: 0 })
      return
    }
    const isItsPayment = paymentId !== 0 && tx?.paymentId === paymentId
    // Its block left the chain: it confirms anew, and no state is gone back to.
    if (status === 'broadcast' && !isItsPayment) {
      this.#rows.change(name, { updatedAt: at })
      return
    }
    this.#rows.change(name, {
      ...{ status, updatedAt: at, reason },
      ...(status === 'verified' && { checkedAt: at }),
      ...(OVER.has(status) && { finishedAt: at }),
      // What ended keeps the payment that it ended with.
      ...(paymentId !== 0 && { paymentId }),
    })
    this.#step(name, status, by.actor, at, { reason, who: by.who, tx: isItsPayment ? tx.tx : undefined })
    if (status === 'completed' && event.receiverId !== 0) this.#received(event, { seq, at })
  }

  #whyOf({ withdrawalId, status, receiverId }: WithdrawalChanged): { actor: StepActor; who?: string; reason?: string } {
    const { reviewed, dropped } = this.#said
    const isOurs = receiverId !== 0 && status !== 'created' && status !== 'verified' && status !== 'canceled'
    const actor = isOurs ? 'system' : (WITHDRAWAL_ACTORS[status] ?? 'system')
    if (status === 'expired') return { actor, reason: 'notVerified' }
    if (status === 'failed') return dropped === undefined ? { actor, reason: 'failedOnChain' } : { actor: 'system', reason: 'dropped' }
    if (reviewed === undefined || reviewed.withdrawalId !== withdrawalId || reviewed.isApproved === null) return { actor }
    if (status === 'canceled') return reviewed.actor === SYSTEM ? { actor: 'system' } : { actor: 'reviewer', who: reviewed.actor }
    if (status === 'approved') return { actor: 'reviewer', who: reviewed.actor }
    return status === 'rejected' ? { actor: 'reviewer', who: reviewed.actor, reason: reviewed.why } : { actor }
  }

  #begin(event: WithdrawalChanged, { seq, at }: Moment): void {
    const { withdrawalId, userId, receiverId, listingId, assetId, networkId, amount, fee, value } = event
    const asked = this.#said.requested?.withdrawalId === withdrawalId ? this.#said.requested.document : undefined
    this.#rows.begin({
      ...emptyRow('withdrawal', withdrawalId, at, seq),
      ...{ userId, otherUserId: receiverId, listingId, assetId, networkId, amount, fee, value },
      document: asked,
      clientId: typeof asked?.clientId === 'string' ? asked.clientId : undefined,
      status: 'created',
    })
  }

  /** It is a deposit for who gets it, that can be withdrawn at once. */
  #received({ withdrawalId, userId, receiverId, listingId, assetId, networkId, amount, fee }: WithdrawalChanged, moment: Moment): void {
    const { at, seq } = moment
    this.#rows.begin({
      ...emptyRow('received', withdrawalId, at, seq),
      ...{ userId: receiverId, otherUserId: userId, listingId, assetId, networkId, amount: amount - fee },
      ...{ status: 'unlocked', creditedAt: at, finishedAt: at },
    })
    this.#step({ kind: 'received', txId: withdrawalId }, 'unlocked', 'system', at, {})
  }

  #step(
    { kind, txId }: WalletTxName,
    status: WalletTxRow['status'],
    actor: StepActor,
    at: number,
    more: { readonly who?: string | undefined; readonly reason?: string | undefined; readonly tx?: string | undefined },
  ): void {
    const { seq } = this.#said
    const { who, reason, tx } = more
    this.#rows.step({ kind, txId, seq, place: this.#said.steps, status, at, actor, who, reason, tx })
    this.#said.steps += 1
  }
}

function waitingOf(waiting: NonNullable<Of<'depositSeen'>['waiting']>): TxChanges & Pick<KeptTx, 'document'> {
  const { height, assetId, networkId, dust, maturity, isHeld } = waiting
  return {
    ...{ height, assetId: asAssetId(assetId), networkId: asNetworkId(networkId), reason: WAITING_REASON },
    document: { dust, maturity, isHeld },
  }
}

const nothingSaid = (seq: number): Said => ({
  seq,
  steps: 0,
  seen: new Set(),
  requested: undefined,
  reviewed: undefined,
  judged: undefined,
  tx: undefined,
  dropped: undefined,
})

function emptyRow(kind: WalletTxKind, txId: number, at: number, seq: number) {
  return {
    ...{ kind, txId, createdAt: at, updatedAt: at, listedSeq: seq },
    ...{ userId: NOBODY, otherUserId: NOBODY as UserId, assetId: 0 as WalletTxRow['assetId'], networkId: 0 as WalletTxRow['networkId'] },
    ...{ fee: 0n, value: 0n, height: 0, addressId: 0 as const, paymentId: 0 as const },
    ...{ tx: undefined, position: undefined, from: undefined, key: undefined, document: undefined, clientId: undefined },
    ...{ reviews: [] as readonly string[], reason: undefined, checkedAt: 0, creditedAt: 0, finishedAt: 0, count: 1, pileId: 0 },
  }
}
