/**
 * Customers' addresses that nothing was ever booked at. Where nodes do not show what contracts send, coins may lie there that no block told
 * of: some are asked for their balance with each comparison, one after the other and over again, so that a run stays short.
 */
import { type BlockRef, ChainFault } from '@agio/chain/port.ts'
import { type AddressId, asAddressId, type NetworkId } from '@agio/engine/ids/id.ts'
import type { State } from '@agio/engine/state.ts'
import { bookedBlockOf } from '@agio/engine/wallet/read-holdings.ts'
import { addressAt } from '@agio/engine/wallet/read-wallet.ts'
import type { KnownNetwork } from '../network-book.ts'
import type { AddressTexts } from '../parts.ts'
import { type AskedChain, balancesAt, blockNamed } from './ask-chain.ts'

/** Balances asked for in one run. */
const ASKED_MOST = 5_000
/** Addresses looked at in one run, of all families: it happens in one turn of the main thread. */
const LOOKED_MOST = 20_000

interface Round {
  /** The next address to look at. */
  next: number
  /** Height at which this round began. */
  begunAt: number
  /** Height at which the last whole round began; 0 = none ended yet. */
  wholeFrom: number
  /** Addresses that had something. */
  readonly suspects: Set<AddressId>
}

export interface FreshParts {
  readonly state: State
  readonly texts: Pick<AddressTexts, 'textOf'>
  port(network: KnownNetwork): AskedChain
  /** Those that coins ever came to; undefined while history does not say. */
  received(networkId: NetworkId): ReadonlySet<AddressId> | undefined
}

/**
 * Texts of customers' addresses on a network, but for those that are known, from an id on. One whose text is not made yet was shown to nobody.
 * @returns them, and the id to go on from
 */
export function nextAddresses(
  { state, texts }: Pick<FreshParts, 'state' | 'texts'>,
  network: KnownNetwork,
  from: number,
  known: ReadonlySet<AddressId>,
): { readonly asked: ReadonlyMap<string, AddressId>; readonly next: number; readonly isEnd: boolean } {
  const asked = new Map<string, AddressId>()
  let id = from
  for (; id < from + LOOKED_MOST && asked.size < ASKED_MOST; id += 1) {
    const address = addressAt(state, id)
    if (address === undefined) return { asked, next: id, isEnd: true }
    const { userId, family, place, tag } = address
    if (userId === 0 || family !== network.family || tag !== 0 || known.has(asAddressId(id))) continue
    const text = texts.textOf(network, place, asAddressId(id))
    if (text !== undefined) asked.set(text, asAddressId(id))
  }
  return { asked, next: id, isEnd: false }
}

export class FreshAddresses {
  readonly #parts: FreshParts
  readonly #rounds = new Map<NetworkId, Round>()

  constructor(parts: FreshParts) {
    this.#parts = parts
  }

  /** Addresses that had coins which nobody booked. */
  suspectsOn(networkId: NetworkId): ReadonlySet<AddressId> {
    return this.#rounds.get(networkId)?.suspects ?? new Set()
  }

  /** Is it certain that nothing was ever booked at one of them? */
  isFresh(networkId: NetworkId, addressId: AddressId): boolean {
    return this.suspectsOn(networkId).has(addressId) && this.#parts.received(networkId)?.has(addressId) === false
  }

  /** Height at which the last round over all addresses began; 0 = none ended. */
  wholeFrom({ networkId }: KnownNetwork): number {
    return this.#rounds.get(networkId)?.wholeFrom ?? 0
  }

  /** The next ones. Where the chain does not answer, they are asked for by the next run. */
  async look(network: KnownNetwork): Promise<void> {
    const { state, port } = this.#parts
    const booked = bookedBlockOf(state, network.networkId)
    const known = this.#parts.received(network.networkId)
    if (booked === undefined || booked.height === 0 || known === undefined) return
    const round = this.#roundOn(network.networkId)
    if (round.next === 1) round.begunAt = booked.height
    const { asked, next, isEnd } = nextAddresses(this.#parts, network, round.next, known)
    try {
      const block = await blockNamed(port(network), booked)
      for (const addressId of await this.#withCoins(network, block, asked)) round.suspects.add(addressId)
    } catch (error) {
      if (error instanceof ChainFault) return
      throw error
    }
    round.next = isEnd ? 1 : next
    if (isEnd) round.wholeFrom = round.begunAt
  }

  #roundOn(networkId: NetworkId): Round {
    const known = this.#rounds.get(networkId)
    if (known !== undefined) return known
    const round: Round = { next: 1, begunAt: 0, wholeFrom: 0, suspects: new Set() }
    this.#rounds.set(networkId, round)
    return round
  }

  async #withCoins(network: KnownNetwork, block: BlockRef, asked: ReadonlyMap<string, AddressId>): Promise<readonly AddressId[]> {
    const listing = { listingId: 0 as never, token: null }
    const balances = await balancesAt(this.#parts.port(network), block, [listing], [...asked.keys()])
    return [...(balances.get(listing.listingId) ?? [])].flatMap(([text, units]) => {
      const addressId = asked.get(text)
      return units > 0n && addressId !== undefined ? [addressId] : []
    })
  }
}
