/**
 * Changes of what a customer has of an asset in an account. What is set aside for a withdrawal is part of his spot account until it is signed:
 * a request, and its end before a signature, move it inside and change nothing. What is owed is no account of the API's.
 */
import type { Event } from '@agio/engine/event.ts'
import type { AssetId, UserId } from '@agio/engine/ids/id.ts'
import { lineOfWalletTx } from '@agio/wire/wallet/view.ts'
import type { ContractCause, StatementRow } from '../port.ts'
import type { FoldedBy } from './projector.ts'

export interface TotalChange {
  readonly userId: UserId
  readonly assetId: AssetId
  readonly account: StatementRow['account']
  readonly cause: StatementRow['cause'] | ContractCause
  readonly amount: bigint
  readonly totalAfter: bigint
  /** Of a deposit that is taken back it is told behind the posting. */
  reference: number
  /** Part of `amount` that was the price of a withdrawal. */
  readonly fee: bigint
}

const CONTRACT_CAUSES: ReadonlySet<string> = new Set<ContractCause>([
  ...(['margin', 'realised', 'funding', 'liquidationFee', 'liquidation', 'share', 'settled'] as const),
])

/** What contracts alone do; a transfer, or what an operator posts, is a line like that of any account. */
export const isOfContracts = ({ account, cause }: Pick<TotalChange, 'account' | 'cause'>): boolean =>
  account === 'contract' && (cause === 'fee' || CONTRACT_CAUSES.has(cause))

/** What a customer has set aside of an asset, while a withdrawal of his is under way. */
export interface Aside {
  /** Withdrawals that did not end. */
  readonly open: Set<number>
  pending: bigint
  /** Of the spot account, available and held. */
  spot: bigint
}

interface Known extends Aside {
  /** Left one of the two, and where it went is not told yet. */
  moving: { readonly withdrawalId: number; readonly amount: bigint } | undefined
}

/** By customer and asset: see `asideKey`. */
export type Asides = ReadonlyMap<number, Aside>
type Posting = Extract<Event, { kind: 'balanceChanged' }>

const ASSETS_MOST = 65_536
export const asideKey = (userId: number, assetId: number): number => userId * ASSETS_MOST + assetId

const OVER: ReadonlySet<string> = new Set(['completed', 'canceled', 'rejected', 'failed', 'expired'])

export class TotalChanges {
  readonly #asides: Map<number, Known>
  #takenBack: TotalChange | undefined

  /** @param asides of withdrawals that were under way by then */
  constructor(asides: Asides) {
    this.#asides = new Map([...asides].map(([key, aside]) => [key, { ...aside, moving: undefined }]))
  }

  /** The change that an event of a customer makes, if any. */
  of(event: FoldedBy<'statement'>): TotalChange | undefined {
    switch (event.kind) {
      case 'balanceChanged':
        return this.#posted(event)
      case 'withdrawalChanged':
        return this.#withdrawn(event)
      case 'depositChanged':
        this.#tookBack(event)
        return undefined
      default:
        event satisfies never
        return undefined
    }
  }

  #posted(event: Posting): TotalChange | undefined {
    const { account, cause } = event
    if (cause === 'hold' || cause === 'release' || account === 'debt') return undefined
    const amount = event.availableDelta + event.heldDelta
    if (amount === 0n) return undefined
    if (account === 'pending') return this.#setAside(event, amount)
    if (account === 'spot' && cause === 'withdraw') return this.#cameOrWent(event, amount)
    if (account !== 'spot') return changeOf(event, account, amount, event.available + event.held)
    const aside = this.#asides.size === 0 ? undefined : this.#asides.get(asideKey(event.userId, event.assetId))
    const total = aside === undefined ? event.available + event.held : this.#follow(aside, event)
    const change = changeOf(event, account, amount, total)
    if (cause === 'deposit' && amount < 0n && event.reference === 0) this.#takenBack = change
    return change
  }

  /** The spot account gave something to be set aside, got it back, or got what somebody else withdrew to it. */
  #cameOrWent(event: Posting, amount: bigint): TotalChange | undefined {
    const { userId, assetId, reference } = event
    const key = asideKey(userId, assetId)
    const known = this.#asides.get(key)
    if (amount < 0n) {
      const aside = known ?? { open: new Set(), pending: 0n, spot: 0n, moving: undefined }
      this.#asides.set(key, aside)
      aside.open.add(reference)
      this.#follow(aside, event)
      aside.moving = { withdrawalId: reference, amount: -amount }
      return undefined
    }
    const total = known === undefined ? event.available + event.held : this.#follow(known, event)
    if (known === undefined || !known.open.has(reference))
      return { ...changeOf(event, 'spot', amount, total), ...lineOfWalletTx({ kind: 'received', txId: reference }) }
    if (known.moving?.withdrawalId !== reference) return changeOf(event, 'spot', amount, total)
    known.moving = undefined
    return undefined
  }

  #setAside(event: Posting, amount: bigint): TotalChange | undefined {
    const { userId, assetId, reference } = event
    const aside = this.#asides.get(asideKey(userId, assetId))
    if (aside === undefined) throw new Error(`projections: ${reference} was set aside and never asked for`)
    aside.pending = event.available
    if (amount < 0n) {
      aside.moving = { withdrawalId: reference, amount: -amount }
      return undefined
    }
    if (aside.moving?.withdrawalId === reference) {
      aside.moving = undefined
      return undefined
    }
    // What was signed never happened: it waits again.
    return changeOf(event, 'spot', amount, totalOf(aside))
  }

  /** What left what was set aside, and did not come back, went to the chain or to somebody else. */
  #withdrawn(event: Extract<Event, { kind: 'withdrawalChanged' }>): TotalChange | undefined {
    const { userId, assetId, withdrawalId, status, fee } = event
    const key = asideKey(userId, assetId)
    const aside = this.#asides.get(key)
    if (aside === undefined) return undefined
    const hasLeft = status === 'broadcast' || status === 'completed'
    const moving = hasLeft && aside.moving?.withdrawalId === withdrawalId ? aside.moving : undefined
    if (moving !== undefined) aside.moving = undefined
    if (OVER.has(status)) {
      aside.open.delete(withdrawalId)
      if (aside.open.size === 0) this.#asides.delete(key)
    }
    if (moving === undefined) return undefined
    const reference = withdrawalId
    return { userId, assetId, account: 'spot', cause: 'withdraw', amount: -moving.amount, totalAfter: totalOf(aside), reference, fee }
  }

  #follow(aside: Known, { available, held }: Posting): bigint {
    aside.spot = available + held
    return totalOf(aside)
  }

  /** Which deposit it was is told when it is taken back. */
  #tookBack({ userId, depositId, status }: Extract<Event, { kind: 'depositChanged' }>): void {
    if (status === 'reorged' && this.#takenBack?.userId === userId) this.#takenBack.reference = depositId
    this.#takenBack = undefined
  }
}

const totalOf = ({ spot, pending }: Known): bigint => spot + pending

function changeOf(
  { userId, assetId, cause, reference }: Posting,
  account: TotalChange['account'],
  amount: bigint,
  totalAfter: bigint,
): TotalChange {
  return { userId, assetId, account, cause: cause as TotalChange['cause'], amount, totalAfter, reference, fee: 0n }
}
