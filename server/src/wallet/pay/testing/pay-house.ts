/**
 * A house that pays over a world of the adapters' suite: an exchange in memory, one network with its coin and a token, a customer, hot
 * addresses with coins, and the conductor. Blocks are booked when a test says so. For tests only.
 */
import type { ChainPort } from '@agio/chain/port.ts'
import { ACCOUNT_OF_PLACE } from '@agio/chain/signer/protocol.ts'
import { networkKey } from '@agio/chain/signer/wire.ts'
import type { World } from '@agio/chain/suite/world.ts'
import type { BlockName, ListingTerms, MinedPayment } from '@agio/engine/command.ts'
import type { HoldingPlace, WithdrawalStatus } from '@agio/engine/event.ts'
import { readEvents } from '@agio/engine/event-buffer.ts'
import {
  type AddressId,
  asAssetId,
  asListingId,
  asNetworkId,
  asUserId,
  asWithdrawalId,
  type ListingId,
  type UserId,
  type WithdrawalId,
} from '@agio/engine/ids/id.ts'
import { pow10 } from '@agio/engine/money/decimal.ts'
import { balancesOf } from '@agio/engine/read.ts'
import { houseAddresses, withdrawalStatus } from '@agio/engine/wallet/read-payments.ts'
import { MemoryExchange } from '../../../testing/memory-exchange.ts'
import { memoryModels } from '../../../testing/memory-models.ts'
import type { NetworkDocument } from '../../documents.ts'
import type { KnownListing, KnownNetwork } from '../../network-book.ts'
import type { NetworkChain } from '../../parts.ts'
import { openPayments, type Payments } from '../open-payments.ts'
import type { PayParts } from '../pay-parts.ts'
import { type Death, Mortal } from './mortal.ts'
import { PayingSigner } from './paying-signer.ts'

export const NETWORK = asNetworkId(1)
/** The chain's own coin, and a token on it. */
export const COIN = asListingId(1)
export const TOKEN = asListingId(2)
const NOBODY = asUserId(0)
const HOUSE = { actor: 'system', why: 'a test' } as const
const FAMILY = 60
const TENANT = 'test'
export const SCALE = 8
const NO_BLOCK: BlockName = { height: 0, block: '' }
/** Made ahead where addresses do not follow from a public key. */
const AHEAD = 64

const DOCUMENT: Omit<NetworkDocument, 'adapter'> = {
  name: 'Test chain',
  blockchain: 'test-chain',
  chain: 'TST',
  protocolType: 'TST20',
  nativeCoin: 'COIN',
  addressRules: { format: 'simulated', hrp: 'sim' },
  tag: null,
  testnet: 1,
  blockMs: 1000,
  deadDepth: 3,
  bumpAfterMs: 60_000,
}

/** A whole coin, in minor units. */
export const ONE = pow10(SCALE)

export interface PayHouseOptions {
  readonly adapter: NetworkDocument['adapter']
  /** Decimals of the unit that the chain counts in, of its coin and of its token. */
  readonly coinScale: number
  readonly tokenScale: number
  readonly document?: Partial<NetworkDocument>
  /** Fee of a withdrawal, in minor units. */
  readonly fee?: bigint
  readonly unlockAt?: number
  /** On each hot address, units of the chain. */
  readonly hotCoins?: bigint
  readonly hotTokens?: bigint
  /** Addresses that were given out before, so that a house has others than the one before it on the same chain. */
  readonly addressesBefore?: number
}

/** As the watcher's thread gives a chain to others. */
export function networkChainOf(port: ChainPort): NetworkChain {
  return {
    head: () => port.head(),
    blockAt: (height) => port.blockAt(height),
    holdings: (questions, at) => port.holdings(questions, at),
    coins: (addresses) => port.coins(addresses),
    fee: (speed) => port.fee(speed),
    nextSlot: (from) => port.nextSlot(from),
    work: (from, payment) => port.work(from, payment),
    build: async (plan) => port.build(plan),
    bump: async (paid, market) => port.bump(paid, market),
    send: (signed) => port.send(signed),
    find: (tx, slot, deadDepth) => port.find(tx, slot, deadDepth),
  }
}

export class PayHouse {
  readonly exchange = new MemoryExchange()
  readonly history = memoryModels(this.exchange)
  readonly world: World
  readonly signer: PayingSigner
  readonly customer: UserId
  readonly network: KnownNetwork
  /** What a conductor that is opened next is given, beside what is usual. */
  parts: Partial<PayParts> = {}
  payments: Payments
  /** Each status that a withdrawal came to, in order. */
  readonly statuses = new Map<WithdrawalId, WithdrawalStatus[]>()
  readonly #options: PayHouseOptions
  readonly #filter
  readonly #names: BlockName[] = []
  readonly #chain: NetworkChain

