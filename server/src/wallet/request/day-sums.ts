/**
 * What was asked for within 24 hours: by the customer, to the address by anybody, and from the device. Thresholds look at the largest of the
 * three sums and not at one request, so that nothing passes in parts.
 */
import type { UserId } from '@agio/engine/ids/id.ts'
import { PositionTimeout } from '../../projections/thread/projection-position.ts'
import type { CheckParts } from './check-parts.ts'
import type { Asker } from './parts.ts'
import type { EarlierWithdrawal, Place } from './risk.ts'

const DAY_MS = 86_400_000
/** Newest withdrawals to an address that are looked at. */
const LOOKED_AT = 500
/** Statuses in which somebody proved that he wants it. */
const PROVEN: ReadonlySet<string> = new Set(['verified', 'review', 'approved', 'queued', 'signing', 'broadcast', 'confirming', 'completed'])

/** Newest withdrawals that are looked at. */
const OWN_LOOKED_AT = 100
const WAIT_MS = 2000
const LET_GO: ReadonlySet<string> = new Set(['approved', 'queued', 'signing', 'broadcast', 'confirming', 'completed'])

const NOTHING: ReadonlySet<string> = new Set(['canceled', 'rejected', 'expired', 'failed'])

/** Undefined where history cannot be read now. @param but a withdrawal that is not counted */
export async function earlierOf(
  { models, exchange }: CheckParts,
  userId: UserId,
  but: number,
): Promise<readonly EarlierWithdrawal[] | undefined> {
  if (models.rebuilding() !== null) return undefined
  try {
    await models.reached(exchange.durableSeq, WAIT_MS)
  } catch (error) {
    if (error instanceof PositionTimeout) return undefined
    throw error
  }
  const { rows } = await models.walletTxs({ userId, kinds: ['withdrawal'], pageNo: 1, pageSize: OWN_LOOKED_AT })
  return rows
    .filter(({ txId }) => txId !== but)
    .map(({ createdAt, document, value, status, assetId, amount }) => ({
      assetId,
      amount,
      isNothing: NOTHING.has(status),
      at: createdAt,
      address: String(document?.address ?? ''),
      memo: typeof document?.memo === 'string' ? document.memo : null,
      value,
      isLetGo: LET_GO.has(status),
    }))
}

const total = (all: readonly { readonly value: bigint }[]): bigint => all.reduce((sum, { value }) => sum + value, 0n)
const larger = (one: bigint, other: bigint): bigint => (one > other ? one : other)

/** Of the customer: what did not come to nothing. */
export const ofCustomer = (earlier: readonly EarlierWithdrawal[], now: number): bigint =>
  total(earlier.filter(({ at, isNothing }) => at > now - DAY_MS && !isNothing))

/** To one place within a time, by anybody who proved that he wants it. History is what `earlierOf` waited for. */
export async function toAddress(
  { models }: Pick<CheckParts, 'models'>,
  { address, memo }: Pick<Place, 'address'> & { readonly memo: string | null | undefined },
  range: { readonly from: number; readonly to: number },
  but: number,
): Promise<bigint> {
  if (address === '') return 0n
  const { rows } = await models.walletTxs({ kinds: ['withdrawal'], address, range, pageNo: 1, pageSize: LOOKED_AT })
  return total(
    rows.filter(({ txId, status, document }) => txId !== but && PROVEN.has(status) && (memo === undefined || document?.memo === memo)),
  )
}

/** The largest of the three sums, the request itself not counted. */
export async function daySum(
  parts: CheckParts,
  asker: Asker,
  {
    earlier,
    place,
    but,
  }: { readonly earlier: readonly EarlierWithdrawal[] | undefined; readonly place: Parameters<typeof toAddress>[1]; readonly but: number },
): Promise<bigint> {
  const now = parts.exchange.now()
  const fromDevice = asker.session.apiKeyId === undefined ? parts.deviceSums.of(parts, asker.session.device.identity, but) : 0n
  if (earlier === undefined) return fromDevice
  const toPlace = await toAddress(parts, place, { from: now - DAY_MS, to: now }, but)
  return larger(ofCustomer(earlier, now), larger(fromDevice, toPlace))
}
