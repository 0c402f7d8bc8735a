/** user-web: inviting friends. Every call is closed unless the tenant has opened the feature. */
import { asUserId, type UserId } from '@agio/engine/ids/id.ts'
import { formatDecimal } from '@agio/engine/money/decimal.ts'
import { commissionRateOf } from '@agio/engine/read.ts'
import {
  commissionSchema,
  type InviteRow,
  inviteBind,
  inviteCommissions,
  inviteCommissionsExport,
  inviteList,
  inviteListExport,
  inviteMyCode,
  inviteSchema,
} from '@agio/wire/account/invite.ts'
import { valueView } from '@agio/wire/assets/view.ts'
import type { FastifyInstance } from 'fastify'
import { maskedAccount } from '../../../auth/account/account-name.ts'
import { maskPhone } from '../../../auth/account/mask.ts'
import { Failure } from '../../../core/failure.ts'
import { commissionRows, worthOf } from '../../../invite/commissions.ts'
import type { Invitee } from '../../../invite/invites.ts'
import type { StatementQuery, StatementSum, TimeRange } from '../../../projections/port.ts'
import { allRows, csvText, EXPORT_ROWS_MAX } from '../../../sheets/csv-file.ts'
import type { Tenant } from '../../../tenant/tenant.ts'
import { DataKeyGone } from '../../../vault/vault.ts'
import { csv, route, sessionOf } from '../../calls/route.ts'
import type { ServerContext } from '../../context.ts'
import { reach } from '../../hosts.ts'
import { coinById } from '../../reads/lookups.ts'
import { timeRange } from '../../reads/range.ts'
import { wholeHistory } from '../../reads/whole-history.ts'

const PAGE_SIZE = 20
const RATE_SCALE = 8
const COMMISSION = 'commission'

/** @throws Failure FEATURE_OFF */
function mustBeOpen(tenant: Tenant): void {
  if (tenant.content.switches().inviteSwitch !== 1) throw new Failure('FEATURE_OFF', { feature: 'invite' })
}

const sumsOf = (tenant: Tenant, userId: UserId, range?: TimeRange): Promise<readonly StatementSum[]> =>
  tenant.models.statementSums({ userId, cause: COMMISSION, ...(range !== undefined && { range }) })

const monthStart = (now: number): number => Date.UTC(new Date(now).getUTCFullYear(), new Date(now).getUTCMonth(), 1)

function registerMyCode(app: FastifyInstance, { addresses }: ServerContext): void {
  route(app, inviteMyCode, async (context) => {
    const { tenant, way } = context
    const { userId } = sessionOf(context)
    mustBeOpen(tenant)
    const code = await tenant.invites.codeOf(userId)
    await wholeHistory(tenant)
    const now = tenant.exchange.now()
    const [all, month] = [await sumsOf(tenant, userId), await sumsOf(tenant, userId, { from: monthStart(now), to: now })]
    return {
      code,
      link: `${reach(tenant.config, way, addresses).web}/register?inviteCode=${code}`,
      rates: [{ level: 1, rate: formatDecimal(BigInt(commissionRateOf(tenant.exchange.state)), RATE_SCALE) }],
      inviteeDiscount: '0',
      total: (await tenant.invites.invitees(userId)).length,
      traded: new Set(all.map(({ reference }) => reference)).size,
      commissionU: valueView(worthOf(tenant, all)),
      pendingU: '0',
      monthU: valueView(worthOf(tenant, month)),
      invited: tenant.invites.hasInviter(userId) ? (1 as const) : (0 as const),
    }
  })

  route(app, inviteBind, async (context) => {
    mustBeOpen(context.tenant)
    await context.tenant.invites.bind(sessionOf(context).userId, context.request.inviteCode)
    return {}
  })
}

interface ListRequest {
  readonly level?: number | null | undefined
  readonly startTime?: number | null | undefined
  readonly endTime?: number | null | undefined
}

async function inviteesOf(tenant: Tenant, userId: UserId, request: ListRequest): Promise<readonly Invitee[]> {
  const { from, to } = timeRange(request, tenant.exchange.now())
  if (request.level != null && request.level !== 1) return []
  return (await tenant.invites.invitees(userId)).filter(({ invitedAt }) => invitedAt >= from && invitedAt <= to)
}

/** What stands in place of the account of a friend who has closed it: nobody can read any more who that was. */
const CLOSED = '***'

