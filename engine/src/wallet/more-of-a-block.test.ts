import { expect, test } from 'vitest'
import { richExchange } from '../../scenarios/rich-exchange.ts'
import type { Arrival, BlockName, BookBlocks } from '../command.ts'
import { asListingId, asNetworkId } from '../ids/id.ts'
import { bookedBlockOf } from './read-holdings.ts'
import { listingsOf } from './read-wallet.ts'

const NETWORK = asNetworkId(1)

test('WAL-011 [part] more of the last block is booked, and what is told of it again counts once', () => {
  const exchange = richExchange()
  const booked = bookedBlockOf(exchange.state, NETWORK)
  const listingId = listingsOf(exchange.state).find(({ terms }) => terms.networkId === NETWORK)?.listingId ?? asListingId(0)
  const held = (): bigint => listingsOf(exchange.state).find((listing) => listing.listingId === listingId)?.held.addresses ?? 0n
  const block: BlockName = { height: (booked?.height ?? 0) + 1, block: 'more' }
  const arrival = (digit: string, height = block.height): Arrival => ({
    ...{ listingId, addressId: 0, key: digit.repeat(32), tx: `tx-${digit}`, position: 'o0', from: null },
    ...{ amount: 1_000n, dust: 0n, height, isHeld: false },
  })
  const more = (arrivals: readonly Arrival[], after = block, upTo = block): BookBlocks => ({
    ...{ kind: 'bookBlocks', networkId: NETWORK, after, upTo, arrivals, mined: [] },
  })
  const before = held()
  const last = exchange.run(more([arrival('a')], { height: booked?.height ?? 0, block: `block-${booked?.height}` }))
  expect(last.reason).toBe('none')
  expect(exchange.run(more([arrival('a'), arrival('b')])).reason).toBe('none')
  expect(exchange.run(more([arrival('b')])).reason).toBe('none')
  expect(held() - before).toBe(2_000n)
  expect(bookedBlockOf(exchange.state, NETWORK)?.height).toBe(block.height)
  // Of another block of that height, or of one before it, nothing is more of this one.
  expect(exchange.run(more([arrival('c')], block, { ...block, block: 'other' })).reason).toBe('badParameter')
  expect(exchange.run(more([arrival('c', block.height - 1)])).reason).toBe('badParameter')
  expect(held() - before).toBe(2_000n)
})
