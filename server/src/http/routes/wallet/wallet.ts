/** assets-web: deposits and withdrawals as they stand, and what may be withdrawn. */
import { asUserId, type NetworkId } from '@agio/engine/ids/id.ts'
import type { RequestOf } from '@agio/wire/call.ts'
import { walletTxSchema } from '@agio/wire/wallet/types.ts'
import { walletTxDetailView, walletTxFilter, walletTxNameOf } from '@agio/wire/wallet/view.ts'
import { walletTxDetail, walletTxExport, walletTxList, withdrawLimits, withdrawPreview } from '@agio/wire/wallet/wallet.ts'
import type { FastifyInstance } from 'fastify'
import { Failure } from '../../../core/failure.ts'
import type { WalletTxQuery } from '../../../projections/rows/wallet-rows.ts'
import { allRows, csvText } from '../../../sheets/csv-file.ts'
import type { Tenant } from '../../../tenant/tenant.ts'
import { limitOf, valueText } from '../../../wallet/request/limits.ts'
import { previewOf } from '../../../wallet/request/preview.ts'
import { placeOfTx, walletTxOf } from '../../../wallet/tx-place.ts'
import { csv, route, sessionOf } from '../../calls/route.ts'
import { userRoute } from '../../calls/user-route.ts'
import { coinById } from '../../reads/lookups.ts'
import { timeRange } from '../../reads/range.ts'
import { historyReached, wholeHistory } from '../../reads/whole-history.ts'
import { registerWithdrawRoutes } from './withdraw.ts'

const PAGE_SIZE = 20

type TxFilter = Pick<
  RequestOf<typeof walletTxExport>,
  'type' | 'coinId' | 'protocolType' | 'status' | 'txHash' | 'id' | 'clientId' | 'startTime' | 'endTime'
>
type Unpaged = Omit<WalletTxQuery, 'pageNo' | 'pageSize'>

/** Nothing ever came on a network that does not exist; the same holds for an id that names nothing. */
function namedIn({ wallet }: Tenant, { id, protocolType }: TxFilter): Pick<Unpaged, 'name' | 'networkIds'> | undefined {
  const name = id == null ? undefined : walletTxNameOf(id)
  const network: NetworkId | undefined = protocolType == null ? undefined : wallet.book.byProtocol(protocolType)?.networkId
  if ((id != null && name === undefined) || (protocolType != null && network === undefined)) return undefined
  return { ...(name !== undefined && { name }), ...(network !== undefined && { networkIds: [network] }) }
}

/** Undefined when nothing can match. @throws Failure COIN_NOT_FOUND, TIME_RANGE_INVALID */
function queryOf(tenant: Tenant, userId: number, request: TxFilter): Unpaged | undefined {
  const assetIds = request.coinId == null ? undefined : [coinById(tenant, request.coinId).assetId]
  const range = timeRange(request, tenant.exchange.now())
  const { kinds, statuses } = walletTxFilter(request)
  const named = namedIn(tenant, request)
  if (named === undefined || kinds?.length === 0 || statuses?.length === 0) return undefined
  return {
    userId: asUserId(userId),
    range,
    ...named,
    ...(kinds !== undefined && { kinds }),
    ...(statuses !== undefined && { statuses }),
    ...(assetIds !== undefined && { assetIds }),
    ...(request.txHash != null && { tx: request.txHash }),
    ...(request.clientId != null && { clientId: request.clientId }),
  }
}

function registerLists(app: FastifyInstance): void {
  userRoute(app, walletTxList, async ({ tenant, request, userId }) => {
    const pageNo = request.pageNo ?? 1
    const pageSize = request.pageSize ?? PAGE_SIZE
    const query = queryOf(tenant, userId, request)
    if (query === undefined) return { list: [], total: 0, pageNo, pageSize }
    const rebuilding = await historyReached(tenant)
    const page = request.asOf == null ? { pageNo, pageSize } : { pageNo, pageSize, asOf: request.asOf }
    const { rows, total, asOf } = await tenant.models.walletTxs({ ...query, ...page })
    const list = rows.map((row) => walletTxOf(tenant, row))
    return { list, total, pageNo, pageSize, asOf, ...(rebuilding !== undefined && { rebuilding }) }
  })

  userRoute(app, walletTxExport, async ({ tenant, request, userId }) => {
    const query = queryOf(tenant, userId, request)
    await wholeHistory(tenant)
    const rows = query === undefined ? [] : await allRows((page) => tenant.models.walletTxs({ ...query, ...page }))
    const cells = rows.map((row) => walletTxOf(tenant, row))
    return csv('deposits-withdrawals.csv', csvText(Object.keys(walletTxSchema.shape), cells, request.timezone ?? 'UTC'))
  })

  userRoute(app, walletTxDetail, async ({ tenant, request, userId }) => {
    const name = walletTxNameOf(request.id)
    await wholeHistory(tenant)
    const found = name === undefined ? [] : (await tenant.models.walletTxs({ userId, name, pageNo: 1, pageSize: 1 })).rows
    const [row] = found
    if (row === undefined) throw new Failure('WITHDRAW_NOT_FOUND')
    return walletTxDetailView(row, placeOfTx(tenant, row), await tenant.models.walletSteps(row))
  })
}

function registerBounds(app: FastifyInstance): void {
  userRoute(app, withdrawLimits, async ({ tenant, request, userId }) => {
    if (request.coinId != null) coinById(tenant, request.coinId)
    const { level, terms, used, left, levels } = await limitOf(tenant, userId)
    const { amountLimit, coin, time } = terms
    return {
      ...{ amountLimit, coin, time, used: valueText(used), left: valueText(left), kycLevel: level },
      levels: levels.map((each) => ({ level: each.level, amountLimit: each.amountLimit, coin: each.coin, time: each.time })),
    }
  })

  route(app, withdrawPreview, (context) => {
    const { tenant, request, lang } = context
    return previewOf(tenant.withdrawals.parts, { session: sessionOf(context), lang }, request)
  })
}

/** Deposits and withdrawals of a user. */
export function registerWalletRoutes(app: FastifyInstance): void {
  registerLists(app)
  registerBounds(app)
  registerWithdrawRoutes(app)
}
