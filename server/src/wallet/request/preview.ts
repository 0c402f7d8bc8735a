/** What a withdrawal would cost and bring, without asking for it. */
import { asUserId } from '@agio/engine/ids/id.ts'
import { indexOf } from '@agio/engine/index/read-index.ts'
import { parseDecimal } from '@agio/engine/money/decimal.ts'
import { withdrawableOf } from '@agio/engine/wallet/read-wallet.ts'
import { Failure } from '../../core/failure.ts'
import type { CheckParts } from './check-parts.ts'
import { valueNow } from './checks.ts'
import { addressIn, checkDestination } from './destination.ts'
import { limitOf } from './limits.ts'
import { amountText, feeOf, type ListingPlace, placeOf } from './listing-place.ts'
import { runningLock } from './locks.ts'
import type { Asker } from './parts.ts'
import { riskOf } from './reviewer.ts'
import { reviewsOf } from './risk.ts'

export interface AskedPreview {
  readonly coinId: string
  readonly protocolType: string
  readonly address?: string | null | undefined
  readonly amount?: string | null | undefined
}

const smaller = (one: bigint, other: bigint): bigint => (one < other ? one : other)

/** The most of a coin that a value of the limit allows, in minor units, rounded down; undefined without a price. */
function withinValue({ exchange }: CheckParts, { coin }: ListingPlace, value: bigint): bigint | undefined {
  const { price } = indexOf(exchange.state, coin.assetId)
  // value at 1e-8, price at 1e-12 of a whole coin
  return price === 0n ? undefined : (value * 10n ** BigInt(coin.scale) * 10_000n) / price
}

/** To whom an address belongs, as far as it can be said without its tag. @throws Failure ADDRESS_INVALID */
async function isInternalTo(parts: CheckParts, asker: Asker, place: ListingPlace, text: string): Promise<0 | 1 | null> {
  if (place.listing.network.document.tag !== null) {
    addressIn(place.listing, text)
    return null
  }
  const { texts, exchange } = parts
  const { receiverId } = await checkDestination({ texts, state: exchange.state, book: parts.book }, asker.session.userId, place.listing, {
    address: text,
    memo: '',
  })
  return receiverId === 0 ? 0 : 1
}

/** @throws Failure COIN_NOT_FOUND, COIN_NETWORK_NOT_FOUND, ADDRESS_INVALID */
export async function previewOf(parts: CheckParts, asker: Asker, asked: AskedPreview) {
  const { exchange, accounts } = parts
  const userId = asUserId(asker.session.userId)
  const place = placeOf(parts, asked)
  const { coin, terms, listing } = place
  const isInternal = asked.address ? await isInternalTo(parts, asker, place, asked.address) : null
  const typed = parseDecimal(asked.amount ?? '0', coin.scale)
  if (typeof typed === 'string') throw new Failure('DECIMAL_SCALE', { field: 'amount', maxScale: coin.scale })
  const fee = feeOf(exchange.state, place, typed, isInternal === 1)
  const balance = withdrawableOf(exchange.state, userId, coin.assetId)
  const limit = await limitOf(parts, userId)
  const bounds = [terms.maxWithdraw === 0n ? balance : terms.maxWithdraw, withinValue(parts, place, limit.left) ?? balance]
  const account = await accounts.get(userId)
  const lock = runningLock(account, exchange.now())
  const value = valueNow(parts, place, typed)
  // Of an address that serves many its tag is asked for apart.
  const memo = listing.network.document.tag === null ? null : undefined
  const destination = { address: asked.address ?? '', memo }
  const risk = await riskOf(parts, asker, {
    amount: typed,
    assetId: coin.assetId,
    withdrawable: balance,
    value,
    account,
    limit,
    destination,
  })
  const isManual = reviewsOf(risk, parts.policy(), exchange.now()).length > 0
  const { blockMs } = listing.network.document
  return {
    fee: amountText(place, fee),
    arrivedAmount: amountText(place, typed > fee ? typed - fee : 0n),
    min: amountText(place, terms.minWithdraw),
    max: amountText(place, bounds.reduce(smaller, balance)),
    balance: amountText(place, balance),
    lockUntil: lock?.until ?? null,
    lockCause: lock?.cause ?? null,
    isInternal,
    review: isManual ? ('manual' as const) : ('auto' as const),
    // A block to be taken in and those on top of it; within the house at once.
    expectTime: isManual ? null : exchange.now() + (isInternal === 1 ? 0 : (terms.unlockAt + 1) * blockMs),
  }
}
