/** No table of the engine can be filled by fewer than a hundred customers. Each is filled by one, as far as he comes. */
import { expect, test } from 'vitest'
import { ExchangeDriver, START_MS } from '../scenarios/exchange-driver.ts'
import { PLAIN_PRODUCT } from '../scenarios/rich-products.ts'
import { PLAIN_LISTING } from '../scenarios/rich-wallet.ts'
import type { Command } from './command.ts'
import {
  asAddressId,
  asInstrumentId,
  asListingId,
  asNetworkId,
  asOrderId,
  asOrderListId,
  asProductId,
  asUserId,
  type UserId,
} from './ids/id.ts'
import { orderTerms, PLAIN_PAIR } from './plain-terms.ts'
import type { Reason } from './reason.ts'
import { ROOMS } from './schema/capacities.ts'
import { TABLES } from './schema/rows.ts'
import { tablesOf } from './tables.ts'

const HOUSE = { actor: 'ops', why: '' } as const
const NOBODY = asUserId(0)
const DAY_MS = 86_400_000
const FUNDS = { 1: 10n ** 14n, 2: 10n ** 16n }
/** Customers whom a table has room for at least, whatever each of them does. */
const CUSTOMERS = 100

/** One makes rows until he is refused; `whole`: what one has at most follows from what the house lists or from there being one of him. */
type Case =
  | { readonly by: (mallory: Mallory) => void; readonly refused: Reason }
  | { readonly most: number; readonly why: string }
  | { readonly house: true }

class Mallory {
  readonly exchange = new ExchangeDriver()
  readonly userId: UserId
  readonly ann: UserId
  last: Reason = 'none'

  constructor() {
    const { exchange } = this
    exchange.open()
    exchange.must({ kind: 'defineInstrument', terms: { ...PLAIN_PAIR, symbol: 'second', maxOpenOrders: 0, maxTriggerOrders: 0 } })
    this.userId = exchange.join('mallory', FUNDS)
    this.ann = exchange.join('ann', FUNDS)
    exchange.must({ kind: 'defineNetwork', family: 1, document: {}, ...HOUSE })
    exchange.must({ kind: 'defineListing', terms: { ...PLAIN_LISTING, minDeposit: 10n }, document: {}, ...HOUSE })
    const product = { ...PLAIN_PRODUCT, totalQuota: 0n, userMax: 0n }
    exchange.must({ kind: 'defineProduct', terms: product, tiers: [{ upTo: null, rateE8: 1 }], document: {}, ...HOUSE })
    exchange.must({ kind: 'setProductStatus', productId: asProductId(1), status: 'waiting', ...HOUSE })
  }

  /** Gives the commands of a number, each with a key of its own, until one is refused. Ann may still do the same. */
  repeat(make: (userId: UserId, number: number) => Command, most = 20_000): void {
    for (let number = 0; number < most; number += 1) {
      this.last = this.exchange.run(make(this.userId, number), `key ${number}`).reason
      if (this.last !== 'none') break
    }
    expect(this.exchange.run(make(this.ann, most), 'other').reason).toBe('none')
  }
}

const place = (userId: UserId, terms: Parameters<typeof orderTerms>[0]): Command => ({
  kind: 'placeOrder',
  userId,
  instrumentId: asInstrumentId(2),
  terms: orderTerms(terms),
  selfTrade: 'none',
  source: 'api',
  child: null,
})
const dated = (userId: UserId, number: number): Command =>
  place(userId, {
    side: 'sell',
    price: 1_000_000 + number,
    quantity: 2,
    visibleQuantity: 1,
    timeInForce: 'gtd',
    expireAt: START_MS + DAY_MS,
  })
const withdraw = (userId: UserId): Command => ({
  kind: 'requestWithdrawal',
  userId,
  listingId: asListingId(1),
  ...{ amount: 1n, receiverId: NOBODY, limit: 0n, windowMs: 0, isVerified: false, reviews: [], document: {} },
})
/** A block of a thousand arrivals at an address, every other one less than the least amount. */
const blockOf = (address: number, height: number): Command => ({
  kind: 'bookBlocks',
  networkId: asNetworkId(1),
  after: { height: height - 1, block: height === 1 ? '' : `block-${height - 1}` },
  upTo: { height, block: `block-${height}` },
  arrivals: Array.from({ length: address === 1 ? 1_000 : 2 }, (_, place) => ({
    ...{ listingId: asListingId(1), addressId: asAddressId(address), dust: 0n, height, isHeld: false },
    ...{ amount: place % 2 === 0 ? 10n : 1n, key: (height * 1_000 + place).toString(16).padStart(32, '0') },
    ...{ tx: `tx-${height}-${place}`, position: 'v', from: null },
  })),
  mined: [],
})
const orders = { by: (mallory) => mallory.repeat(dated), refused: 'tooManyOrders' } as const satisfies Case
const contracts = 1_024