  private constructor(world: World, options: PayHouseOptions) {
    this.world = world
    this.#options = options
    this.#filter = world.newFilter()
    this.#chain = networkChainOf(world.port)
    const { adapter, coinScale, tokenScale } = options
    const { listed } = world.tokens
    const tokens = listed === '' ? [] : [{ contract: listed, asset: 'TOKEN', decimals: tokenScale }]
    this.signer = new PayingSigner(world.seed, TENANT, [{ key: networkKey(adapter), asset: 'COIN', decimals: coinScale, tokens }])
    const { exchange } = this
    exchange.clock = Date.now()
    exchange.onDurable(({ events }) => {
      for (const { event } of readEvents(events))
        if (event.kind === 'withdrawalChanged')
          this.statuses.set(event.withdrawalId, [...(this.statuses.get(event.withdrawalId) ?? []), event.status])
    })
    this.customer = asUserId(exchange.must({ kind: 'registerUser', accountKey: 'ann', role: 'customer', document: {} }).value)
    for (const symbol of ['COIN', 'TOKEN']) exchange.must({ kind: 'defineAsset', symbol, scale: SCALE, document: {} })
    exchange.must({ kind: 'setIndexTerms', unitAssetId: asAssetId(1), sources: ['one'], freshMs: 86_000_000, capE8: 1_000_000, ...HOUSE })
    const price = { source: 0, price: 10n ** 12n, at: exchange.now(), state: 'live' as const }
    exchange.must({ kind: 'reportPrices', items: [{ assetId: asAssetId(2), ...price }] })
    exchange.must({ kind: 'defineNetwork', family: FAMILY, document: {}, ...HOUSE })
    for (const listingId of [COIN, TOKEN]) exchange.must({ kind: 'defineListing', terms: this.#terms(listingId), document: {}, ...HOUSE })
    for (let made = 0; made < (options.addressesBefore ?? 0); made += 1)
      exchange.must({ kind: 'assignAddress', userId: NOBODY, family: FAMILY, place: 'cold', tag: 0, label: '' })
    for (const assetId of [1, 2].map(asAssetId))
      exchange.must({ kind: 'creditUser', userId: this.customer, assetId, amount: ONE * 100_000n, cause: 'deposit', reference: '' })
    this.network = { networkId: NETWORK, family: FAMILY, document: { ...DOCUMENT, adapter: options.adapter, ...options.document } }
    this.payments = this.conductor()
  }

  /** Follows the world from its head on, with coins on its hot addresses. */
  static async open(world: World, options: PayHouseOptions): Promise<PayHouse> {
    const house = new PayHouse(world, options)
    await house.payments.own.ready
    const wanted = options.document?.hotAddresses ?? 1
    await until(() => house.hot.length === wanted, 'hot addresses')
    const { height, hash } = await world.mine(1)
    const upTo = { height, block: hash }
    house.exchange.must({ kind: 'bookBlocks', networkId: NETWORK, after: NO_BLOCK, upTo, arrivals: [], mined: [] })
    house.#names.push(upTo)
    const { hotCoins = world.unit * 10_000n, hotTokens = hotCoins } = options
    for (const { addressId } of houseAddresses(house.exchange.state).filter(({ place }) => place === 'hot')) {
      await house.fund(addressId, COIN, hotCoins)
      if (world.tokens.listed !== '') await house.fund(addressId, TOKEN, hotTokens)
    }
    await world.mine(1)
    await house.book()
    return house
  }

  // ---- the conductor ----

  /** A new one over what the journal says: what a restart is. */
  conductor(parts: Partial<PayParts> = this.parts): Payments {
    const listings: readonly KnownListing[] = [COIN, TOKEN].map((listingId) => ({
      listingId,
      assetId: asAssetId(listingId),
      network: this.network,
      document: { token: this.tokenOf(listingId) },
    }))
    const note = (text: string, fields = {}): void => void this.logged.push(`${text} ${JSON.stringify(fields)}`)
    return openPayments({
      tenantId: TENANT,
      exchange: this.exchange,
      history: this.history,
      book: {
        isReady: true,
        networks: () => [this.network],
        network: (networkId) => (networkId === NETWORK ? this.network : undefined),
        listings: (assetId) => listings.filter((listing) => assetId === undefined || listing.assetId === assetId),
        onChange: () => () => undefined,
      },
      texts: { textOf: (_network, place, addressId) => this.text(place, addressId) },
      portOf: () => this.#chain,
      signer: this.signer,
      clock: { now: () => Date.now() + this.skewMs },
      log: { info: note, warn: note, error: note },
      followMs: 50,
      ...parts,
    })
  }

  /** A conductor whose process is killed at a call; whoever opens the next one finds what it left. */
  async dieAt(death: Death): Promise<Mortal> {
    const mortal = new Mortal(death)
    await this.payments.stop()
    const exchange = mortal.of('exchange', this.exchange)
    this.payments = this.conductor({
      exchange,
      portOf: () => mortal.of('port', this.#chain),
      signer: mortal.of('signer', this.signer),
    })
    await this.payments.own.ready
    return mortal
  }

  /** The conductor after the one that died: nothing of that one acts any more. */
  async revive(): Promise<void> {
    this.payments = this.conductor()
    await this.payments.own.ready
  }

  readonly logged: string[] = []
  /** The conductor's clock goes so much ahead. */
  skewMs = 0

  async restart(): Promise<void> {
    await this.payments.stop()
    this.payments = this.conductor()
    await this.payments.own.ready
  }

  // ---- addresses and amounts ----

  text(place: HoldingPlace, addressId: AddressId): string {
    const { seed, signing } = this.world
    return signing.addressOf(signing.publicAccount(seed, ACCOUNT_OF_PLACE[place], 0, AHEAD), 0, addressId)
  }

  /** What comes to an address is followed, so that `balance` knows it on chains whose nodes do not. @returns the address */
  follow(text: string): string {
    this.#filter.add(text, 0)
    return text
  }

  get hot(): readonly string[] {
    const own = houseAddresses(this.exchange.state).filter(({ place }) => place === 'hot')
    return own.map(({ addressId }) => this.text('hot', addressId))
  }

  tokenOf(listingId: ListingId): string | null {
    return listingId === COIN ? null : this.world.tokens.listed
  }

  /** Units of the chain. */
  units(listingId: ListingId, amount: bigint): bigint {
    const { coinScale, tokenScale } = this.#options
    const scale = listingId === COIN ? coinScale : tokenScale
    return scale <= SCALE ? amount / pow10(SCALE - scale) : amount * pow10(scale - SCALE)
  }

  /** Units of the chain that an address has at the head. */
  async balance(address: string, listingId: ListingId = COIN): Promise<bigint> {
    const { port } = this.world
    const [held = 0n] = await port.holdings([{ address, token: this.tokenOf(listingId) }], await port.head())
    return held
  }

  /** Coins of the house's own on a hot address, on the chain and in the ledger. */
  async fund(addressId: AddressId, listingId: ListingId, units: bigint): Promise<void> {
    this.follow(this.text('hot', addressId))
    await this.world.pay({ to: this.text('hot', addressId), tag: null, token: this.tokenOf(listingId), amount: units })
    const { amount, dust } = this.#split(listingId, units)
    this.exchange.must({ kind: 'fundHolding', listingId, place: 'hot', amount, dust, reference: '', ...HOUSE })
  }

  // ---- withdrawals ----

  /** One that a customer asked for and that nothing stands in the way of. @param amount with the fee, minor units */
  withdraw(to: string, amount: bigint, listingId: ListingId = COIN, memo: string | null = null, userId = this.customer): WithdrawalId {
    const ask = { kind: 'requestWithdrawal', userId, listingId, amount, receiverId: NOBODY, limit: 0n, windowMs: 0 } as const
    const document = { address: to, memo, remark: null, clientId: null, methods: [], facts: {} }
    const bounds = { openMost: 100, dayMost: 300 } as const
    return asWithdrawalId(this.exchange.must({ ...ask, ...bounds, isVerified: true, reviews: [], document }).value)
  }

  /** As it was told last: what came to nothing has no row in the engine any more. */
  status(withdrawalId: WithdrawalId): WithdrawalStatus | undefined {
    return this.statuses.get(withdrawalId)?.at(-1) ?? withdrawalStatus(this.exchange.state, this.customer, withdrawalId)
  }

  async reaches(withdrawalId: WithdrawalId, status: WithdrawalStatus): Promise<void> {
    await until(
      () => this.status(withdrawalId) === status,
      () => `${status} of a withdrawal that is ${this.status(withdrawalId)}: ${JSON.stringify(this.health)}`,
    )
  }

  /** What a customer may spend and what is set aside, in minor units. */
  balances(listingId: ListingId = COIN): { readonly available: bigint; readonly pending: bigint } {
    const own = balancesOf(this.exchange.state, this.customer).filter(({ assetId }) => assetId === asAssetId(listingId))
    const of = (account: string): bigint =>
      own.filter((balance) => balance.account === account).reduce((sum, { available, held }) => sum + available + held, 0n)
    return { available: of('spot'), pending: of('pending') }
  }

  get health() {
    return this.payments.health()[0]
  }

  /** A node has all that is under way, and only so many wait to be paid. */
  async out(queued = 0): Promise<void> {
    await until(
      () => {
        const { health } = this
        return health !== undefined && health.queued === queued && health.underWay > 0 && health.unsent === 0
      },
      () => `what is out: ${JSON.stringify([this.health, this.logged])}`,
    )
  }

  // ---- blocks ----

  /** Books all blocks of the port that are not booked, from where the chain forked. Arrivals are nobody's here. */
  async book(): Promise<void> {
    const { port } = this.world
    await this.#leave()
    for (let next = await port.blockAt(this.#top.height + 1); next !== null; next = await port.blockAt(this.#top.height + 1)) {
      const under = new Map(this.payments.own.under(NETWORK).flatMap((payment) => payment.txs.map((tx) => [tx, payment])))
      const wishes = { addresses: this.#filter, tokens: new Set([this.world.tokens.listed]), own: new Set(under.keys()) }
      const block = await port.read(next, wishes)
      if (block === null) throw new Error('a block left while it was read')
      const mined: MinedPayment[] = []
      for (const tx of block.own) {
        const payment = under.get(tx)
        if (payment === undefined) throw new Error('no payment of ours')
        const found = await port.find(tx, payment.slot, 3)
        if (found.state !== 'mined') throw new Error('a block has it, and the port does not find it')
        const { amount: gas, dust: gasDust } = this.#split(COIN, found.fee)
        const { paymentId, cancels } = payment
        const succeeded = found.succeeded && !cancels.includes(tx)
        mined.push({ paymentId, tx, height: block.height, succeeded, gasListingId: COIN, gas, gasDust })
      }
      const upTo = { height: block.height, block: block.hash }
      this.exchange.must({ kind: 'bookBlocks', networkId: NETWORK, after: this.#top, upTo, arrivals: [], mined })
      this.#names.push(upTo)
    }
  }

  /** New blocks, booked. */
  async mine(blocks = 1): Promise<void> {
    await this.world.mine(blocks)
    await this.book()
  }

  get #top(): BlockName {
    return this.#names.at(-1) ?? NO_BLOCK
  }

  async #leave(): Promise<void> {
    const from = this.#top
    while (this.#names.length > 1 && (await this.world.port.blockAt(this.#top.height))?.hash !== this.#top.block) this.#names.pop()
    if (this.#top !== from) this.exchange.must({ kind: 'leaveBlocks', networkId: NETWORK, from, backTo: this.#top })
  }

  #split(listingId: ListingId, units: bigint): { readonly amount: bigint; readonly dust: bigint } {
    const { coinScale, tokenScale } = this.#options
    const scale = listingId === COIN ? coinScale : tokenScale
    if (scale <= SCALE) return { amount: units * pow10(SCALE - scale), dust: 0n }
    const unit = pow10(scale - SCALE)
    return { amount: units / unit, dust: units % unit }
  }

  #terms(listingId: ListingId): ListingTerms {
    const { coinScale, tokenScale, fee = 0n, unlockAt = 2 } = this.#options
    const chainScale = listingId === COIN ? coinScale : tokenScale
    return {
      assetId: asAssetId(listingId),
      networkId: NETWORK,
      depositOpen: true,
      withdrawOpen: true,
      chainScale,
      withdrawScale: Math.min(chainScale, SCALE),
      creditAt: 1,
      unlockAt,
      minDeposit: 0n,
      minWithdraw: 0n,
      maxWithdraw: 0n,
      fee,
      feeRateE8: 0,
    }
  }
}

/** @throws Error after 45 s: a signer that syncs its log for each signature shares the disk of a busy machine */
export async function until(isSo: () => boolean | Promise<boolean>, what: string | (() => string)): Promise<void> {
  for (const end = performance.now() + 45_000; performance.now() < end; ) {
    if (await isSo()) return
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  throw new Error(`it did not come to ${typeof what === 'string' ? what : what()}`)
}