async function personOf(tenant: Tenant, { userId, invitedAt }: Invitee): Promise<{ readonly shown: string; readonly createdAt: number }> {
  try {
    const { name, createdAt } = await tenant.accounts.get(userId)
    return { shown: maskedAccount(name), createdAt }
  } catch (error) {
    if (!(error instanceof DataKeyGone)) throw error
    return { shown: CLOSED, createdAt: (await tenant.models.user(userId))?.createdAt ?? invitedAt }
  }
}

async function inviteRows(tenant: Tenant, userId: UserId, invitees: readonly Invitee[]): Promise<InviteRow[]> {
  const sums = await sumsOf(tenant, userId)
  const rows: InviteRow[] = []
  for (const invitee of invitees) {
    const person = await personOf(tenant, invitee)
    const own = sums.filter(({ reference }) => reference === invitee.userId)
    rows.push({
      userId: maskPhone(String(invitee.userId)),
      registerAccount: person.shown,
      level: 1,
      registerTime: person.createdAt,
      kycLevel: await tenant.identities.level(asUserId(invitee.userId)),
      traded: own.length > 0 ? 1 : 0,
      commissionU: valueView(worthOf(tenant, own)),
    })
  }
  return rows
}

function registerList(app: FastifyInstance): void {
  route(app, inviteList, async (context) => {
    const { tenant, request } = context
    const { userId } = sessionOf(context)
    mustBeOpen(tenant)
    const invitees = await inviteesOf(tenant, userId, request)
    await wholeHistory(tenant)
    const [pageNo, pageSize] = [request.pageNo ?? 1, request.pageSize ?? PAGE_SIZE]
    const shown = invitees.slice((pageNo - 1) * pageSize, pageNo * pageSize)
    return { list: await inviteRows(tenant, userId, shown), total: invitees.length, pageNo, pageSize }
  })

  route(app, inviteListExport, async (context) => {
    const { tenant, request } = context
    const { userId } = sessionOf(context)
    mustBeOpen(tenant)
    await wholeHistory(tenant)
    const invitees = await inviteesOf(tenant, userId, request)
    if (invitees.length > EXPORT_ROWS_MAX) throw new Failure('EXPORT_TOO_LARGE', { maxRows: EXPORT_ROWS_MAX })
    const rows = await inviteRows(tenant, userId, invitees)
    return csv('friends.csv', csvText(Object.keys(inviteSchema.shape), rows, request.timezone ?? 'UTC'))
  })
}

interface CommissionRequest extends Omit<ListRequest, 'level'> {
  readonly coinId?: string | null | undefined
  readonly status?: 0 | 1 | null | undefined
}

/** Undefined when nothing can match: a commission is settled as soon as it is there. */
function statementOf(tenant: Tenant, userId: UserId, request: CommissionRequest): Omit<StatementQuery, 'pageNo' | 'pageSize'> | undefined {
  const range = timeRange(request, tenant.exchange.now())
  const assetId = request.coinId == null ? undefined : coinById(tenant, request.coinId).assetId
  if (request.status === 0) return undefined
  return { userId, range, causes: [COMMISSION], ...(assetId !== undefined && { assetId }) }
}

function registerCommissions(app: FastifyInstance): void {
  route(app, inviteCommissions, async (context) => {
    const { tenant, request } = context
    mustBeOpen(tenant)
    const query = statementOf(tenant, sessionOf(context).userId, request)
    const [pageNo, pageSize] = [request.pageNo ?? 1, request.pageSize ?? PAGE_SIZE]
    await wholeHistory(tenant)
    const found = query === undefined ? { rows: [], total: 0 } : await tenant.models.statement({ ...query, pageNo, pageSize })
    return { list: await commissionRows(tenant, found.rows), total: found.total, pageNo, pageSize }
  })

  route(app, inviteCommissionsExport, async (context) => {
    const { tenant, request } = context
    mustBeOpen(tenant)
    const query = statementOf(tenant, sessionOf(context).userId, request)
    await wholeHistory(tenant)
    const lines = query === undefined ? [] : await allRows((page) => tenant.models.statement({ ...query, ...page }))
    const rows = await commissionRows(tenant, lines)
    return csv('commissions.csv', csvText(Object.keys(commissionSchema.shape), rows, request.timezone ?? 'UTC'))
  })
}

export function registerInviteRoutes(app: FastifyInstance, server: ServerContext): void {
  registerMyCode(app, server)
  registerList(app)
  registerCommissions(app)
}
