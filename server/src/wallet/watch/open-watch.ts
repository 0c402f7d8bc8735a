/** The watchers of all networks of a tenant: a duty of the leader. Each follows its own chain, and none waits for another. */
import type { NetworkId } from '@agio/engine/ids/id.ts'
import { bookedBlockOf } from '@agio/engine/wallet/read-holdings.ts'
import type { KnownNetwork } from '../network-book.ts'
import type { BookedBlock, NetworkChain, WatchHealth } from '../parts.ts'
import { ChainClient } from './chain-client.ts'
import { confirmationsOf } from './confirmations.ts'
import type { Hand } from './messages.ts'
import { NetworkWatch, type NetworkWatchParts } from './network-watch.ts'
import { WatchHost } from './watch-host.ts'

export interface Watch {
  /** Of each network, in the order of the book. */
  health(): readonly WatchHealth[]
  /** The last block that this process booked; undefined before it booked one, and while another process leads. */
  booked(networkId: NetworkId): BookedBlock | undefined
  /** Told after each block that was booked or left. @returns the unsubscribe */
  onBooked(listener: (networkId: NetworkId, booked: BookedBlock) => void): () => void
  /** @param hand `second`: a node of another hand, where one is named. Rejects with ChainFault `unreachable` where there is none */
  chain(networkId: NetworkId, hand?: Hand): NetworkChain
}

export interface OpenedWatch extends Watch {
  stop(): Promise<void>
}

/** What a thread is opened with: when it changes, the next one is. */
function fingerprint(network: KnownNetwork, { urls, exchange }: NetworkWatchParts): string {
  const { adapter, blockchain, blockMs, deadDepth, beginAt } = network.document
  const confirmations = confirmationsOf(exchange.state, network)
  return JSON.stringify([adapter, blockchain, blockMs, deadDepth, beginAt, confirmations, urls.of(blockchain), urls.secondOf(blockchain)])
}

export function openWatch(parts: NetworkWatchParts): OpenedWatch {
  const { book, exchange, urls } = parts
  const watches = new Map<NetworkId, { readonly of: string; readonly watch: NetworkWatch }>()
  const listeners = new Set<(networkId: NetworkId, booked: BookedBlock) => void>()
  const nowhere = new ChainClient()
  const host = new WatchHost(parts.tenantId, parts.log)
  let isLeading = false
  let work: Promise<unknown> = Promise.resolve()

  const stopOne = async (networkId: NetworkId): Promise<void> => {
    const known = watches.get(networkId)
    watches.delete(networkId)
    await known?.watch.stop()
  }
  const settle = async (): Promise<void> => {
    const networks = isLeading ? book.networks() : []
    for (const networkId of [...watches.keys()]) if (!networks.some((network) => network.networkId === networkId)) await stopOne(networkId)
    for (const network of networks) {
      const of = fingerprint(network, parts)
      const { networkId } = network
      if (watches.get(networkId)?.of === of) continue
      await stopOne(networkId)
      if (!isLeading) return
      const watch = new NetworkWatch(parts, network, host)
      watches.set(networkId, { of, watch })
      watch.onBooked((booked) => {
        for (const listener of listeners) listener(networkId, booked)
      })
      watch.start()
    }
  }
  const change = (): Promise<unknown> => {
    work = work.then(settle)
    return work
  }
  const stopListening = [book.onChange(() => void change()), urls.onChange(() => void change())]
  const leave = exchange.leadership.join({
    begin() {
      isLeading = true
      void change()
    },
    async end() {
      isLeading = false
      await change()
      await host.end()
    },
  })
  return {
    health: () => book.networks().map((network) => watches.get(network.networkId)?.watch.health ?? asleep(network, parts)),
    booked: (networkId) => watches.get(networkId)?.watch.booked,
    onBooked(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    chain: (networkId, hand = 'first') => late(() => (watches.get(networkId)?.watch.client ?? nowhere).of(hand)),
    async stop() {
      for (const stop of stopListening) stop()
      await leave()
    },
  }
}

/** Whoever keeps a chain keeps it through restarts of its watcher. */
function late(now: () => NetworkChain): NetworkChain {
  return {
    head: () => now().head(),
    blockAt: (height) => now().blockAt(height),
    holdings: (questions, at) => now().holdings(questions, at),
    coins: (addresses) => now().coins(addresses),
    fee: (speed) => now().fee(speed),
    nextSlot: (from) => now().nextSlot(from),
    work: (from, payment) => now().work(from, payment),
    build: (plan) => now().build(plan),
    bump: (paid, market) => now().bump(paid, market),
    send: (signed) => now().send(signed),
    find: (tx, slot, deadDepth) => now().find(tx, slot, deadDepth),
  }
}

function asleep({ networkId }: KnownNetwork, { exchange }: NetworkWatchParts): WatchHealth {
  return {
    networkId,
    state: 'starting',
    why: undefined,
    height: bookedBlockOf(exchange.state, networkId)?.height ?? 0,
    heardAt: 0,
    leftOut: [],
  }
}
