/**
 * What an account was worth at the end of each UTC day: its totals of that day, and what its open positions would have brought at the mark, at
 * what its coins were worth then. Gifts and corrections of the house are no gain, so they are taken out of a day's result.
 */
import type { AssetId, UserId } from '@agio/engine/ids/id.ts'
import { pow10 } from '@agio/engine/money/decimal.ts'
import { balancesOf } from '@agio/engine/read.ts'
import { valueInUsdt, type WalletAccount } from '@agio/wire/assets/view.ts'
import { VALUE_PRICE_SCALE } from '@agio/wire/market/view.ts'
import type { ListedAsset } from '../../feeds/listings.ts'
import type { StatementDay, TimeRange } from '../../projections/port.ts'
import type { Tenant } from '../../tenant/tenant.ts'
import { type OpenResult, openResultsNow, openResultsOf } from './open-results.ts'
import { utcDay, utcDayStart } from './range.ts'

const DAY_MS = 86_400_000
/** What the house gave, or took back of it, and what came from outside or went there. */
const CREDITS = ['airdrop', 'adjustment', 'deposit', 'withdraw', 'debt'] as const
/** For a single account, transfers and the principal of savings are no gain either; interest is one. */
const BROUGHT = [...CREDITS, 'transfer', 'earnPurchase', 'earnRedeem'] as const

/** Whether an account, or all of them, holds contracts. */
const hasContracts = (account: WalletAccount | undefined): boolean => account === undefined || account === 'contract'

export interface DayValue {
  readonly day: string
  /** USDT at VALUE_SCALE. */
  readonly total: bigint
  readonly result: bigint
}

type PriceByDay = (day: string) => bigint

interface Days {
  readonly from: number
  readonly to: number
  readonly count: number
  /** Indexes at the ends of those that are over. */
  readonly closes: ReadonlyMap<AssetId, ReadonlyMap<number, bigint>>
}

/** Each coin's index at the end of each day; without one, its last price of that day in USDT; without either, the current price. */
async function pricesOf(tenant: Tenant, asset: ListedAsset, days: Days): Promise<PriceByDay> {
  const last = await lastPricesOf(tenant, asset, days)
  const indexes = days.closes.get(asset.assetId)
  const today = utcDay(days.to)
  return (day) => (day === today ? undefined : indexes?.get(Date.parse(day))) ?? last(day)
}

async function lastPricesOf(tenant: Tenant, asset: ListedAsset, { from, to, count }: Days): Promise<PriceByDay> {
  const current = tenant.feeds.usdtPrice(asset)
  const pair = tenant.feeds.listings.pairBySymbol(`${asset.symbol}/USDT`)
  if (pair === undefined) return () => current
  const candles = await tenant.models.candles(pair.instrumentId, '1d', { from, to }, count)
  const unit = pow10(VALUE_PRICE_SCALE - pair.priceScale)
  const closes = new Map(candles.map((candle) => [utcDay(candle.openAt), BigInt(candle.close) * unit]))
  const today = utcDay(to)
  return (day) => (day === today ? current : (closes.get(day) ?? current))
}

/**
 * Live total of an account, or of all, in USDT: each coin's value is rounded down and then summed, as the page sums its rows (WAL-002). Of
 * contracts it is the equity: the balance with what open positions would bring at the mark.
 */
