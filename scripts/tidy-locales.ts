/**
 * Every text exists in every language, with the same places to fill and the plural forms that the language's own rules ask for. A language
 * is complete or it is not there: each folder of texts has the same languages, and the list that new tenants start with names them all.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const FOLDERS = [
  'web/src/i18n/locales',
  'server/src/content/texts',
  'server/src/content/error-words',
  'server/src/content/site-texts',
  'server/src/auth/mail/mail-texts',
  'server/src/auth/mail/device-texts',
  'server/src/content/inform/texts',
]
const LANGUAGE_LIST = 'server/src/content/languages.json'
const DEFAULT_LOCALE = 'en_US'
/** So many words in a row that stand exactly as in English were not translated. Fewer are names: "Google Authenticator". */
const SAME_WORDS_MIN = 4

type Texts = { [key: string]: string | Texts }
type Fault = (place: string, what: string) => void

function flatten(texts: Texts, prefix: string, into: Map<string, string>): Map<string, string> {
  for (const [key, value] of Object.entries(texts)) {
    if (typeof value === 'string') into.set(`${prefix}${key}`, value)
    else flatten(value, `${prefix}${key}.`, into)
  }
  return into
}

const places = (value: string): string =>
  [...value.matchAll(/\{\{?\s*(\w+)[^}]*\}?\}/g)]
    .map((match) => match[1])
    .sort()
    .join(' ')

const PLURAL = /_(zero|one|two|few|many|other)$/

/** Plural forms differ between languages; the form's suffix is no part of what must match. */
const stem = (key: string): string => key.replace(PLURAL, '')

/** Keys of a file that are said by number, without their suffixes: at least `_other` stands there, and its plain key does not. */
const counted = (texts: ReadonlyMap<string, string>): ReadonlySet<string> =>
  new Set([...texts.keys()].filter((key) => key.endsWith('_other') && !texts.has(stem(key))).map(stem))

/** Locales of one folder: a folder a locale with a file a namespace, or one file a locale. */
function load(folder: string): Map<string, Map<string, string>> {
  const locales = new Map<string, Map<string, string>>()
  for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) {
      const all = new Map<string, string>()
      for (const file of readdirSync(path).filter((name) => name.endsWith('.json')))
        flatten(JSON.parse(readFileSync(join(path, file), 'utf8')), `${file.slice(0, -5)}:`, all)
      locales.set(entry.name, all)
    } else if (entry.name.endsWith('.json')) {
      locales.set(entry.name.slice(0, -5), flatten(JSON.parse(readFileSync(path, 'utf8')), '', new Map()))
    }
  }
  return locales
}

/** A counted text has exactly the forms of its language: a missing one would show another number's words. */
function checkPlurals(place: string, locale: string, texts: ReadonlyMap<string, string>, base: ReadonlySet<string>, fault: Fault): void {
  const wanted: readonly string[] = new Intl.PluralRules(locale.replace('_', '-')).resolvedOptions().pluralCategories
  for (const key of base) {
    const forms = [...texts.keys()].filter((each) => PLURAL.test(each) && stem(each) === key).map((each) => each.slice(key.length + 1))
    for (const form of wanted) if (!forms.includes(form)) fault(place, `no form ${form} of ${key}`)
    for (const form of forms) if (!wanted.includes(form)) fault(place, `${locale} has no plural form ${form}: ${key}`)
  }
}

const words = (value: string): number => value.replace(/\{\{?\w+\}?\}/g, ' ').match(/[A-Za-z]{2,}/g)?.length ?? 0

function checkTexts(
  place: string,
  texts: ReadonlyMap<string, string>,
  base: ReadonlyMap<string, string>,
  isDefault: boolean,
  fault: Fault,
): void {
  const stems = new Set([...texts.keys()].map(stem))
  const baseStems = new Map([...base].map(([key, value]) => [stem(key), value]))
  for (const key of baseStems.keys()) if (!stems.has(key)) fault(place, `no text for ${key}`)
  for (const [key, value] of texts) {
    const original = base.get(key) ?? baseStems.get(stem(key))
    if (value.trim() === '') fault(place, `empty text for ${key}`)
    if (original === undefined) fault(place, `unknown key ${key}`)
    else if (stem(key) === key && places(original) !== places(value)) fault(place, `${key} fills other places than ${DEFAULT_LOCALE}`)
    else if (!isDefault && value === original && words(value) >= SAME_WORDS_MIN) fault(place, `${key} is not translated`)
  }
}

/** @returns the locales of a folder */
function checkFolder(root: string, folder: string, fault: Fault): readonly string[] {
  const locales = load(join(root, folder))
  const base = locales.get(DEFAULT_LOCALE)
  if (base === undefined) return []
  for (const [locale, texts] of locales) {
    checkTexts(`${folder}/${locale}`, texts, base, locale === DEFAULT_LOCALE, fault)
    checkPlurals(`${folder}/${locale}`, locale, texts, counted(base), fault)
  }
  return [...locales.keys()]
}

export function checkLocales(root: string, fault: Fault): void {
  const folders = FOLDERS.filter((name) => existsSync(join(root, name))).map((name) => [name, checkFolder(root, name, fault)] as const)
  const list = join(root, LANGUAGE_LIST)
  const listed = existsSync(list) ? (JSON.parse(readFileSync(list, 'utf8')) as { langEncode: string }[]).map((each) => each.langEncode) : []
  const all = new Set([...folders.flatMap(([, locales]) => locales), ...listed])
  for (const [folder, locales] of folders) for (const locale of all) if (!locales.includes(locale)) fault(folder, `no texts in ${locale}`)
  if (existsSync(list)) for (const locale of all) if (!listed.includes(locale)) fault(LANGUAGE_LIST, `does not name ${locale}`)
}
