/** Whose margin would not do under other brackets of a contract, and who is near to liquidation as it is. */
import type { MarginTier } from '@agio/engine/command.ts'
import type { Amount, InstrumentId, PositionId, UserId } from '@agio/engine/ids/id.ts'
import { contractsOf } from '@agio/engine/perp/read-contract.ts'
import { type CrossView, crossesOf, type PositionView, positionsOf } from '@agio/engine/perp/read-positions.ts'
import type { State } from '@agio/engine/state.ts'

const RATE_ONE = 100_000_000n
/** Users between two turns of the event loop: orders do not wait for a list. */
const A_TURN = 500

/** What stands behind one margin: a position of its own, or all crossed ones of a coin. Amounts in minor units. */
export interface Standing {
  readonly userId: UserId
  /** 0 = all crossed positions of the coin together. */
  readonly positionId: PositionId | 0
  readonly maintenance: Amount
  /** Under the brackets that were asked about. */
  readonly wouldNeed: Amount
  readonly equity: Amount
}

/** Maintenance margin of a value: the part in each bracket at its rate, rounded up. */
export function maintenanceOf(tiers: readonly MarginTier[], value: Amount): Amount {
  let need = 0n
  let from = 0n
  for (const { upTo, rateE8 } of tiers) {
    const to = upTo === null || upTo > value ? value : upTo
    if (to > from) need += (to - from) * BigInt(rateE8)
    from = upTo ?? value
    if (from >= value) break
  }
  return (need + RATE_ONE - 1n) / RATE_ONE
}

/** Is it liquidated under the brackets that were asked about? */
export const wouldFall = ({ wouldNeed, equity }: Standing): boolean => wouldNeed > 0n && wouldNeed >= equity

/** The share of what stands behind it that it needs, in parts of 100; what nothing stands behind needs infinitely much. */
export const percentOf = (need: Amount, equity: Amount): number =>
  equity <= 0n ? Number.POSITIVE_INFINITY : Number((need * 10_000n) / equity) / 100

/** Every margin behind positions of a contract; read in turns, so that what is found may be a moment apart. */
export async function standingsOf(state: State, instrumentId: InstrumentId, tiers: readonly MarginTier[]): Promise<readonly Standing[]> {
  const marginAsset = new Map(contractsOf(state).map(({ instrumentId: id, terms }) => [id, terms.quoteAssetId]))
  const found: Standing[] = []
  let read = 0
  // A copy: users may come while it is read.
  for (const userId of [...state.userByAccountKey.values()]) {
    read += 1
    if (read % A_TURN === 0) await new Promise((resolve) => setImmediate(resolve))
    const positions = positionsOf(state, userId as UserId)
    if (!positions.some((position) => position.instrumentId === instrumentId)) continue
    found.push(...ofUser(userId as UserId, positions, crossesOf(state, userId as UserId), { instrumentId, tiers, marginAsset }))
  }
  return found
}

interface Question {
  readonly instrumentId: InstrumentId
  readonly tiers: readonly MarginTier[]
  readonly marginAsset: ReadonlyMap<InstrumentId, number>
}

function ofUser(
  userId: UserId,
  positions: readonly PositionView[],
  crosses: readonly CrossView[],
  { instrumentId, tiers, marginAsset }: Question,
): Standing[] {
  const needOf = (position: PositionView): Amount =>
    position.instrumentId === instrumentId ? maintenanceOf(tiers, position.value) : position.maintenance
  const isolated = positions.filter((position) => position.marginMode === 'isolated' && position.instrumentId === instrumentId)
  const standings = isolated.map((position): Standing => {
    const { positionId, maintenance, equity } = position
    return { userId, positionId, maintenance, wouldNeed: needOf(position), equity }
  })
  const crossed = positions.filter(({ marginMode }) => marginMode === 'cross')
  if (!crossed.some((position) => position.instrumentId === instrumentId)) return standings
  const cross = crosses.find(({ assetId }) => assetId === marginAsset.get(instrumentId))
  if (cross === undefined) return standings
  const together = crossed.filter((position) => marginAsset.get(position.instrumentId) === cross.assetId)
  const wouldNeed = together.reduce((sum, position) => sum + needOf(position), 0n)
  return [...standings, { userId, positionId: 0, maintenance: cross.crossMaintenance, wouldNeed, equity: cross.crossEquity }]
}
