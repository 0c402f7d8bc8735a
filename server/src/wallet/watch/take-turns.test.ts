/** Arrivals that wait for a row get one when their owner has one free, oldest first, as history has them. */
import type { Arrival } from '@agio/engine/command.ts'
import { asAddressId, asAssetId, asListingId, asNetworkId, asUserId } from '@agio/engine/ids/id.ts'
import { balanceOf } from '@agio/engine/read.ts'
import { crowdsOf } from '@agio/engine/wallet/read-deposits.ts'
import { depositsOf } from '@agio/engine/wallet/read-wallet.ts'
import { expect, it } from 'vitest'
import type { ReadModels } from '../../projections/port.ts'
import { MemoryExchange } from '../../testing/memory-exchange.ts'
import { memoryModels } from '../../testing/memory-models.ts'
import type { KnownNetwork } from '../network-book.ts'
import { evmNetwork } from '../testing/documents.ts'
import { bundled } from './bundle.ts'
import type { SeenArrival } from './messages.ts'
import { TakeTurns } from './take-turns.ts'

const WHY = { actor: 'test', why: '' } as const
const NETWORK = asNetworkId(1)
const KNOWN = { networkId: NETWORK, family: 60, document: evmNetwork() } as unknown as KnownNetwork
const COIN = asAssetId(1)
const logged: string[] = []
const note = (text: string): void => void logged.push(text)

/** Ann has an address; a deposit of hers is forgotten 20,000 blocks behind its depth. */
function open(): { exchange: MemoryExchange; models: ReadModels; ann: ReturnType<typeof asUserId> } {
  const exchange = new MemoryExchange()
  const models = memoryModels(exchange)
  exchange.must({ kind: 'defineAsset', symbol: 'ETH', scale: 8, document: {} })
  exchange.must({ kind: 'defineNetwork', family: 60, document: evmNetwork(), ...WHY })
  const scales = { chainScale: 18, withdrawScale: 8, creditAt: 1, unlockAt: 2, minDeposit: 5n, minWithdraw: 0n, maxWithdraw: 0n }
  const open = { assetId: COIN, networkId: NETWORK, depositOpen: true, withdrawOpen: true, fee: 0n, feeRateE8: 0 }
  exchange.must({ kind: 'defineListing', terms: { ...scales, ...open }, document: { token: null }, ...WHY })
  const ann = asUserId(exchange.must({ kind: 'registerUser', accountKey: 'ann', role: 'customer', document: {} }).value)
  exchange.must({ kind: 'assignAddress', userId: ann, family: 60, place: 'addresses', tag: 0, label: '' })
  return { exchange, models, ann }
}

const block = (height: number) => ({ height, block: height === 0 ? '' : `b${height}` })

function book(exchange: MemoryExchange, from: number, to: number, count: number): void {
  const arrivals = Array.from({ length: count }, (_, place): Arrival => {
    const key = (place + 1).toString(16).padStart(32, '0')
    const coins = { listingId: asListingId(1), addressId: asAddressId(1), amount: 7n, dust: 2n }
    return { ...coins, key, tx: `tx-${key}`, position: 'v', from: null, height: to, isHeld: false }
  })
  exchange.must({ kind: 'bookBlocks', networkId: NETWORK, after: block(from), upTo: block(to), arrivals, mined: [], ownMost: 2 })
}

it('WAL-010 WAL-011 [part] who had no row free is credited when he has, once, by the amount that history has', async () => {
  const { exchange, models, ann } = open()
  book(exchange, 0, 10, 6)
  book(exchange, 10, 12, 0)
  const has = (): bigint => balanceOf(exchange.state, ann, COIN).available
  const turns = new TakeTurns(
    { exchange, models, screening: { isHeld: () => false }, log: { info: note, warn: note, error: note }, tenantId: 't' },
    KNOWN,
  )
  expect([has(), crowdsOf(exchange.state, NETWORK).map(({ count }) => count)]).toEqual([14n, [4]])
  turns.look()
  await turns.stop()
  expect([has(), crowdsOf(exchange.state, NETWORK), logged]).toEqual([42n, [], []])
  expect(depositsOf(exchange.state, ann).map(({ status }) => status)).toEqual(Array(6).fill('unlocked'))
  const { rows } = await models.walletTxs({ userId: ann, pageNo: 1, pageSize: 10 })
  expect(rows.map(({ status, reason }) => [status, reason])).toEqual(Array(6).fill(['unlocked', undefined]))
})

it('WAL-010 [part] whose sender is on a list by now waits for a person', async () => {
  const { exchange, models, ann } = open()
  book(exchange, 0, 10, 3)
  book(exchange, 10, 12, 0)
  const turns = new TakeTurns(
    { exchange, models, screening: { isHeld: () => true }, log: { info: note, warn: note, error: note }, tenantId: 't' },
    KNOWN,
  )
  turns.look()
  await turns.stop()
  expect(
    depositsOf(exchange.state, ann)
      .map(({ status }) => status)
      .sort(),
  ).toEqual(['held', 'unlocked', 'unlocked'])
})

const part = (number: number, over: Partial<SeenArrival> = {}): SeenArrival => ({
  ...{ tx: '0xabc', position: `l${number}`, to: 'ann', tag: null, from: 'bad', token: null, amount: 1n, watched: 5 },
  ...{ key: `${number}`.padStart(32, '0'), height: 7, isOwn: false },
  ...over,
})

it('many arrivals of one transaction at one address are one, however few of another there are', () => {
  const many = Array.from({ length: 150 }, (_, number) => part(number))
  const few = Array.from({ length: 4 }, (_, number) => part(number, { tx: '0xdef', key: `f${number}` }))
  const calls = Array.from({ length: 6 }, (_, number) => part(number, { position: `c0.${number}`, key: `c${number}` }))
  const found = bundled('ethereum', [...many, ...few, ...calls])
  expect(found).toHaveLength(1 + 4 + 6)
  expect(found[0]).toMatchObject({ amount: 150n, count: 150, position: 'l0+149', firstKey: many[0]?.key })
  // the same however the chain is read, and another one for another address
  expect(bundled('ethereum', [...many].reverse())[0]?.key).toBe(found[0]?.key)
  expect(
    bundled(
      'ethereum',
      many.map((one) => ({ ...one, watched: 6 })),
    )[0]?.key,
  ).not.toBe(found[0]?.key)
})
