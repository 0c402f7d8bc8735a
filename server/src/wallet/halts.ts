/**
 * Since when payments rest. The engine knows whether a network or a listing is halted; documents of the house say since when, and which
 * networks an operator halted all at once.
 */
import { readEvents } from '@agio/engine/event-buffer.ts'
import { kindsHaving } from '@agio/engine/schema/events.ts'
import { listingsOf, networksOf } from '@agio/engine/wallet/read-wallet.ts'
import * as z from 'zod/mini'
import type { LiveDocuments } from '../projections/live-documents.ts'
import type { Exchange } from '../sequencer/exchange.ts'
import type { KnownListing } from './network-book.ts'

export const HALTS = 'walletHalts'
/** Id of the note about a halt of all. */
export const ALL = 'all'

const allSchema = z.object({ since: z.number(), networks: z.array(z.number()) })
/** What `withdrawals halt all` left behind: who was halted by it, and is let go with it. */
export type HaltOfAll = z.output<typeof allSchema>

const WANTED = kindsHaving('isHalted')

export class Halts {
  readonly #exchange: Pick<Exchange, 'state' | 'onDurable' | 'now'>
  readonly #documents: LiveDocuments
  /** By `listing 3` and `network 2`; what was halted before this process is so since its start. */
  readonly #since = new Map<string, number>()
  readonly #startedAt: number
  readonly #stopListening: () => void

  constructor(exchange: Pick<Exchange, 'state' | 'onDurable' | 'now'>, documents: LiveDocuments) {
    this.#exchange = exchange
    this.#documents = documents
    this.#startedAt = exchange.now()
    this.#stopListening = exchange.onDurable(({ events, hasDocuments }) => {
      if (!hasDocuments) return
      for (const { event, at } of readEvents(events, WANTED)) {
        if (event.kind === 'listingHalted') this.#note(`listing ${event.listingId}`, event.isHalted, at)
        else if (event.kind === 'networkChanged') this.#note(`network ${event.networkId}`, event.isHalted, at)
      }
    })
  }

  /** When payments of a listing stopped, ms; undefined while they go on. @throws Failure ENGINE_BUSY while notes cannot be read */
  sinceOf({ listingId, network }: KnownListing): number | undefined {
    const { state } = this.#exchange
    const all = this.all
    if (networksOf(state).some(({ networkId, isHalted }) => isHalted && networkId === network.networkId)) {
      const byAll = all?.networks.includes(network.networkId) === true ? all.since : undefined
      return byAll ?? this.#since.get(`network ${network.networkId}`) ?? this.#startedAt
    }
    if (listingsOf(state).some((listing) => listing.isHalted && listing.listingId === listingId))
      return this.#since.get(`listing ${listingId}`) ?? this.#startedAt
    // A network that came after the halt is halted too.
    return all?.since
  }

  /** Whether payments of a listing rest; while notes cannot be read, as the engine has it. */
  isHalted(listing: KnownListing): boolean {
    const { state } = this.#exchange
    const { listingId, network } = listing
    const isNetwork = networksOf(state).some(({ networkId, isHalted }) => isHalted && networkId === network.networkId)
    return isNetwork || listingsOf(state).some((one) => one.isHalted && one.listingId === listingId)
  }

  /** Undefined while no halt of all is in force. @throws Failure ENGINE_BUSY */
  get all(): HaltOfAll | undefined {
    const document = this.#documents.all.get(ALL)
    const parsed = document === undefined ? undefined : z.safeParse(allSchema, document)
    return parsed?.success === true ? parsed.data : undefined
  }

  stop(): void {
    this.#stopListening()
  }

  #note(name: string, isHalted: boolean, at: number): void {
    if (!isHalted) this.#since.delete(name)
    else if (!this.#since.has(name)) this.#since.set(name, at)
  }
}
