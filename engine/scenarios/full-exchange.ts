/**
 * An exchange whose tables are filled all at once, up to what admission gives out: users, traders with a row of volumes, desks, accounts,
 * savings, what is due, orders that each have an extra row, a label, a key and a level of their own, and keys.
 */
import { S_CHAIN, S_SEQ } from '../generated/layout.ts'
import type { Command, OrderTerms, PlaceOrder } from '../src/command.ts'
import { contentHash } from '../src/content.ts'
import { createState } from '../src/create-state.ts'
import { apply } from '../src/engine.ts'
import { encodeEntry } from '../src/entry.ts'
import type { Outcome } from '../src/event.ts'
import { lastOutcome } from '../src/event-buffer.ts'
import { asAssetId, asInstrumentId, asOrderId, asOrderListId, asProductId, asUserId, type UserId } from '../src/ids/id.ts'
import { orderTerms, pairTerms } from '../src/plain-terms.ts'
import type { Reason } from '../src/reason.ts'
import { ENGINE_VERSION } from '../src/rules.ts'
import type { State } from '../src/state.ts'
import { FIRST_USER_ID } from '../src/user/user.ts'
import { START_MS } from './exchange-driver.ts'
import * as wallet from './full-wallet.ts'
import { PLAIN_PRODUCT } from './rich-products.ts'

export const ASSETS = 8
/** Every two assets. */
export const PAIRS = (ASSETS * (ASSETS - 1)) / 2
/** The longest that a timer takes. */
const TIMER_MS = 600_000
const FUNDS = 10n ** 12n
const DAY_MS = 86_400_000
const HOUSE = { actor: 'ops', why: '' } as const
const TIERS = [{ upTo: null, rateE8: 1 }] as const
/** Savings orders that one may hold. */
const SAVINGS_OF_ONE = 200
/** Withdrawals that one may have open. */
const WITHDRAWALS_OF_ONE = 20
/** Where pairs trade; orders that wait for a higher or a lower price, and resting ones, stand apart from it. */
const LAST = 700_000
const ABOVE = 1_000_000
const WAITERS_ABOVE = 2_000_000

export const userAt = (position: number): UserId => asUserId(FIRST_USER_ID + position)

/** Kinds of orders, each in a ladder of its own. The price of each is its place in the ladder. */
const KINDS: readonly ((place: number) => Partial<OrderTerms>)[] = [
  (place) => ({ side: 'sell', price: ABOVE + place, quantity: 2, visibleQuantity: 1 }),
  (place) => ({ side: 'buy', price: 1 + place, quantity: 2, visibleQuantity: 1 }),
  (place) => ({ side: 'buy', type: 'stopLimit', price: WAITERS_ABOVE, triggerPrice: WAITERS_ABOVE + place, quantity: 2 }),
  (place) => ({ side: 'sell', type: 'stopLimit', price: 1, triggerPrice: 1 + place, quantity: 2 }),
]

export class FullExchange {
  readonly state: State
  readonly #bytes = new Uint8Array(1 << 12)
  readonly #digest: (state: State) => string
  #seq = 0
  #users = 0
  #orders = 0

  /**
   * @param share of its rows that each table holds
   * @param digest by which `refused` knows that nothing changed
   */
  constructor(share: number, digest: (state: State) => string = contentHash) {
    this.state = createState(share)
    this.#digest = digest
    this.must({ kind: 'setEngineVersion', version: ENGINE_VERSION })
    for (let asset = 1; asset <= ASSETS; asset += 1) this.must({ kind: 'defineAsset', symbol: `A${asset}`, scale: 8, document: {} })
    for (let base = 1; base <= ASSETS; base += 1) {
      for (let quote = base + 1; quote <= ASSETS; quote += 1) {
        const ids = { baseAssetId: asAssetId(base), quoteAssetId: asAssetId(quote) }
        const fees = { buyFeeE8: 100_000, sellFeeE8: 100_000 }
        this.must({ kind: 'defineInstrument', terms: pairTerms({ symbol: `A${base}/A${quote}`, ...ids, ...fees }) })
      }
    }
  }

