/**
 * Coins that came to customers' addresses before their coin was listed: no watcher looked for them, and they lie there all the same. Until
 * a listing was equal once, with every address asked about, what lies at a customer's address beyond what was booked there becomes a deposit
 * of the compared block, which waits for a person: its owner is the address's, its sender is known to nobody.
 */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { ChainFault } from '@agio/chain/port.ts'
import type { AddressId, ListingId, NetworkId } from '@agio/engine/ids/id.ts'
import type { State } from '@agio/engine/state.ts'
import { crowdsOf, depositsBehind } from '@agio/engine/wallet/read-deposits.ts'
import { bookedBlockOf } from '@agio/engine/wallet/read-holdings.ts'
import * as z from 'zod/mini'
import type { KnownListing, KnownNetwork } from '../network-book.ts'
import type { AddressTexts } from '../parts.ts'
import { type AskedChain, balancesAt, blockNamed } from './ask-chain.ts'
import type { Compared } from './compare-network.ts'
import type { HeldListing } from './cut.ts'
import { nextAddresses } from './fresh-addresses.ts'
import type { ReceivedAddresses } from './received-addresses.ts'
import { customersIn, type FoundCoins, type ReviewParts, reviewFound } from './review-found.ts'

const closedSchema = z.array(z.int())
/** Every deposit that is kept. */
const ALL = { height: 1, seq: 0 } as const

export interface PriorParts extends ReviewParts {
  readonly state: State
  readonly texts: Pick<AddressTexts, 'textOf'>
  readonly received: Pick<ReceivedAddresses, 'isReady' | 'on' | 'of'>
  /** Of the tenant, for soft state: which listings were equal once. Without it they are looked at once more. */
  readonly dir: string
  port(network: KnownNetwork): AskedChain
  isWhole(network: KnownNetwork, block: Compared['block']): boolean
  listings(network: KnownNetwork): readonly KnownListing[]
  /** Are coins of the chain itself found by balances anyway, as long as the network is followed? */
  isBlind(network: KnownNetwork): boolean
}

interface Round {
  /** The next address to ask about. */
  next: number
  isOver: boolean
}

export class PriorCoins {
  readonly #parts: PriorParts
  readonly #rounds = new Map<ListingId, Round>()
  readonly #closed = new Map<NetworkId, Set<ListingId>>()
  readonly #suspects = new Map<NetworkId, Set<AddressId>>()

  constructor(parts: PriorParts) {
    this.#parts = parts
  }

  /** Addresses at which something lies, though nothing of the network was ever booked there. */
  suspectsOn(networkId: NetworkId): ReadonlySet<AddressId> {
    return this.#suspects.get(networkId) ?? new Set()
  }

