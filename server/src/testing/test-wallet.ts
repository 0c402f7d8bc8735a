/** Networks and coins on them for tests of the wallet: an EVM network, Bitcoin, and a simulated one with tags. For tests only. */
import type { ListingTerms } from '@agio/engine/command.ts'
import { type AssetId, asAssetId, asListingId, asNetworkId, asUserId, type ListingId, type NetworkId } from '@agio/engine/ids/id.ts'
import { seedContent } from '../content/seed-content.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { bitcoinNetwork, evmNetwork, simulatedNetwork } from '../wallet/testing/documents.ts'
import type { HttpWorld } from './http-world.ts'
import { Member } from './member.ts'
import type { MemoryExchange } from './memory-exchange.ts'

export const USDT = asAssetId(1)
export const BTC = asAssetId(2)
const WHY = { actor: 'test', why: 'test' } as const
const UNIT = 100_000_000n

export interface TestWallet {
  readonly networks: { readonly evm: NetworkId; readonly bitcoin: NetworkId; readonly tagged: NetworkId }
  /** USDT on all three, BTC on Bitcoin. */
  readonly listings: { readonly evm: ListingId; readonly bitcoin: ListingId; readonly tagged: ListingId; readonly usdtOnBitcoin: ListingId }
}

const terms = (assetId: AssetId, networkId: NetworkId, changes: Partial<ListingTerms> = {}): ListingTerms => ({
  assetId,
  networkId,
  depositOpen: true,
  withdrawOpen: true,
  chainScale: 8,
  withdrawScale: 6,
  creditAt: 2,
  unlockAt: 4,
  minDeposit: UNIT,
  minWithdraw: UNIT / 2n,
  maxWithdraw: 0n,
  fee: UNIT / 10n,
  feeRateE8: 0,
  ...changes,
})

/** A fee of 0.1, a least withdrawal of 0.5, six decimals; BTC is worth 60,000 USDT. Level 0 may take out 5,000 USDT in 24 hours. */
export async function openTestWallet(tenant: Tenant): Promise<TestWallet> {
  const exchange = tenant.exchange as MemoryExchange
  await seedContent(exchange, tenant.config)
  const limit = { amountLimit: '5000', coin: 'USDT', time: 24, levels: ['50000', '500000'] }
  const place = { userId: asUserId(0), collection: 'kv', id: 'out_money', actor: 'operator' } as const
  exchange.must({ kind: 'saveDocument', ...place, document: { value: limit } })
  exchange.must({ kind: 'setIndexTerms', unitAssetId: USDT, sources: ['one'], freshMs: 600_000, capE8: 1_000_000, ...WHY })
  const price = { assetId: BTC, source: 0, price: 60_000n * 10n ** 12n, at: exchange.now(), state: 'live' } as const
  exchange.must({ kind: 'reportPrices', items: [price] })
  const network = (family: number, document: ReturnType<typeof evmNetwork>): NetworkId =>
    asNetworkId(exchange.must({ kind: 'defineNetwork', family, document, ...WHY }).value)
  const networks = {
    evm: network(60, evmNetwork()),
    bitcoin: network(2, bitcoinNetwork()),
    tagged: network(3, simulatedNetwork('tag', 'Memo')),
  }
  const list = (own: ListingTerms, token: string | null): ListingId =>
    asListingId(exchange.must({ kind: 'defineListing', terms: own, document: { token }, ...WHY }).value)
  const listings = {
    evm: list(terms(USDT, networks.evm), `0x${'ab'.repeat(20)}`),
    bitcoin: list(terms(BTC, networks.bitcoin, { minWithdraw: 1000n, fee: 100n, withdrawScale: 8 }), null),
    tagged: list(terms(USDT, networks.tagged, { fee: 0n, feeRateE8: 1_000_000 }), null),
    usdtOnBitcoin: list(terms(USDT, networks.bitcoin, { withdrawOpen: false, depositOpen: false }), 'none'),
  }
  await tenant.content.load()
  return { networks, listings }
}

/** A customer with whole USDT in his spot account. */
export async function funded(world: HttpWorld, name: string, coins: bigint): Promise<Member> {
  const member = await Member.join(world, `${name}@example.com`, name)
  const credit = { userId: asUserId(member.userId), assetId: USDT, amount: coins * UNIT, cause: 'airdrop', reference: 'test' } as const
  world.exchange.must({ kind: 'creditUser', ...credit })
  return member
}
