/** What a withdrawal has to pass before anything is set aside, in the API's order: the first failure is the answer (WAL-017). */

import type { AssetId } from '@agio/engine/ids/id.ts'
import { indexOf } from '@agio/engine/index/read-index.ts'
import { limitValueNow } from '@agio/engine/wallet/read-wallet.ts'
import type { Method } from '@agio/wire/account/auth.ts'
import type { Account } from '../../auth/account/account-record.ts'
import { Failure } from '../../core/failure.ts'
import { isUsable } from './address-view.ts'
import { type CheckParts, isKey } from './check-parts.ts'
import { daySum, earlierOf, toAddress } from './day-sums.ts'
import { type CheckedDestination, checkDestination, type TypedDestination } from './destination.ts'
import { limitFailure, limitOf, type WithdrawLimit } from './limits.ts'
import { type GoodAmount, goodAmount, type ListingPlace, mustGo, mustStand, placeOf } from './listing-place.ts'
import { mustNotRest } from './locks.ts'
import type { AskedWithdrawal, Asker, RequestParts } from './parts.ts'
import { methodsFor } from './proofs.ts'
import type { AddressEntry } from './user-addresses.ts'

export interface PassedWithdrawal extends GoodAmount {
  readonly assetId: AssetId
  readonly place: ListingPlace
  readonly destination: CheckedDestination
  readonly account: Account
  readonly limit: WithdrawLimit
  /** 1e-8 of the unit asset. */
  readonly value: bigint
  /** Of which codes confirm it; none of an API key, for which the key stands. */
  readonly methods: readonly Method[]
}

/** What an amount counts for the limit now, 1e-8 of the unit asset. */
export const valueNow = ({ exchange }: Pick<RequestParts, 'exchange'>, { coin }: ListingPlace, amount: bigint): bigint =>
  limitValueNow(exchange.state, coin.assetId, amount)

/** @throws Failure ADDRESS_NOT_FOUND */
async function typedIn(
  { addresses }: CheckParts,
  { session }: Asker,
  place: ListingPlace,
  asked: AskedWithdrawal,
): Promise<TypedDestination> {
  if (asked.addressId == null) return { address: asked.address ?? '', memo: asked.memo ?? '' }
  const entry = await addresses.find(session.userId, asked.addressId)
  const { assetId, network } = place.listing
  if (entry?.assetId !== assetId || entry.networkId !== network.networkId) throw new Failure('ADDRESS_NOT_FOUND')
  return { address: entry.address, memo: entry.memo ?? '' }
}

/** @throws Failure ADDRESS_NOT_WHITELISTED, ADDRESS_COOLDOWN */
export function mustBeListed(asker: Asker, account: Account, entry: AddressEntry | undefined, now: number): void {
  const onlyListed = account.whitelist || isKey(asker)
  if (!onlyListed || (entry !== undefined && isUsable(entry, { onlyListed, now }))) return
  if (entry?.isWhitelisted !== true || isKey(asker)) throw new Failure('ADDRESS_NOT_WHITELISTED')
  throw new Failure('ADDRESS_COOLDOWN', { until: entry.effectiveAt })
}

/** Nothing may leave where there is no limit to be within. @throws Failure WITHDRAW_LIMIT */
export function mustBeWithin(limit: WithdrawLimit, value: bigint): void {
  if (limit.limit === 0n || limit.used + value > limit.limit) throw limitFailure(limit)
}

/** What the second factor looks at: the largest sum of 24 hours with it; undefined where nobody knows what it is worth. */
async function thresholdValue(
  parts: CheckParts,
  asker: Asker,
  { assetId, destination, value }: Pick<PassedWithdrawal, 'assetId' | 'destination' | 'value'>,
): Promise<bigint | undefined> {
  if (indexOf(parts.exchange.state, assetId).price === 0n) return undefined
  const earlier = await earlierOf(parts, asker.session.userId, 0)
  return value + (await daySum(parts, asker, { earlier, place: destination, but: 0 }))
}

/** Level 0 is anybody's for a mail address: its limit counts what anybody sent to one place too. @throws Failure WITHDRAW_LIMIT */
export async function mustBeWithinAt(
  parts: CheckParts,
  limit: WithdrawLimit,
  place: Parameters<typeof toAddress>[1],
  value: bigint,
  but: number,
): Promise<void> {
  if (limit.level !== 0 || parts.models.rebuilding() !== null) return
  const now = parts.exchange.now()
  const used = await toAddress(parts, place, { from: now - limit.windowMs, to: now }, but)
  if (used + value > limit.limit) throw limitFailure({ ...limit, used })
}

/** @throws Failure in the API's order */
export async function checkRequest(parts: CheckParts, asker: Asker, asked: AskedWithdrawal): Promise<PassedWithdrawal> {
  const { exchange, accounts, addresses, sanctions, halts } = parts
  const { state } = exchange
  const { userId } = asker.session
  const place = placeOf(parts, asked)
  mustGo(place, halts)
  mustStand(state, userId)
  const typed = await typedIn(parts, asker, place, asked)
  const destination = await checkDestination({ texts: parts.texts, state, book: parts.book }, userId, place.listing, typed)
  const good = goodAmount(state, userId, place, asked.amount, destination.receiverId !== 0)
  const account = await accounts.get(userId)
  mustNotRest(account, exchange.now())
  mustBeListed(asker, account, await addresses.of(userId, destination), exchange.now())
  // without a price it counts nothing here, and a person looks at it: the engine sees to that
  const value = valueNow(parts, place, good.amount)
  const limit = await limitOf(parts, userId)
  mustBeWithin(limit, value)
  await mustBeWithinAt(parts, limit, destination, value, 0)
  const policy = parts.policy()
  if (limit.level < policy.kycLevel) throw new Failure('KYC_REQUIRED', { level: policy.kycLevel })
  if (sanctions.has(destination.address)) throw new Failure('ADDRESS_SANCTIONED')
  const { assetId } = place.coin
  const methods = isKey(asker) ? [] : methodsFor(account, await thresholdValue(parts, asker, { assetId, destination, value }), policy)
  return { ...good, assetId, place, destination, account, limit, value, methods }
}
