/** assets-web: coins, balances, statement lines, and the demo's faucet. */
import type { AssetId, UserId } from '@agio/engine/ids/id.ts'
import { formatDecimal } from '@agio/engine/money/decimal.ts'
import { divideHalfUp } from '@agio/engine/money/rounding.ts'
import { balanceOf, balancesOf, debtOf } from '@agio/engine/read.ts'
import { lockedDepositsOf } from '@agio/engine/wallet/read-wallet.ts'
import {
  balanceByDay,
  billExport,
  billsByCategory,
  coin,
  coins,
  faucet,
  userBalance,
  userBalanceAll,
  walletOverview,
} from '@agio/wire/assets/assets.ts'
import { billSchema } from '@agio/wire/assets/types.ts'
import {
  ACCOUNT_TYPES,
  accountOfType,
  type BalanceFacts,
  balanceView,
  billView,
  type CoinListing,
  PLAIN_BALANCE,
  valueInUsdt,
  valueView,
  type WalletAccount,
} from '@agio/wire/assets/view.ts'
import type { RequestOf } from '@agio/wire/call.ts'
import { lineOfWalletTx, walletTxNameOf } from '@agio/wire/wallet/view.ts'
import type { FastifyInstance } from 'fastify'
import { Failure } from '../../../core/failure.ts'
import type { LineSubject, StatementQuery, StatementRow } from '../../../projections/port.ts'
import { allRows, csvText } from '../../../sheets/csv-file.ts'
import type { Tenant } from '../../../tenant/tenant.ts'
import { csv, route } from '../../calls/route.ts'
import { userRoute } from '../../calls/user-route.ts'
import type { ServerContext } from '../../context.ts'
import { Faucet } from '../../deeds/faucet.ts'
import { coinRow, pricedCoin, pricedCoins } from '../../reads/coins.ts'
import { dailyValues, liveTotal } from '../../reads/daily-values.ts'
import { coinById } from '../../reads/lookups.ts'
import { timeRange } from '../../reads/range.ts'
import { historyReached, wholeHistory } from '../../reads/whole-history.ts'
import { registerTransferRoutes } from './transfers.ts'

const PAGE_SIZE = 20
const DAYS = 30
const ALL = 0

function registerCoins(app: FastifyInstance): void {
  route(app, coins, ({ tenant }) => pricedCoins(tenant).map((one) => coinRow(tenant, one)))
  route(app, coin, ({ tenant, request }) => coinRow(tenant, pricedCoin(tenant, coinById(tenant, request.coinId))))
}

interface Worth extends BalanceFacts {
  readonly coin: CoinListing
  /** USDT at VALUE_SCALE, rounded down. */
  readonly value: bigint
}

/** By its number in the API; spot when none is named. */
const accountOf = (type: number | null | undefined): WalletAccount => accountOfType(type ?? ACCOUNT_TYPES.spot) ?? 'spot'

function worths(tenant: Tenant, userId: UserId, account: WalletAccount): Worth[] {
  const { state } = tenant.exchange
  const locked = account === 'spot' ? lockedDepositsOf(state, userId) : new Map<AssetId, bigint>()
  const balances = new Map<AssetId, BalanceFacts>()
  for (const { assetId, account: kind } of balancesOf(state, userId))
    if (kind === account) balances.set(assetId, factsOf(tenant, userId, account, assetId, locked))
  return pricedCoins(tenant)
    .map((coinOf) => {
      const facts = balances.get(coinOf.assetId as AssetId) ?? NOTHING
      const total = facts.available + facts.held + facts.pending
      return { coin: coinOf, ...facts, value: valueInUsdt(total, coinOf, coinOf.usdtPrice) }
    })
    .sort((a, b) => (a.value === b.value ? a.coin.sort - b.coin.sort : a.value < b.value ? 1 : -1))
}

const NOTHING: BalanceFacts = { available: 0n, held: 0n, ...PLAIN_BALANCE }

/** What of a customer's account there is, with what only a spot account has. */
function factsOf(
  { exchange: { state } }: Tenant,
  userId: UserId,
  account: WalletAccount,
  assetId: AssetId,
  locked: ReadonlyMap<AssetId, bigint>,
): BalanceFacts {
  const { available, held } = balanceOf(state, userId, assetId, account)
  if (account !== 'spot') return { available, held, ...PLAIN_BALANCE }
  const pending = balanceOf(state, userId, assetId, 'pending').available
  return { available, held, debt: debtOf(state, userId, assetId), pending, locked: locked.get(assetId) ?? 0n }
}

