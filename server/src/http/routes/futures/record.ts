/** The futures host: what changed the contract account of a customer, and his records as files. */
import type { UserId } from '@agio/engine/ids/id.ts'
import type { RequestOf } from '@agio/wire/call.ts'
import { recordExport, transactionList } from '@agio/wire/futures/position.ts'
import { historyPositionSchema, transactionSchema } from '@agio/wire/futures/position-types.ts'
import { historyPositionView, TRANSACTION_TYPES, type TransactionType, transactionView } from '@agio/wire/futures/position-view.ts'
import { coOrderSchema, coTradeSchema } from '@agio/wire/futures/types.ts'
import type { FastifyInstance } from 'fastify'
import type { ContractLineRow } from '../../../projections/reads/contract-reads.ts'
import { allRows, csvText, plainCells } from '../../../sheets/csv-file.ts'
import type { Tenant } from '../../../tenant/tenant.ts'
import { csv } from '../../calls/route.ts'
import { type UserCall, userRoute } from '../../calls/user-route.ts'
import { contractFilter, marginAsset } from '../../reads/contract-lookups.ts'
import { coPage, coRange } from '../../reads/contract-pages.ts'
import { endedOrderView } from '../../reads/contract-views.ts'
import { historyReached, wholeHistory } from '../../reads/whole-history.ts'
import { endedOrders, fillView } from './lists.ts'

const TYPES = new Map((Object.keys(TRANSACTION_TYPES) as TransactionType[]).map((type) => [TRANSACTION_TYPES[type] as number, type]))

function lineView(tenant: Tenant, line: ContractLineRow) {
  const { listings } = tenant.feeds
  const contract = line.instrumentId === 0 ? undefined : listings.contractFacts(line.instrumentId)
  return transactionView({ ...line, contract }, listings.assetFacts(line.assetId))
}

function registerTransactions(app: FastifyInstance): void {
  userRoute(app, transactionList, async ({ tenant, request, userId }) => {
    const { assetId } = marginAsset(tenant, request.symbol)
    const type = TYPES.get(request.type ?? 0)
    const query = {
      userId,
      assetId,
      ...(type !== undefined && { type }),
      ...contractFilter(tenant, request.contractId),
      ...coRange(request),
    }
    const rebuilding = await historyReached(tenant)
    const { rows, total, asOf } = await tenant.models.contractLines({ ...query, ...coPage(request) })
    const transList = rows.map((line) => lineView(tenant, line))
    return { count: total, transList, asOf, ...(rebuilding !== undefined && { rebuilding }) }
  })
}

type ExportCall = UserCall<RequestOf<typeof recordExport>>
type Cells = Parameters<typeof csvText>[1]

interface Sheet {
  readonly name: string
  readonly columns: object
  /** Newest first. */
  readonly rows: (call: ExportCall, common: { readonly userId: UserId }) => Promise<Cells>
}

const commonOf = ({ tenant, request }: ExportCall) => ({ ...contractFilter(tenant, request.contractId), ...coRange(request) })

const SHEETS: Readonly<Record<ExportCall['request']['kind'], Sheet>> = {
  order: {
    name: 'contract-orders',
    columns: coOrderSchema.shape,
    rows: async ({ tenant, request }, { userId }) => {
      const { contractId, beginTime, endTime } = request
      const query = endedOrders(tenant, userId, { contractId, beginTime, endTime })
      return (await allRows((page) => tenant.models.contractOrders({ ...query, ...page }))).map((row) =>
        plainCells(endedOrderView(tenant, row)),
      )
    },
  },
  trade: {
    name: 'contract-trades',
    columns: coTradeSchema.shape,
    rows: async (call, common) => {
      const query = { ...common, ...commonOf(call) }
      return (await allRows((page) => call.tenant.models.contractFills({ ...query, ...page }))).map((fill) => fillView(call.tenant, fill))
    },
  },
  bill: {
    name: 'contract-transactions',
    columns: transactionSchema.shape,
    rows: async (call, common) => {
      const query = { ...common, ...commonOf(call) }
      return (await allRows((page) => call.tenant.models.contractLines({ ...query, ...page }))).map((line) => lineView(call.tenant, line))
    },
  },
  position: {
    name: 'contract-positions',
    columns: historyPositionSchema.shape,
    rows: async (call, common) => {
      const query = { ...common, ...commonOf(call) }
      const { contractFacts } = call.tenant.feeds.listings
      const rows = await allRows((page) => call.tenant.models.positionHistory({ ...query, ...page }))
      return rows.map((row) => historyPositionView(row, contractFacts(row.instrumentId)))
    },
  },
}

function registerExport(app: FastifyInstance): void {
  userRoute(app, recordExport, async (call) => {
    const { tenant, request, userId } = call
    const { name, columns, rows } = SHEETS[request.kind]
    coRange(request)
    await wholeHistory(tenant)
    const found = await rows(call, { userId })
    return csv(`${name}.csv`, csvText(Object.keys(columns), found, request.timezone ?? 'UTC'))
  })
}

/** All calls below `record/`. */
export function registerFuturesRecordRoutes(app: FastifyInstance): void {
  registerTransactions(app)
  registerExport(app)
}
