/**
 * A house over a world of the adapters' suite, for tests of what compares and moves its coins: an exchange in memory, one network with its
 * own coin and a token, addresses, and the shortest way to book blocks and to pay. It books what the port reads and decides nothing.
 */
import type { BlockRef, Arrival as ChainArrival, Payment, Plan, Slot } from '@agio/chain/port.ts'
import { ACCOUNT_OF_PLACE, keyPlaceOf } from '@agio/chain/signer/protocol.ts'
import type { World } from '@agio/chain/suite/world.ts'
import type { Arrival, BlockName, ListingTerms, MinedPayment } from '@agio/engine/command.ts'
import type { HoldingPlace } from '@agio/engine/event.ts'
import {
  type AddressId,
  asAddressId,
  asAssetId,
  asListingId,
  asNetworkId,
  asPaymentId,
  asUserId,
  asWithdrawalId,
  type ListingId,
  type PaymentId,
  type UserId,
  type WithdrawalId,
} from '@agio/engine/ids/id.ts'
import { pow10 } from '@agio/engine/money/decimal.ts'
import { addressAt } from '@agio/engine/wallet/read-wallet.ts'
import { MemoryExchange } from '../../testing/memory-exchange.ts'
import type { ListingDocument, NetworkDocument } from '../documents.ts'
import type { KnownListing, KnownNetwork } from '../network-book.ts'

export const NETWORK = asNetworkId(1)
/** The chain's own coin, and a token on it. */
export const COIN = asListingId(1)
export const TOKEN = asListingId(2)
const NOBODY = asUserId(0)
const HOUSE = { actor: 'system', why: 'a test' } as const
const FAMILY = 60
const SCALE = 8
/** Made ahead where addresses do not follow from a public key. */
const AHEAD = 64
const NO_BLOCK: BlockName = { height: 0, block: '' }

const DOCUMENT: NetworkDocument = {
  name: 'Test chain',
  blockchain: 'test-chain',
  chain: 'TST',
  protocolType: 'TST20',
  nativeCoin: 'COIN',
  adapter: { kind: 'simulated', hrp: 'sim' },
  addressRules: { format: 'simulated', hrp: 'sim' },
  tag: null,
  testnet: 1,
  blockMs: 1000,
  deadDepth: 3,
  bumpAfterMs: 60_000,
}

export interface HouseOptions {
  /** Decimals of the unit that the chain counts in, of its coin and of its token. */
  readonly coinScale: number
  readonly tokenScale: number
  readonly tagged?: boolean
  /** Of both listings. */
  readonly documents?: Pick<ListingDocument, 'bands' | 'sweepFrom'>
}

/** A payment with all that it needs to be told of again. */
export interface HousePayment {
  readonly paymentId: PaymentId
  readonly plan: Plan
  tx: string
  bytes: string
}

export class ChainHouse {
  readonly exchange = new MemoryExchange()
  readonly world: World
  readonly network: KnownNetwork
  readonly listings: readonly KnownListing[]
  readonly customer: UserId
  readonly #scales: ReadonlyMap<ListingId, number>
  readonly #filter
  readonly #names: BlockName[] = []
  readonly #payments = new Map<string, HousePayment>()

