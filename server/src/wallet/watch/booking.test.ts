/** What a step becomes: whose it is, how much, and what a person has to look at. */
import { asAssetId, asListingId, asNetworkId, asPaymentId, asUserId } from '@agio/engine/ids/id.ts'
import { balanceOf } from '@agio/engine/read.ts'
import { depositsOf, listingsOf } from '@agio/engine/wallet/read-wallet.ts'
import { expect, it } from 'vitest'
import { MemoryExchange } from '../../testing/memory-exchange.ts'
import type { KnownNetwork } from '../network-book.ts'
import type { OwnPayment, OwnPayments, Screening } from '../parts.ts'
import { evmNetwork } from '../testing/documents.ts'
import { arrivalKey } from './arrival-key.ts'
import { Booking, type BookingParts } from './booking.ts'
import { entryParts } from './entry-parts.ts'
import type { SeenArrival, WatchStep } from './messages.ts'

const logged: string[] = []
const note = (text: string): void => void logged.push(text)
const log = { info: note, warn: note, error: note }
const NETWORK = { networkId: asNetworkId(1), family: 60, document: evmNetwork() } as unknown as KnownNetwork
const COIN = asListingId(1)
const NO_PAYMENTS: OwnPayments = { ready: Promise.resolve(), under: () => [], onChange: () => () => undefined }
const NO_SCREENING: Screening = { isHeld: () => false }

function booking(over: Partial<BookingParts> = {}, tokens: readonly (string | null)[] = [null], exchange = new MemoryExchange()): Booking {
  const why = { actor: 'test', why: '' }
  exchange.must({ kind: 'defineAsset', symbol: 'ETH', scale: 8, document: {} })
  exchange.must({ kind: 'defineNetwork', family: 60, document: evmNetwork(), ...why })
  const scales = { chainScale: 18, withdrawScale: 8, creditAt: 1, unlockAt: 2, minDeposit: 0n, minWithdraw: 0n, maxWithdraw: 0n }
  const terms = {
    ...scales,
    assetId: asAssetId(1),
    networkId: asNetworkId(1),
    depositOpen: true,
    withdrawOpen: true,
    fee: 0n,
    feeRateE8: 0,
  }
  exchange.must({ kind: 'defineListing', terms, document: { token: null }, ...why })
  const listings = tokens.map((token) => ({ listingId: COIN, assetId: asAssetId(1), network: NETWORK, document: { token } }))
  const book = { listings: () => listings } as unknown as BookingParts['book']
  return new Booking({ state: exchange.state, book, payments: NO_PAYMENTS, screening: NO_SCREENING, log, ...over }, NETWORK)
}

const arrival = (over: Partial<SeenArrival> = {}): SeenArrival => ({
  ...{ tx: '0xabc', position: 'v', to: 'somebody', tag: null, from: 'bad', token: null, amount: 12_345_678_901n, watched: 5 },
  ...{ key: 'a'.repeat(32), height: 7, isOwn: false },
  ...over,
})
const step = (arrivals: readonly SeenArrival[], own: Extract<WatchStep, { kind: 'blocks' }>['own'] = []): WatchStep => ({
  ...{ kind: 'blocks', after: { height: 6, block: 'b6' }, upTo: { height: 7, block: 'b7' }, arrivals, own, untraced: [], isWhole: true },
})

it('an arrival keeps its key wherever it stands, and its units to the last one', () => {
  expect(arrivalKey('ethereum', { tx: '0xabc', position: 'v' })).toMatch(/^[0-9a-f]{32}$/)
  const others = [
    arrivalKey('polygon', arrival()),
    arrivalKey('ethereum', arrival({ tx: '0xabd' })),
    arrivalKey('ethereum', arrival({ position: 'l0' })),
  ]
  expect(new Set([arrivalKey('ethereum', arrival()), ...others]).size).toBe(4)
  expect(booking().commandOf(step([arrival()]))).toMatchObject({
    arrivals: [{ amount: 1n, dust: 2_345_678_901n, addressId: 5, isHeld: false }],
  })
})

it('what screening holds waits for a person once a block has it, and what is not listed is nothing', () => {
  const held = booking({ screening: { isHeld: (_network, from) => from === 'bad' } })
  const both = [arrival(), arrival({ from: 'good' })]
  expect(held.commandOf(step(both))).toMatchObject({ arrivals: [{ isHeld: true }, { isHeld: false }] })
  const second = [arrival({ from: 'good', alsoFrom: ['fine', 'bad'] }), arrival({ from: null, alsoFrom: ['fine'] })]
  expect(held.commandOf(step(second)), 'of several senders any').toMatchObject({ arrivals: [{ isHeld: true }, { isHeld: false }] })
  expect(held.noteOf(both.map((one) => ({ ...one, height: 0 })))).toMatchObject({ arrivals: [{ isHeld: false }, { isHeld: false }] })
  expect(held.noteOf([arrival({ token: 'unlisted' })])).toBeUndefined()
})

