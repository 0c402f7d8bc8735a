/** Words of a new tenant's site by language, one file each; an operator's documents replace them later. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DEFAULT_LANGUAGE } from '@agio/wire/headers.ts'

const DIR = join(import.meta.dirname, 'site-texts')

const read = (file: string): Readonly<Record<string, string>> =>
  JSON.parse(readFileSync(join(DIR, file), 'utf8')) as Readonly<Record<string, string>>

const TEXTS: ReadonlyMap<string, Readonly<Record<string, string>>> = new Map(
  readdirSync(DIR).map((file) => [file.replace(/\.json$/, ''), read(file)] as const),
)

/** A text in every language that has it. Throws for a key that the default language does not have: an entry without words would be a link nobody can read. */
export const siteText = (key: string): Readonly<Record<string, string>> => {
  if (TEXTS.get(DEFAULT_LANGUAGE)?.[key] === undefined) throw new Error(`no text of the site for ${key}`)
  return Object.fromEntries([...TEXTS].flatMap(([language, texts]) => (texts[key] === undefined ? [] : [[language, texts[key]]])))
}

/** What search engines and link previews say of a page, unless the operator's texts say it. */
export const pageDescription = (lang: string, tenantName: string): string =>
  ((TEXTS.get(lang) ?? TEXTS.get(DEFAULT_LANGUAGE))?.['page.description'] ?? '').replace('{tenant}', () => tenantName)
