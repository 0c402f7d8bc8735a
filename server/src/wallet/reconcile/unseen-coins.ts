/**
 * Coins that no block showed: a contract sent them, and the node tells of no calls. They show in balances alone. What lies at a customer's
 * address beyond what was booked there becomes a deposit of the block that was compared, which waits for a person: nobody knows which
 * transaction brought it, nor who sent it. From then on ledger and chain are equal again.
 */
import { asksForCalls } from '@agio/chain/evm/config.ts'
import type { BlockRef } from '@agio/chain/port.ts'
import type { AddressId, NetworkId } from '@agio/engine/ids/id.ts'
import type { State } from '@agio/engine/state.ts'
import { type Behind, crowdsOf, depositsBehind } from '@agio/engine/wallet/read-deposits.ts'
import type { ReadModels } from '../../projections/port.ts'
import { PositionTimeout } from '../../projections/thread/projection-position.ts'
import { Refused } from '../../sequencer/exchange.ts'
import type { KnownListing, KnownNetwork } from '../network-book.ts'
import type { NetworkChain } from '../parts.ts'
import { confirmationsOf } from '../watch/confirmations.ts'
import type { UntracedBlocks } from '../watch/untraced.ts'
import type { Compared } from './compare-network.ts'
import type { HeldListing } from './cut.ts'
import type { FreshAddresses } from './fresh-addresses.ts'
import { KeptBalances } from './kept-balances.ts'
import { movedSince } from './moved-since.ts'
import { NotYet } from './not-yet.ts'
import { customersIn, type FoundCoins, type ReviewParts, reviewFound } from './review-found.ts'

/** The engine forgets deposits that are deeper: see `block-admin.ts`. What came so long after the last equal block is a matter for a person. */
const BLOCKS_MOST = 10_000

export interface UnseenParts extends ReviewParts {
  readonly state: State
  readonly models: Pick<ReadModels, 'paymentList' | 'reached'>
  readonly fresh: FreshAddresses
  readonly untraced: Pick<UntracedBlocks, 'isOpen' | 'of' | 'looked'>
  /** Of the tenant, for soft state. */
  readonly dir: string
  port(network: KnownNetwork): Pick<NetworkChain, 'blockAt' | 'find'>
  /** Is a block the last booked one, and booked with all that it brought? One that brings much takes several entries. */
  isWhole(network: KnownNetwork, block: BlockRef): boolean
  listings(network: KnownNetwork): readonly KnownListing[]
}

/** The chain's own coin, as a comparison found it. */
interface OwnCoin {
  readonly listing: HeldListing
  readonly balances: ReadonlyMap<string, bigint>
}

export class UnseenCoins {
  readonly #parts: UnseenParts
  readonly #kept = new Map<NetworkId, KeptBalances>()

  constructor(parts: UnseenParts) {
    this.#parts = parts
  }

  /** Before a comparison: addresses that nothing was booked at. */
  async look(network: KnownNetwork): Promise<void> {
    if (this.mayHide(network) === true) await this.#parts.fresh.look(network)
  }