/** By table: a new one needs a line here. */
const CASES: Readonly<Record<string, Case>> = {
  user: { most: 1, why: 'a registration' },
  volume: { most: 1, why: 'one of a user' },
  bound: { most: 1, why: 'one of a user' },
  wallet: { most: 1, why: 'one of a user' },
  trader: { most: 1, why: 'one of a user' },
  desk: { most: contracts, why: 'one of a user on each pair and contract' },
  seat: { most: contracts, why: 'one of a user on each contract' },
  position: { most: 2 * contracts, why: 'long and short on each contract' },
  cross: { most: contracts, why: 'one of a user in each margin coin' },
  account: { most: 6_000, why: 'six kinds in a thousand coins' },
  order: orders,
  extra: orders,
  label: orders,
  level: orders,
  due: orders,
  condition: { most: 5_000, why: 'one of an order at most' },
  key: {
    by: (mallory) => mallory.repeat((userId) => ({ kind: 'cancelAllOrders', userId, instrumentId: asInstrumentId(0) }), 3_000),
    refused: 'none',
  },
  address: {
    by: (mallory) => mallory.repeat((userId) => ({ kind: 'assignAddress', userId, family: 1, place: 'addresses', tag: 0, label: '' })),
    refused: 'addressLimit',
  },
  deposit: {
    by: (mallory) => {
      const { exchange, userId, ann } = mallory
      for (const owner of [userId, ann])
        exchange.must({ kind: 'assignAddress', userId: owner, family: 1, place: 'addresses', tag: 0, label: '' })
      mallory.repeat((owner, number) => blockOf(owner === userId ? 1 : 2, number + 1), 9)
    },
    refused: 'none',
  },
  crowd: { house: true },
  withdrawal: { by: (mallory) => mallory.repeat(withdraw), refused: 'tooManyWithdrawals' },
  earnOrder: {
    by: (mallory) =>
      mallory.repeat((userId) => ({
        kind: 'purchaseProduct',
        userId,
        ...{ productId: asProductId(1), amount: PLAIN_PRODUCT.userMin, payAccount: 'spot', renewal: 'none' },
      })),
    refused: 'tooManyOrders',
  },
  taker: { most: 1_000, why: 'one of a person and a coin of a thousand' },
  assetIndex: { house: true },
  stock: { house: true },
  product: { house: true },
  earnRate: { house: true },
  network: { house: true },
  listing: { house: true },
  payment: { house: true },
  contract: { house: true },
  fund: { house: true },
}

/** Rows that a table gives out. */
const roomOf = (base: string): number => ROOMS.find(({ name }) => name === base)?.rows ?? 0

for (const { name, base = '' } of TABLES) {
  const bound = CASES[name]
  if (bound === undefined) throw new Error(`nobody says how many rows of ${name} a customer has`)
  if ('house' in bound) continue
  test(`the table of ${name} has room for a hundred customers who do all they can`, () => {
    if ('most' in bound) {
      expect(bound.most * CUSTOMERS).toBeLessThanOrEqual(roomOf(base))
      return
    }
    const mallory = new Mallory()
    const rows = tablesOf(mallory.exchange.state).find(({ description }) => description.name === name)?.rows
    const before = rows?.liveCount ?? 0
    bound.by(mallory)
    expect(mallory.last).toBe(bound.refused)
    expect(((rows?.liveCount ?? Number.POSITIVE_INFINITY) - before) * CUSTOMERS).toBeLessThanOrEqual(roomOf(base))
  })
}

test('an order that ends makes room for another one of its customer', () => {
  const mallory = new Mallory()
  mallory.repeat(dated)
  const cancel = {
    kind: 'cancelOrder',
    userId: mallory.userId,
    orderId: asOrderId(1),
    clientOrderId: '',
    orderListId: asOrderListId(0),
  } as const
  const next = place(mallory.userId, { side: 'sell', price: 2_000_000, quantity: 1, timeInForce: 'gtc' })
  expect(mallory.exchange.run(next).reason).toBe('tooManyOrders')
  mallory.exchange.must(cancel)
  expect([mallory.exchange.run(next).reason, mallory.exchange.run(next).reason]).toEqual(['none', 'tooManyOrders'])
})
