/**
 * Reads what happened to deposits and withdrawals as a stranger would: no status is skipped or left backwards, a key is one deposit, what is
 * credited or taken back is what the statuses say, and what was paid out was asked for.
 */
import type { DepositStatus, Event, WithdrawalStatus } from '@agio/engine/event.ts'

const DEPOSIT_MOVES: Readonly<Record<DepositStatus, readonly DepositStatus[]>> = {
  detected: ['confirming', 'vanished'],
  confirming: ['credited', 'reorged', 'belowMin', 'review', 'held'],
  credited: ['unlocked', 'reorged'],
  unlocked: ['reorged'],
  reorged: ['detected', 'confirming', 'vanished'],
  belowMin: ['credited', 'reorged'],
  review: ['credited', 'unlocked', 'reorged'],
  held: ['credited', 'reorged'],
  vanished: ['detected', 'confirming'],
}

const WITHDRAWAL_MOVES: Readonly<Record<WithdrawalStatus, readonly WithdrawalStatus[]>> = {
  created: ['awaitsFactor'],
  awaitsFactor: ['verified', 'canceled', 'expired'],
  verified: ['review'],
  review: ['approved', 'rejected', 'canceled'],
  approved: ['queued'],
  queued: ['signing', 'canceled'],
  signing: ['broadcast', 'queued', 'failed'],
  broadcast: ['confirming', 'queued', 'failed'],
  confirming: ['completed', 'broadcast', 'failed'],
  completed: [],
  canceled: [],
  rejected: [],
  failed: [],
  expired: [],
}

type Of<Kind extends Event['kind']> = Extract<Event, { kind: Kind }>

export interface WalletAuditor {
  /** Takes the events of one entry and returns what is wrong with them. */
  audit(events: readonly { readonly event: Event }[]): string[]
}

export function createWalletAuditor(): WalletAuditor {
  const keys = new Map<string, number>()
  const deposits = new Map<number, DepositStatus>()
  const withdrawals = new Map<number, WithdrawalStatus>()
  /** Networks of listings. */
  const networks = new Map<number, number>()
  /** Deposits that waited for a row, by key. */
  const waits = new Map<string, { readonly networkId: number; readonly height: number; readonly depositId: number }>()

  function auditSeen({ depositId, key, listingId, waiting }: Of<'depositSeen'>): string[] {
    // what waits for a row is known in its own block alone: no chain has a transaction in two
    const known = waits.has(key) ? undefined : keys.get(key)
    keys.set(key, depositId)
    waits.delete(key)
    if (waiting !== undefined) waits.set(key, { networkId: networks.get(listingId) ?? 0, height: waiting.height, depositId })
    return known === undefined ? [] : [`deposit ${depositId} has the key of ${known}`]
  }

  /** What waited for a row is gone with its block: the same may be told anew. */
  function forgetWaiting({ networkId, height }: Of<'waitingLeft'>): void {
    for (const [key, one] of waits)
      if (one.networkId === networkId && one.height > height) {
        waits.delete(key)
        keys.delete(key)
      }
  }

  /** What goes to the customer with it. */
  function auditDeposit({ depositId, status, userId, amount, pileId }: Of<'depositChanged'>, owed: Map<number, bigint>): string[] {
    const before = deposits.get(depositId)
    deposits.set(depositId, status)
    for (const [key, one] of waits) if (one.depositId === depositId) waits.delete(key)
    const owe = (change: bigint): void => void owed.set(userId, (owed.get(userId) ?? 0n) + change)
    if (status === 'credited') owe(amount)
    if (status === 'reorged' && userId !== 0 && (before === 'credited' || before === 'unlocked')) owe(-amount)
    if (pileId !== 0 && pileId !== depositId) {
      // its row is gone: no chain brings it again
      for (const [key, id] of keys) if (id === depositId) keys.delete(key)
      deposits.delete(depositId)
      return before === status ? [] : [`deposit ${depositId} is part of ${pileId} as ${before}`]
    }
    const isMove = before === undefined ? status === 'detected' || status === 'confirming' : DEPOSIT_MOVES[before].includes(status)
    return isMove ? [] : [`deposit ${depositId} went from ${before} to ${status}`]
  }

  function auditWithdrawal({ withdrawalId, status }: Of<'withdrawalChanged'>): string[] {
    const before = withdrawals.get(withdrawalId)
    withdrawals.set(withdrawalId, status)
    const isMove = before === undefined ? status === 'created' : WITHDRAWAL_MOVES[before].includes(status)
    return isMove ? [] : [`withdrawal ${withdrawalId} went from ${before} to ${status}`]
  }

  return {
    audit(events) {
      const faults: string[] = []
      /** By customer: credits less reversals of deposits, as the statuses say, and as the postings do. */
      const owed = new Map<number, bigint>()
      const got = new Map<number, bigint>()
      for (const { event } of events) {
        if (event.kind === 'listingDefined') networks.set(event.listingId, event.terms.networkId)
        if (event.kind === 'waitingLeft') forgetWaiting(event)
        if (event.kind === 'depositSeen') faults.push(...auditSeen(event))
        if (event.kind === 'depositChanged') faults.push(...auditDeposit(event, owed))
        if (event.kind === 'withdrawalChanged') faults.push(...auditWithdrawal(event))
        if (event.kind === 'balanceChanged' && event.cause === 'deposit')
          got.set(event.userId, (got.get(event.userId) ?? 0n) + event.availableDelta + event.heldDelta)
      }
      for (const [userId, amount] of owed)
        if ((got.get(userId) ?? 0n) !== amount)
          faults.push(`user ${userId}: ${amount} of deposits by their statuses, ${got.get(userId)} posted`)
      return faults
    },
  }
}
