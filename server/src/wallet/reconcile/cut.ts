/**
 * The ledger's side of a comparison: a network at one moment. The last booked block, the sequence, what is held and what is on the way are
 * read in one turn of the event loop, in which the engine applies nothing, so that they belong together.
 */
import type { HoldingPlace } from '@agio/engine/event.ts'
import type { AssetId, ListingId, NetworkId, PaymentId } from '@agio/engine/ids/id.ts'
import { trialBalance } from '@agio/engine/ledger/trial-balance.ts'
import { assetsOf } from '@agio/engine/read.ts'
import type { State } from '@agio/engine/state.ts'
import { type BookedBlock, bookedBlockOf, chainAccountsOf } from '@agio/engine/wallet/read-holdings.ts'
import { paymentsOf } from '@agio/engine/wallet/read-payments.ts'
import { listingsOf } from '@agio/engine/wallet/read-wallet.ts'

/** What the ledger says of an asset on a network. Minor units, but `dust`, which is in units of the chain. */
export interface HeldListing {
  readonly listingId: ListingId
  readonly assetId: AssetId
  readonly symbol: string
  readonly isHalted: boolean
  readonly held: Readonly<Record<HoldingPlace, bigint>>
  readonly dust: bigint
  /** Set out and in no block yet: as the row counts it, and as the payments that are signed add up to. */
  readonly onTheWay: bigint
  readonly signed: bigint
  /** Decimals of the ledger, and of the unit that the chain counts in. */
  readonly scale: number
  readonly chainScale: number
}

export interface Cut {
  readonly networkId: NetworkId
  /** Of the last entry that it knows; it may not be durable yet. */
  readonly seq: number
  readonly block: BookedBlock
  readonly listings: readonly HeldListing[]
  /** Payments of the house that were begun, and are neither final nor given up. */
  readonly underWay: readonly PaymentId[]
}

/** What does not add up inside the ledger, of one asset; minor units. */
export interface LedgerFault {
  /** Sum of all its accounts, which is 0n in a sound ledger. */
  readonly postings: bigint
  /** By how much the accounts of what is held, and of what is on the way, are above the rows of all networks. */
  readonly held: bigint
  readonly onTheWay: bigint
}

/** Undefined when there is no such network. */
export function takeCut(state: State, networkId: NetworkId): Cut | undefined {
  const block = bookedBlockOf(state, networkId)
  if (block === undefined) return undefined
  const signed = new Map<ListingId, bigint>()
  const payments = paymentsOf(state)
  for (const { listingId, withdrawals, isSigned, mined, amount } of payments)
    if (withdrawals.length > 0 && isSigned && mined === 'no') signed.set(listingId, (signed.get(listingId) ?? 0n) + amount)
  const assets = assetsOf(state)
  const listings = listingsOf(state).flatMap(({ listingId, terms, isHalted, held, onTheWay, dust }) => {
    const asset = assets[terms.assetId - 1]
    if (terms.networkId !== networkId || asset === undefined) return []
    const { assetId, symbol, scale } = asset
    const { chainScale } = terms
    return [
      { listingId, assetId, symbol, isHalted, held, dust, onTheWay: -onTheWay, signed: signed.get(listingId) ?? 0n, scale, chainScale },
    ]
  })
  const underWay = payments.flatMap((payment) => (payment.networkId === networkId ? [payment.paymentId] : []))
  return { networkId, seq: state.seq, block, listings, underWay }
}

/**
 * Assets whose accounts do not add up: to nothing, or to what the rows of networks hold. It walks over every account: 13 ms for a million
 * of them.
 */
export function ledgerFaults(state: State): ReadonlyMap<AssetId, LedgerFault> {
  const rows = new Map<AssetId, { held: bigint; onTheWay: bigint }>()
  for (const { terms, held, onTheWay } of listingsOf(state)) {
    const sum = rows.get(terms.assetId) ?? { held: 0n, onTheWay: 0n }
    rows.set(terms.assetId, { held: sum.held + heldInAll(held), onTheWay: sum.onTheWay - onTheWay })
  }
  const faults = new Map<AssetId, LedgerFault>()
  for (const { assetId, sum } of trialBalance(state)) {
    const listed = rows.get(assetId)
    const accounts = chainAccountsOf(state, assetId)
    // What is on no chain is compared with none.
    const held = listed === undefined ? 0n : accounts.held - listed.held
    const onTheWay = listed === undefined ? 0n : accounts.onTheWay - listed.onTheWay
    if (sum !== 0n || held !== 0n || onTheWay !== 0n) faults.set(assetId, { postings: sum, held, onTheWay })
  }
  return faults
}

/** Minor units at all places together. */
export const heldInAll = ({ addresses, hot, warm, cold }: Readonly<Record<HoldingPlace, bigint>>): bigint => addresses + hot + warm + cold
