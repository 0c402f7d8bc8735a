/** What a withdrawal has to pass before anything is set aside, in the API's order: the first failure is the answer (WAL-017). */
import { indexOf } from '@agio/engine/index/read-index.ts'
import { limitValueNow } from '@agio/engine/wallet/read-wallet.ts'
import type { Method } from '@agio/wire/account/auth.ts'
import type { Account } from '../../auth/account/account-record.ts'
import { Failure } from '../../core/failure.ts'
import type { Halts } from '../halts.ts'
import { type CheckedDestination, checkDestination, type TypedDestination } from './destination.ts'
import { limitFailure, limitOf, type WithdrawLimit } from './limits.ts'
import { type GoodAmount, goodAmount, type ListingPlace, mustGo, mustStand, placeOf } from './listing-place.ts'
import { mustNotRest } from './locks.ts'
import type { AskedWithdrawal, Asker, RequestParts } from './parts.ts'
import type { PolicyDocument } from './policy.ts'
import { methodsFor } from './proofs.ts'
import type { Sanctions } from './sanctions.ts'
import type { AddressEntry, UserAddresses } from './user-addresses.ts'

export interface CheckParts extends RequestParts {
  readonly addresses: UserAddresses
  readonly sanctions: Sanctions
  readonly halts: Halts
  /** @throws Failure ENGINE_BUSY while nobody knows it */
  policy(): PolicyDocument
}

export interface PassedWithdrawal extends GoodAmount {
  readonly place: ListingPlace
  readonly destination: CheckedDestination
  readonly account: Account
  readonly limit: WithdrawLimit
  /** 1e-8 of the unit asset. */
  readonly value: bigint
  /** Of which codes confirm it; none of an API key, for which the key stands. */
  readonly methods: readonly Method[]
}

export const isKey = ({ session }: Asker): boolean => session.apiKeyId !== undefined

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
function mustBeListed(asker: Asker, account: Account, entry: AddressEntry | undefined, now: number): void {
  const isUsable = entry?.isWhitelisted === true && entry.effectiveAt <= now
  if (isUsable || !(account.whitelist || isKey(asker))) return
  if (entry?.isWhitelisted !== true || isKey(asker)) throw new Failure('ADDRESS_NOT_WHITELISTED')
  throw new Failure('ADDRESS_COOLDOWN', { until: entry.effectiveAt })
}

/** Nothing may leave where there is no limit to be within. @throws Failure WITHDRAW_LIMIT */
export function mustBeWithin(limit: WithdrawLimit, value: bigint): void {
  if (limit.limit === 0n || limit.used + value > limit.limit) throw limitFailure(limit)
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
  const destination = await checkDestination({ texts: parts.texts, state }, userId, place.listing, typed)
  const good = goodAmount(state, userId, place, asked.amount, destination.receiverId !== 0)
  const account = await accounts.get(userId)
  mustNotRest(account, exchange.now())
  mustBeListed(asker, account, await addresses.of(userId, destination), exchange.now())
  if (indexOf(state, place.coin.assetId).price === 0n) throw new Failure('INDEX_UNAVAILABLE')
  const value = valueNow(parts, place, good.amount)
  const limit = await limitOf(parts, userId)
  mustBeWithin(limit, value)
  const policy = parts.policy()
  if (limit.level < policy.kycLevel) throw new Failure('KYC_REQUIRED', { level: policy.kycLevel })
  if (sanctions.has(destination.address)) throw new Failure('ADDRESS_SANCTIONED')
  const methods = isKey(asker) ? [] : methodsFor(account, value, policy)
  return { ...good, place, destination, account, limit, value, methods }
}
