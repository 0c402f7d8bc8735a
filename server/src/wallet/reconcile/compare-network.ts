/** One network compared at one cut; or why it could not be. Nothing is decided here. */
import { type BlockRef, ChainFault } from '@agio/chain/port.ts'
import type { AssetId, PaymentId } from '@agio/engine/ids/id.ts'
import type { State } from '@agio/engine/state.ts'
import type { KnownListing, KnownNetwork } from '../network-book.ts'
import { type AskedChain, type Balances, balancesAt, blockNamed, wordsOf } from './ask-chain.ts'
import type { AskedAddress } from './asked-addresses.ts'
import { compareListing, type Finding } from './compare.ts'
import { type Cut, type LedgerFault, takeCut } from './cut.ts'
import { NotYet } from './not-yet.ts'

export interface Compared {
  readonly network: KnownNetwork
  readonly block: BlockRef
  readonly seq: number
  /** Payments of the house under way then. */
  readonly underWay: readonly PaymentId[]
  readonly findings: readonly Finding[]
  /** By listing and address, as the first node says: what sweeps are planned with. */
  readonly balances: Balances
  readonly addresses: readonly AskedAddress[]
  /** Balances that were asked for, and how long it took, ms. */
  readonly asked: number
  readonly tookMs: number
  /** Whether a node of another hand said the same; `none` where there is none, else why it said nothing. */
  readonly second: 'asked' | 'none' | { readonly why: string }
}

/** Nothing is known to be wrong, and nothing to be right. */
export interface NotCompared {
  readonly network: KnownNetwork
  readonly why: string
}

export interface CompareParts {
  readonly state: State
  /** Resolves when an entry is durable: then all that it told of addresses is known. @throws NotYet */
  durable(seq: number): Promise<void>
  listings(network: KnownNetwork): readonly KnownListing[]
  /** Addresses whose balances count. @throws NotYet */
  addresses(network: KnownNetwork): readonly AskedAddress[]
  port(network: KnownNetwork): AskedChain
  /** Why the network is not followed, so that its last booked block says little; undefined when it is. */
  trouble(network: KnownNetwork): string | undefined
  /** Of another hand; undefined where there is none. */
  second(network: KnownNetwork): AskedChain | undefined
  /** ms that only pass. */
  steady(): number
  /** @throws NotYet when nothing is waited for any more */
  wait(ms: number): Promise<void>
}

/** A chain may go on between the cut and the answer, and Bitcoin's tell of their newest block alone: then another cut is taken. */
const TRIES = 20
const BETWEEN_MS = 250

export const isCompared = (result: Compared | NotCompared): result is Compared => 'findings' in result

/** @param faults of the ledger in itself, as it was when the comparison began */
export async function compareNetwork(
  parts: CompareParts,
  network: KnownNetwork,
  faults: ReadonlyMap<AssetId, LedgerFault>,
): Promise<Compared | NotCompared> {
  const trouble = parts.trouble(network)
  if (trouble !== undefined) return { network, why: trouble }
  const port = parts.port(network)
  let why = ''
  for (let tried = 0; tried < TRIES; tried += 1) {
    try {
      if (tried > 0) await parts.wait(BETWEEN_MS)
      const cut = takeCut(parts.state, network.networkId)
      if (cut === undefined || cut.block.height === 0) return { network, why: 'no block was booked yet' }
      return await compareAt(parts, network, port, cut, faults)
    } catch (error) {
      if (error instanceof NotYet) return { network, why: error.message }
      if (!(error instanceof ChainFault)) throw error
      if (error.why !== 'noHistory') return { network, why: `the node: ${error.message}` }
      why = error.message
    }
  }
  return { network, why: `the state of the booked block is gone, the next block is compared: ${why}` }
}

async function compareAt(
  parts: CompareParts,
  network: KnownNetwork,
  port: AskedChain,
  cut: Cut,
  faults: ReadonlyMap<AssetId, LedgerFault>,
): Promise<Compared> {
  const startedAt = parts.steady()
  await parts.durable(cut.seq)
  const known = parts.listings(network)
  const asked = cut.listings.map(({ listingId, symbol }) => {
    const document = known.find((listing) => listing.listingId === listingId)?.document
    // What cannot be asked for must not pass for equal.
    if (document === undefined) throw new NotYet(`the document of ${symbol} is not known`)
    return { listingId, token: document.token }
  })
  const addresses = parts.addresses(network)
  const texts = addresses.map(({ text }) => text)
  const block = await blockNamed(port, cut.block)
  const first = await balancesAt(port, block, asked, texts)
  const other = await secondWord(parts, network, (second) => balancesAt(second, block, asked, texts))
  const words = wordsOf(first, other.balances)
  const findings = cut.listings.map((listing) => {
    const word = words.get(listing.listingId) ?? { first: 0n, second: undefined }
    return compareListing(listing, word, faults.get(listing.assetId))
  })
  const tookMs = Math.round(parts.steady() - startedAt)
  return {
    network,
    block,
    seq: cut.seq,
    underWay: cut.underWay,
    findings,
    balances: first,
    addresses,
    asked: asked.length * addresses.length,
    tookMs,
    second: other.second,
  }
}

/** A second node that is silent, or does not know that block, says nothing: that is told, and halts nothing. */
async function secondWord(
  { second }: Pick<CompareParts, 'second'>,
  network: KnownNetwork,
  ask: (port: AskedChain) => Promise<Balances>,
): Promise<{ readonly balances: Balances | undefined; readonly second: Compared['second'] }> {
  try {
    const port = second(network)
    if (port === undefined) return { balances: undefined, second: 'none' }
    return { balances: await ask(port), second: 'asked' }
  } catch (error) {
    if (!(error instanceof ChainFault)) throw error
    return { balances: undefined, second: { why: error.message } }
  }
}
