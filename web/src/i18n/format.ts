/**
 * Numbers and times as people read them. Decimals arrive as strings and never become floats: Intl formats decimal strings exactly.
 * Digits are Latin and the calendar is Gregorian in every language, so that prices and days can be compared across languages and with
 * exported files; grouping, words and the order of a date's parts follow the language.
 */
import { directionOf, intlTag, wireLocale } from './locale.ts'

const MINUS = '\u2212'
const numberFormats = new Map<string, Intl.NumberFormat>()
const dateFormats = new Map<string, Intl.DateTimeFormat>()

/** Ends every language tag that formats are made with. */
export const GREGORIAN_LATIN = '-u-ca-gregory-nu-latn'

function tag(): string {
  return intlTag(wireLocale()) + GREGORIAN_LATIN
}

function numberFormat(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${tag()} ${JSON.stringify(options)}`
  const known = numberFormats.get(key) ?? new Intl.NumberFormat(tag(), options)
  numberFormats.set(key, known)
  return known
}

function dateFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${tag()} ${JSON.stringify(options)}`
  const known = dateFormats.get(key) ?? new Intl.DateTimeFormat(tag(), options)
  dateFormats.set(key, known)
  return known
}

export interface NumberStyle {
  /** Exactly this many decimals; absent: as many as the value has. Longer values are cut towards zero unless `round` is set. */
  readonly scale?: number
  /** Half-up instead of cutting: for estimates only, never for balances. */
  readonly round?: boolean
  /** `always` writes a plus sign too, except on zero. */
  readonly sign?: 'always' | 'negative'
}

const DECIMAL = /^-?\d+(\.\d+)?$/
/** Languages that group by three with a comma and have a decimal point: their numbers are written without Intl, whose first use costs ms. */
const PLAIN: ReadonlySet<string> = new Set(['en', 'zh', 'ja', 'ko', 'ar'])
const MOST_DECIMALS = 18

const plain = (): boolean => PLAIN.has(wireLocale().slice(0, 2))

/** `12345` as `12,345`. */
function grouped(whole: string): string {
  let text = whole.slice(-3)
  for (let end = whole.length - 3; end > 0; end -= 3) text = `${whole.slice(Math.max(0, end - 3), end)},${text}`
  return text
}

/** A magnitude with `decimals` decimals, cut or rounded half up; without them its own decimals, ending zeros dropped. */
function plainText(magnitude: string, decimals: number | undefined, round: boolean): string {
  const [whole = '0', fraction = ''] = magnitude.split('.', 2)
  const length = decimals ?? MOST_DECIMALS
  const kept = fraction.slice(0, length).padEnd(decimals ?? 0, '0')
  const up = round && (fraction[length] ?? '0') >= '5' ? 1n : 0n
  const digits = (BigInt(whole + kept) + up).toString().padStart(kept.length + 1, '0')
  const point = digits.length - kept.length
  const after = decimals === undefined ? digits.slice(point).replace(/0+$/, '') : digits.slice(point)
  return grouped(digits.slice(0, point)) + (after === '' ? '' : `.${after}`)
}

