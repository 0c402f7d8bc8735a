/** The demo's nodes as the rest of the process sees them: where they answer, who backs what was given out, who gives coins away. */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { listingsOf } from '@agio/engine/wallet/read-wallet.ts'
import type { Log } from '../../core/log.ts'
import type { ReadModels } from '../../projections/port.ts'
import { PositionTimeout } from '../../projections/thread/projection-position.ts'
import { writeDurably } from '../../vault/durable-file.ts'
import type { Wallet } from '../../wallet/open-wallet.ts'
import type { ChainUrls } from '../../wallet/parts.ts'
import type { DemoExchange } from '../accounts.ts'
import { Backing } from './backing.ts'
import { ChainKeeper } from './chain-keeper.ts'
import { ChainCoinGiver, type CoinGiver } from './coin-giver.ts'
import { Halts } from './halts.ts'
import { knownBlockchains, listNetworks } from './list-networks.ts'
import type { ChainPlan, Depths } from './messages.ts'
import { BLOCK_MS, listedNetworks } from './networks.ts'

/** In the data folder, for whoever wants to talk to the nodes: `{"evm": url, "btc": url}`. */
const FILE = 'chains.json'
/** A node that is not there by then is left out of the file, until it is. */
const WAIT_MS = 60_000
const LIST_AGAIN_MS = 1000

export interface ChainTenant {
  readonly tenantId: string
  readonly ownCoin: string
  readonly exchange: DemoExchange
  readonly models: ReadModels
  readonly wallet: Wallet
}

export interface DemoChainsOptions {
  readonly dataDir: string
  readonly evmPort: number
  readonly btcPort: number
  readonly now: () => number
  readonly log: Log
  /** For the terminal. */
  say(line: string): void
}

export class DemoChains {
  readonly #options: DemoChainsOptions
  readonly #keeper: ChainKeeper
  readonly #leave: (() => void | Promise<void>)[] = []
  #tenants: readonly ChainTenant[] = []
  #isLate = false
  #isSaid = false
  #writing: Promise<void> = Promise.resolve()

  constructor(options: DemoChainsOptions) {
    this.#options = options
    const { dataDir, log } = options
    this.#keeper = new ChainKeeper({
      folder: join(dataDir, 'chains'),
      chains: plansOf(options),
      paceMs: BLOCK_MS,
      log,
      depths: () => depthsOf(this.#tenants),
    })
  }

  get urls(): ChainUrls {
    return this.#keeper
  }

  /** What gives coins away at a tenant; wallets that are open are handed in by `begin`. */
  giverOf({ exchange, wallet }: Pick<ChainTenant, 'exchange' | 'wallet'>): CoinGiver {
    return new ChainCoinGiver(exchange, wallet, this.#keeper)
  }

  /** Lists what is missing in folders from before, starts the nodes, and backs what was given out. Nothing waits for it. */
  async begin(tenants: readonly ChainTenant[]): Promise<void> {
    this.#tenants = tenants
    const { log, dataDir } = this.#options
    await rm(join(dataDir, FILE), { force: true })
    for (const tenant of tenants) {
      this.#leave.push(tenant.wallet.book.onChange(() => this.#keeper.look()))
      const halts = new Halts(tenant.exchange, tenant.models)
      const { exchange, wallet, models } = tenant
      const backing = new Backing({ exchange, models, book: wallet.book, texts: wallet.addresses, keeper: this.#keeper, halts, log })
      this.#leave.push(exchange.leadership.join(new Lister(tenant, halts, log)), exchange.leadership.join(backing))
    }
    this.#leave.push(this.#keeper.onChange(() => this.#tell()))
    const late = setTimeout(() => {
      this.#isLate = true
      this.#tell()
    }, WAIT_MS).unref()
    this.#leave.push(() => clearTimeout(late))
    this.#keeper.begin()
  }

  async stop(): Promise<void> {
    await Promise.all(this.#leave.map((leave) => leave()))
    await this.#keeper.stop()
    await this.#writing
    await rm(join(this.#options.dataDir, FILE), { force: true })
  }

  #tell(): void {
    const [evm] = this.#keeper.of('ethereum')
    const [btc] = this.#keeper.of('bitcoin')
    if ((evm === undefined || btc === undefined) && !this.#isLate && !this.#isSaid) return
    const { dataDir, say, log } = this.#options
    if (!this.#isSaid) say(`nodes  Ethereum ${evm ?? 'none'}  Bitcoin ${btc ?? 'none'}`)
    this.#isSaid = true
    this.#writing = this.#writing
      .then(() => writeDurably(join(dataDir, FILE), `${JSON.stringify({ evm, btc })}\n`))
      .catch((error: unknown) => log.warn(`${FILE} was not written`, { error: String(error) }))
  }
}

/** A duty: networks of a folder from before are listed by whoever leads it, and what rests is known afterwards. */
class Lister {
  readonly #tenant: ChainTenant
  readonly #halts: Halts
  readonly #log: Log
  #work: Promise<void> = Promise.resolve()
  #over = new AbortController()

  constructor(tenant: ChainTenant, halts: Halts, log: Log) {
    this.#tenant = tenant
    this.#halts = halts
    this.#log = log
  }

  begin(): void {
    this.#over = new AbortController()
    this.#work = this.#work.then(() => this.#tryOn(this.#over.signal))
  }

  end(): Promise<void> {
    this.#over.abort()
    return this.#work
  }

  /** History may be being rebuilt. */
  async #tryOn(over: AbortSignal): Promise<void> {
    const { tenantId } = this.#tenant
    let told = ''
    while (!over.aborted) {
      try {
        await this.#list(over)
        return
      } catch (error) {
        if (String(error) !== told && !(error instanceof PositionTimeout))
          this.#log.warn('networks of the demo are not listed', { tenant: tenantId, error: String(error) })
        told = String(error)
        await pause(LIST_AGAIN_MS, undefined, { signal: over }).catch(() => undefined)
      }
    }
  }

  async #list(over: AbortSignal): Promise<void> {
    const { exchange, models, ownCoin, tenantId } = this.#tenant
    await models.reached(exchange.durableSeq)
    const known = await knownBlockchains(models)
    if (over.aborted) return
    const listed = await listNetworks(exchange, ownCoin, known, true)
    if (listed > 0) this.#log.info('networks were listed', { tenant: tenantId, coins: listed })
    await this.#halts.load()
  }
}

/** A node for each listed network. */
function plansOf({ evmPort, btcPort, now }: DemoChainsOptions): readonly ChainPlan[] {
  return listedNetworks('').map(({ document: { blockchain, adapter } }): ChainPlan => {
    if (adapter.kind === 'evm') return { kind: 'evm', blockchain, port: evmPort, chainId: Number(adapter.chainId) }
    if (adapter.kind === 'bitcoin') return { kind: 'bitcoin', blockchain, port: btcPort }
    if (adapter.kind === 'simulated') return { kind: 'simulated', blockchain, port: 0, hrp: adapter.hrp, genesis: now() }
    throw new Error(`no development node of ${adapter.kind}`)
  })
}

/** The deepest that any coin of a network wants, at any tenant. */
function depthsOf(tenants: readonly ChainTenant[]): Depths {
  const depths: Record<string, number> = {}
  for (const { exchange, wallet } of tenants) {
    const terms = new Map(listingsOf(exchange.state).map((listing) => [listing.listingId, listing.terms]))
    for (const { listingId, network } of wallet.book.listings()) {
      const { blockchain } = network.document
      depths[blockchain] = Math.max(depths[blockchain] ?? 1, terms.get(listingId)?.unlockAt ?? 1)
    }
  }
  return depths
}
