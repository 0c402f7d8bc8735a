/** home-web: what the house holds, as it was published last. */
import { asUserId } from '@agio/engine/ids/id.ts'
import { formatDecimal } from '@agio/engine/money/decimal.ts'
import { reserves, reserveTotals } from '@agio/wire/wallet/reserves.ts'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { Failure } from '../../../core/failure.ts'
import type { Tenant } from '../../../tenant/tenant.ts'
import { LATEST, RESERVES, type ReservesDocument, reservesDocument, shareOf } from '../../../wallet/treasury/reserves.ts'
import { route } from '../../calls/route.ts'

const TENANT = asUserId(0)

/** @throws Failure PROOF_NOT_FOUND */
async function published({ models }: Pick<Tenant, 'models'>): Promise<ReservesDocument> {
  const found = (await models.documents(TENANT, RESERVES)).find(({ id }) => id === LATEST)
  const parsed = z.safeParse(reservesDocument, found?.document)
  if (!parsed.success) throw new Failure('PROOF_NOT_FOUND', {})
  return parsed.data
}

export function registerReserveRoutes(app: FastifyInstance): void {
  route(app, reserves, async ({ tenant, request }) => {
    // Snapshots of what is owed are not made yet: what is held belongs to none.
    if (request.snapshotId != null) throw new Failure('PROOF_NOT_FOUND', {})
    const { rows } = await published(tenant)
    return rows.map(({ place, blockHeight, ...row }) => ({ ...row, blockHeight: String(blockHeight) }))
  })
  route(app, reserveTotals, async ({ tenant }) => {
    const { totals } = await published(tenant)
    if (totals === undefined) throw new Failure('PROOF_NOT_FOUND', {})
    const assets = totals.assets.map((row) => {
      const share = shareOf(row)
      return { ...row, ratio: share === undefined ? null : formatDecimal(share, 2) }
    })
    return { time: totals.time, ledgerHeight: String(totals.ledgerHeight), assets }
  })
}