function registerBalances(app: FastifyInstance): void {
  userRoute(app, userBalance, ({ tenant, request, userId }) => {
    const asset = coinById(tenant, request.coinId)
    const locked = lockedDepositsOf(tenant.exchange.state, userId)
    return balanceView(pricedCoin(tenant, asset), factsOf(tenant, userId, 'spot', asset.assetId, locked))
  })

  userRoute(app, userBalanceAll, ({ tenant, request, userId }) => {
    const all = worths(tenant, userId, accountOf(request.accountType))
    const total = all.reduce((sum, { value }) => sum + value, 0n)
    // What is set aside for withdrawals is as little at hand as what orders hold.
    const frozen = all.reduce((sum, { held, pending, coin: of }) => sum + valueInUsdt(held + pending, of, of.usdtPrice), 0n)
    const isSomething = ({ available, held, debt, pending }: Worth): boolean => available + held + debt + pending > 0n
    const shown = request.hideZero === 1 ? all.filter(isSomething) : all
    // Available is what is left of the total, so that the three always add up to the last digit.
    return {
      totalU: valueView(total),
      availableU: valueView(total - frozen),
      frozenU: valueView(frozen),
      list: shown.map((worth) => balanceView(worth.coin, worth)),
    }
  })

  userRoute(app, balanceByDay, async ({ tenant, request, userId }) => {
    const account = request.accountType ?? ALL
    await historyReached(tenant)
    const values = await dailyValues(tenant, userId, request.days ?? DAYS, account === ALL ? undefined : accountOf(account))
    return values.map(({ day, total, result }) => ({ day, totalU: valueView(total), pnlU: valueView(result) }))
  })

  userRoute(app, walletOverview, async ({ tenant, userId }) => {
    await historyReached(tenant)
    const [today] = await dailyValues(tenant, userId, 1)
    const total = liveTotal(tenant, userId)
    const result = today?.result ?? 0n
    const before = total - result
    return {
      totalU: valueView(total),
      spotU: valueView(liveTotal(tenant, userId, 'spot')),
      contractU: valueView(liveTotal(tenant, userId, 'contract')),
      financialU: valueView(liveTotal(tenant, userId, 'financial')),
      todayPnlU: valueView(result),
      todayPnlPercent: before > 0n ? formatDecimal(divideHalfUp(result * 10_000n, before), 2) : '0',
    }
  })
}

/** Causes of the API's categories; one that is not here has no lines yet. */
const CAUSES_OF: Readonly<Record<string, readonly StatementRow['cause'][]>> = {
  trade: ['trade'],
  fee: ['fee'],
  airdrop: ['airdrop'],
  adjustment: ['adjustment', 'debt', 'inventory'],
  deposit: ['deposit'],
  withdraw: ['withdraw'],
  commission: ['commission'],
  transfer: ['transfer'],
  convert: ['convert'],
  earn: ['earnPurchase', 'earnRedeem', 'earnInterest'],
}

type BillFilter = Pick<
  RequestOf<typeof billExport>,
  'category' | 'accountType' | 'coinId' | 'direction' | 'refId' | 'startTime' | 'endTime'
>

/** The statement that a request asks for; undefined when nothing can match (a category that has no lines yet). */
function statementOf(tenant: Tenant, userId: UserId, request: BillFilter): Omit<StatementQuery, 'pageNo' | 'pageSize'> | undefined {
  const range = timeRange(request, tenant.exchange.now())
  const { category, refId } = request
  const causes = category && Object.hasOwn(CAUSES_OF, category) ? CAUSES_OF[category] : undefined
  if (category && causes === undefined) return undefined
  if (refId != null && !Number.isSafeInteger(Number(refId))) return undefined
  return {
    userId,
    range,
    ...(request.accountType != null && { account: accountOf(request.accountType) }),
    ...(causes !== undefined && { causes }),
    ...(request.coinId != null && { assetId: coinById(tenant, request.coinId).assetId }),
    ...(request.direction != null && { direction: request.direction === 1 ? ('in' as const) : ('out' as const) }),
    ...(refId != null && { about: subjectOf(refId) }),
  }
}

/** Ids of deposits and withdrawals are not the engine's numbers; other ids are. */
function subjectOf(refId: string): LineSubject {
  const name = walletTxNameOf(refId)
  return { reference: Number(refId), ...(name !== undefined && { wallet: lineOfWalletTx(name) }) }
}

const viewBill = (tenant: Tenant, line: StatementRow) => billView(line, tenant.feeds.listings.assetFacts(line.assetId))

function registerBills(app: FastifyInstance): void {
  userRoute(app, billsByCategory, async ({ tenant, request, userId }) => {
    const pageNo = request.pageNo ?? 1
    const pageSize = request.pageSize ?? PAGE_SIZE
    const query = statementOf(tenant, userId, request)
    if (query === undefined) return { list: [], total: 0, pageNo, pageSize }
    const rebuilding = await historyReached(tenant)
    const page = request.asOf == null ? { pageNo, pageSize } : { pageNo, pageSize, asOf: request.asOf }
    const { rows, total, asOf } = await tenant.models.statement({ ...query, ...page })
    const list = rows.map((line) => viewBill(tenant, line))
    return { list, total, pageNo, pageSize, asOf, ...(rebuilding !== undefined && { rebuilding }) }
  })

  userRoute(app, billExport, async ({ tenant, request, userId }) => {
    const query = statementOf(tenant, userId, request)
    await wholeHistory(tenant)
    const rows = query === undefined ? [] : await allRows((page) => tenant.models.statement({ ...query, ...page }))
    const cells = rows.map((line) => viewBill(tenant, line))
    return csv('bills.csv', csvText(Object.keys(billSchema.shape), cells, request.timezone ?? 'UTC'))
  })
}

function registerFaucet(app: FastifyInstance, { profile, giverOf }: Pick<ServerContext, 'profile' | 'giverOf'>): void {
  const taps = new Faucet(profile, giverOf)
  userRoute(app, faucet, async ({ tenant, request, userId }) => {
    const asset = tenant.feeds.listings.assetBySymbol(request.coinName)
    if (asset === undefined) throw new Failure('COIN_NOT_FOUND', { coinName: request.coinName })
    const { amount, nextAt } = await taps.give(tenant, userId, asset)
    return { coinName: asset.symbol, amount: formatDecimal(amount, asset.scale), nextTime: nextAt }
  })
}

/** All calls of the assets service; the faucet exists outside production only. */
export function registerAssetsRoutes(app: FastifyInstance, context: Pick<ServerContext, 'profile' | 'giverOf'>): void {
  registerCoins(app)
  registerBalances(app)
  registerBills(app)
  registerTransferRoutes(app)
  if (context.profile !== 'production') registerFaucet(app, context)
}
