/**
 * The wallet of a tenant: networks, addresses, and the duties that follow chains and pay. Each part is opened in its own file and joined
 * here. Without a network nothing runs; without a signer no address is made and nothing is paid.
 */
import type { NetworkId } from '@agio/engine/ids/id.ts'
import { Failure } from '../core/failure.ts'
import { openAddresses } from './addresses/open-addresses.ts'
import { NetworkBook } from './network-book.ts'
import { type Guards, openGuards } from './open-guards.ts'
import { openTreasury, type Treasury, type TreasuryNeeds } from './open-treasury.ts'
import type { CustomerAddresses, WalletParts } from './parts.ts'
import { openPayments, type Payments } from './pay/open-payments.ts'
import { type Waiting, waiting } from './pay/waiting.ts'
import { openWatch, type Watch } from './watch/open-watch.ts'

export interface Wallet extends Guards {
  readonly book: NetworkBook
  readonly addresses: CustomerAddresses
  readonly watch: Watch
  readonly treasury: Treasury
  readonly payments: Payments
  stop(): Promise<void>
}

export type WalletOptions = Omit<WalletParts, 'book'>

export function openWallet(options: WalletOptions): Wallet {
  const book = new NetworkBook(options.exchange, options.models)
  const parts: WalletParts = { ...options, book }
  const addresses = openAddresses(parts)
  const guards = openGuards(options)
  // The watcher looks for what is paid, and who pays asks the chain that it follows.
  const payments: Payments = openPayments({
    ...parts,
    history: options.models,
    texts: addresses.texts,
    portOf: (networkId) => watch.chain(networkId),
    faultOf: (networkId) => {
      const network = book.network(networkId)
      const fault = network && addresses.desk.keyFault(network)
      return fault === undefined ? notFollowed(watch, networkId) : waiting('noSigner', fault)
    },
    barOf: (address) => barOf(guards, address),
  })
  const watch = openWatch({
    ...parts,
    texts: addresses.texts,
    payments: payments.own,
    screening: guards.sanctions,
    untraced: guards.untraced,
  })
  const chainOf: TreasuryNeeds['chainOf'] = ({ networkId }, hand) => watch.chain(networkId, hand)
  const treasury = openTreasury(parts, {
    texts: addresses.texts,
    untraced: guards.untraced,
    chainOf,
    isWhole({ networkId }, { hash }) {
      const booked = watch.booked(networkId)
      return booked?.isWhole === true && booked.hash === hash
    },
    trouble: ({ networkId }) => notFollowed(watch, networkId)?.text,
    payments: options.signer === undefined ? undefined : payments,
  })
  return {
    book,
    addresses: addresses.desk,
    watch,
    payments,
    treasury,
    halts: guards.halts,
    sanctions: guards.sanctions,
    untraced: guards.untraced,
    async stop() {
      await treasury.stop()
      await payments.stop()
      await watch.stop()
      await addresses.stop()
      guards.stop()
      book.stop()
    },
  }
}

function barOf({ sanctions }: Guards, address: string): Waiting | undefined {
  try {
    if (!sanctions.has(address)) return undefined
    return waiting('sanctioned', 'its address is on the list of sanctions: see withdrawals reject')
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return waiting('starting', 'the list of sanctions is not read yet')
  }
}

/** What is paid on a chain that nobody follows would never be seen in a block. */
function notFollowed(watch: Watch, networkId: NetworkId): Waiting | undefined {
  const health = watch.health().find((one) => one.networkId === networkId)
  return health?.state === 'following' ? undefined : waiting('notWatched', health?.why ?? 'the chain is not followed yet')
}
