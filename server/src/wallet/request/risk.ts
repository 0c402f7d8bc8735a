/** Why a person should look at a withdrawal before it is paid, and what he is told of it. Pure. */
import { lookAlike } from '@agio/chain/address/guard.ts'
import { type PolicyDocument, reaches } from './policy.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000

/** Where coins go. Where one address serves many, the tag says who gets them: another tag is another place. */
export interface Place {
  readonly address: string
  readonly memo: string | null
}

/** A withdrawal of the same customer that was asked for before. */
export interface EarlierWithdrawal extends Place {
  readonly at: number
  /** 1e-8 of the unit asset, when it was asked for. */
  readonly value: bigint
  readonly assetId: number
  /** Minor units. */
  readonly amount: bigint
  /** It was taken back, rejected, ran out or failed. */
  readonly isNothing: boolean
  /** Proven, and let go by rule or person; not what merely waits for codes or a decision, nor what came to nothing. */
  readonly isLetGo: boolean
}

export interface RiskSources {
  /** ms */
  readonly now: number
  readonly address: string
  /** Undefined while it is not said yet: any is taken for it. */
  readonly memo: string | null | undefined
  /** Nobody may send there. */
  readonly isSanctioned: boolean
  /** Minor units, and what of the coin may leave. */
  readonly amount: bigint
  readonly withdrawable: bigint
  readonly assetId: number
  /** 1e-8 of the unit asset. */
  readonly value: bigint
  /** The largest sum of 24 hours by customer, address or device, this one not counted. */
  readonly daySum: bigint
  /** Newest first; undefined where history could not be read. */
  readonly earlier: readonly EarlierWithdrawal[] | undefined
  /** Places in the customer's book, this one among them where it is. */
  readonly book: readonly Place[]
  /** When the device was first known, ms; undefined of an API key, which has none. */
  readonly deviceSince: number | undefined
  readonly isByKey: boolean
  /** The newest lock of withdrawals, over or not; null = there was none. A short one is over when it ends. */
  readonly lock: { readonly until: number; readonly cause: string; readonly isShort: boolean } | null
  readonly kycLevel: number
}

/** As the withdrawal's document keeps them. Nothing in it says who somebody is. */
export interface RiskFacts {
  readonly isByKey: boolean
  readonly isNewDevice: boolean
  readonly isNewAddress: boolean
  readonly isInBook: boolean
  /** Its address came on the list since it was asked for. */
  readonly isSanctioned: boolean
  /** It looks like an address that is known and is another one. */
  readonly looksLikeKnown: boolean
  /** Nothing was let go before. */
  readonly isFirst: boolean
  /** Asked for in the 24 hours before, this one not counted. */
  readonly lastDay: number
  /** Of the earlier ones, 1e-8 of the unit asset as text; null = none. */
  readonly averageValue: string | null
  readonly value: string
  /** With what was asked for within 24 hours by the same customer, to the address or from the device: what thresholds look at. */
  readonly dayValue: string
  /** With what of the coin left within 24 hours, of what could leave, percent, rounded down. */
  readonly sharePercent: number
  readonly lockUntil: number | null
  readonly lockCause: string | null
  readonly isLockShort: boolean
  readonly kycLevel: number
  /** Nobody could look at what was before. */
  readonly isHistoryMissing: boolean
}

/** Why a person has to look at one. */
export type Review = 'sanctioned' | 'large' | 'first' | 'newAddress' | 'newDevice' | 'lock' | 'share' | 'velocity' | 'historyMissing'

export function factsOf(sources: RiskSources, { newDeviceHours }: PolicyDocument): RiskFacts {
  const { now, address, memo, amount, assetId, withdrawable, value, daySum, book, deviceSince, isByKey, lock, kycLevel, isSanctioned } =
    sources
  const earlier = sources.earlier ?? []
  // What nobody proved anybody may ask for, to any address: it makes nothing known.
  const done = earlier.filter(({ isLetGo }) => isLetGo)
  const isThere = (place: Place): boolean => place.address === address && (memo === undefined || place.memo === memo)
  // what was let go within the day makes nothing known yet: the first one in parts is the first one
  const before = done.filter(({ at }) => at <= now - DAY_MS)
  const left = earlier
    .filter((one) => one.at > now - DAY_MS && one.assetId === assetId && !one.isNothing)
    .reduce((total, one) => total + one.amount, 0n)
  const sum = done.reduce((total, one) => total + one.value, 0n)
  return {
    isByKey,
    isNewDevice: !isByKey && (deviceSince === undefined || now - deviceSince < newDeviceHours * HOUR_MS),
    isNewAddress: !before.some(isThere),
    isInBook: book.some(isThere),
    isSanctioned,
    looksLikeKnown: [...book, ...done].some((one) => lookAlike(one.address, address)),
    isFirst: sources.earlier !== undefined && before.length === 0,
    lastDay: earlier.filter(({ at }) => at > now - DAY_MS).length,
    // Rounded down: a figure to compare by.
    averageValue: done.length === 0 ? null : String(sum / BigInt(done.length)),
    value: String(value),
    dayValue: String(daySum + value),
    sharePercent: withdrawable + left === 0n ? 100 : Number(((amount + left) * 100n) / (withdrawable + left)),
    lockUntil: lock?.until ?? null,
    lockCause: lock?.cause ?? null,
    isLockShort: lock?.isShort ?? false,
    kycLevel,
    isHistoryMissing: sources.earlier === undefined,
  }
}

/** Empty: nobody has to look. @param now ms */
export function reviewsOf(facts: RiskFacts, policy: PolicyDocument, now: number): readonly Review[] {
  const value = BigInt(facts.dayValue)
  const restMs = facts.isLockShort ? 0 : policy.afterLockHours * HOUR_MS
  const isAfterLock = facts.lockUntil !== null && now < facts.lockUntil + restMs
  const rules: readonly (readonly [Review, boolean])[] = [
    ['sanctioned', facts.isSanctioned],
    ['large', reaches(policy.reviewFrom, value)],
    ['first', facts.isFirst && reaches(policy.reviewFirstFrom, value)],
    ['newAddress', facts.isNewAddress && reaches(policy.reviewNewAddressFrom, value)],
    ['newDevice', facts.isNewDevice && reaches(policy.reviewNewDeviceFrom, value)],
    ['lock', isAfterLock && reaches(policy.reviewAfterLockFrom, value)],
    ['share', facts.sharePercent >= policy.sharePercent && reaches(policy.reviewShareFrom, value)],
    ['velocity', facts.lastDay >= policy.perDay],
    ['historyMissing', facts.isHistoryMissing],
  ]
  return rules.filter(([, holds]) => holds).map(([review]) => review)
}