  run(command: Command, key = ''): Outcome {
    this.#seq += 1
    encodeEntry(this.#bytes, 0, this.#seq, START_MS, key, command)
    this.state.out.reset()
    apply(this.state, this.#bytes)
    return lastOutcome(this.state.out)
  }

  must(command: Command, key = ''): Outcome {
    const outcome = this.run(command, key)
    if (outcome.reason !== 'none') throw new Error(`${command.kind}: ${outcome.reason}`)
    return outcome
  }

  /** The answer to a command that must change nothing but what the sequence is. */
  refused(command: Command): Reason | 'changed' {
    const { memory } = this.state
    const [seq, chain] = [memory.getFloat64(S_SEQ, true), memory.getBigUint64(S_CHAIN, true)]
    const before = this.#digest(this.state)
    const { reason } = this.run(command)
    const [nextSeq, nextChain] = [memory.getFloat64(S_SEQ, true), memory.getBigUint64(S_CHAIN, true)]
    memory.setFloat64(S_SEQ, seq, true)
    memory.setBigUint64(S_CHAIN, chain, true)
    const isSame = this.#digest(this.state) === before
    memory.setFloat64(S_SEQ, nextSeq, true)
    memory.setBigUint64(S_CHAIN, nextChain, true)
    return isSame ? reason : 'changed'
  }

  register(): Command {
    return { kind: 'registerUser', accountKey: `user ${this.#users}`, document: {}, role: 'customer' }
  }

  credit(position: number, assetId: number): Command {
    return { kind: 'creditUser', userId: userAt(position), assetId: asAssetId(assetId), amount: FUNDS, cause: 'airdrop', reference: '' }
  }

  place(position: number, pair: number, terms: Partial<OrderTerms>): PlaceOrder {
    const given = { selfTrade: 'none', source: 'api', child: null } as const
    return { kind: 'placeOrder', userId: userAt(position), instrumentId: asInstrumentId(pair), terms: orderTerms(terms), ...given }
  }

  get users(): number {
    return this.#users
  }

  /** Orders that were placed, by the numbers of `order` below this. */
  get orders(): number {
    return this.#orders
  }

  /** Users who have a desk, and of them those who have one on each pair. */
  get traders(): number {
    return this.state.volumes.rowsMax
  }

  get allround(): number {
    return Math.floor((this.state.desks.rowsMax - this.traders) / (PAIRS - 1))
  }

  /** Fills one table after the other; before the next one is begun, nothing of it is short. */
  readonly steps = {
    users: () => this.#fillUsers(),
    volumes: () => this.#trade(),
    desks: () => this.#fillDesks(),
    products: () => this.#fill(() => this.product()),
    earnRates: () => this.#fill(() => this.rate(1)),
    earnOrders: () => this.#fillEarnOrders(),
    networks: () => this.#fill(wallet.network),
    listings: () => this.#fill(() => this.listing()),
    wallets: () => this.#fill(() => wallet.address(userAt(this.state.wallets.liveCount))),
    addresses: () =>
      this.#fill(() => wallet.address(userAt(wallet.ownerOf(this.state.addresses.liveCount - this.state.wallets.liveCount)))),
    deposits: () => this.#fillDeposits(),
    withdrawals: () => this.#fillWithdrawals(),
    payments: () => this.#fill(wallet.pay),
    dues: () => this.#fillDues(),
    orders: () => this.#fillOrders(),
    keys: () => this.#fillKeys(),
    accounts: () => this.#fillAccounts(),
  }

  #fillUsers(): void {
    while (this.run(this.register()).reason === 'none') this.#users += 1
  }

  /** Every trader trades once on the first pair, whose volume counts. */
  #trade(): void {
    for (let position = 0; position < this.traders; position += 1) {
      this.must(this.credit(position, 1))
      this.must(this.credit(position, 2))
      const side = position % 2 === 0 ? 'sell' : 'buy'
      this.must(this.place(position, 1, { side, price: LAST, quantity: 1 }))
    }
    // the last one of an odd number
    if (this.traders % 2 === 1) this.must(this.place(0, 1, { side: 'buy', price: LAST, quantity: 1 }))
  }