  /** Asks about the next addresses of each listing that is not closed. Where the chain does not answer, the next run asks again. */
  async look(network: KnownNetwork): Promise<void> {
    const { state, received, port } = this.#parts
    const booked = bookedBlockOf(state, network.networkId)
    if (booked === undefined || booked.height === 0 || !received.isReady) return
    try {
      for (const listing of this.#open(network)) {
        const round = this.#roundOf(listing.listingId)
        if (round.isOver) continue
        const { asked, next, isEnd } = nextAddresses(this.#parts, network, round.next, received.on(network.networkId))
        const chain = port(network)
        const of = { listingId: listing.listingId, token: listing.document.token }
        const balances = asked.size === 0 ? undefined : await balancesAt(chain, await blockNamed(chain, booked), [of], [...asked.keys()])
        for (const [text, units] of balances?.get(listing.listingId) ?? []) {
          const addressId = asked.get(text)
          if (units > 0n && addressId !== undefined) this.#suspect(network.networkId, addressId)
        }
        round.next = next
        round.isOver = isEnd
      }
    } catch (error) {
      if (!(error instanceof ChainFault)) throw error
    }
  }

  /** @throws NotYet as `reviewFound` */
  async book(compared: Compared): Promise<'nothing' | 'booked' | 'late'> {
    const { network, block, findings } = compared
    const open = new Set(this.#open(network).map(({ listingId }) => listingId))
    for (const { listing, difference, discrepancies } of findings) {
      // What two nodes do not agree about is no coin that came.
      if (!open.has(listing.listingId) || difference <= 0n || discrepancies.includes('sources')) continue
      if (!this.#parts.isWhole(network, block)) return 'late'
      const result = await reviewFound(this.#parts, compared, listing, this.#foundAt(compared, listing), 'came before they were listed')
      if (result !== 'nothing') return result
    }
    return 'nothing'
  }

  /** After a comparison: a listing that was equal when all addresses had been asked about is as good as any. */
  keep({ network, findings }: Compared): void {
    const equal = findings.filter(({ discrepancies }) => discrepancies.length === 0).map(({ listing }) => listing.listingId)
    const closed = this.#closedOn(network.networkId)
    const fresh = equal.filter((listingId) => !closed.has(listingId) && this.#rounds.get(listingId)?.isOver === true)
    if (fresh.length === 0) return
    for (const listingId of fresh) {
      closed.add(listingId)
      this.#rounds.delete(listingId)
    }
    this.#write(network.networkId, closed)
  }

  /** Of an address that serves many its balance says nothing. */
  #open(network: KnownNetwork): readonly KnownListing[] {
    if (network.document.tag !== null) return []
    const closed = this.#closedOn(network.networkId)
    const isBlind = this.#parts.isBlind(network)
    return this.#parts
      .listings(network)
      .filter(({ listingId, document }) => !closed.has(listingId) && !(isBlind && document.token === null))
  }

  #roundOf(listingId: ListingId): Round {
    const round = this.#rounds.get(listingId) ?? { next: 1, isOver: false }
    this.#rounds.set(listingId, round)
    return round
  }

  #suspect(networkId: NetworkId, addressId: AddressId): void {
    const suspects = this.#suspects.get(networkId) ?? new Set()
    suspects.add(addressId)
    this.#suspects.set(networkId, suspects)
  }

  /**
   * What was booked at an address is known where nothing of the coin ever was, or where deposits that the engine keeps are all that the
   * house holds of it: nothing was swept yet. Elsewhere nobody knows, and it stays a difference.
   */
  #foundAt(compared: Compared, listing: HeldListing): readonly FoundCoins[] {
    const { state, received } = this.#parts
    const { listingId, held, dust, onTheWay, chainScale, scale } = listing
    if (crowdsOf(state, compared.network.networkId).some((crowd) => crowd.listingId === listingId)) return []
    const unit = 10n ** BigInt(Math.max(0, chainScale - scale))
    const per = 10n ** BigInt(Math.max(0, scale - chainScale))
    const came = new Map<AddressId | 0, bigint>()
    for (const { addressId, amount, dust: rest } of depositsBehind(state, listingId, ALL))
      came.set(addressId, (came.get(addressId) ?? 0n) + (amount * unit) / per + rest)
    const isElsewhere = held.hot !== 0n || held.warm !== 0n || held.cold !== 0n || onTheWay !== 0n
    const inRows = [...came.values()].reduce((sum, units) => sum + units, 0n)
    const isKnown = !isElsewhere && inRows === (held.addresses * unit) / per + dust
    const balances = compared.balances.get(listingId)
    return customersIn(compared, state).flatMap(({ addressId, text }) => {
      if (!isKnown && received.of(listingId).has(addressId)) return []
      const units = (balances?.get(text) ?? 0n) - (came.get(addressId) ?? 0n)
      return units > 0n ? [{ addressId, text, units }] : []
    })
  }

  #path(networkId: NetworkId): string {
    return `${this.#parts.dir}/listed-${networkId}.json`
  }

  #closedOn(networkId: NetworkId): Set<ListingId> {
    const known = this.#closed.get(networkId)
    if (known !== undefined) return known
    const closed = new Set(this.#read(networkId))
    this.#closed.set(networkId, closed)
    return closed
  }

  #read(networkId: NetworkId): readonly ListingId[] {
    try {
      const found = z.safeParse(closedSchema, JSON.parse(readFileSync(this.#path(networkId), 'utf8')))
      return found.success ? (found.data as ListingId[]) : []
    } catch {
      // Nothing is known then, as of a file that is not there.
      return []
    }
  }

  #write(networkId: NetworkId, closed: ReadonlySet<ListingId>): void {
    const path = this.#path(networkId)
    try {
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
      writeFileSync(`${path}.new`, JSON.stringify([...closed]), { mode: 0o600 })
      renameSync(`${path}.new`, path)
    } catch (error) {
      this.#parts.log.warn('which listings were equal is not kept on the disk', { tenant: this.#parts.tenantId, error: String(error) })
    }
  }
}
