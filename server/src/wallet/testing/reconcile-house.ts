/** A reconciler over a house of tests, and what it is told of. */
import { asListingId } from '@agio/engine/ids/id.ts'
import { listingsOf } from '@agio/engine/wallet/read-wallet.ts'
import type { AskedChain } from '../reconcile/ask-chain.ts'
import { AskedAddresses } from '../reconcile/asked-addresses.ts'
import { type Compared, isCompared } from '../reconcile/compare-network.ts'
import { ReceivedAddresses } from '../reconcile/received-addresses.ts'
import { Reconciler } from '../reconcile/reconciler.ts'
import { type ChainHouse, COIN, TOKEN } from './chain-house.ts'

export interface Told {
  readonly level: string
  readonly text: string
  readonly fields: Readonly<Record<string, unknown>> | undefined
}

export class ReconcileHouse {
  readonly house: ChainHouse
  readonly reconciler: Reconciler
  readonly told: Told[] = []
  /** Instead of the world's. */
  chain: AskedChain | undefined
  second: AskedChain | undefined

  constructor(house: ChainHouse) {
    this.house = house
    const { exchange, network, listings, state, world } = house
    const received = new ReceivedAddresses(exchange, () => Promise.resolve([]))
    const asked = new AskedAddresses(state, house.texts, received)
    const tell =
      (level: string) =>
      (text: string, fields?: Readonly<Record<string, unknown>>): void =>
        void this.told.push({ level, text, fields })
    this.reconciler = new Reconciler({
      exchange,
      state,
      networks: () => [network],
      listings: () => listings,
      addresses: (of) => asked.of(of),
      port: () => this.chain ?? world.port,
      second: () => Promise.resolve(this.second),
      durable: () => Promise.resolve(),
      steady: () => performance.now(),
      wait: () => Promise.resolve(),
      log: { info: tell('info'), warn: tell('warn'), error: tell('error') },
    })
  }

  /** @throws Error when nothing was compared */
  async compare(): Promise<Compared> {
    const [result] = (await this.reconciler.run()).networks
    if (result === undefined || !isCompared(result)) throw new Error(result?.why ?? 'no network')
    return result
  }

  /** Differences of coin and token, in the finer of both units. */
  async differences(): Promise<readonly (bigint | undefined)[]> {
    const { findings } = await this.compare()
    return [COIN, TOKEN].map((listingId) => findings.find(({ listing }) => listing.listingId === listingId)?.difference)
  }

  /** Throws when anything differs, and says what. */
  async equal(): Promise<void> {
    const { findings } = await this.compare()
    const wrong = findings.filter(({ discrepancies }) => discrepancies.length > 0)
    if (wrong.length > 0)
      throw new Error(
        wrong.map(({ listing, discrepancies, ledger, chain }) => `${listing.symbol} ${discrepancies} ${ledger} ${chain}`).join(),
      )
  }

  get halted(): readonly number[] {
    return listingsOf(this.house.state).flatMap(({ listingId, isHalted }) => (isHalted ? [asListingId(listingId)] : []))
  }
}
