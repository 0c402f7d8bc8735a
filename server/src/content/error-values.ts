/**
 * The facts of a failure in words: a person reads "authenticator, e-mail" and "256 kB", never the names that programs use. Programs find
 * those in `params`.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DEFAULT_LANGUAGE } from '@agio/wire/headers.ts'
import { byLanguage } from './by-language.ts'

type Words = Readonly<Record<string, string>>

const DIR = join(import.meta.dirname, 'error-words')

/** Words of programs by language, read once: `method.google`, `permission.read`, `field.price`. */
const words: ReadonlyMap<string, Words> = new Map(
  readdirSync(DIR).map((file) => [file.replace(/\.json$/, ''), JSON.parse(readFileSync(join(DIR, file), 'utf8')) as Words] as const),
)

/** From which list of words a fact takes its word. */
const WORDED: Readonly<Record<string, string>> = {
  methods: 'method',
  method: 'method',
  channel: 'method',
  permission: 'permission',
  field: 'field',
  issues: 'field',
}

const MOMENT = /^(until|since|validTimestamp)$|[tT]ime$/
/** Smaller numbers are spans or counts, not moments. */
const MOMENT_MIN = 1e11
const DECIMAL = /^-?\d+(\.\d+)?$/
/** Facts that the caller named are repeated as they were written, even when they look like numbers. */
const AS_WRITTEN: ReadonlySet<string> = new Set(['key', 'ch', 'ip', 'symbol', 'coin', 'coinName', 'send', 'receive', 'memoName'])
/** Bounds for which zero means no bound: they are not mentioned. */
const ZERO_IS_NONE: ReadonlySet<string> = new Set(['minTradeU', 'maxTradeU'])
/** The distance of a trailing order travels in hundredths of a percent and is typed in percent. */
const IN_BASIS_POINTS: ReadonlySet<string> = new Set(['TRAILING_DELTA_RANGE'])
const BYTES_IN_KILOBYTE = 1024

const tagOf = (language: string): string => `${language.replace('_', '-')}-u-ca-gregory-nu-latn`

/** UTC, so that the sentence is true wherever it is read. */
const moments = byLanguage(
  (tag) =>
    new Intl.DateTimeFormat(tag, {
      year: 'numeric',
      month: 'short',
      day: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      timeZone: 'UTC',
      timeZoneName: 'short',
    }),
)
const lists = byLanguage((tag) => new Intl.ListFormat(tag, { type: 'unit' }))
const regions = byLanguage((tag) => new Intl.DisplayNames([tag], { type: 'region' }))
const numbers = byLanguage((tag) => new Intl.NumberFormat(tag, { maximumFractionDigits: 18 }))
const percents = byLanguage((tag) => new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 2 }))
const kilobytes = byLanguage((tag) => new Intl.NumberFormat(tag, { style: 'unit', unit: 'kilobyte', maximumFractionDigits: 0 }))

/** Digits are Latin in every language, so the percent sign is too. */
const numberText = (value: string, format: Intl.NumberFormat): string => format.format(value as Intl.StringNumericLiteral).replace('٪', '%')

/** The part of a fact that has a word: the field of an issue, the first name of a path. */
function nameOf(part: unknown): string {
  const path = typeof part === 'object' && part !== null && 'path' in part ? part.path : part
  return String(path).split('.')[0] ?? ''
}

function worded(kind: string, value: unknown, language: string): string {
  const own = words.get(language) ?? words.get(DEFAULT_LANGUAGE) ?? {}
  const parts = (Array.isArray(value) ? value : [value]).map((part) => own[`${kind}.${nameOf(part)}`] ?? own['field.other'] ?? '')
  // What has no word of its own is said once, at the end.
  const known = [...new Set(parts)].sort((a, b) => Number(a === own['field.other']) - Number(b === own['field.other']))
  return lists(tagOf(language)).format(known)
}

function listText(values: readonly unknown[], language: string): string {
  const texts = values.map((each) =>
    String(each)
      .replace(/^image\//, '')
      .toUpperCase(),
  )
  return lists(tagOf(language)).format(texts)
}

function plainText(param: string, value: string, name: string, tag: string): string {
  if (AS_WRITTEN.has(param) || !DECIMAL.test(value)) return value
  if (param === 'maxBytes') return numberText(String(Number(value) / BYTES_IN_KILOBYTE), kilobytes(tag))
  if (IN_BASIS_POINTS.has(name)) return numberText(`${value}e-4`, percents(tag))
  return numberText(value, numbers(tag))
}

/**
 * One fact as its reader says it.
 * @param name of the failure
 * @param param of the fact
 * @returns undefined when there is nothing to say
 */
export function valueText(name: string, param: string, value: unknown, language: string): string | undefined {
  if (value === undefined || value === null || value === '') return undefined
  if (value === '0' && ZERO_IS_NONE.has(param)) return undefined
  // An end that nobody has set is none.
  if (value === 0 && param === 'until') return undefined
  const spoken = words.has(language) ? language : DEFAULT_LANGUAGE
  const kind = WORDED[param]
  if (kind !== undefined) return worded(kind, value, spoken)
  const tag = tagOf(spoken)
  if (Array.isArray(value)) return listText(value, spoken)
  if (typeof value === 'number' && value >= MOMENT_MIN && MOMENT.test(param)) return moments(tag).format(value)
  if (param === 'country') return regions(tag).of(String(value)) ?? String(value)
  return plainText(param, String(value), name, tag)
}
