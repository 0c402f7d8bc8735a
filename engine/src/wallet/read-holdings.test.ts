import { expect, test } from 'vitest'
import { richExchange } from '../../scenarios/rich-exchange.ts'
import { asAssetId, asNetworkId } from '../ids/id.ts'
import { bookedBlockOf, chainAccountsOf, houseAddressesFrom, isBlockOf, shallowDeposits } from './read-holdings.ts'
import { listingsOf } from './read-wallet.ts'

test('whoever compares with a chain reads the last block, the house’s addresses, what may still leave, and the accounts of what is held', () => {
  const { state } = richExchange()
  const booked = bookedBlockOf(state, asNetworkId(1))
  if (booked === undefined) throw new Error('no network')
  expect([isBlockOf(booked, 18, 'block-18'), isBlockOf(booked, 18, 'block-19'), isBlockOf(booked, 17, 'block-18')]).toEqual([
    true,
    false,
    false,
  ])
  expect([bookedBlockOf(state, asNetworkId(2))?.height, bookedBlockOf(state, asNetworkId(9))]).toEqual([0, undefined])
  const { found, next } = houseAddressesFrom(state, 0)
  expect([found, next, houseAddressesFrom(state, next).found]).toEqual([[2], 5, []])
  expect(shallowDeposits(state, asNetworkId(1)).map(({ listingId, amount }) => [listingId, amount])).toContainEqual([2, 1_000n])
  // Ann was credited 5 of the first asset as a deposit that no network brought.
  for (const [assetId, more] of [
    [asAssetId(1), 5n],
    [asAssetId(2), 0n],
  ] as const) {
    const [listing] = listingsOf(state).filter(({ terms }) => terms.assetId === assetId)
    const { addresses = 0n, hot = 0n, warm = 0n, cold = 0n } = listing?.held ?? {}
    expect(chainAccountsOf(state, assetId).onTheWay).toBe(-(listing?.onTheWay ?? 0n))
    expect(chainAccountsOf(state, assetId).held).toBe(addresses + hot + warm + cold + more)
  }
})
