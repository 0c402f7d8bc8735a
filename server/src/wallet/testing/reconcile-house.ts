/** A reconciler over a house of tests, and what it is told of. */
import { asListingId } from '@agio/engine/ids/id.ts'
import { listingsOf } from '@agio/engine/wallet/read-wallet.ts'
import type { AskedChain } from '../reconcile/ask-chain.ts'
import { AskedAddresses } from '../reconcile/asked-addresses.ts'
import { type Compared, isCompared } from '../reconcile/compare-network.ts'
import { ReceivedAddresses } from '../reconcile/received-addresses.ts'
import { Reconciler, type ReconcilerParts, type Run } from '../reconcile/reconciler.ts'
import { Treasurer } from '../treasury/treasurer.ts'
import { type ChainHouse, COIN, TOKEN } from './chain-house.ts'
import { HouseMover } from './house-mover.ts'

export interface Told {
  readonly level: string
  readonly text: string
  readonly fields: Readonly<Record<string, unknown>> | undefined
}

export class ReconcileHouse {
  readonly house: ChainHouse
  readonly reconciler: Reconciler
  readonly mover: HouseMover
  readonly treasurer: Treasurer
  readonly told: Told[] = []
  /** What a comparison did, in order. */
  readonly steps: string[] = []
  /** Instead of the world's. */
  chain: AskedChain | undefined
  second: AskedChain | undefined
  trouble: string | undefined
  /** What looks for coins that no block showed. */
  unseen: NonNullable<ReconcilerParts['unseen']> = {
    look: () => Promise.resolve(),
    book: () => Promise.resolve('nothing'),
    keep: () => Promise.resolve(),
  }
  onRun: (run: Run) => Promise<void> = () => Promise.resolve()

  constructor(house: ChainHouse, network = house.network) {
    this.house = house
    const { exchange, listings, state, world } = house
    const received = new ReceivedAddresses(exchange, { reached: () => Promise.resolve(), receipts: () => Promise.resolve([]) })
    const asked = new AskedAddresses(state, house.texts, received)
    const tell =
      (level: string) =>
      (text: string, fields?: Readonly<Record<string, unknown>>): void =>
        void this.told.push({ level, text, fields })
    const log = { info: tell('info'), warn: tell('warn'), error: tell('error') }
    this.mover = new HouseMover(house)
    const { port } = world
    this.treasurer = new Treasurer({
      state,
      exchange,
      mover: this.mover,
      endsOf: () => this.mover.ends,
      texts: house.texts,
      wait: () => Promise.resolve(),
      tenantId: 'agio',
      listings: () => listings,
      port: () => ({
        fee: (speed) => port.fee(speed),
        nextSlot: (from) => port.nextSlot(from),
        work: (from, payment) => port.work(from, payment),
        build: (plan) => Promise.resolve(port.build(plan)),
      }),
      log,
    })
    this.reconciler = new Reconciler({
      tenantId: 'agio',
      exchange,
      state,
      networks: () => [network],
      listings: () => listings,
      addresses: (of) => {
        this.steps.push('addresses')
        return asked.of(of)
      },
      port: () => this.chain ?? world.port,
      trouble: () => this.trouble,
      second: () => this.second,
      unseen: {
        look: (of) => this.unseen.look(of),
        book: (compared) => this.unseen.book(compared),
        keep: (compared) => this.unseen.keep(compared),
      },
      durable: async (seq) => void this.steps.push(`durable ${seq}`),
      steady: () => performance.now(),
      wait: () => Promise.resolve(),
      log,
      onRun: (run) => this.onRun(run),
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

  /** A comparison, which has to be equal, and what the treasury does of it. */
  async tend(): Promise<void> {
    await this.equal()
    await this.treasurer.take(await this.compare())
  }

  /** A block with all that waits, booked and equal. */
  async block(count = 1): Promise<void> {
    for (let block = 0; block < count; block += 1) {
      await this.house.world.mine(1)
      await this.house.book()
      await this.equal()
    }
  }

  get halted(): readonly number[] {
    return listingsOf(this.house.state).flatMap(({ listingId, isHalted }) => (isHalted ? [asListingId(listingId)] : []))
  }
}
