/** Rules of deposits and withdrawals on the real engine, for vectors: one network, two listed assets of 8 decimals, one customer. */
import type { BlockName, ListingTerms } from '@agio/engine/command.ts'
import { type AssetId, asAddressId, asListingId, asNetworkId } from '@agio/engine/ids/id.ts'
import type { Reason } from '@agio/engine/reason.ts'
import { depositsOf, withdrawnSince } from '@agio/engine/wallet/read-wallet.ts'
import { COIN, ProductEngine, UNIT, USER } from './product-engine.ts'

const HOUSE = { actor: 'vectors', why: '' } as const
const NETWORK = asNetworkId(1)
const START = 1_700_000_000_000
const NONE: BlockName = { height: 0, block: '' }
const KEY = '0'.repeat(32)
/** So much of an index's source counts, 1e-8: one source has it all. */
const CAP = 1_000_000

const PLAIN: Omit<ListingTerms, 'assetId'> = {
  networkId: NETWORK,
  depositOpen: true,
  withdrawOpen: true,
  chainScale: 8,
  withdrawScale: 8,
  creditAt: 1,
  unlockAt: 1,
  minDeposit: 0n,
  minWithdraw: 0n,
  maxWithdraw: 0n,
  fee: 0n,
  feeRateE8: 0,
}

const block = (height: number): BlockName => ({ height, block: `block-${height}` })

export class WalletEngine {
  readonly #house = new ProductEngine(START)

  constructor(terms: Partial<ListingTerms> = {}) {
    this.#house.must({ kind: 'defineNetwork', family: 1, document: {}, ...HOUSE })
    for (const assetId of [UNIT, COIN])
      this.#house.must({ kind: 'defineListing', terms: { assetId, ...PLAIN, ...terms }, document: {}, ...HOUSE })
    this.#house.must({ kind: 'assignAddress', userId: USER, family: 1, place: 'addresses', tag: 0, label: '' })
    this.price(1n)
  }

  /** What a coin is worth, 1e-12. */
  price(price: bigint): void {
    this.#house.index([price], CAP)
  }

  /** Lets time pass up to an instant, ms since the beginning. */
  at(ms: number): void {
    const wait = START + ms - this.#house.at
    if (wait > 0) this.#house.pass(wait)
  }

  /** How a deposit stands with so many blocks from its own on; `orphaned`: its block left the chain then. */
  depositStatus(confirmations: number, orphaned: boolean): string {
    const arrival = { listingId: asListingId(COIN), addressId: asAddressId(1), key: KEY, tx: 't', position: 'v', from: null, isHeld: false }
    const seen = { ...arrival, amount: 1n, dust: 0n }
    this.#house.must({ kind: 'noteArrivals', networkId: NETWORK, arrivals: [{ ...seen, height: 0 }] })
    this.#house.must({ kind: 'bookBlocks', networkId: NETWORK, after: NONE, upTo: block(100), arrivals: [], mined: [] })
    const depth = Math.max(confirmations, orphaned ? 1 : 0)
    if (depth > 0) {
      const upTo = block(100 + depth)
      const arrivals = [{ ...seen, height: 101 }]
      this.#house.must({ kind: 'bookBlocks', networkId: NETWORK, after: block(100), upTo, arrivals, mined: [] })
      if (orphaned) this.#house.must({ kind: 'leaveBlocks', networkId: NETWORK, from: upTo, backTo: block(100) })
    }
    const [deposit] = depositsOf(this.#house.engine.state, USER)
    if (deposit === undefined) throw new Error('no deposit')
    return deposit.status
  }

  /** Asks for a withdrawal that needs no second factor. @param limit value in the window, 0 = unbounded */
  withdraw(assetId: AssetId, amount: bigint, limit = 0n, windowMs = 0): Reason {
    const asked = { userId: USER, listingId: asListingId(assetId), amount, receiverId: 0 as never, limit, windowMs } as const
    return this.#house.run({ kind: 'requestWithdrawal', ...asked, isVerified: true, reviews: [], document: {}, caller: 0 }).reason
  }

  /** What counts for the limit of a window that ends now, 1e-8 of the unit asset. */
  used(windowMs: number): bigint {
    return withdrawnSince(this.#house.engine.state, USER, this.#house.at - windowMs)
  }
}
