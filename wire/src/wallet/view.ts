/** Deposits and withdrawals in engine words → the API's `WalletTx` and `TimelineStep`, and its filters back. */
import type { JsonObject } from '@agio/engine/command.ts'
import type { DepositStatus, WithdrawalStatus } from '@agio/engine/event.ts'
import { formatDecimal } from '@agio/engine/money/decimal.ts'
import type { AssetFacts } from '../market/view.ts'
import { statusNameOf, type TimelineStep, WALLET_STATUSES, type WalletTx, type WalletTxDetail } from './types.ts'

/** `received`: what a withdrawal inside the house brought its receiver. */
export type WalletTxKind = 'deposit' | 'withdrawal' | 'received'

export interface WalletTxName {
  readonly kind: WalletTxKind
  /** `DepositId` or `WithdrawalId`. */
  readonly txId: number
}

/**
 * The engine numbers deposits and withdrawals apart, and one number may be both: an id begins with a digit that says which. `2812` is
 * withdrawal 812, `1831488` the deposit 831488, `3812` what withdrawal 812 brought its receiver.
 */
const FIRST_DIGITS = { deposit: '1', withdrawal: '2', received: '3' } as const satisfies Record<WalletTxKind, string>

export const walletTxIdOf = ({ kind, txId }: WalletTxName): string => `${FIRST_DIGITS[kind]}${txId}`

/** What an id names; undefined for one that names nothing. */
export function walletTxNameOf(id: string): WalletTxName | undefined {
  const found = /^([123])([1-9]\d{0,15})$/.exec(id)
  const txId = Number(found?.[2])
  const kind = (Object.keys(FIRST_DIGITS) as WalletTxKind[]).find((each) => FIRST_DIGITS[each] === found?.[1])
  return kind === undefined || !Number.isSafeInteger(txId) ? undefined : { kind, txId }
}

/** How lines of a statement name one: by a cause and the engine's number, below 0 of what was received inside the house. */
export interface WalletLine {
  readonly cause: 'deposit' | 'withdraw'
  readonly reference: number
}

export function lineOfWalletTx({ kind, txId }: WalletTxName): WalletLine {
  if (kind === 'withdrawal') return { cause: 'withdraw', reference: txId }
  return { cause: 'deposit', reference: kind === 'received' ? -txId : txId }
}

export function walletTxOfLine({ cause, reference }: WalletLine): WalletTxName {
  if (cause === 'withdraw') return { kind: 'withdrawal', txId: reference }
  return reference < 0 ? { kind: 'received', txId: -reference } : { kind: 'deposit', txId: reference }
}

/** Coins that no transaction is known to have brought: found by balances (`b…`), or a validator's withdrawal (`w`). */
export const isWithoutTransaction = (position: string | undefined): boolean => position?.startsWith('b') === true || position === 'w'

export type WalletTxStatus = DepositStatus | WithdrawalStatus

/** Finer ones of the engine fall together. */
const STATUSES: Readonly<Record<WalletTxStatus, number>> = {
  detected: WALLET_STATUSES.DETECTED,
  confirming: WALLET_STATUSES.CONFIRMING,
  credited: WALLET_STATUSES.CREDITED,
  unlocked: WALLET_STATUSES.UNLOCKED,
  reorged: WALLET_STATUSES.REORGED,
  belowMin: WALLET_STATUSES.BELOW_MIN,
  held: WALLET_STATUSES.AML_HOLD,
  vanished: WALLET_STATUSES.VANISHED,
  review: WALLET_STATUSES.MANUAL_REVIEW,
  created: WALLET_STATUSES.CREATED,
  awaitsFactor: WALLET_STATUSES.CREATED,
  verified: WALLET_STATUSES.VERIFIED,
  approved: WALLET_STATUSES.APPROVED,
  queued: WALLET_STATUSES.APPROVED,
  signing: WALLET_STATUSES.BROADCASTING,
  broadcast: WALLET_STATUSES.BROADCASTING,
  completed: WALLET_STATUSES.COMPLETED,
  canceled: WALLET_STATUSES.UNDONE,
  rejected: WALLET_STATUSES.REJECTED,
  failed: WALLET_STATUSES.FAILED,
  expired: WALLET_STATUSES.EXPIRED,
}
/** Words that deposits and withdrawals share. */
const WITHDRAWAL_STATUSES: Partial<Record<WalletTxStatus, number>> = {
  confirming: WALLET_STATUSES.CONFIRMING_PAYMENT,
  review: WALLET_STATUSES.UNDER_REVIEW,
}

