/** All that a customer holds in savings: the engine's orders, and the interest that bills show. */
import { earnOrdersOf, productAt } from '@agio/engine/earn/read-earn.ts'
import type { AssetId, UserId } from '@agio/engine/ids/id.ts'
import { formatDecimal } from '@agio/engine/money/decimal.ts'
import { balancesOf } from '@agio/engine/read.ts'
import { valueInUsdt, valueView } from '@agio/wire/assets/view.ts'
import type { EarnAsset } from '@agio/wire/earn/types.ts'
import type { SavingsParts } from './parts.ts'
import { dayOf } from './rates.ts'

/** Of one coin, minor units. */
interface Holding {
  fixed: bigint
  flexible: bigint
  available: bigint
  accrued: bigint
  /** Every line of interest there is. */
  interest: bigint
  /** Lines of the last finished day. */
  yesterday: bigint
}

export type SavingsKind = 'fixed' | 'flexible'

/** By coin, of one kind of product or of both. */
async function holdingsOf(tenant: SavingsParts, userId: UserId, kind?: SavingsKind): Promise<ReadonlyMap<AssetId, Holding>> {
  const { state } = tenant.exchange
  const sums = await tenant.models.earnSums(userId, dayOf(tenant.exchange.now()) - 1)
  const holdings = new Map<AssetId, Holding>()
  const of = (assetId: AssetId): Holding => {
    const known = holdings.get(assetId) ?? { fixed: 0n, flexible: 0n, available: 0n, accrued: 0n, interest: 0n, yesterday: 0n }
    holdings.set(assetId, known)
    return known
  }
  for (const order of earnOrdersOf(state, userId)) {
    const terms = productAt(state, order.productId)?.terms
    if (terms === undefined || (kind !== undefined && terms.type !== kind)) continue
    const holding = of(terms.assetId)
    holding[terms.type] += order.principal
    holding.accrued += order.accrued
  }
  for (const { productId, assetId, interest, ofDay } of sums) {
    if (kind !== undefined && productAt(state, productId)?.terms.type !== kind) continue
    const holding = of(assetId)
    holding.interest += interest
    holding.yesterday += ofDay
  }
  for (const { account, assetId, available } of balancesOf(state, userId))
    if (account === 'financial' && (available > 0n || holdings.has(assetId))) of(assetId).available = available
  return holdings
}

/** Worth in USDT, each amount rounded down for itself, so that what is shown adds up. */
function worthOf(tenant: SavingsParts, assetId: AssetId): (amount: bigint) => bigint {
  const asset = tenant.feeds.listings.assetFacts(assetId)
  const price = tenant.feeds.usdtPrice(asset)
  return (amount) => valueInUsdt(amount, asset, price)
}

export async function savingsTotals(tenant: SavingsParts, userId: UserId) {
  const sums = { fixed: 0n, flexible: 0n, accrued: 0n, interest: 0n, yesterday: 0n }
  for (const [assetId, holding] of await holdingsOf(tenant, userId)) {
    const worth = worthOf(tenant, assetId)
    for (const name of ['fixed', 'flexible', 'accrued', 'interest', 'yesterday'] as const) sums[name] += worth(holding[name])
  }
  return {
    totalU: valueView(sums.fixed + sums.flexible),
    yesterdayU: valueView(sums.yesterday),
    cumulativeU: valueView(sums.interest),
    fixedU: valueView(sums.fixed),
    flexibleU: valueView(sums.flexible),
    accruedU: valueView(sums.accrued),
  }
}

/** A row a coin, the most valuable first. */
export async function savingsAssets(tenant: SavingsParts, userId: UserId, kind?: SavingsKind): Promise<readonly EarnAsset[]> {
  const rows = [...(await holdingsOf(tenant, userId, kind))].map(([assetId, holding]) => {
    const asset = tenant.feeds.listings.assetFacts(assetId)
    const worth = worthOf(tenant, assetId)
    const text = (minor: bigint): string => formatDecimal(minor, asset.scale)
    const value = worth(holding.fixed) + worth(holding.flexible)
    const row = {
      coinId: String(assetId),
      coinName: asset.symbol,
      principal: text(holding.fixed + holding.flexible),
      flexible: text(holding.flexible),
      fixed: text(holding.fixed),
      available: text(holding.available),
      accruedInterest: text(holding.accrued),
      paidInterest: text(holding.interest),
      yesterdayInterest: text(holding.yesterday),
      valueU: valueView(value),
    }
    return { row, value, sort: asset.sort }
  })
  return rows.sort((a, b) => (a.value === b.value ? a.sort - b.sort : a.value < b.value ? 1 : -1)).map(({ row }) => row)
}
