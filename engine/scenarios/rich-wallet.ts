/** Networks, deposits, withdrawals and payments in all their turns, so that every field of their rows holds something. */
import type { Arrival, BlockName, ListingTerms } from '../src/command.ts'
import { asAddressId, asAssetId, asListingId, asNetworkId, asPaymentId, asUserId, asWithdrawalId, type UserId } from '../src/ids/id.ts'
import type { ExchangeDriver } from './exchange-driver.ts'

const HOUSE = { actor: 'ops', why: '' } as const
const NOBODY = asUserId(0)
const COIN = asAssetId(1)
const UNIT = asAssetId(2)
const NETWORK = asNetworkId(1)

export const PLAIN_LISTING: ListingTerms = {
  assetId: COIN,
  networkId: NETWORK,
  depositOpen: true,
  withdrawOpen: true,
  chainScale: 18,
  withdrawScale: 8,
  creditAt: 2,
  unlockAt: 5,
  minDeposit: 0n,
  minWithdraw: 0n,
  maxWithdraw: 0n,
  fee: 0n,
  feeRateE8: 0,
}

const blockAt = (height: number): BlockName => ({ height, block: height === 0 ? '' : `block-${height}` })

/** Ann has deposits at several depths, withdrawals under way and one to bob; the house moves coins. */
export function openWallets(exchange: ExchangeDriver, ann: UserId, bob: UserId): void {
  exchange.must({ kind: 'defineNetwork', family: 3, document: {}, ...HOUSE })
  exchange.must({ kind: 'changeNetwork', networkId: NETWORK, isHalted: true, document: {}, ...HOUSE })
  exchange.must({ kind: 'defineNetwork', family: 3, document: {}, ...HOUSE })
  exchange.must({ kind: 'defineListing', terms: PLAIN_LISTING, document: {}, ...HOUSE })
  const more = { minDeposit: 5n, minWithdraw: 10n, maxWithdraw: 10n ** 12n, fee: 100n, feeRateE8: 1_000_000 }
  exchange.must({ kind: 'defineListing', terms: { ...PLAIN_LISTING, assetId: UNIT, ...more }, document: {}, ...HOUSE })
  exchange.must({ kind: 'changeNetwork', networkId: NETWORK, isHalted: false, document: {}, ...HOUSE })
  for (const [userId, place, tag] of [
    [ann, 'addresses', 7],
    [NOBODY, 'hot', 0],
    [ann, 'addresses', 0],
    [bob, 'addresses', 9],
  ] as const)
    exchange.must({ kind: 'assignAddress', userId, family: 3, place, tag, label: '' })
  for (const place of ['hot', 'warm', 'cold'] as const)
    for (const id of [1, 2])
      exchange.must({ kind: 'fundHolding', listingId: asListingId(id), place, amount: 10n ** 12n, dust: 3n, reference: '', ...HOUSE })
  receive(exchange)
  send(exchange, ann, bob)
}

function receive(exchange: ExchangeDriver): void {
  const arrival = (key: string, addressId: number, height: number, isHeld = false): Arrival => ({
    listingId: asListingId(2),
    addressId: asAddressId(addressId),
    key: key.padStart(32, '0'),
    tx: `tx-${key}`,
    position: 'l2',
    from: null,
    amount: 1_000n,
    dust: 17n,
    height,
    isHeld,
  })
  const book = (from: number, to: number, arrivals: readonly Arrival[]): void =>
    void exchange.must({ kind: 'bookBlocks', networkId: NETWORK, after: blockAt(from), upTo: blockAt(to), arrivals, mined: [] })
  book(0, 10, [])
  book(10, 12, [arrival('a1', 1, 11), arrival('a2', 2, 12), arrival('f000000000000000a3', 4, 12)])
  book(12, 17, [arrival('a4', 1, 15), arrival('a5', 3, 16, true), arrival('a6', 1, 17)])
  // more than there are rows for: of two coins, and at a place of the house
  const beyond = [
    arrival('f000000000000000b1', 1, 17),
    arrival('f000000000000000b2', 2, 17),
    { ...arrival('b3', 1, 17), listingId: asListingId(1) },
  ]
  const last = { after: blockAt(17), upTo: blockAt(17), arrivals: beyond, mined: [], ownMost: 1 }
  exchange.must({ kind: 'bookBlocks', networkId: NETWORK, ...last })
  exchange.must({ kind: 'noteArrivals', networkId: NETWORK, arrivals: [arrival('a7', 3, 0)] })
}

function send(exchange: ExchangeDriver, ann: UserId, bob: UserId): void {
  const ask = (amount: bigint, receiverId: UserId, isVerified: boolean): ReturnType<typeof asWithdrawalId> =>
    asWithdrawalId(
      exchange.must({
        kind: 'requestWithdrawal',
        userId: ann,
        listingId: asListingId(2),
        amount,
        receiverId,
        limit: 0n,
        windowMs: 0,
        isVerified,
        reviews: [],
        document: {},
      }),
    )
  const paid = [ask(10_000n, NOBODY, true), ask(20_000n, NOBODY, true)].map((withdrawalId) => ({ userId: ann, withdrawalId }))
  ask(30_000n, bob, false)
  ask(40_000n, bob, true)
  const begin = { kind: 'beginPayment', listingId: asListingId(2), plan: {}, actor: 'conductor' } as const
  const payment = asPaymentId(exchange.must({ ...begin, withdrawals: paid, from: 'hot', to: 'hot', amount: 0n }))
  exchange.must({ ...begin, withdrawals: [], from: 'warm', to: 'cold', amount: 5_000n })
  exchange.must({ kind: 'signPayment', networkId: NETWORK, paymentId: payment, tx: 'tx', bytes: '00' })
  const gas = { gasListingId: asListingId(1), gas: 21n, gasDust: 5n }
  const mined = [{ paymentId: payment, tx: 'tx', height: 18, succeeded: true, ...gas }]
  exchange.must({ kind: 'bookBlocks', networkId: NETWORK, after: blockAt(17), upTo: blockAt(18), arrivals: [], mined })
}
