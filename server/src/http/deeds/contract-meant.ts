/** The position that a call is about, which a repeated call may find gone. */
import { contractsOpenedAt, type PositionView, positionsOf } from '@agio/engine/perp/read-positions.ts'
import { Failure } from '../../core/failure.ts'
import type { ListedContract } from '../../feeds/listings.ts'
import type { PositionHistoryRow } from '../../projections/reads/contract-reads.ts'
import { positionIdOrNone } from '../reads/contract-lookups.ts'
import { wholeHistory } from '../reads/whole-history.ts'
import type { DeedCall } from './deed-route.ts'

/** A position and its contract: open, or gone as history has it. */
export type Meant =
  | { readonly contract: ListedContract; readonly position: PositionView; readonly open: PositionView }
  | { readonly contract: ListedContract; readonly position: PositionHistoryRow; readonly open?: undefined }

/**
 * The position that a call is about. A repeat may find the position gone: the engine then answers from memory, as long as the command is
 * the same.
 * @throws Failure CONTRACT_NOT_OPENED, POSITION_NOT_FOUND, ENGINE_BUSY
 */
export async function meant({ tenant, userId, request, isRepeat }: DeedCall<{ readonly positionId: string }>): Promise<Meant> {
  const { state } = tenant.exchange
  const { listings } = tenant.feeds
  if (contractsOpenedAt(state, userId) === 0) throw new Failure('CONTRACT_NOT_OPENED')
  const positionId = positionIdOrNone(request.positionId)
  const open = positionsOf(state, userId).find((position) => position.positionId === positionId)
  if (open !== undefined) return { contract: listings.contractFacts(open.instrumentId), position: open, open }
  if (!isRepeat) throw new Failure('POSITION_NOT_FOUND')
  // History may not have heard yet of what closed it a moment ago.
  await wholeHistory(tenant)
  const [gone] = (await tenant.models.positionHistory({ userId, positionId, pageNo: 1, pageSize: 1 })).rows
  if (gone === undefined) throw new Failure('POSITION_NOT_FOUND')
  return { contract: listings.contractFacts(gone.instrumentId), position: gone }
}