  /** A desk on every pair for the first users, and what is left one by one; what they place there ends at once. */
  #fillDesks(): void {
    const { desks } = this.state
    for (let position = 0; desks.liveCount < desks.rowsMax; position += 1) {
      for (let asset = 3; asset <= ASSETS; asset += 1) this.must(this.credit(position, asset))
      for (let pair = 2; pair <= PAIRS && desks.liveCount < desks.rowsMax; pair += 1)
        this.must(this.place(position, pair, { side: 'buy', timeInForce: 'ioc', price: LAST, quantity: 1 }))
    }
  }

  product(): Command {
    return { kind: 'defineProduct', terms: { ...PLAIN_PRODUCT, totalQuota: 0n }, tiers: TIERS, document: {}, ...HOUSE }
  }

  rate(productId: number): Command {
    const fromDay = Math.ceil(START_MS / DAY_MS)
    return { kind: 'setProductRate', productId: asProductId(productId), fromDay, tiers: TIERS, ...HOUSE }
  }

  buy(position: number): Command {
    const order = { productId: asProductId(1), amount: PLAIN_PRODUCT.userMin, payAccount: 'spot', renewal: 'none' } as const
    return { kind: 'purchaseProduct', userId: userAt(position), ...order }
  }

  listing(): Command {
    return wallet.listing(this.state.listings.liveCount, this.state.networks.liveCount)
  }

  #fillDeposits(): void {
    const { deposits } = this.state
    // what there is no row for is not refused
    for (let number = 0; deposits.liveCount < deposits.rowsMax; number += 1) this.must(wallet.seen(number))
  }

  /** Of those who have a wallet each has as many open as he may. */
  #fillWithdrawals(): void {
    this.must(wallet.unit())
    this.must(wallet.funded())
    const { withdrawals } = this.state
    this.#fill(() => {
      const position = Math.floor(withdrawals.liveCount / WITHDRAWALS_OF_ONE)
      if (withdrawals.liveCount % WITHDRAWALS_OF_ONE === 0) this.must(this.credit(position, 1))
      return wallet.withdraw(userAt(position))
    })
  }

  #fill(next: () => Command): void {
    for (;;) {
      const { reason } = this.run(next())
      if (reason === 'engineFull') return
      if (reason !== 'none') throw new Error(`${next().kind}: ${reason}`)
    }
  }

  /** Of those who have a desk on each pair each has as many orders as he may. */
  #fillEarnOrders(): void {
    this.must({ kind: 'setProductStatus', productId: asProductId(1), status: 'waiting', ...HOUSE })
    const { earnOrders } = this.state
    this.#fill(() => this.buy(Math.floor(earnOrders.liveCount / SAVINGS_OF_ONE)))
  }

  timer(number: number): Command {
    const [position, pair] = [number % this.#users, Math.floor(number / this.#users)]
    return { kind: 'setCancelAllTimer', userId: userAt(position), instrumentId: asInstrumentId(pair), timeoutMs: TIMER_MS }
  }

  #fillDues(): void {
    for (let number = 0; ; number += 1) {
      const { reason } = this.run(this.timer(number))
      if (reason === 'engineFull') return
      if (reason !== 'none') throw new Error(`timer ${number}: ${reason}`)
    }
  }

  /** The order of a number: kind by kind, pair by pair, user by user. */
  order(number: number): PlaceOrder {
    const kind = KINDS[number % KINDS.length] ?? KINDS[0]
    const rest = Math.floor(number / KINDS.length)
    const pair = 1 + (rest % PAIRS)
    return this.place(rest % this.allround, pair, kind?.(Math.floor(rest / PAIRS)) ?? {})
  }

  #fillOrders(): void {
    for (;;) {
      const { reason } = this.run(this.order(this.#orders), `order ${this.#orders}`)
      if (reason === 'engineFull') return
      if (reason !== 'none') throw new Error(`order ${this.#orders}: ${reason}`)
      this.#orders += 1
    }
  }

  cancel(number: number): Command {
    const { userId } = this.order(number)
    return { kind: 'cancelOrder', userId, orderId: asOrderId(0), clientOrderId: `order ${number}`, orderListId: asOrderListId(0) }
  }

  /** Keys of commands without an effect, some of each user who has no orders. */
  #fillKeys(): void {
    const { keys } = this.state
    for (let number = 0; keys.liveCount < keys.rowsMax; number += 1) this.must(this.idle(number), `key ${number}`)
  }

  idle(number: number): Command {
    const position = this.traders + (number % (this.#users - this.traders))
    return { kind: 'cancelAllOrders', userId: userAt(position), instrumentId: asInstrumentId(0) }
  }

  /** Users who trade nothing have an account in each asset, from the last one on. */
  #fillAccounts(): void {
    for (let position = this.#users - 1; ; position -= 1)
      for (let asset = 1; asset <= ASSETS; asset += 1) if (this.run(this.credit(position, asset)).reason === 'engineFull') return
  }
}
