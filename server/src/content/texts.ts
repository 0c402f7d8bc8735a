/** Texts by language and namespace: the built-in ones of the web application, the error texts, and the tenant's own over both. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DEFAULT_LANGUAGE } from '@agio/wire/headers.ts'

export type Texts = Readonly<Record<string, string>>
export type TextFile = Readonly<Record<string, Readonly<Record<string, Texts>>>>

const ERROR_DIR = join(import.meta.dirname, 'texts')
const ERROR = 'error'

function readTexts(path: string): Texts {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Texts
  } catch {
    // A language without this namespace: the default language stands in for it.
    return {}
  }
}

const names = (dir: string): string[] => {
  try {
    return readdirSync(dir)
  } catch {
    return []
  }
}

/** Error texts by language, read once. */
const errorTexts: ReadonlyMap<string, Texts> = new Map(
  names(ERROR_DIR).map((file) => [file.replace(/\.json$/, ''), readTexts(join(ERROR_DIR, file))] as const),
)

/** Built-in texts of every language and namespace. @param webDir folder of the built web application */
export function builtInTexts(webDir: string): TextFile {
  const locales = webDir === '' ? '' : join(webDir, 'locales')
  const languages = new Set([...errorTexts.keys(), ...(locales === '' ? [] : names(locales))])
  return Object.fromEntries(
    [...languages].map((language) => {
      const own = locales === '' ? [] : names(join(locales, language)).filter((file) => file.endsWith('.json'))
      const namespaces = own.map((file) => [file.slice(0, -5), readTexts(join(locales, language, file))] as const)
      return [language, { ...Object.fromEntries(namespaces), [ERROR]: errorTexts.get(language) ?? {} }] as const
    }),
  )
}

const MOMENT = /^(until|since|validTimestamp)$|[tT]ime$/
/** Smaller numbers are spans or counts, not moments. */
const MOMENT_MIN = 1e11

function printed(value: unknown, language: string, param: string): string {
  if (typeof value === 'number' && value >= MOMENT_MIN && MOMENT.test(param)) return timeText(value, language)
  if (Array.isArray(value)) return value.map((part) => (isIssue(part) ? part.path : String(part))).join(', ')
  return value === undefined || value === null ? '' : String(value)
}

const isIssue = (part: unknown): part is { readonly path: string } => typeof part === 'object' && part !== null && 'path' in part

/** UTC, so that the sentence is true wherever it is read. */
const timeText = (at: number, language: string): string =>
  new Intl.DateTimeFormat(`${language.replace('_', '-')}-u-ca-gregory-nu-latn`, {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: 'UTC',
    timeZoneName: 'short',
  }).format(at)

/** The sentence of a failure with its params filled in. */
export function errorText(language: string, name: string, params: Readonly<Record<string, unknown>>, own: Texts = {}): string {
  const template = own[name] ?? errorTexts.get(language)?.[name] ?? errorTexts.get(DEFAULT_LANGUAGE)?.[name] ?? name
  return template.replace(/\{\{(\w+)\}\}/g, (_, param: string) => printed(params[param], language, param))
}
