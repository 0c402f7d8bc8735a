/** Nodes of another hand, asked for the same balances where the configuration names one. */
import { portOf } from '@agio/chain/adapters.ts'
import type { KnownNetwork } from '../network-book.ts'
import type { ChainUrls } from '../parts.ts'
import type { AskedChain } from './ask-chain.ts'

export class SecondNodes {
  readonly #urls: Pick<ChainUrls, 'secondOf'>
  readonly #opened = new Map<string, Promise<AskedChain>>()

  constructor(urls: Pick<ChainUrls, 'secondOf'>) {
    this.#urls = urls
  }

  /**
   * Undefined where none is named, and of Bitcoin: a node of it tells whether an output is unspent, and which outputs there are knows the
   * watcher of the first node alone.
   */
  of({ document: { adapter, blockchain } }: KnownNetwork): Promise<AskedChain | undefined> {
    const urls = this.#urls.secondOf(blockchain)
    if (urls.length === 0 || adapter.kind === 'bitcoin') return Promise.resolve(undefined)
    const key = JSON.stringify([adapter, urls])
    let port = this.#opened.get(key)
    if (port === undefined) {
      port = portOf(adapter, urls)
      this.#opened.set(key, port)
      port.catch(() => this.#opened.delete(key))
    }
    return port
  }
}