/** A status by its number in the API. */
export const walletStatusOf = (kind: WalletTxKind, status: WalletTxStatus): number =>
  (kind === 'withdrawal' ? WITHDRAWAL_STATUSES[status] : undefined) ?? STATUSES[status]

const DEPOSIT_KINDS = ['deposit', 'received'] as const
const KINDS = [...DEPOSIT_KINDS, 'withdrawal'] as const

/** What a filter of the API means: type 1 are deposits and what was received inside the house, 2 withdrawals. */
export function walletTxFilter({
  type,
  status,
}: {
  readonly type?: number | null | undefined
  readonly status?: number | null | undefined
}): {
  readonly kinds?: readonly WalletTxKind[]
  readonly statuses?: readonly WalletTxStatus[]
} {
  const ofType = type == null ? undefined : type === 2 ? (['withdrawal'] as const) : DEPOSIT_KINDS
  if (status == null) return ofType === undefined ? {} : { kinds: ofType }
  const statuses = (Object.keys(STATUSES) as WalletTxStatus[]).filter((each) => KINDS.some((kind) => walletStatusOf(kind, each) === status))
  const kinds = KINDS.filter(
    (kind) => statuses.some((each) => walletStatusOf(kind, each) === status) && (ofType ?? KINDS).some((own) => own === kind),
  )
  return { kinds, statuses }
}

/** How one stands; times are ms, 0 = not yet. */
export interface WalletTxFacts extends WalletTxName {
  readonly otherUserId: number
  readonly status: WalletTxStatus
  /** Of a withdrawal with the fee. */
  readonly amount: bigint
  readonly fee: bigint
  /** Of the block that has it; 0 = none. */
  readonly height: number
  readonly tag: number
  readonly tx: string | undefined
  readonly position: string | undefined
  readonly from: string | undefined
  readonly document: JsonObject | undefined
  readonly clientId: string | undefined
  readonly count: number
  readonly reason: string | undefined
  readonly createdAt: number
  readonly updatedAt: number
  readonly checkedAt: number
  readonly creditedAt: number
  readonly finishedAt: number
}

/** Where it is, as it is now. */
export interface WalletTxPlace {
  readonly asset: AssetFacts
  readonly protocolType: string
  readonly chain: string
  /** Of the network's last booked block. */
  readonly networkHeight: number
  /** Usual time between blocks, ms. */
  readonly blockMs: number
  readonly creditAt: number
  readonly unlockAt: number
  /** The own address of a deposit; '' where nobody can say it yet. */
  readonly ownAddress: string
  readonly now: number
}

const wordOf = (document: JsonObject | undefined, field: string): string | null => {
  const word = document?.[field]
  return typeof word === 'string' && word !== '' ? word : null
}

const timeOf = (at: number): number | null => (at === 0 ? null : at)

/** Before anything of it is signed. */
const CAN_BE_UNDONE: ReadonlySet<WalletTxStatus> = new Set(['created', 'awaitsFactor', 'verified', 'review', 'approved', 'queued'])
/** Statuses that blocks alone, or a signature and blocks, bring on. */
const ON_ITS_WAY: ReadonlySet<WalletTxStatus> = new Set([
  ...(['detected', 'confirming', 'credited'] as const),
  ...(['approved', 'queued', 'signing', 'broadcast'] as const),
])