  /**
   * Puts to review what a comparison found at customers' addresses and nobody booked. `late`: another block was booked meanwhile, and
   * nothing is known of that one.
   * @throws NotYet, ChainFault: it is looked at again
   */
  async book(compared: Compared): Promise<'nothing' | 'booked' | 'late'> {
    const { network } = compared
    const coin = this.#ownCoin(compared)
    const finding = compared.findings.find(({ listing }) => listing === coin?.listing)
    // What two nodes do not agree about is no coin that came.
    if (coin === undefined || finding === undefined || finding.difference <= 0n || finding.discrepancies.includes('sources'))
      return 'nothing'
    const mayHide = this.mayHide(network)
    if (mayHide === undefined) throw new NotYet('notes about blocks without calls are not read yet')
    if (!mayHide) return 'nothing'
    // What waits for a row lies at addresses that history alone knows: until it has one, nobody could tell what else lies there.
    if (crowdsOf(this.#parts.state, network.networkId).some(({ listingId }) => listingId === coin.listing.listingId))
      throw new NotYet('arrivals wait for a row, and lie at addresses beside what no block showed')
    const expected = await this.#expected(compared, coin)
    // In one turn with what the engine stands at.
    if (!this.#parts.isWhole(network, compared.block)) return 'late'
    return reviewFound(this.#parts, compared, coin.listing, this.#foundAt(compared, coin, expected), 'no block showed')
  }

  /** After a comparison: where it was equal, what lay at each address is what was booked there. */
  async keep(compared: Compared): Promise<void> {
    const { network, block, seq, underWay } = compared
    const coin = this.#ownCoin(compared)
    if (coin === undefined || compared.findings.some(({ listing, discrepancies }) => listing === coin.listing && discrepancies.length > 0))
      return
    const kept = this.#keptOf(network)
    const lying = customersIn(compared, this.#parts.state).map(({ addressId, text }) => [addressId, coin.balances.get(text) ?? 0n] as const)
    try {
      kept.note({ ...block, seq, underWay }, new Map(lying.filter(([, units]) => units > 0n)))
    } catch (error) {
      this.#parts.log.warn('balances of customers’ addresses are not kept on the disk', { ...this.#named(network), error: String(error) })
    }
    await this.#close(compared)
  }

  /** Blocks without calls are behind us when everything was asked for so deep that no block of it leaves the chain. */
  async #close({ network, block }: Compared): Promise<void> {
    const { untraced, fresh, state } = this.#parts
    if (untraced.isOpen(network.networkId) !== true) return
    const openTo = untraced.of(network.networkId)?.openTo ?? 0
    const depth = confirmationsOf(state, network)
    if (block.height < openTo + depth || fresh.wholeFrom(network) < openTo + depth) return
    try {
      await untraced.looked(network.networkId, openTo)
    } catch (error) {
      // The next comparison says so again.
      if (!(error instanceof Refused)) throw error
    }
  }

  /** May there be coins that no block showed? Undefined while nobody knows. */
  mayHide({ networkId, document: { adapter } }: KnownNetwork): boolean | undefined {
    if (adapter.kind !== 'evm') return false
    return asksForCalls(adapter) ? this.#parts.untraced.isOpen(networkId) : true
  }

  /** Undefined where it is not listed, or the chain has none of these. */
  #ownCoin({ network, findings, balances }: Compared): OwnCoin | undefined {
    if (network.document.adapter.kind !== 'evm') return undefined
    const own = this.#parts.listings(network).find(({ document }) => document.token === null)
    const listing = findings.find((finding) => finding.listing.listingId === own?.listingId)?.listing
    return listing && { listing, balances: balances.get(listing.listingId) ?? new Map() }
  }

  #keptOf({ networkId }: KnownNetwork): KeptBalances {
    let kept = this.#kept.get(networkId)
    if (kept === undefined) {
      kept = new KeptBalances(`${this.#parts.dir}/balances-${networkId}.jsonl`)
      this.#kept.set(networkId, kept)
    }
    return kept
  }

  /**
   * What was booked at each address before deposits that the engine knows by their height are added. Undefined where nobody knows what
   * was booked at addresses that had coins before.
   */
  async #expected({ network, block, seq }: Compared, { listing }: OwnCoin): Promise<Expected> {
    const { models, port, log } = this.#parts
    const kept = this.#keptOf(network)
    const chain = port(network)
    try {
      for (let mark = kept.newest; mark !== undefined; mark = kept.newest) {
        const isOn = mark.height <= block.height && (await chain.blockAt(mark.height))?.hash === mark.hash
        if (isOn) break
        kept.leave()
      }
    } catch (error) {
      if (!isOfFiles(error)) throw error
      log.warn('balances of customers’ addresses are not kept on the disk', { ...this.#named(network), error: String(error) })
    }
    const mark = kept.newest
    if (mark === undefined || block.height - mark.height > BLOCKS_MOST) {
      log.warn('coins came that no block showed, and nobody knows to which address', { ...this.#named(network), coin: listing.symbol })
      return { behind: NOTHING_BEFORE, before: undefined }
    }
    try {
      await models.reached(seq)
    } catch (error) {
      if (error instanceof PositionTimeout) throw new NotYet('history is behind')
      throw error
    }
    const { networkId, document } = network
    const moved = await movedSince({ networkId, history: models, port: chain, deadDepth: document.deadDepth }, mark, block.height)
    return { behind: mark, before: (addressId) => kept.balanceOf(addressId) + (moved.get(addressId) ?? 0n) }
  }

  #foundAt(compared: Compared, { listing, balances }: OwnCoin, { behind, before }: Expected): readonly FoundCoins[] {
    const { state, fresh } = this.#parts
    const unit = 10n ** BigInt(Math.max(0, listing.chainScale - listing.scale))
    const came = new Map<AddressId | 0, bigint>()
    for (const { addressId, amount, dust } of depositsBehind(state, listing.listingId, behind))
      came.set(addressId, (came.get(addressId) ?? 0n) + amount * unit + dust)
    const { networkId } = compared.network
    return customersIn(compared, state).flatMap(({ addressId, text }) => {
      // At a fresh address nothing was ever booked but what came since.
      if (before === undefined && !fresh.isFresh(networkId, addressId)) return []
      const units = (balances.get(text) ?? 0n) - (before?.(addressId) ?? 0n) - (came.get(addressId) ?? 0n)
      return units > 0n ? [{ addressId, text, units }] : []
    })
  }

  #named({ document }: KnownNetwork): { readonly tenant: string; readonly blockchain: string } {
    return { tenant: this.#parts.tenantId, blockchain: document.blockchain }
  }
}

interface Expected {
  /** Deposits behind it come on top. */
  readonly behind: Behind
  readonly before: ((addressId: AddressId) => bigint) | undefined
}

const NOTHING_BEFORE: Behind = { height: 1, seq: 0 }

const isOfFiles = (error: unknown): boolean => error instanceof Error && typeof (error as NodeJS.ErrnoException).syscall === 'string'