it('a move of the house is no deposit, and a payment costs what its chain took in a coin that must be listed', () => {
  const payment: OwnPayment = {
    paymentId: asPaymentId(3),
    networkId: asNetworkId(1),
    txs: ['0xabc', '0xdef'],
    cancels: ['0xdef'],
    slot: { kind: 'nonce', from: 'hot', nonce: 1 },
    isMove: true,
  }
  const payments = { ...NO_PAYMENTS, under: () => [payment] }
  const own = [{ tx: '0xabc', height: 7, succeeded: true, fee: 30_000_000_005n }]
  const mined = [{ paymentId: 3, tx: '0xabc', height: 7, succeeded: true, gasListingId: COIN, gas: 3n, gasDust: 5n }]
  expect(booking({ payments }).commandOf(step([arrival()], own))).toMatchObject({ arrivals: [], mined })
  // A block has what spends its slot on nothing: it cost something, and paid nobody.
  const canceled = own.map((one) => ({ ...one, tx: '0xdef' }))
  expect(booking({ payments }).commandOf(step([], canceled))).toMatchObject({ mined: [{ tx: '0xdef', succeeded: false, gas: 3n }] })
  expect(() => booking({ payments }, ['token']).commandOf(step([], own))).toThrow('takes its fees in is not listed')
})

it('WAL-038 [part] what a receiver sends back to the hot address in its withdrawal is booked there, and change is not', () => {
  const exchange = new MemoryExchange()
  const payment: OwnPayment = {
    ...{ paymentId: asPaymentId(3), networkId: asNetworkId(1), txs: ['0xabc'], cancels: [], isMove: false },
    slot: { kind: 'nonce', from: 'hot', nonce: 1 },
  }
  const coins: OwnPayment = { ...payment, txs: ['0xdef'], slot: { kind: 'coins', coins: [], change: 'hot' } }
  const watched = booking({ payments: { ...NO_PAYMENTS, under: () => [payment, coins] } }, [null], exchange)
  const hot = { kind: 'assignAddress', userId: asUserId(0), family: 60, place: 'hot', tag: 0, label: '' } as const
  const back = arrival({ watched: exchange.must(hot).value, to: 'hot', position: 'c0', from: 'contract', amount: 1n })
  const start = { height: 6, block: 'b6' }
  exchange.must({ kind: 'bookBlocks', networkId: NETWORK.networkId, after: { height: 0, block: '' }, upTo: start, arrivals: [], mined: [] })
  const change = { ...back, key: 'b'.repeat(32), tx: '0xdef', amount: 10n ** 18n }
  exchange.must(watched.commandOf(step([back, change])))
  // The chain has one unit more, and so has the ledger: nobody's, until a person says whose.
  expect(listingsOf(exchange.state)[0]).toMatchObject({ held: { hot: 0n }, dust: 1n })
})

it('WAL-012 a transaction that does another thing in another block is credited what it brought there, however often that is told', () => {
  const exchange = new MemoryExchange()
  const watched = booking({}, [null], exchange)
  const ann = asUserId(exchange.must({ kind: 'registerUser', accountKey: 'ann', role: 'customer', document: {} }).value)
  const assigned = { kind: 'assignAddress', userId: ann, family: 60, place: 'addresses', tag: 0, label: '' } as const
  const own = exchange.must(assigned).value
  const UNIT = 10n ** 10n
  const brought = (units: bigint): SeenArrival => arrival({ watched: own, position: 'c0', amount: units * UNIT + 3n, from: 'contract' })
  const start = { height: 6, block: 'b6' }
  const block = (name: string, after: string, units: bigint): WatchStep => ({
    ...{ kind: 'blocks', after: { height: 6, block: after }, upTo: { height: 7, block: name }, untraced: [], isWhole: true },
    ...{ arrivals: [brought(units)], own: [] },
  })
  const stands = (): readonly string[] => depositsOf(exchange.state, ann).map(({ status, amount }) => `${status} ${amount}`)
  exchange.must({ kind: 'bookBlocks', networkId: NETWORK.networkId, after: { height: 0, block: '' }, upTo: start, arrivals: [], mined: [] })
  exchange.must(watched.commandOf(block('b7', 'b6', 100n)))
  expect(stands()).toEqual(['credited 100'])
  const branches: readonly (readonly [string, bigint])[] = [
    ['c7', 1n],
    ['d7', 100n],
    ['e7', 1n],
  ]
  let top = 'b7'
  for (const [name, units] of branches) {
    exchange.must(watched.commandOf({ kind: 'left', from: { height: 7, block: top }, backTo: start }))
    exchange.must(watched.commandOf(block(name, 'b6', units)))
    top = name
    // A start tells the last block again.
    const again = { ...block(name, 'b6', units), after: { height: 7, block: name } } as WatchStep
    exchange.must(watched.commandOf(again))
    expect(stands().filter((status) => status.startsWith('credited'))).toEqual([`credited ${units}`])
    expect(balanceOf(exchange.state, ann, asAssetId(1)).available).toBe(units)
    expect(listingsOf(exchange.state)[0]).toMatchObject({ held: { addresses: units }, dust: 3n })
  }
  expect(stands()).toHaveLength(2)
})

it('what a block brings is cut by number and by bytes, in its order', () => {
  const short = Array.from({ length: 1_500 }, (_, index) => arrival({ key: String(index), from: null, tx: '' }))
  const long = Array.from({ length: 200 }, (_, index) => arrival({ key: String(index), position: 'c0.0'.repeat(1_000) }))
  for (const arrivals of [[], short, long]) {
    const parts = entryParts(arrivals)
    expect(parts.flat()).toEqual(arrivals)
    for (const part of parts)
      expect(JSON.stringify(part, (_key, value: unknown) => (typeof value === 'bigint' ? `${value}` : value)).length).toBeLessThan(200_000)
    for (const part of parts) expect(part.length).toBeLessThanOrEqual(512)
  }
  expect(entryParts([])).toHaveLength(1)
})