function intlText(magnitude: string, decimals: number | undefined, round: boolean): string {
  const digits =
    decimals === undefined ? { maximumFractionDigits: MOST_DECIMALS } : { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
  const format = numberFormat({ ...digits, roundingMode: round ? 'halfExpand' : 'trunc' })
  return format.format(magnitude as Intl.StringNumericLiteral)
}

/** A decimal string with grouping. Anything that is not a decimal becomes `--`, the mark for an undefined price. */
export function formatNumber(value: string, style: NumberStyle = {}): string {
  if (!DECIMAL.test(value)) return '--'
  const magnitude = value.startsWith('-') ? value.slice(1) : value
  const text = (plain() ? plainText : intlText)(magnitude, style.scale, style.round === true)
  const zero = /^[0.,\s\u00a0\u202f]+$/.test(text)
  const negative = value.startsWith('-')
  return `${zero ? '' : negative ? MINUS : style.sign === 'always' ? '+' : ''}${text}`
}

/** What stands before the decimals of every number that the page shows. */
export function decimalMark(): '.' | ',' {
  return formatNumber('0.5').includes(',') ? ',' : '.'
}

/** Languages that set the percent sign off with a space, and those that write it before the number; all others put it right behind. */
const SPACED_PERCENT: ReadonlySet<string> = new Set(['es', 'ru'])
const LEADING_PERCENT: ReadonlySet<string> = new Set(['tr'])

/** A formatted number with the percent sign where the language puts it: `4.07%`, `4,07 %`, `+%4,07`. */
export function inPercent(text: string): string {
  const lang = wireLocale().slice(0, 2)
  if (text === '--') return text
  if (LEADING_PERCENT.has(lang)) return text.replace(/^[+\u2212]?/, '$&%')
  return `${text}${SPACED_PERCENT.has(lang) ? '\u00a0' : ''}%`
}

/** A percentage given in percent (`"-0.62"` → `−0.62%`), always with its sign and two decimals. */
export function formatPercent(percent: string): string {
  return inPercent(formatNumber(percent, { scale: 2, round: true, sign: 'always' }))
}

/** A fraction in percent, whole: `"0.00075"` → `000.075`. */
function percentOf(fraction: string): string {
  const [whole = '0', digits = ''] = fraction.split('.', 2)
  return `${whole}${digits.slice(0, 2).padEnd(2, '0')}.${digits.slice(2)}0`
}

/** A fee rate given as a fraction, as a percentage with two decimals or as many more as it has: `"0.001"` → `0.10%`, `"0.00075"` → `0.075%`. */
export function formatRate(fraction: string): string {
  if (!DECIMAL.test(fraction)) return '--'
  const percent = percentOf(fraction)
  const decimals = percent.replace(/^.*\./, '').replace(/0+$/, '').length
  return inPercent(formatNumber(percent, { scale: Math.max(2, decimals) }))
}

/** A fraction in percent with a fixed count of decimals, cut: `"0.167712"` → `16.77%`. */
export function formatShare(fraction: string, style: NumberStyle = {}): string {
  return DECIMAL.test(fraction) ? inPercent(formatNumber(percentOf(fraction), { scale: 2, ...style })) : '--'
}

/** A yearly rate to be compared at a glance: two decimals, halves up; one that would look like nothing keeps all that it has. */
export function formatYearlyRate(fraction: string): string {
  if (!DECIMAL.test(fraction)) return '--'
  const text = formatNumber(percentOf(fraction), { scale: 2, round: true })
  return /[1-9]/.test(text) ? inPercent(text) : formatRate(fraction)
}

const UNITS = ['', 'K', 'M', 'B', 'T'] as const

/** `1234567` as `1.2M`, at most `decimals` decimals, halves rounded up, without ending zeros. */
function englishCompact(value: string, decimals: number): string {
  const [whole = '0', fraction = ''] = value.replace(/^0+(?=\d)/, '').split('.', 2)
  const unit = Math.floor((whole.length - 1) / 3)
  const digits = whole + fraction
  const point = whole.length - unit * 3
  const text = plainText(`${digits.slice(0, point)}.${digits.slice(point)}`, decimals, true)
  const next = UNITS[unit + 1]
  if (text.startsWith('1,000') && next !== undefined) return `1${next}`
  return `${text.includes('.') ? text.replace(/\.?0+$/, '') : text}${UNITS[unit] ?? ''}`
}

/** Numbers stand in boxes that run left to right; a text of numbers and words does not where the language runs right to left. */
function inReadingOrder(text: string): string {
  return directionOf(wireLocale()) === 'rtl' ? `\u2067${text}\u2069` : text
}

/** Large amounts for tables: 1.23B, 684.2M. */
export function formatCompact(value: string): string {
  if (!DECIMAL.test(value)) return '--'
  const wide = value.replace('-', '').split('.')[0]?.length ?? 0
  if (wireLocale().startsWith('en') && wide <= 15 && !value.startsWith('-')) return englishCompact(value, wide > 9 ? 2 : 1)
  const text = numberFormat({ notation: 'compact', maximumFractionDigits: wide > 9 ? 2 : 1 }).format(value as Intl.StringNumericLiteral)
  return /\p{L}/u.test(text) ? inReadingOrder(text) : text
}

/** A count of things. */
export function formatCount(count: number): string {
  return numberFormat({ maximumFractionDigits: 0 }).format(count)
}

/** `30 days`, in the words and forms of the language. */
export function formatDays(days: number): string {
  return numberFormat({ style: 'unit', unit: 'day', unitDisplay: 'long' }).format(days)
}

/** A short text that stays on one line inside a longer one. */
export const together = (text: string): string => text.replaceAll(' ', '\u00a0')

/** Money in the chosen currency, two decimals, its symbol in front: `$67,391.50`. Amounts under one keep four significant digits. */
export function formatFiat(amount: string, symbol: string): string {
  if (!DECIMAL.test(amount)) return '--'
  const small = /^-?0\./.test(amount) && !/^-?0\.0*$/.test(amount)
  if (!small && plain()) return `${amount.startsWith('-') ? MINUS : ''}${symbol}${plainText(amount.replace('-', ''), 2, true)}`
  const options: Intl.NumberFormatOptions = small ? { maximumSignificantDigits: 4 } : { minimumFractionDigits: 2, maximumFractionDigits: 2 }
  const magnitude = amount.replace('-', '') as Intl.StringNumericLiteral
  return `${amount.startsWith('-') ? MINUS : ''}${symbol}${numberFormat(options).format(magnitude)}`
}

/** `Jul 14` in the language of the page, in the user's zone. */
export function formatDay(time: number): string {
  return dateFormat({ month: 'short', day: 'numeric' }).format(time)
}

/** `Jul 14, 2026`. */
export function formatDate(time: number): string {
  return dateFormat({ year: 'numeric', month: 'short', day: 'numeric' }).format(time)
}

/** `16:31:02`, or `16:31` without seconds; 24 hours in every language. */
export function formatTime(time: number, seconds = true): string {
  return dateFormat({ hour: '2-digit', minute: '2-digit', ...(seconds ? { second: '2-digit' } : {}), hourCycle: 'h23' }).format(time)
}

/** `Jul 14 16:31:02`. */
export function formatDayTime(time: number): string {
  return inReadingOrder(`${formatDay(time)} ${formatTime(time)}`)
}

/** `16:40 UTC`. */
export function formatTimeUtc(time: number): string {
  return `${dateFormat({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: 'UTC' }).format(time)} UTC`
}

/** `Jul 14` of UTC: for days that the product counts, which are the same for everybody. */
export function formatDayUtc(time: number): string {
  return dateFormat({ month: 'short', day: 'numeric', timeZone: 'UTC' }).format(time)
}

/** `Jul 14, 08:00 UTC`. */
export function formatMomentUtc(time: number): string {
  const text = dateFormat({ month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: 'UTC' }).format(
    time,
  )
  return inReadingOrder(`${text} UTC`)
}

/** `August 2026`, of UTC. */
export function formatMonthUtc(time: number): string {
  return dateFormat({ year: 'numeric', month: 'long', timeZone: 'UTC' }).format(time)
}

/** `Mo`, of UTC. */
export function formatWeekdayUtc(time: number): string {
  return dateFormat({ weekday: 'short', timeZone: 'UTC' }).format(time)
}

/** `Jul 14, 2026, 16:31:02 UTC`: a moment that others have to find again. */
export function formatFullUtc(time: number): string {
  const day = dateFormat({ year: 'numeric', month: 'short', day: 'numeric', timeZone: 'UTC' }).format(time)
  const clock = dateFormat({ hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23', timeZone: 'UTC' }).format(time)
  return inReadingOrder(`${day}, ${clock} UTC`)
}

/** Decimals of the ledger. */
const LEDGER_SCALE = 8

/** An amount in a column of a list: as many decimals as the ledger has, so that points stand below each other; zero is `0`. */
export function formatLedger(amount: string, sign: NumberStyle['sign'] = 'negative'): string {
  return DECIMAL.test(amount) && !/[1-9]/.test(amount) ? '0' : formatNumber(amount, { scale: LEDGER_SCALE, sign })
}

/** Words inside a sentence, in the direction of their first letter: a day by its name, a pair by its codes. */
export function ownDirection(text: string): string {
  return `\u2068${text}\u2069`
}

/** A number inside a sentence, kept left to right by isolate marks. */
export function isolated(text: string): string {
  return `\u2066${text}\u2069`
}

/** A price with as many decimals as it comes with: where prices change in place, none drops its last zeros. */
export const formatPrice = (price: string): string => formatNumber(price, { scale: decimalsOf(price) })

/** A price of a contract or pair: the decimals of its step, and more where a mean has them. */
export const formatPriceAt = (price: string, scale: number): string => formatNumber(price, { scale: Math.max(scale, decimalsOf(price)) })

export const decimalsOf = (decimal: string): number => decimal.split('.')[1]?.length ?? 0

/** A formatted amount and its unit inside a sentence: left to right, and never on two lines. */
export function withUnit(amount: string, unit: string): string {
  return isolated(`${amount}\u00a0${unit}`)
}
