/** Every text exists in every language, with the same places to fill. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const FOLDERS = ['web/src/i18n/locales', 'wire/src/errors', 'server/src/content/texts']
const DEFAULT_LOCALE = 'en_US'

type Texts = { [key: string]: string | Texts }

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

/** Plural forms differ between languages; the form's suffix is no part of what must match. */
const stem = (key: string): string => key.replace(/_(zero|one|two|few|many|other)$/, '')

/** Locales of one folder: a folder a locale with a file a namespace, or one file a locale. */
function load(folder: string): Map<string, Map<string, string>> {
  const locales = new Map<string, Map<string, string>>()
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
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

export function checkLocales(root: string, fault: (place: string, what: string) => void): void {
  for (const folder of FOLDERS.filter((name) => existsSync(join(root, name)))) {
    const locales = load(join(root, folder))
    const base = locales.get(DEFAULT_LOCALE)
    if (base === undefined) continue
    for (const [locale, texts] of locales) {
      const place = `${folder}/${locale}`
      const stems = new Set([...texts.keys()].map(stem))
      const baseStems = new Map([...base].map(([key, value]) => [stem(key), value]))
      for (const key of baseStems.keys()) if (!stems.has(key)) fault(place, `no text for ${key}`)
      for (const [key, value] of texts) {
        const original = baseStems.get(stem(key))
        if (value.trim() === '') fault(place, `empty text for ${key}`)
        if (original === undefined) fault(place, `unknown key ${key}`)
        else if (stem(key) === key && places(original) !== places(value)) fault(place, `${key} fills other places than ${DEFAULT_LOCALE}`)
      }
    }
  }
}
