/** Looks up what a person should know of a withdrawal, and whether one has to look. */
import { asUserId } from '@agio/engine/ids/id.ts'
import { isShortLock } from '../../auth/factors/security-change.ts'
import { type CheckParts, isKey } from './check-parts.ts'
import type { PassedWithdrawal } from './checks.ts'
import { daySum, earlierOf } from './day-sums.ts'
import type { Asker } from './parts.ts'
import { factsOf, type Place, type RiskFacts } from './risk.ts'

/** Of a withdrawal, or of one that is only thought about: its tag may not be said yet. */
type Judged = Pick<PassedWithdrawal, 'amount' | 'withdrawable' | 'value' | 'account' | 'limit'> & {
  readonly assetId: number
  readonly destination: Pick<Place, 'address'> & { readonly memo: string | null | undefined }
}

/** @param but the withdrawal itself, where it was asked for before; 0 = it was not */
export async function riskOf(
  parts: CheckParts,
  asker: Asker,
  { amount, assetId, withdrawable, value, destination, account, limit }: Judged,
  but = 0,
): Promise<RiskFacts> {
  const { session } = asker
  const userId = asUserId(session.userId)
  const earlier = await earlierOf(parts, userId, but)
  const [sum, entries, deviceSince] = await Promise.all([
    daySum(parts, asker, { earlier, place: destination, but }),
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
      assetId,
      withdrawable,
      value,
      daySum: sum,
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
