/** The comparison of ledger and chains, and the treasury that plans with what it found: duties of the leader, joined to the wallet. */
import type { BlockRef } from '@agio/chain/port.ts'
import { steadyNow } from '../core/clock.ts'
import type { KnownNetwork } from './network-book.ts'
import type { AddressTexts, NetworkChain, WalletParts } from './parts.ts'
import type { Payments } from './pay/open-payments.ts'
import { AskedAddresses } from './reconcile/asked-addresses.ts'
import { isCompared } from './reconcile/compare-network.ts'
import { FreshAddresses } from './reconcile/fresh-addresses.ts'
import { NotYet } from './reconcile/not-yet.ts'
import { PriorCoins } from './reconcile/prior-coins.ts'
import { ReceivedAddresses } from './reconcile/received-addresses.ts'
import { Reconciler, type ReconcilerParts } from './reconcile/reconciler.ts'
import { UnseenCoins } from './reconcile/unseen-coins.ts'
import type { EndsOf } from './treasury/open-moves.ts'
import { Treasurer } from './treasury/treasurer.ts'
import type { UntracedBlocks } from './watch/untraced.ts'

const DURABLE_MS = 10_000

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

export interface TreasuryNeeds {
  readonly texts: Pick<AddressTexts, 'textOf'>
  readonly untraced: UntracedBlocks
  /** Rejects where no node is known. */
  chainOf(network: KnownNetwork, hand?: 'second'): NetworkChain
  /** Is a block the last booked one, and booked with all that it brought? */
  isWhole(network: KnownNetwork, block: BlockRef): boolean
  /** Why a network is not followed; undefined when it is. */
  trouble(network: KnownNetwork): string | undefined
  /** Undefined where nothing can be paid. */
  readonly payments: Pick<Payments, 'move' | 'underWay'> | undefined
}

export interface Treasury {
  readonly reconciler: Reconciler
  /** Undefined where nothing can be paid. */
  readonly treasurer: Treasurer | undefined
  /** Undefined where none is configured. */
  readonly signer: WalletParts['signer']
  stop(): Promise<void>
}

export function openTreasury(parts: WalletParts, { texts, untraced, chainOf, isWhole, payments, trouble }: TreasuryNeeds): Treasury {
  const { exchange, models, book, clock, log, urls } = parts
  const { state } = exchange
  const received = new ReceivedAddresses(exchange, models)
  const fresh = new FreshAddresses({
    state,
    texts,
    port: chainOf,
    received: (networkId) => (received.isReady ? received.on(networkId) : undefined),
  })
  const addresses = new AskedAddresses(state, texts, {
    get isReady() {
      return received.isReady
    },
    on: (networkId) => new Set([...received.on(networkId), ...fresh.suspectsOn(networkId), ...prior.suspectsOn(networkId)]),
  })
  const listings = (network: KnownNetwork) => book.listings().filter((listing) => listing.network.networkId === network.networkId)
  const { tenantId, dir } = parts
  const unseen = new UnseenCoins({ tenantId, state, exchange, models, fresh, untraced, log, dir, port: chainOf, isWhole, listings })
  const prior = new PriorCoins({
    ...{ tenantId, state, exchange, texts, received, log, dir, port: chainOf, isWhole, listings },
    isBlind: (network) => unseen.mayHide(network) !== false,
  })
  const treasurer =
    payments === undefined
      ? undefined
      : new Treasurer({
          tenantId: parts.tenantId,
          state: exchange.state,
          exchange,
          mover: payments,
          endsOf: endsOf(payments),
          texts,
          wait,
          port: chainOf,
          listings,
          log,
        })
  const reconciler = new Reconciler({
    tenantId: parts.tenantId,
    state: exchange.state,
    exchange,
    networks: () => book.networks(),
    listings,
    unseen: joined(unseen, prior),
    addresses: (network) => addresses.of(network),
    port: (network) => chainOf(network),
    trouble,
    second: (network) => (urls.secondOf(network.document.blockchain).length === 0 ? undefined : chainOf(network, 'second')),
    durable: (seq) => durable(parts, seq),
    steady: () => steadyNow(clock),
    wait,
    log,
    async onRun({ networks }) {
      await treasurer?.takeAll(networks.filter(isCompared))
    },
  })
  const leave = exchange.leadership.join(reconciler)
  return {
    reconciler,
    treasurer,
    signer: parts.signer,
    async stop() {
      await leave()
      received.stop()
    },
  }
}

/** Coins that no block showed, then those that came before they were listed. */
const joined = (unseen: UnseenCoins, prior: PriorCoins): ReconcilerParts['unseen'] => ({
  async look(network) {
    await unseen.look(network)
    await prior.look(network)
  },
  async book(compared) {
    const result = await unseen.book(compared)
    return result === 'nothing' ? prior.book(compared) : result
  },
  async keep(compared) {
    await unseen.keep(compared)
    prior.keep(compared)
  },
})

/** Plans of payments say which addresses they are of; one that cannot be read says nothing. */
const endsOf =
  (payments: Pick<Payments, 'underWay'>): EndsOf =>
  (networkId) =>
    new Map(
      payments.underWay(networkId).flatMap(({ paymentId, stored }) => {
        if (stored?.purpose.kind !== 'move') return []
        const { target } = stored.purpose
        const from = stored.payers.map(({ addressId }) => addressId)
        return [[paymentId, 'addressId' in target ? [...from, target.addressId] : from] as const]
      }),
    )

/** Listeners of durable entries have heard of it too. @throws NotYet when the disk is slow */
async function durable({ exchange }: Pick<WalletParts, 'exchange'>, seq: number): Promise<void> {
  if (exchange.durableSeq >= seq) return
  let stop = (): void => undefined
  let timer: NodeJS.Timeout | undefined
  try {
    await new Promise<void>((resolve, reject) => {
      stop = exchange.onDurable(({ lastSeq }) => {
        if (lastSeq >= seq) resolve()
      })
      timer = setTimeout(() => reject(new NotYet(`entry ${seq} is not durable yet`)), DURABLE_MS)
    })
  } finally {
    clearTimeout(timer)
    stop()
  }
}
