/** home-web: what the house holds, as it was published last. */
import { asUserId } from '@agio/engine/ids/id.ts'
import { reserves } from '@agio/wire/reserves.ts'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { Failure } from '../../core/failure.ts'
import { LATEST, RESERVES, reservesDocument } from '../../wallet/treasury/reserves.ts'
import { route } from '../calls/route.ts'

const TENANT = asUserId(0)

export function registerReserveRoutes(app: FastifyInstance): void {
  route(app, reserves, async ({ tenant, request }) => {
    // Snapshots of what is owed are not made yet: what is held belongs to none.
    if (request.snapshotId != null) throw new Failure('PROOF_NOT_FOUND', {})
    const found = (await tenant.models.documents(TENANT, RESERVES)).find(({ id }) => id === LATEST)
    const parsed = z.safeParse(reservesDocument, found?.document)
    if (!parsed.success) throw new Failure('PROOF_NOT_FOUND', {})
    return parsed.data.rows.map(({ place, blockHeight, ...row }) => ({ ...row, blockHeight: String(blockHeight) }))
  })
}
