/** Deposits and withdrawals as they are shown: states, what has been passed and what lies ahead. Pure. */
import { WALLET_STATUSES as S, type TimelineStep, WALLET_REASONS, type WalletTx, type WalletTxDetail } from '@agio/wire/wallet/types.ts'
import type { TxKind } from '../../../data/wallet/transactions.ts'
import { paths } from '../../../paths.ts'
import type { ChipTone } from '../../../ui/chip.tsx'

export const WITHDRAWAL_STATES = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const
export const DEPOSIT_STATES = [20, 21, 22, 23, 24, 25, 26, 27, 28] as const
export type TxState = (typeof WITHDRAWAL_STATES)[number] | (typeof DEPOSIT_STATES)[number]

const STATES: ReadonlySet<number> = new Set([...WITHDRAWAL_STATES, ...DEPOSIT_STATES])

/** The state of a row; undefined for one that this page does not know, whose own name is then shown. */
export const stateOf = (status: number): TxState | undefined => (STATES.has(status) ? (status as TxState) : undefined)

const CODES: ReadonlySet<string> = new Set(WALLET_REASONS)

/** Words of a person, which stand as they are; undefined for a word of the program, which what is said of the state explains. */
export const wordsOf = (reason: string | null | undefined): string | undefined => (reason == null || CODES.has(reason) ? undefined : reason)

export const kindOf = ({ type }: Pick<WalletTx, 'type'>): TxKind => (type === 1 ? 'deposit' : 'withdrawal')

/** The page of one of them. */
export const txPath = (kind: TxKind, id: string): string =>
  `${kind === 'deposit' ? paths.deposit : paths.withdraw}?id=${encodeURIComponent(id)}`

const GOOD: ReadonlySet<number> = new Set([S.COMPLETED, S.CREDITED, S.UNLOCKED])
const BAD: ReadonlySet<number> = new Set([S.REJECTED, S.FAILED, S.REORGED, S.VANISHED])
const NEUTRAL: ReadonlySet<number> = new Set([S.UNDONE, S.EXPIRED, S.DETECTED])

export function toneOf(status: number): ChipTone {
  if (GOOD.has(status)) return 'up'
  if (BAD.has(status)) return 'down'
  return NEUTRAL.has(status) ? 'neutral' : 'warning'
}

/** Where it waits for blocks, how many there are of how many. */
export function progressOf(tx: WalletTx): { readonly count: number; readonly needed: number } | undefined {
  if (tx.status === S.CREDITED || tx.status === S.UNLOCKED)
    return { count: Math.min(tx.confirmations, tx.unlockConfirmations), needed: tx.unlockConfirmations }
  if (tx.status !== S.CONFIRMING && tx.status !== S.CONFIRMING_PAYMENT && tx.status !== S.DETECTED) return undefined
  return { count: Math.min(tx.confirmations, tx.needConfirmations), needed: tx.needConfirmations }
}

/** Begin and end of a long text, as people compare it. */
export const shortened = (text: string): string => (text.length <= 14 ? text : `${text.slice(0, 6)}…${text.slice(-4)}`)

/** The transaction in a block explorer. @param template with `{tx}` where the hash goes; anything but a web address is none */
export function explorerLink(template: string | null | undefined, hash: string | null): string | undefined {
  if (template == null || hash === null || !/^https?:\/\//.test(template)) return undefined
  return template.replaceAll('{tx}', encodeURIComponent(hash))
}

export interface ShownStep {
  readonly status: number
  readonly place: 'passed' | 'present' | 'ahead'
  /** Absent for what lies ahead. */
  readonly step?: TimelineStep
}

const PATHS: Readonly<Record<TxKind, readonly number[]>> = {
  withdrawal: [S.VERIFIED, S.APPROVED, S.BROADCASTING, S.CONFIRMING_PAYMENT, S.COMPLETED],
  deposit: [S.CONFIRMING, S.CREDITED, S.UNLOCKED],
}
/** Ends from which nothing goes on, and halts of which nobody knows how they go on. */
const NO_WAY_AHEAD: ReadonlySet<number> = new Set([
  ...[S.COMPLETED, S.UNDONE, S.REJECTED, S.FAILED, S.EXPIRED],
  ...[S.UNLOCKED, S.REORGED, S.BELOW_MIN, S.MANUAL_REVIEW, S.AML_HOLD, S.VANISHED],
])
const PAST_INTERNAL: ReadonlySet<number> = new Set([S.BROADCASTING, S.CONFIRMING_PAYMENT])

/** Every state that it came through, the one that it stands in, and those that usually follow. */
export function timelineOf(tx: WalletTxDetail): readonly ShownStep[] {
  const kind = kindOf(tx)
  const isEnd = NO_WAY_AHEAD.has(tx.status)
  const last = tx.timeline.length - 1
  const passed = tx.timeline.map(
    (step, index): ShownStep => ({ status: step.status, step, place: index === last && !isEnd ? 'present' : 'passed' }),
  )
  if (isEnd) return passed
  const ahead = PATHS[kind].filter((status) => status > tx.status && !(tx.isInternal === 1 && PAST_INTERNAL.has(status)))
  return [...passed, ...ahead.map((status): ShownStep => ({ status, place: 'ahead' }))]
}

/** How far it is in whole percent, for the ring. */
export function shareDone(steps: readonly ShownStep[]): number {
  const passed = steps.filter(({ place }) => place === 'passed').length
  return steps.length === 0 ? 0 : Math.floor((passed * 100) / steps.length)
}
