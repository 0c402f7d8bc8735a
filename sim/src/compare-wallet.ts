/** Differences between the engine and the reference in networks, deposits, withdrawals and what the house holds on chains. */
import { asAddressId, asDepositId, asNetworkId, asUserId } from '@agio/engine/ids/id.ts'
import { balanceOf, houseBalancesOf } from '@agio/engine/read.ts'
import type { State } from '@agio/engine/state.ts'
import { orderBoundOf } from '@agio/engine/user/order-bound.ts'
import { type Crowd, crowdsOf } from '@agio/engine/wallet/read-deposits.ts'
import { addressAt, depositsOf, listingsOf, networksOf, withdrawableOf, withdrawalsOf } from '@agio/engine/wallet/read-wallet.ts'
import { differ, type Facts } from './facts.ts'
import { boundOf } from './reference/bounds.ts'
import { balanceAt } from './reference/ledger.ts'
import type { World } from './reference/model.ts'
import { gasAccount, placeAccount, suspenseAccount, withdrawFeeAccount } from './reference/networks.ts'
import type { RefWallet } from './reference/wallet-model.ts'
import { pendingAccount, withdrawable } from './reference/withdrawals.ts'

function placeFacts({ wallet }: World, state: State): Facts {
  const networks = wallet.networks.map(({ networkId, family, isHalted, height }) => ({ networkId, family, isHalted, height }))
  return [
    ['networks', networks, networksOf(state)],
    ['listings', wallet.listings, listingsOf(state)],
    ...wallet.networks.map(({ networkId }) => crowdFacts(wallet, state, networkId)),
    ...wallet.addresses.map(
      (address, index) => [`address ${index + 1}`, { addressId: index + 1, ...address }, addressAt(state, asAddressId(index + 1))] as const,
    ),
  ]
}

function crowdFacts({ crowds }: RefWallet, state: State, networkId: number): Facts[number] {
  const wordsOf = ({ place, height, depositId, count, amount, dust }: Omit<Crowd, 'listingId'>, listingId: number): string =>
    [listingId, place, height, depositId, count, amount, dust].join(' ')
  const own = [...crowds.values()].filter(({ listing }) => listing.terms.networkId === networkId)
  return [
    `what waits on ${networkId}`,
    own.map((crowd) => wordsOf({ ...crowd, depositId: asDepositId(crowd.depositId) }, crowd.listing.listingId)).sort(),
    crowdsOf(state, asNetworkId(networkId))
      .map((crowd) => wordsOf(crowd, crowd.listingId))
      .sort(),
  ]
}

function peopleFacts(world: World, state: State): Facts {
  const { deposits, withdrawals } = world.wallet
  const byId = (one: { readonly id: number }, other: { readonly id: number }): number => one.id - other.id
  return [...world.users.keys()].flatMap((userId) => {
    const came = [...deposits.values()].filter((deposit) => deposit.userId === userId)
    const left = [...withdrawals.values()].filter((withdrawal) => withdrawal.userId === userId)
    const ofUser = asUserId(userId)
    const bound = boundOf(world, userId)
    const known = orderBoundOf(state, ofUser)
    return [
      [`bound of ${userId}`, bound === undefined ? 'none' : `${bound.lossLeft}`, known === undefined ? 'none' : `${known.lossLeft}`],
      [
        `deposits of ${userId}`,
        came.map(({ id, listing, status, height, amount }) => ({ id, listing: listing.listingId, status, height, amount })).sort(byId),
        depositsOf(state, ofUser)
          .map(({ depositId: id, listingId: listing, status, height, amount }) => ({ id, listing, status, height, amount }))
          .sort(byId),
      ],
      [
        `withdrawals of ${userId}`,
        left.map(({ id, status, at, amount, fee, value, receiverId }) => ({ id, status, at, amount, fee, value, receiverId })).sort(byId),
        withdrawalsOf(state, ofUser)
          .map(({ withdrawalId: id, status, at, amount, fee, value, receiverId }) => ({ id, status, at, amount, fee, value, receiverId }))
          .sort(byId),
      ],
      ...world.assets.flatMap(
        ({ assetId }): Facts => [
          [
            `set aside by ${userId}/${assetId}`,
            balanceAt(world, pendingAccount(userId, assetId)),
            balanceOf(state, ofUser, assetId as never, 'pending').available,
          ],
          [`withdrawable of ${userId}/${assetId}`, withdrawable(world, userId, assetId), withdrawableOf(state, ofUser, assetId)],
        ],
      ),
    ]
  })
}

/** Accounts of the house by the names of the engine's chart. */
function houseFacts(world: World, state: State): Facts {
  const house = houseBalancesOf(state)
  const found = (account: string, assetId: number): bigint =>
    house.find((each) => each.account === account && each.assetId === assetId)?.amount ?? 0n
  return world.assets.flatMap(({ assetId }): Facts => {
    const names: readonly (readonly [string, string])[] = [
      ['asset:hot', placeAccount('hot', assetId)],
      ['asset:warm', placeAccount('warm', assetId)],
      ['asset:cold', placeAccount('cold', assetId)],
      ['asset:onchain_clearing', placeAccount('onTheWay', assetId)],
      ['suspense:deposit', suspenseAccount(assetId)],
      ['income:withdraw_fee', withdrawFeeAccount(assetId)],
      ['expense:gas', gasAccount(assetId)],
    ]
    return names.map(([account, own]) => [`${account} ${assetId}`, balanceAt(world, own), found(account, assetId)] as const)
  })
}

/** All of it; nothing in a world without networks. */
export function compareWallet(world: World, state: State): string[] {
  if (world.wallet.networks.length === 0) return []
  return differ([...placeFacts(world, state), ...peopleFacts(world, state), ...houseFacts(world, state)])
}
