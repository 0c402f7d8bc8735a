/** Opens to customers what a new tenant keeps closed, with what it needs to work. For tests only. */
import { asAssetId, asProductId, asUserId } from '@agio/engine/ids/id.ts'
import { seedContent } from '../content/seed-content.ts'
import type { Tenant } from '../tenant/tenant.ts'
import type { MemoryExchange } from './memory-exchange.ts'

const USDT = asAssetId(1)
const BTC = asAssetId(2)
const WHY = { actor: 'test', why: 'test' } as const
const STOCK = 10n ** 14n
/** A million USDT, a hundred BTC. */
const STOCK_OF_EACH = [
  [USDT, 10n ** 14n],
  [BTC, 10n ** 10n],
] as const

/** Conversion between USDT and BTC, which is 60,000 of them, for ten minutes; the house has a stock of both. */
export async function openConversion(tenant: Tenant): Promise<void> {
  const exchange = tenant.exchange as MemoryExchange
  await seedContent(exchange, tenant.config)
  const place = { userId: asUserId(0), collection: 'kv', id: 'flashConvertSwitch', actor: 'operator' } as const
  exchange.must({ kind: 'saveDocument', ...place, document: { value: 1 } })
  exchange.must({ kind: 'setIndexTerms', unitAssetId: USDT, sources: ['one'], freshMs: 600_000, capE8: 1_000_000, ...WHY })
  exchange.must({
    kind: 'reportPrices',
    items: [{ assetId: BTC, source: 0, price: 60_000n * 10n ** 12n, at: exchange.now(), state: 'live' }],
  })
  for (const [assetId, amount] of STOCK_OF_EACH) exchange.must({ kind: 'fundInventory', assetId, amount, reference: 'test', ...WHY })
  await tenant.content.load()
  await tenant.convert.settings.load()
}

/** Savings, with a flexible product in USDT of 5 % that is on sale; its id is 1. The site has its documents already. */
export async function openSavings(tenant: Tenant): Promise<void> {
  const exchange = tenant.exchange as MemoryExchange
  const place = { userId: asUserId(0), collection: 'kv', id: 'financial', actor: 'operator' } as const
  const value = { financialSwitch: 1, isRealname: 0, isDisplayAssets: 1, isDisplayBackground: 1 }
  exchange.must({ kind: 'saveDocument', ...place, document: { value } })
  const kind = { type: 'flexible', rateType: 'current', payout: 'daily', termDays: 0, earlyRedeem: false, renewable: false } as const
  const bounds = { totalQuota: STOCK, userMin: 1n, userMax: 0n, step: 1n, startTime: 0, endTime: 0, poolLimit: 0n }
  const terms = { assetId: USDT, ...kind, ...bounds }
  const tiers = [{ upTo: null, rateE8: 5_000_000 }]
  const productId = asProductId(exchange.must({ kind: 'defineProduct', terms, tiers, document: { name: 'Flexible' }, ...WHY }).value)
  exchange.must({ kind: 'setProductStatus', productId, status: 'waiting', ...WHY })
  await tenant.content.load()
}
