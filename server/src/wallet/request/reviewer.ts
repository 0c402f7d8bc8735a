/** Looks up what a person should know of a withdrawal, and whether one has to look. */
import { asUserId, type UserId } from '@agio/engine/ids/id.ts'
import { isShortLock } from '../../auth/factors/security-change.ts'
import { PositionTimeout } from '../../projections/thread/projection-position.ts'
import { type CheckParts, isKey, type PassedWithdrawal } from './checks.ts'
import type { Asker } from './parts.ts'
import { type EarlierWithdrawal, factsOf, type Place, type RiskFacts } from './risk.ts'

/** Newest withdrawals that are looked at. */
const LOOKED_AT = 100
const WAIT_MS = 2000
const LET_GO: ReadonlySet<string> = new Set(['approved', 'queued', 'signing', 'broadcast', 'confirming', 'completed'])

/** Undefined where history cannot be read now. @param but a withdrawal that is not counted */
async function earlierOf({ models, exchange }: CheckParts, userId: UserId, but: number): Promise<readonly EarlierWithdrawal[] | undefined> {
  if (models.rebuilding() !== null) return undefined
  try {
    await models.reached(exchange.durableSeq, WAIT_MS)
  } catch (error) {
    if (error instanceof PositionTimeout) return undefined
    throw error
  }
  const { rows } = await models.walletTxs({ userId, kinds: ['withdrawal'], pageNo: 1, pageSize: LOOKED_AT })
  return rows
    .filter(({ txId }) => txId !== but)
    .map(({ createdAt, document, value, status }) => ({
      at: createdAt,
      address: String(document?.address ?? ''),
      memo: typeof document?.memo === 'string' ? document.memo : null,
      value,
      isLetGo: LET_GO.has(status),
    }))
}

/** Of a withdrawal, or of one that is only thought about: its tag may not be said yet. */
type Judged = Pick<PassedWithdrawal, 'amount' | 'withdrawable' | 'value' | 'account' | 'limit'> & {
  readonly destination: Pick<Place, 'address'> & { readonly memo: string | null | undefined }
}

/** @param but the withdrawal itself, where it was asked for before; 0 = it was not */
export async function riskOf(
  parts: CheckParts,
  asker: Asker,
  { amount, withdrawable, value, destination, account, limit }: Judged,
  but = 0,
): Promise<RiskFacts> {
  const { session } = asker
  const userId = asUserId(session.userId)
  const [earlier, entries, deviceSince] = await Promise.all([
    earlierOf(parts, userId, but),
    parts.addresses.list(userId),
    isKey(asker) ? undefined : parts.knownDevices.since(userId, session.device.identity),
  ])
  const { lock } = account
  return factsOf(
    {
      now: parts.exchange.now(),
      address: destination.address,
      memo: destination.memo,
      isSanctioned: parts.sanctions.has(destination.address),
      amount,
      withdrawable,
      value,
      earlier,
      book: entries,
      deviceSince,
      isByKey: isKey(asker),
      lock: lock === null ? null : { ...lock, isShort: isShortLock(lock.cause) },
      kycLevel: limit.level,
    },
    parts.policy(),
  )
}
