/** A real engine with a network, an asset on it and three customers, whose entries come out as events: for tests of what history makes of them. */
import type { ListingTerms } from '@agio/engine/command.ts'
import { readEvents } from '@agio/engine/event-buffer.ts'
import {
  type AssetId,
  asAddressId,
  asAssetId,
  asListingId,
  asNetworkId,
  asPaymentId,
  asUserId,
  asWithdrawalId,
  type PaymentId,
  type UserId,
  type WithdrawalId,
} from '@agio/engine/ids/id.ts'
import { balancesOf } from '@agio/engine/read.ts'
import { MemoryExchange } from '../../testing/memory-exchange.ts'
import type { StampedEvent } from './events.ts'

export const CHAIN = asNetworkId(1)
export const COINS = asListingId(1)
export const COIN_ID = asAssetId(2)
const HOUSE = { actor: 'ann', why: 'a test' } as const
const NOBODY = asUserId(0)
const USDT = asAssetId(1)

const TERMS: ListingTerms = {
  ...{
    assetId: COIN_ID,
    networkId: CHAIN,
    depositOpen: true,
    withdrawOpen: true,
    chainScale: 8,
    withdrawScale: 8,
    creditAt: 1,
    unlockAt: 3,
  },
  ...{ minDeposit: 5n, minWithdraw: 0n, maxWithdraw: 0n, fee: 2n, feeRateE8: 0 },
}

export class WalletWorld {
  readonly exchange: MemoryExchange
  readonly events: StampedEvent[] = []
  readonly customers: readonly UserId[]
  #height = 0
  #arrivals = 0

  constructor(exchange = new MemoryExchange()) {
    this.exchange = exchange
    exchange.onDurable(({ events }) => {
      for (const { seq, at, event } of readEvents(events)) this.events.push({ seq, at, event: structuredClone(event) })
    })
    this.customers = ['ann', 'bob', 'cid'].map((accountKey) =>
      asUserId(exchange.must({ kind: 'registerUser', accountKey, role: 'customer', document: {} }).value),
    )
    for (const symbol of ['USDT', 'COIN']) exchange.must({ kind: 'defineAsset', symbol, scale: 8, document: {} })
    const terms = { unitAssetId: USDT, sources: ['one'], freshMs: 86_000_000, capE8: 1_000_000 }
    exchange.must({ kind: 'setIndexTerms', ...terms, ...HOUSE })
    exchange.must({ kind: 'reportPrices', items: [{ assetId: COIN_ID, source: 0, price: 10n ** 12n, at: exchange.now(), state: 'live' }] })
    exchange.must({ kind: 'defineNetwork', family: 60, document: {}, ...HOUSE })
    exchange.must({ kind: 'defineListing', terms: TERMS, document: {}, ...HOUSE })
    for (const userId of [...this.customers, NOBODY])
      exchange.must({ kind: 'assignAddress', userId, family: 60, place: userId === NOBODY ? 'hot' : 'addresses', tag: 0, label: '' })
    exchange.must({ kind: 'fundHolding', listingId: COINS, place: 'hot', amount: 10n ** 9n, dust: 0n, reference: '', ...HOUSE })
  }

  /** Books one block, with a deposit to each of these. */
  mine(
    deposits: readonly (readonly [UserId, bigint])[] = [],
    mined: readonly (readonly [PaymentId, boolean])[] = [],
    isHeld = false,
  ): void {
    const height = this.#height + 1
    const arrivals = deposits.map(([userId, amount]) => {
      this.#arrivals += 1
      const name = String(this.#arrivals)
      const to = { listingId: COINS, addressId: asAddressId(this.customers.indexOf(userId) + 1) }
      return { ...to, key: name.padStart(32, '0'), tx: `0x${name}`, position: '0', from: null, amount, dust: 0n, height, isHeld }
    })
    const found = mined.map(([paymentId, succeeded]) => ({
      paymentId,
      tx: `p${paymentId}`,
      height,
      succeeded,
      gasListingId: COINS,
      gas: 1n,
      gasDust: 0n,
    }))
    this.exchange.must({
      kind: 'bookBlocks',
      networkId: CHAIN,
      after: this.#block(this.#height),
      upTo: this.#block(height),
      arrivals,
      mined: found,
    })
    this.#height = height
  }

  /** The newest blocks are none any more. */
  leave(blocks: number): void {
    const backTo = this.#block(this.#height - blocks)
    this.exchange.must({ kind: 'leaveBlocks', networkId: CHAIN, from: this.#block(this.#height), backTo })
    this.#height -= blocks
  }

  ask(userId: UserId, amount: bigint, receiverId: UserId = NOBODY, isVerified = true, reviews: readonly string[] = []): WithdrawalId {
    const asked = { userId, listingId: COINS, amount, receiverId, limit: 0n, windowMs: 0, isVerified, reviews }
    return asWithdrawalId(this.exchange.must({ kind: 'requestWithdrawal', ...asked, document: { address: 'there' } }).value)
  }

  pay(userId: UserId, withdrawalId: WithdrawalId): PaymentId {
    const withdrawals = [{ userId, withdrawalId }]
    const plan = { listingId: COINS, withdrawals, from: 'hot', to: 'hot', amount: 0n, plan: {}, actor: 'c' } as const
    return asPaymentId(this.exchange.must({ kind: 'beginPayment', ...plan }).value)
  }

  sign(paymentId: PaymentId, tx = `p${paymentId}`): void {
    this.exchange.must({ kind: 'signPayment', networkId: CHAIN, paymentId, tx, bytes: '00' })
  }

  drop(paymentId: PaymentId, waitAgain: boolean): void {
    this.exchange.must({ kind: 'dropPayment', networkId: CHAIN, paymentId, waitAgain, ...HOUSE })
  }

  /** What a customer has of an asset in his spot account, with what is set aside. */
  spotOf(userId: UserId, assetId: AssetId): bigint {
    const own = balancesOf(this.exchange.state, userId).filter(
      (balance) => balance.assetId === assetId && (balance.account === 'spot' || balance.account === 'pending'),
    )
    return own.reduce((sum, { available, held }) => sum + available + held, 0n)
  }

  #block(height: number) {
    return { height, block: height === 0 ? '' : `block${height}` }
  }
}