export function liveTotal(tenant: Tenant, userId: UserId, account?: WalletAccount): bigint {
  const owned = new Map<string, { readonly assetId: AssetId; amount: bigint }>()
  for (const { account: kind, assetId, available, held } of balancesOf(tenant.exchange.state, userId)) {
    // What is set aside for withdrawals is a part of the spot account, and of its row.
    const own = kind === 'pending' ? 'spot' : kind
    if (own === 'debt' || (account !== undefined && own !== account)) continue
    const row = owned.get(`${own} ${assetId}`) ?? { assetId, amount: 0n }
    row.amount += available + held
    owned.set(`${own} ${assetId}`, row)
  }
  if (hasContracts(account))
    for (const { assetId, amount } of openResultsNow(tenant, userId)) {
      const row = owned.get(`contract ${assetId}`) ?? { assetId, amount: 0n }
      row.amount += amount
      owned.set(`contract ${assetId}`, row)
    }
  let total = 0n
  for (const { assetId, amount } of owned.values()) {
    const asset = tenant.feeds.listings.assetFacts(assetId)
    total += valueInUsdt(amount, asset, tenant.feeds.usdtPrice(asset))
  }
  return total
}

/**
 * What is no gain, by day and coin. Interest that an early redemption took back was one, so it is a loss of the account that was paid the
 * rest: as much less of what it was paid had been principal.
 */
async function broughtDays(tenant: Tenant, userId: UserId, range: TimeRange, account?: WalletAccount): Promise<readonly StatementDay[]> {
  if (account === undefined) return tenant.models.statementDays({ userId, causes: CREDITS, range })
  const [brought, taken] = await Promise.all([
    tenant.models.statementDays({ userId, account, causes: BROUGHT, range }),
    tenant.models.takenBack(userId, range),
  ])
  const lost = taken.filter((row) => row.account === account)
  return [...brought, ...lost.map(({ day, assetId, amount }) => ({ day, assetId, amount: -amount }))]
}

/** One value a day of an account, or of all, oldest first, today last and live (WAL-003). */
export async function dailyValues(tenant: Tenant, userId: UserId, days: number, account?: WalletAccount): Promise<DayValue[]> {
  const now = tenant.exchange.now()
  const today = utcDayStart(now)
  // One day more than asked: a day's result is the difference to the day before.
  const from = today - days * DAY_MS
  const allRows = await tenant.models.balanceDays(userId, utcDay(from))
  const rows = allRows.filter((row) => account === undefined || row.account === account)
  const { assetFacts } = tenant.feeds.listings
  const assetIds = new Set(rows.map((row) => row.assetId))
  const brought = await broughtDays(tenant, userId, { from: from + DAY_MS, to: now }, account)
  const open: readonly OpenResult[] = hasContracts(account) ? await openResultsOf(tenant, userId, from, days) : []
  for (const row of [...brought, ...open]) assetIds.add(row.assetId)
  const starts = Array.from({ length: days }, (_, index) => from + index * DAY_MS)
  const closes = await tenant.models.indexCloses([...assetIds], starts)
  const prices = new Map<number, PriceByDay>()
  for (const assetId of assetIds)
    prices.set(assetId, await pricesOf(tenant, assetFacts(assetId), { from, to: now, count: days + 1, closes }))
  const valueAt = (assetId: number, amount: bigint, day: string): bigint =>
    valueInUsdt(amount, assetFacts(assetId), prices.get(assetId)?.(day) ?? 0n)
  const totals = new Map<string, bigint>()
  for (const row of rows) totals.set(row.day, (totals.get(row.day) ?? 0n) + valueAt(row.assetId, row.total, row.day))
  for (const { day, assetId, amount } of open) totals.set(day, (totals.get(day) ?? 0n) + valueAt(assetId, amount, day))
  totals.set(utcDay(today), liveTotal(tenant, userId, account))
  const given = new Map<string, bigint>()
  for (const row of brought) {
    const day = utcDay(row.day * DAY_MS)
    given.set(day, (given.get(day) ?? 0n) + valueAt(row.assetId, row.amount, day))
  }
  const values: DayValue[] = []
  let before = totals.get(utcDay(from)) ?? 0n
  for (let at = from + DAY_MS; at <= today; at += DAY_MS) {
    const day = utcDay(at)
    const total = totals.get(day) ?? before
    values.push({ day, total, result: total - before - (given.get(day) ?? 0n) })
    before = total
  }
  return values
}
