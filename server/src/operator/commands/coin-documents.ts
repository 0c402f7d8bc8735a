/** Documents of coins on networks: what an operator writes of one is checked against its coin, its chain and its neighbours before it counts. */
import { checkAddress } from '@agio/chain/address/check.ts'
import type { JsonObject } from '@agio/engine/command.ts'
import { parseDecimal } from '@agio/engine/money/decimal.ts'
import { type ListingDocument, listingDocument } from '../../wallet/documents.ts'
import type { KnownNetwork } from '../../wallet/network-book.ts'
import { comparable } from '../../wallet/request/sanctions.ts'
import { type OperatorTenant, refuse } from '../operator-command.ts'
import { jsonIn, objectIn } from './given.ts'

/** What help shows of it. */
export const DOCUMENT_HELP =
  'its document: {"token":null,"sweepFrom":"0.05"} is the chain’s own coin, "token":"0x…" a contract or mint; deposits are swept from sweepFrom on, and never without it'

/** Chains on which a token is an address: its contract or its mint. */
const WITH_CONTRACTS: ReadonlySet<string> = new Set(['evm', 'solana', 'tron'])

export const plainDocument = (document: ListingDocument): JsonObject => JSON.parse(JSON.stringify(document)) as JsonObject

interface Place {
  readonly network: KnownNetwork
  /** Decimals of the coin in the ledger. */
  readonly scale: number
  /** Of the listing that is changed; undefined of a new one. */
  readonly listingId: number | undefined
}

/** The token as the chain writes it. @throws Refusal */
function tokenIn(tenant: OperatorTenant, token: string | null, { network, listingId }: Place): string | null {
  const { adapter, addressRules, blockchain } = network.document
  const checked = token === null || !WITH_CONTRACTS.has(adapter.kind) ? undefined : checkAddress(addressRules, token)
  if (typeof checked === 'string') refuse(`token: ${token} is no contract of ${blockchain} (${checked})`)
  if (token !== null && adapter.kind === 'bitcoin') refuse('token: the chain has its own coin alone, "token":null')
  const written = checked?.address ?? token
  const own = written === null ? null : comparable(written)
  const other = tenant.wallet.book
    .listings()
    .find(
      (known) =>
        known.listingId !== listingId &&
        known.network.networkId === network.networkId &&
        (known.document.token === null ? null : comparable(known.document.token)) === own,
    )
  if (other !== undefined)
    refuse(`token: ${tenant.feeds.listings.assetFacts(other.assetId).symbol} on ${blockchain} is this very one already`)
  return written
}

function mustBeInOrder(bands: ListingDocument['bands']): void {
  if (bands === undefined) return
  const { hotLow, hotHigh, warmLow, warmHigh } = bands
  const isIn = (low: number, high: number): boolean => low >= 0 && low <= high && high <= 100
  if (!isIn(hotLow, hotHigh) || !isIn(warmLow, warmHigh)) refuse('bands: shares from 0 to 100, low not above high')
}

/**
 * A document over what stands; null takes a field away.
 * @throws Refusal saying what does not fit
 */
export function documentIn(tenant: OperatorTenant, standing: JsonObject, text: string, place: Place): ListingDocument {
  const typed = Object.entries(objectIn(text))
  const isTaken = ([name, value]: readonly [string, unknown]): boolean => value === null && name !== 'token'
  const taken = new Set(typed.filter(isTaken).map(([name]) => name))
  const kept = Object.fromEntries(Object.entries(standing).filter(([name]) => !taken.has(name)))
  const merged = jsonIn(listingDocument, kept, JSON.stringify(Object.fromEntries(typed.filter((field) => !isTaken(field)))))
  mustBeInOrder(merged.bands)
  const { sweepFrom } = merged
  if (sweepFrom !== undefined && typeof parseDecimal(sweepFrom, place.scale) !== 'bigint')
    refuse(`sweepFrom: ${sweepFrom} is no amount with ${place.scale} decimals at most`)
  const isSame = 'token' in standing && merged.token === standing.token
  return { ...merged, token: isSame ? merged.token : tokenIn(tenant, merged.token, place) }
}
