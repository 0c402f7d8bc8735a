/** A watching wallet over one simulated network with a customer who has an address on it. For tests only. */
import { newSimulatedNode, type SimulatedNode } from '@agio/chain/simulated/node.ts'
import { serveSimulated } from '@agio/chain/simulated/over-http.ts'
import type { AssetId, ListingId, NetworkId, UserId } from '@agio/engine/ids/id.ts'
import { simulatedNetwork } from './documents.ts'
import { WatchHouse } from './watch-house.ts'

export interface Door {
  readonly url: string
  close(): Promise<void>
}

export const newNode = (seed = 'a test'): SimulatedNode => newSimulatedNode({ network: 'sim', seed, genesis: Date.UTC(2026, 0, 15) })
export const doorOf = (node: SimulatedNode): Promise<Door> => serveSimulated((question) => node.ask(question), 0)

export class SimulatedHouse extends WatchHouse {
  node = newNode()
  door: Door = { url: '', close: async () => undefined }
  coin = 0 as AssetId
  sim = 0 as NetworkId
  listingId = 0 as ListingId
  ann = 0 as UserId
  own = ''

  /** Three blocks are booked: a chain goes back to its first one by hand alone. @param more of the network's document */
  async begin(more: Parameters<typeof this.network>[1] = {}): Promise<void> {
    this.door = await doorOf(this.node)
    this.coin = this.asset('SIM')
    this.sim = this.network(101, { ...simulatedNetwork('sim'), ...more })
    this.listingId = this.listed(null)
    this.urls.set('sim', [this.door.url])
    await this.open()
    this.ann = this.customer()
    this.own = (await this.addressOf(this.ann, this.sim)).text
    await this.mine(3)
  }

  listed(token: string | null, asset = this.coin): ListingId {
    return this.listing(this.sim, asset, token)
  }

  pay(amount: bigint, token: string | null = null, to = this.own, tag: string | null = null): Promise<string> {
    return this.node.pay([{ to, tag, token, amount }])
  }

  /** Mines, and waits until it is booked. */
  async mine(blocks = 1): Promise<void> {
    const { height } = await this.node.mine(blocks)
    await this.reaches(this.sim, height)
  }

  async reorganise(how: Parameters<SimulatedNode['reorganise']>[0]): Promise<void> {
    const { height } = await this.node.reorganise(how)
    await this.reaches(this.sim, height)
  }

  override async end(): Promise<void> {
    await super.end()
    await this.door.close()
    await this.node.close()
  }
}
