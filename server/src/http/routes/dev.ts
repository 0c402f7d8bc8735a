/** For testers outside: the clock, the operator's command line and gifts. Test profile only, from the machine itself. */
import { parseDecimal } from '@agio/engine/money/decimal.ts'
import { devClock, devGrant, devOperator } from '@agio/wire/dev.ts'
import type { FastifyInstance } from 'fastify'
import { Failure, invalid } from '../../core/failure.ts'
import type { ListedAsset } from '../../feeds/listings.ts'
import type { Tenant } from '../../tenant/tenant.ts'
import { route } from '../calls/route.ts'
import type { ServerContext } from '../context.ts'

const INT64_MAX = 2n ** 63n - 1n

function coinNamed({ feeds }: Tenant, coinName: string): ListedAsset {
  const asset = feeds.listings.assetBySymbol(coinName)
  if (asset === undefined) throw new Failure('COIN_NOT_FOUND', { coinName })
  return asset
}

/** @throws Failure for what is no int64 at this scale */
function integerOf(text: string, scale: number, field: string): bigint {
  const value = parseDecimal(text, scale)
  if (value === 'tooManyDecimals') throw new Failure('DECIMAL_SCALE', { field, maxScale: scale })
  if (typeof value === 'string' || value <= 0n || value > INT64_MAX) throw invalid(field, 'max')
  return value
}

export function registerDevRoutes(app: FastifyInstance, { profile, dev }: ServerContext): void {
  if (profile !== 'test' || dev === undefined) return
  route(app, devClock, async ({ request }) => ({ serverTime: await dev.advance(request.advance) }))

  route(app, devOperator, ({ tenant, request }) => dev.operator(tenant.tenantId, request.command))

  route(app, devGrant, async ({ tenant, request }) => {
    const { assetId, scale } = coinNamed(tenant, request.coinName)
    const amount = integerOf(request.amount, scale, 'amount')
    await dev.grant({ tenantId: tenant.tenantId, userId: Number(request.userId), assetId, amount })
    return {}
  })
}