/** Blocks from its own on, never more than are asked for: what is final does not change any more. */
function depthOf({ height }: WalletTxFacts, { networkHeight, unlockAt }: WalletTxPlace): number {
  return height === 0 ? 0 : Math.max(0, Math.min(networkHeight - height + 1, unlockAt))
}

export function walletTxView(tx: WalletTxFacts, place: WalletTxPlace): WalletTx {
  const { kind, status } = tx
  const { asset } = place
  const isWithdrawal = kind === 'withdrawal'
  const isInternal = kind === 'received' || (isWithdrawal && tx.otherUserId !== 0)
  const amount = (minor: bigint): string => formatDecimal(minor, asset.scale)
  const confirmations = isInternal ? 0 : depthOf(tx, place)
  const needed = isWithdrawal || status === 'credited' ? place.unlockAt : place.creditAt
  const isOnItsWay = !isInternal && ON_ITS_WAY.has(status)
  // One that no block has yet needs a block more than its confirmations.
  const blocksLeft = needed - confirmations + (tx.height === 0 ? 1 : 0)
  const wireStatus = walletStatusOf(kind, status)
  return {
    id: walletTxIdOf(tx),
    type: isWithdrawal ? 2 : 1,
    coinId: String(asset.assetId),
    coinName: asset.symbol,
    protocolType: place.protocolType,
    chain: place.chain,
    address: wordOf(tx.document, 'address') ?? place.ownAddress,
    memo: kind === 'deposit' ? (tx.tag === 0 ? null : String(tx.tag)) : wordOf(tx.document, 'memo'),
    fromAddress: tx.from ?? null,
    amount: amount(tx.amount),
    fee: amount(tx.fee),
    arrivedAmount: amount(tx.amount - tx.fee),
    status: wireStatus,
    statusName: statusNameOf(wireStatus),
    txHash: isInternal || isWithoutTransaction(tx.position) ? null : (tx.tx ?? null),
    txIndex: tx.position ?? null,
    count: tx.count,
    confirmations,
    needConfirmations: isInternal ? 0 : isWithdrawal ? place.unlockAt : place.creditAt,
    unlockConfirmations: isInternal ? 0 : place.unlockAt,
    isInternal: isInternal ? 1 : 0,
    reason: tx.reason ?? null,
    canUndo: isWithdrawal && CAN_BE_UNDONE.has(status) ? 1 : 0,
    clientId: tx.clientId ?? null,
    remark: isWithdrawal ? wordOf(tx.document, 'remark') : null,
    createTime: tx.createdAt,
    updateTime: tx.updatedAt,
    checkTime: timeOf(tx.checkedAt),
    finishTime: timeOf(tx.finishedAt),
    creditTime: timeOf(tx.creditedAt),
    expectTime: isOnItsWay ? place.now + Math.max(0, blocksLeft) * place.blockMs : null,
  }
}

export interface WalletStepFacts {
  readonly status: WalletTxStatus
  readonly at: number
  readonly actor: TimelineStep['actor']
  readonly reason: string | undefined
  readonly tx: string | undefined
}

/** Steps that are one status of the API are one: as the first of them began, with the transaction and reason of any. */
export function timelineView({ kind }: WalletTxName, steps: readonly WalletStepFacts[]): TimelineStep[] {
  const shown: TimelineStep[] = []
  for (const { status, at, actor, reason, tx } of steps) {
    const number = walletStatusOf(kind, status)
    const last = shown.at(-1)
    if (last?.status === number) {
      last.reason ??= reason ?? null
      last.txHash ??= tx ?? null
    } else shown.push({ status: number, statusName: statusNameOf(number), time: at, actor, reason: reason ?? null, txHash: tx ?? null })
  }
  return shown
}

export const walletTxDetailView = (tx: WalletTxFacts, place: WalletTxPlace, steps: readonly WalletStepFacts[]): WalletTxDetail => ({
  ...walletTxView(tx, place),
  timeline: timelineView(tx, steps),
})
