/** A small exchange in memory over the demo's real nodes, for tests: a customer who was given odd amounts, and what lies on chains of it. */
import { type AssetId, asAssetId, type UserId } from '@agio/engine/ids/id.ts'
import { pow10 } from '@agio/engine/money/decimal.ts'
import { assetsOf, balanceOf, houseBalancesOf } from '@agio/engine/read.ts'
import { listingsOf } from '@agio/engine/wallet/read-wallet.ts'
import { WatchHouse } from '../../../wallet/testing/watch-house.ts'
import { openListing } from '../../accounts.ts'
import { units } from '../../listing.ts'
import { type ChainTenant, DemoChains } from '../demo-chains.ts'
import { listNetworks } from '../list-networks.ts'
import { owedOf } from '../owed.ts'

export class BackedHouse extends WatchHouse {
  readonly said: string[] = []
  assets: ReadonlyMap<string, AssetId> = new Map()
  ann = 0 as UserId
  #chains: DemoChains | undefined

  static async open(): Promise<BackedHouse> {
    const house = new BackedHouse()
    house.assets = (await openListing(house.exchange, 'AGIO', 'Agio')).assetIds
    house.ann = house.customer()
    return house
  }

  get chains(): DemoChains {
    if (this.#chains === undefined) throw new Error('no nodes')
    return this.#chains
  }

  /** Networks as on a first start. */
  async list(): Promise<void> {
    await listNetworks(this.exchange, 'AGIO', new Map(), false)
  }

  /** Gives an odd amount of each coin, and puts some in stock. */
  give(amounts: Readonly<Record<string, string>> = {}): void {
    for (const [coin, assetId] of this.assets) {
      const amount = units(amounts[coin] ?? '12.34567891', 8)
      this.exchange.must({ kind: 'creditUser', userId: this.ann, assetId, amount, cause: 'airdrop', reference: '' })
      this.exchange.must({ kind: 'fundInventory', assetId, amount: 300_000_007n, reference: '', actor: 'test', why: '' })
    }
  }

  async begin(): Promise<ChainTenant> {
    const { exchange, models, dir } = this
    const note = (text: string, fields = {}): void => void this.logged.push(`${text} ${JSON.stringify(fields)}`)
    const log = { info: note, warn: note, error: note }
    const say = (line: string): void => void this.said.push(line)
    this.#chains = new DemoChains({ dataDir: dir, evmPort: 0, btcPort: 0, now: () => Date.now(), log, say })
    Object.assign(this.with, { urls: this.#chains.urls })
    const wallet = await this.open()
    const tenant: ChainTenant = { tenantId: 'agio', ownCoin: 'AGIO', exchange, models, wallet }
    await this.#chains.begin([tenant])
    return tenant
  }

  async stopChains(): Promise<void> {
    await this.#chains?.stop()
    this.#chains = undefined
  }

  override async end(): Promise<void> {
    await this.stopChains()
    await super.end()
  }

  listings() {
    return listingsOf(this.exchange.state)
  }

  nameOf(assetId: number): string {
    return assetsOf(this.exchange.state).find((asset) => asset.assetId === assetId)?.symbol ?? ''
  }

  has(coin: string): bigint {
    return balanceOf(this.exchange.state, this.ann, asAssetId(this.assets.get(coin) ?? 0)).available
  }

  owed() {
    return owedOf(this.exchange.state)
  }

  /** What came to the house and is not its own yet. */
  suspense() {
    return houseBalancesOf(this.exchange.state).filter(({ account, amount }) => account === 'suspense:deposit' && amount !== 0n)
  }

  /** Coins that are not whole on chain: what is given, and up to a unit of the chain more on each. */
  unbacked(): string[] {
    return [...this.owed()].flatMap(([assetId, { customers, given, held }]) => {
      const on = this.listings().filter(({ terms }) => terms.assetId === assetId)
      const scale = Math.min(8, ...on.map(({ terms }) => terms.chainScale))
      const most = BigInt(on.length) * (pow10(8 - scale) - 1n)
      const isWhole = given > 0n && customers <= held && held - given >= 0n && held - given <= most
      return isWhole ? [] : [`${this.nameOf(assetId)} ${held - given}`]
    })
  }
}
