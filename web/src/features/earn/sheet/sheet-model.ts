/** Bounds of a purchase, what an amount would earn day by day, and the months of its payouts. Pure; decimal strings in and out. */
import { formatDecimal } from '@agio/engine/money/decimal.ts'
import type { Product } from '@agio/wire/earn/types.ts'
import { compare, floorToStep, isOnStep, isPositive, least, minus, plus, units } from '../../../data/amounts.ts'
import { earnedByDay, tiersOf } from '../../../data/earn/interest.ts'
import type { Entry } from '../../../data/typed-amount.ts'
import { daysShown } from '../earn-model.ts'

export const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

/** What a purchase is bound by. */
export interface Bounds {
  readonly min: string
  /** "0": no bound. */
  readonly max: string
  readonly step: string
  readonly userQuotaLeft: string
  readonly leftQuota: string
  /** Of the account that pays. */
  readonly balance: string
}

/** The most that one person may put in now, whatever the balance. */
export function mostAllowed({ min, max, step, userQuotaLeft, leftQuota }: Bounds): string {
  const quota = least(userQuotaLeft, leftQuota)
  return floorToStep(isPositive(max) ? least(quota, max) : quota, min, step)
}

export const mostPayable = (bounds: Bounds): string => floorToStep(least(mostAllowed(bounds), bounds.balance), bounds.min, bounds.step)

/** Where the slider ends: at what can be paid, as long as that is enough for any purchase. */
export const reachOf = (bounds: Bounds): string => (isPositive(mostPayable(bounds)) ? mostPayable(bounds) : mostAllowed(bounds))

export type AmountFault =
  | 'empty'
  | 'marks'
  | 'notANumber'
  | 'tooFine'
  | 'tooLittle'
  | 'step'
  | 'tooMuch'
  | 'userQuota'
  | 'quota'
  | 'balance'

/** The first bound that an amount is outside of. @param amount of the entry, where it is one */
export function faultOf(entry: Entry, amount: string, bounds: Bounds): AmountFault | undefined {
  if (entry.kind === 'empty') return 'empty'
  if (entry.kind === 'nothing') return 'tooLittle'
  if (entry.kind !== 'amount') return entry.kind
  if (compare(amount, bounds.min) < 0) return 'tooLittle'
  if (!isOnStep(amount, bounds.step)) return 'step'
  if (isPositive(bounds.max) && compare(amount, bounds.max) > 0) return 'tooMuch'
  if (compare(amount, bounds.userQuotaLeft) > 0) return 'userQuota'
  if (compare(amount, bounds.leftQuota) > 0) return 'quota'
  return compare(amount, bounds.balance) > 0 ? 'balance' : undefined
}

/** Parts of the slider. */
export const SLIDER_PARTS = 1000

/** The amount at a place of the slider, on a step between the least and the slider's end. */
export function amountAt(place: number, bounds: Bounds): string {
  const most = reachOf(bounds)
  if (place >= SLIDER_PARTS) return most
  const reach = units(minus(most, bounds.min))
  const raw = units(bounds.min) + (reach * BigInt(Math.max(0, place))) / BigInt(SLIDER_PARTS)
  return floorToStep(formatDecimal(raw, 18), bounds.min, bounds.step) === '0'
    ? bounds.min
    : floorToStep(formatDecimal(raw, 18), bounds.min, bounds.step)
}

/** The slider's place of an amount. */
export function placeOf(amount: string, bounds: Bounds): number {
  const reach = units(minus(reachOf(bounds), bounds.min))
  const above = units(minus(amount, bounds.min))
  if (reach <= 0n || above <= 0n) return 0
  const place = Number((above * BigInt(SLIDER_PARTS)) / reach)
  return Math.min(SLIDER_PARTS, place)
}

export interface Projection {
  /** What is earned in all by the end of each day of interest, decimal strings. */
  readonly earned: readonly string[]
  /** The first day of interest begins at, ms. */
  readonly start: number
  /** When everything is back; of a product without an end the last day that is shown. */
  readonly end: number
}

export function project(product: Product, amount: string, scale: number, interestStart: number, expireTime: number | null): Projection {
  const days = daysShown(product)
  const minor = units(amount) / 10n ** BigInt(18 - scale)
  const earned = earnedByDay(minor, tiersOf(product, scale), days, product.payoutMode === 1).map((sum) => formatDecimal(sum, scale))
  return { earned, start: interestStart, end: expireTime ?? interestStart + days * DAY_MS }
}

/** What comes back when it is taken out after so many days of interest. Of a fixed product all interest is forfeited until its end. */
export function backAfter(product: Product, amount: string, days: number, { earned }: Projection): string {
  const whole = earned[Math.min(days, earned.length) - 1] ?? '0'
  if (product.termDays === 0 || days >= earned.length) return plus(amount, whole)
  return amount
}

/** Until when one may decide what happens at the end. */
export const renewableUntil = (expireTime: number): number => expireTime - HOUR_MS

/** When interest first comes: of every day at midnight after the first day of it, else at the end. */
export const firstPayout = (product: Product, interestStart: number, expireTime: number | null): number =>
  product.payoutMode === 1 || expireTime === null ? interestStart + DAY_MS : expireTime

export type DayMark = 'earning' | 'payout' | 'back'

export interface CalendarDay {
  /** Midnight UTC, ms. */
  readonly at: number
  readonly date: number
  readonly mark: DayMark | undefined
}

const monthStart = (time: number, later = 0): number => {
  const date = new Date(time)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + later)
}

/** First days of the months from the first day of interest to the end. */
export function monthsOf({ start, end }: Projection): readonly number[] {
  const months: number[] = []
  for (let month = monthStart(start); month <= end; month = monthStart(month, 1)) months.push(month)
  return months
}

/** Weeks of a month, Monday first; days of other months are empty. */
export function weeksOf(month: number, product: Product, { start, end }: Projection): readonly (readonly (CalendarDay | undefined)[])[] {
  const endDay = Math.floor(end / DAY_MS) * DAY_MS
  const firstPaid = Math.floor(firstPayout(product, start, product.termDays === 0 ? null : end) / DAY_MS) * DAY_MS
  const markOf = (at: number): DayMark | undefined => {
    if (product.termDays > 0 && at === endDay) return 'back'
    if (at < start || at > endDay) return undefined
    return product.payoutMode === 1 && at >= firstPaid ? 'payout' : 'earning'
  }
  const next = monthStart(month, 1)
  const lead = (new Date(month).getUTCDay() + 6) % 7
  const cells: (CalendarDay | undefined)[] = Array.from({ length: lead }, () => undefined)
  for (let at = month; at < next; at += DAY_MS) cells.push({ at, date: new Date(at).getUTCDate(), mark: markOf(at) })
  while (cells.length % 7 > 0) cells.push(undefined)
  return Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7))
}

const OF_AMOUNT: ReadonlySet<string> = new Set(['PURCHASE_RANGE', 'PURCHASE_STEP', 'USER_QUOTA', 'BALANCE_INSUFFICIENT', 'DECIMAL_SCALE'])

/** Whether a purchase was refused for its amount. */
export const isOfAmount = (name: string): boolean => OF_AMOUNT.has(name)
