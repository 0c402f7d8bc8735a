/** assets-web: networks, coins on them, and the addresses at which a user receives. */
import { formatDecimal } from '@agio/engine/money/decimal.ts'
import { listingsOf, withdrawableOf } from '@agio/engine/wallet/read-wallet.ts'
import type { RequestOf } from '@agio/wire/call.ts'
import {
  addressCreate,
  addressQuery,
  coinExtList,
  protocolTypeAll,
  supportedChains,
  tokenChains,
  withdrawCoins,
} from '@agio/wire/wallet/chains.ts'
import type { FastifyInstance } from 'fastify'
import { Failure } from '../../../core/failure.ts'
import type { Tenant } from '../../../tenant/tenant.ts'
import type { KnownNetwork } from '../../../wallet/network-book.ts'
import {
  chainAddressView,
  chainTokenView,
  chainView,
  coinExtView,
  type ListingFacts,
  protocolTypeView,
} from '../../../wallet/network-views.ts'
import { type UserCall, userRoute } from '../../calls/user-route.ts'
import { deedRoute } from '../../deeds/deed-route.ts'
import { coinRow, pricedCoins } from '../../reads/coins.ts'
import { coinById } from '../../reads/lookups.ts'

const OPEN = 1

/** Coins on networks, all or those of one coin. */
function listingFacts({ exchange, wallet, feeds }: Tenant, assetId?: number): ListingFacts[] {
  const terms = new Map(listingsOf(exchange.state).map((listing) => [listing.listingId, listing.terms]))
  return wallet.book.listings(assetId).flatMap((known) => {
    const own = terms.get(known.listingId)
    const coin = feeds.listings.asset(known.assetId)
    return own === undefined || coin === undefined ? [] : [{ coin, known, terms: own, isHalted: wallet.halts.isHalted(known) }]
  })
}

function registerNetworks(app: FastifyInstance): void {
  userRoute(app, withdrawCoins, ({ tenant, userId }) =>
    pricedCoins(tenant)
      .map((coin) => {
        const balance = withdrawableOf(tenant.exchange.state, userId, coin.assetId)
        return { ...coinRow(tenant, coin), balance: formatDecimal(balance, coin.scale) }
      })
      .filter(({ withdrawStatus }) => withdrawStatus === OPEN),
  )

  userRoute(app, coinExtList, ({ tenant, request, lang }) =>
    listingFacts(tenant, coinById(tenant, request.coinId).assetId).map((facts) => coinExtView(facts, lang)),
  )

  userRoute(app, protocolTypeAll, ({ tenant }) => tenant.wallet.book.networks().map(protocolTypeView))

  userRoute(app, supportedChains, ({ tenant }) => {
    const open = new Set(
      listingFacts(tenant).flatMap(({ known, terms }) => (terms.depositOpen || terms.withdrawOpen ? [known.network.networkId] : [])),
    )
    return tenant.wallet.book.networks().map((network) => chainView(network, open.has(network.networkId)))
  })

  userRoute(app, tokenChains, ({ tenant, request }) => listingFacts(tenant, coinById(tenant, request.id).assetId).map(chainTokenView))
}

/** @throws Failure CHAIN_NOT_SUPPORTED */
function networkOf({ wallet }: Tenant, blockchain: string): KnownNetwork {
  const network = wallet.book.byBlockchain(blockchain)
  if (network === undefined) throw new Failure('CHAIN_NOT_SUPPORTED', { blockchain })
  return network
}

const onNetwork = (tenant: Tenant, { networkId }: KnownNetwork): ListingFacts[] =>
  listingFacts(tenant).filter(({ known }) => known.network.networkId === networkId)

const coinIdsOf = (facts: readonly ListingFacts[]): string[] => facts.map(({ coin }) => String(coin.assetId))

type Create = UserCall<RequestOf<typeof addressCreate>>

/** A coin that is not on the chain is not supported there. @throws Failure COIN_NOT_FOUND, CHAIN_NOT_SUPPORTED, DEPOSIT_CLOSED */
function mustBeOpen({ tenant, request }: Create, network: KnownNetwork): void {
  const { blockchain, coinId } = request
  const asked = coinId == null ? undefined : coinById(tenant, coinId).assetId
  const listed = onNetwork(tenant, network).filter(({ coin }) => asked === undefined || coin.assetId === asked)
  const [first] = listed
  if (first === undefined) throw new Failure('CHAIN_NOT_SUPPORTED', { blockchain })
  if (listed.some(({ terms }) => terms.depositOpen)) return
  throw new Failure('DEPOSIT_CLOSED', { coinName: first.coin.symbol, protocolType: network.document.protocolType })
}

function registerAddresses(app: FastifyInstance): void {
  userRoute(app, addressQuery, async ({ tenant, request, userId }) => {
    const network = networkOf(tenant, request.blockchain)
    const assetId = request.coinId == null ? undefined : coinById(tenant, request.coinId).assetId
    const listed = onNetwork(tenant, network).filter(({ coin }) => assetId === undefined || coin.assetId === assetId)
    if (listed.length === 0) return []
    const own = await tenant.wallet.addresses.list(userId, network)
    return own.map((address, place) => chainAddressView(network, address, coinIdsOf(onNetwork(tenant, network)), place === 0))
  })

  deedRoute(app, addressCreate, {
    isAlone: true,
    async run(call) {
      const { tenant, request, userId } = call
      const network = networkOf(tenant, request.blockchain)
      mustBeOpen(call, network)
      const made = await tenant.wallet.addresses.create(userId, network, request.label ?? '')
      const [first] = await tenant.wallet.addresses.list(userId, network)
      const data = chainAddressView(network, made, coinIdsOf(onNetwork(tenant, network)), first?.addressId === made.addressId)
      // The same label gives the same address, after a restart too.
      return { data, isRepeat: false }
    },
  })
}

/** Networks, coins on them, and addresses. */
export function registerWalletChainRoutes(app: FastifyInstance): void {
  registerNetworks(app)
  registerAddresses(app)
}
