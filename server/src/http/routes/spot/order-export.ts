/** user-web: the user's orders of one kind as a file. */
import type { UserId } from '@agio/engine/ids/id.ts'
import type { RequestOf } from '@agio/wire/call.ts'
import { convertRecordSchema } from '@agio/wire/convert/types.ts'
import { conversionView } from '@agio/wire/convert/view.ts'
import { earnOrderSchema } from '@agio/wire/earn/types.ts'
import { orderExport } from '@agio/wire/spot/spot.ts'
import { spotFillSchema, spotOrderSchema } from '@agio/wire/spot/types.ts'
import type { FastifyInstance } from 'fastify'
import type { Page, TimeRange } from '../../../projections/port.ts'
import { allRows, csvText } from '../../../sheets/csv-file.ts'
import { csv } from '../../calls/route.ts'
import { type UserCall, userRoute } from '../../calls/user-route.ts'
import { anyPair } from '../../reads/lookups.ts'
import { timeRange } from '../../reads/range.ts'
import { wholeHistory } from '../../reads/whole-history.ts'
import { rowView } from '../earn/lists.ts'
import { viewFill, viewOrder } from './history.ts'

type ExportCall = UserCall<RequestOf<typeof orderExport>>
type Cells = Parameters<typeof csvText>[1]

interface Sheet {
  readonly name: string
  readonly columns: object
  /** Newest first. */
  readonly rows: (call: ExportCall, common: { readonly userId: UserId; readonly range: TimeRange }) => Promise<Cells>
}

/** Pairs of a file of spot orders: one, or all. @throws Failure PAIR_NOT_FOUND */
const ofPair = ({ tenant, request }: ExportCall) =>
  request.symbol == null ? {} : { instrumentIds: [anyPair(tenant, request.symbol).instrumentId] }

const SHEETS: Readonly<Record<ExportCall['request']['kind'], Sheet>> = {
  spotOrder: {
    name: 'spot-orders',
    columns: spotOrderSchema.shape,
    rows: async (call, common) => {
      const { tenant } = call
      const query = { ...common, ...ofPair(call), state: 'all' } as const
      return (await allRows((page) => tenant.models.orders({ ...query, ...page }))).map((order) => viewOrder(tenant, order))
    },
  },
  spotTrade: {
    name: 'spot-trades',
    columns: spotFillSchema.shape,
    rows: async (call, common) => {
      const { tenant } = call
      const query = { ...common, ...ofPair(call) }
      return (await allRows((page) => tenant.models.fills({ ...query, ...page }))).map((fill) => viewFill(tenant, fill))
    },
  },
  flashOrder: {
    name: 'conversions',
    columns: convertRecordSchema.shape,
    rows: async ({ tenant }, common) => {
      const { assetFacts } = tenant.feeds.listings
      const rows = await allRows((page: Page) => tenant.models.history('conversions', { ...common, ...page }))
      return rows.map((row) => conversionView(row, assetFacts))
    },
  },
  financialOrder: {
    name: 'savings-orders',
    columns: earnOrderSchema.shape,
    rows: async (call, common) => {
      const rows = await allRows((page) => call.tenant.models.earnOrders({ ...common, ...page }))
      return Promise.all(rows.map((row) => rowView(call, row)))
    },
  },
}

/** Files of orders and fills. Those of a product stay available while it is closed. */
export function registerOrderExport(app: FastifyInstance): void {
  userRoute(app, orderExport, async (call) => {
    const { tenant, request, userId } = call
    const { name, columns, rows } = SHEETS[request.kind]
    const range = timeRange(request, tenant.exchange.now())
    await wholeHistory(tenant)
    const cells = await rows(call, { userId, range })
    return csv(`${name}.csv`, csvText(Object.keys(columns), cells, request.timezone ?? 'UTC'))
  })
}