  private constructor(world: World, { coinScale, tokenScale, tagged = false, documents = {} }: HouseOptions, from: BlockName) {
    this.world = world
    this.#filter = world.newFilter()
    const { exchange } = this
    this.customer = asUserId(exchange.must({ kind: 'registerUser', accountKey: 'ann', role: 'customer', document: {} }).value)
    for (const symbol of ['COIN', 'TOKEN']) exchange.must({ kind: 'defineAsset', symbol, scale: SCALE, document: {} })
    this.#price()
    exchange.must({ kind: 'defineNetwork', family: FAMILY, document: {}, ...HOUSE })
    this.#scales = new Map([
      [COIN, coinScale],
      [TOKEN, tokenScale],
    ])
    for (const [listingId, chainScale] of this.#scales)
      exchange.must({ kind: 'defineListing', terms: termsOf(listingId, chainScale), document: {}, ...HOUSE })
    const document = tagged ? { ...DOCUMENT, tag: { name: 'Memo', required: true } } : DOCUMENT
    this.network = { networkId: NETWORK, family: FAMILY, document }
    this.listings = [COIN, TOKEN].map((listingId) => ({
      listingId,
      assetId: asAssetId(listingId),
      network: this.network,
      document: { token: listingId === COIN ? null : world.tokens.listed, ...documents },
    }))
    this.#bookEmpty(from)
  }

  /** Follows the world from its head on. */
  static async open(world: World, options: HouseOptions): Promise<ChainHouse> {
    const { height, hash } = await world.mine(1)
    return new ChainHouse(world, options, { height, block: hash })
  }

  get state() {
    return this.exchange.state
  }

  /** The last booked block. */
  get booked(): BlockName {
    return this.#names.at(-1) ?? NO_BLOCK
  }

  /** A withdrawal is valued by the index. */
  #price(): void {
    const { exchange } = this
    const terms = { unitAssetId: asAssetId(1), sources: ['one'], freshMs: 86_000_000, capE8: 1_000_000 }
    exchange.must({ kind: 'setIndexTerms', ...terms, ...HOUSE })
    const items = [{ assetId: asAssetId(2), source: 0, price: 10n ** 12n, at: exchange.now(), state: 'live' as const }]
    exchange.must({ kind: 'reportPrices', items })
  }

  // ---- addresses ----

  /** A new one, watched. */
  address(place: HoldingPlace, userId: UserId = NOBODY, tag = 0): AddressId {
    const addressId = asAddressId(this.exchange.must({ kind: 'assignAddress', userId, family: FAMILY, place, tag, label: '' }).value)
    this.#filter.add(this.text(addressId), addressId)
    return addressId
  }

  text(addressId: AddressId): string {
    const address = addressAt(this.state, addressId)
    if (address === undefined) throw new Error(`no address ${addressId}`)
    const { seed, signing } = this.world
    return signing.addressOf(signing.publicAccount(seed, ACCOUNT_OF_PLACE[address.place], 0, AHEAD), 0, addressId)
  }

  readonly texts = { textOf: (_network: KnownNetwork, _place: HoldingPlace, addressId: AddressId): string => this.text(addressId) }

  // ---- blocks ----

  /** Books all blocks of the port that are not booked, one after another, from where the chain forked. @param blind leaves out arrivals */
  async book({ blind = false }: { readonly blind?: boolean } = {}): Promise<void> {
    await this.#leave()
    const { port } = this.world
    for (let next = await port.blockAt(this.booked.height + 1); next !== null; next = await port.blockAt(this.booked.height + 1)) {
      const wishes = { addresses: this.#filter, tokens: new Set([this.world.tokens.listed]), own: new Set(this.#payments.keys()) }
      const block = await port.read(next, wishes)
      if (block === null) throw new Error('a block left while it was read')
      const foreign = block.arrivals.filter(({ tx }) => !this.#payments.has(tx))
      const mined = await Promise.all(block.own.map((tx) => this.#minedOf(tx)))
      this.#bookOne(block, blind ? [] : foreign.map((arrival) => this.#arrivalOf(arrival, block.height)), mined)
    }
  }

  #bookEmpty(name: BlockName): void {
    this.exchange.must({ kind: 'bookBlocks', networkId: NETWORK, after: NO_BLOCK, upTo: name, arrivals: [], mined: [] })
    this.#names.push(name)
  }

  #bookOne({ height, hash }: BlockRef, arrivals: readonly Arrival[], mined: readonly MinedPayment[]): void {
    const upTo = { height, block: hash }
    this.exchange.must({ kind: 'bookBlocks', networkId: NETWORK, after: this.booked, upTo, arrivals, mined })
    this.#names.push(upTo)
  }

  async #leave(): Promise<void> {
    const from = this.booked
    for (;;) {
      const last = this.booked
      const there = await this.world.port.blockAt(last.height)
      if (there?.hash === last.block || this.#names.length === 1) break
      this.#names.pop()
    }
    if (this.booked !== from) this.exchange.must({ kind: 'leaveBlocks', networkId: NETWORK, from, backTo: this.booked })
  }

  #arrivalOf({ tx, position, from, token, amount, watched, tag }: ChainArrival, height: number): Arrival {
    const listingId = token === null ? COIN : TOKEN
    const key = Buffer.from(`${tx} ${position}`).toString('hex').slice(-32).padStart(32, '0')
    const addressId = tag === null ? watched : (this.state.addressByTag.get(`${FAMILY}/${tag}`) ?? 0)
    return {
      listingId,
      addressId: asAddressId(addressId),
      key,
      tx,
      position,
      from,
      ...this.split(listingId, amount),
      height,
      isHeld: false,
    }
  }

  async #minedOf(tx: string): Promise<MinedPayment> {
    const payment = this.#payments.get(tx)
    if (payment === undefined) throw new Error('no payment of ours')
    const found = await this.world.port.find(tx, payment.plan.slot, 3)
    if (found.state !== 'mined') throw new Error('a block has it, and the port does not find it')
    const { amount: gas, dust: gasDust } = this.split(COIN, found.fee)
    const { height } = found.block
    return { paymentId: payment.paymentId, tx, height, succeeded: found.succeeded, gasListingId: COIN, gas, gasDust }
  }

  /** Units of the chain as minor units and what is less than one. */
  split(listingId: ListingId, units: bigint): { readonly amount: bigint; readonly dust: bigint } {
    const scale = this.#scales.get(listingId) ?? 0
    if (scale <= SCALE) return { amount: units * pow10(SCALE - scale), dust: 0n }
    const unit = pow10(scale - SCALE)
    return { amount: units / unit, dust: units % unit }
  }

  units(listingId: ListingId, amount: bigint): bigint {
    const scale = this.#scales.get(listingId) ?? 0
    return scale <= SCALE ? amount / pow10(SCALE - scale) : amount * pow10(scale - SCALE)
  }

  // ---- coins ----

  /** From outside, in a block that is booked. @param units of the chain */
  async receive(
    addressId: AddressId,
    units = this.world.unit * 10n,
    listingId: ListingId = COIN,
    tag: string | null = null,
  ): Promise<void> {
    await this.world.pay({ to: this.text(addressId), tag, token: this.tokenOf(listingId), amount: units })
    await this.world.mine(1)
    await this.book()
  }

  tokenOf(listingId: ListingId): string | null {
    return listingId === COIN ? null : this.world.tokens.listed
  }

  /** A withdrawal of the customer that waits for a payment. @param amount minor units */
  withdrawal(listingId: ListingId, amount: bigint): WithdrawalId {
    const ask = { kind: 'requestWithdrawal', userId: this.customer, listingId, amount, receiverId: NOBODY, limit: 0n, windowMs: 0 } as const
    return asWithdrawalId(this.exchange.must({ ...ask, isVerified: true, reviews: [], document: {} }).value)
  }

  /** Begins a payment of withdrawals from a hot address, or a move. @param amount of a move, minor units */
  async begin(what: {
    readonly listingId: ListingId
    readonly payer: AddressId
    readonly to: string
    readonly amount: bigint
    readonly withdrawals?: readonly WithdrawalId[]
    readonly place?: HoldingPlace
  }): Promise<HousePayment> {
    const { listingId, payer, to, amount, withdrawals = [], place = 'hot' } = what
    const { port } = this.world
    const payment: Payment = { to, tag: null, token: this.tokenOf(listingId), amount: this.units(listingId, amount) }
    const from = this.text(payer)
    const next: Slot = (await port.nextSlot(from)) ?? { kind: 'coins', coins: await port.coins([from]), change: from }
    const slot = next.kind === 'nonce' ? { ...next, nonce: this.#freeNonce(from, next.nonce) } : next
    const plan: Plan = { payments: [payment], slot, fee: await port.fee(1), work: await port.work(from, payment) }
    const paymentId = asPaymentId(
      this.exchange.must({
        kind: 'beginPayment',
        listingId,
        withdrawals: withdrawals.map((withdrawalId) => ({ userId: this.customer, withdrawalId })),
        from: addressAt(this.state, payer)?.place ?? 'hot',
        to: place,
        amount: withdrawals.length === 0 ? amount : 0n,
        plan: {},
        actor: 'system',
      }).value,
    )
    return { paymentId, plan, tx: '', bytes: '' }
  }

  /** Behind those of the same sender that wait. */
  #freeNonce(from: string, next: number): number {
    const slots = [...this.#payments.values()].map(({ plan }) => plan.slot)
    return Math.max(next, ...slots.map((slot) => (slot.kind === 'nonce' && slot.from === from ? slot.nonce + 1 : 0)))
  }

  sign(payment: HousePayment, payer: AddressId): void {
    const { seed, signing, port } = this.world
    const { place } = addressAt(this.state, payer) ?? { place: 'hot' as const }
    const signed = signing.sign(port.build(payment.plan), () => signing.privateKey(seed, keyPlaceOf(place, payer)))
    Object.assign(payment, signed)
    this.#payments.set(signed.tx, payment)
    this.exchange.must({ kind: 'signPayment', networkId: NETWORK, paymentId: payment.paymentId, ...signed })
  }

  async send({ tx, bytes }: HousePayment): Promise<void> {
    const sent = await this.world.port.send({ tx, bytes })
    if (sent.outcome !== 'sent') throw new Error(`not sent: ${JSON.stringify(sent)}`)
  }

  /** All of it, into a block that is booked. */
  async pay(what: Parameters<ChainHouse['begin']>[0]): Promise<HousePayment> {
    const payment = await this.begin(what)
    this.sign(payment, what.payer)
    await this.send(payment)
    await this.world.mine(1)
    await this.book()
    return payment
  }
}

const termsOf = (listingId: ListingId, chainScale: number): ListingTerms => ({
  assetId: asAssetId(listingId),
  networkId: NETWORK,
  depositOpen: true,
  withdrawOpen: true,
  chainScale,
  withdrawScale: Math.min(chainScale, SCALE),
  creditAt: 1,
  unlockAt: 2,
  minDeposit: 0n,
  minWithdraw: 0n,
  maxWithdraw: 0n,
  fee: 0n,
  feeRateE8: 0,
})
