/** Texts by language and namespace: the built-in ones of the web application, the error texts, and the tenant's own over both. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DEFAULT_LANGUAGE } from '@agio/wire/headers.ts'
import { valueText } from './error-values.ts'

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

const PLACE = /\{\{(\w+)\}\}/g
const SENTENCE = /[^.!?。؟！]+[.!?。؟！]*\s*/g

/**
 * The sentence of a failure with its params in the reader's words. A sentence about a fact that is not known is left out when others remain.
 */
export function errorText(language: string, name: string, params: Readonly<Record<string, unknown>>, own: Texts = {}): string {
  const template = own[name] ?? errorTexts.get(language)?.[name] ?? errorTexts.get(DEFAULT_LANGUAGE)?.[name] ?? name
  const said = (param: string): string | undefined => valueText(name, param, params[param], language)
  const sentences = template.match(SENTENCE) ?? [template]
  const known = sentences.filter((sentence) => [...sentence.matchAll(PLACE)].every(([, param = '']) => said(param) !== undefined))
  const text = (known.length > 0 ? known : sentences).join('').trim()
  return text.replace(PLACE, (_, param: string) => said(param) ?? '')
}
