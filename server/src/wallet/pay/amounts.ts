/** Between minor units of the ledger and units of a chain. */
import type { ListingId } from '@agio/engine/ids/id.ts'
import { pow10 } from '@agio/engine/money/decimal.ts'
import { assetsOf } from '@agio/engine/read.ts'
import type { State } from '@agio/engine/state.ts'
import { listingsOf } from '@agio/engine/wallet/read-wallet.ts'

export interface Units {
  readonly symbol: string
  /** Decimals of the ledger, and of the unit that the chain counts in. */
  readonly scale: number
  readonly chainScale: number
}

export function unitsOf(state: State, listingId: ListingId): Units {
  const terms = listingsOf(state).find((listing) => listing.listingId === listingId)?.terms
  const asset = assetsOf(state).find(({ assetId }) => assetId === terms?.assetId)
  if (terms === undefined || asset === undefined) throw new RangeError(`there is no listing ${listingId}`)
  return { symbol: asset.symbol, scale: asset.scale, chainScale: terms.chainScale }
}

/** @throws RangeError for an amount that the chain cannot write: nothing is rounded that somebody is to get */
export function toChain(amount: bigint, { scale, chainScale }: Units): bigint {
  if (chainScale >= scale) return amount * pow10(chainScale - scale)
  const unit = pow10(scale - chainScale)
  if (amount % unit !== 0n) throw new RangeError(`${amount} minor units are no whole units of the chain`)
  return amount / unit
}

/** Rounded down: what is less than a minor unit stays where it lies. */
export function toLedger(units: bigint, { scale, chainScale }: Units): bigint {
  return chainScale >= scale ? units / pow10(chainScale - scale) : units * pow10(scale - chainScale)
}
