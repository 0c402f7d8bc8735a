/** The texts of the page: namespaces are loaded with the routes that need them, and `useT` reads them. */
import { useSyncExternalStore } from 'react'
import { boot } from '../data/boot.ts'
import { rememberLanguage } from '../data/language-cookie.ts'
import { readStored, writeStored } from '../data/storage.ts'
import type { TextKey, TextNamespace, TextValues } from './keys.ts'
import { detectLocale, directionOf, fullLocale, isTag, localeTag, setWireLocale, wireLocale } from './locale.ts'
import { Translator } from './translator.ts'

/** Nearly two hundred names of files: not needed while the head of the page has every text. */
const textFiles = () => import('./text-files.ts')

/** Namespaces that every page needs. */
const ALWAYS: readonly TextNamespace[] = ['shell', 'ui', 'pages']

const texts = new Translator()
const listeners = new Set<() => void>()
let version = 0

function changed(): void {
  version += 1
  for (const listener of listeners) listener()
}

/** Calls `listener` after the language or its texts changed. */
export function onLanguage(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The texts of a namespace in a locale: from the head of the page, else from the build, else from the English build. */
async function textsOf(locale: string, namespace: string): Promise<Record<string, string>> {
  const injected = locale === boot().lang ? boot().texts[namespace] : undefined
  return injected ?? (await textFiles()).builtInTexts(locale, namespace)
}

/** Loads namespaces in the present language; those already there cost nothing. */
export async function loadTexts(namespaces: readonly string[]): Promise<void> {
  const locale = wireLocale()
  const missing = namespaces.filter((namespace) => !texts.has(localeTag(locale), namespace))
  const loaded = await Promise.all(missing.map((namespace) => textsOf(locale, namespace)))
  for (const [index, namespace] of missing.entries()) texts.add(localeTag(locale), namespace, loaded[index] ?? {}, false)
  if (missing.length > 0) changed()
}

/** Chooses the first language: stored, else what the server saw, else what the browser prefers. */
async function firstLocale(): Promise<string> {
  const stored = readStored('language')
  if (stored !== undefined && isTag(localeTag(fullLocale(stored)))) return fullLocale(stored)
  if (window.__BOOT__ !== undefined) return boot().lang
  const served = boot().languages.map((language) => language.langEncode)
  return detectLocale(navigator.languages, served.length > 0 ? served : (await textFiles()).builtInLocales())
}

/** What the server wrote already is left alone: the same language written again makes the browser find the style of every element anew. */
function applyToDocument(locale: string): void {
  const page = document.documentElement
  const tag = localeTag(locale)
  const direction = boot().languages.find((language) => language.langEncode === locale)?.dir ?? directionOf(locale)
  if (page.lang !== tag) page.lang = tag
  if (page.dir !== direction) page.dir = direction
  rememberLanguage(locale)
}

export async function startTexts(): Promise<void> {
  const locale = await firstLocale()
  setWireLocale(locale)
  applyToDocument(locale)
  await loadTexts(ALWAYS)
}

/** Makes these the only texts, at once: for drawing on the server, where each tenant has its own. */
export function takeTexts(locale: string, bundles: Readonly<Record<string, Readonly<Record<string, string>>>>): void {
  setWireLocale(locale)
  texts.clear(localeTag(locale))
  for (const [namespace, bundle] of Object.entries(bundles)) texts.add(localeTag(locale), namespace, bundle, false)
}

/** Switches the language in place: stores it, loads every namespace in use, then tells every reader. */
export async function changeLanguage(locale: string): Promise<void> {
  const used = texts.namespaces(localeTag(wireLocale()))
  writeStored('language', locale)
  writeStored('selectedLanguage', locale)
  setWireLocale(locale)
  await loadTexts(used)
  applyToDocument(locale)
  changed()
}

/** Merges texts of the operator over the built-in ones: `{<locale>: {<namespace>: {<key>: text}}}`. */
export function mergeTexts(own: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>>): void {
  for (const [locale, namespaces] of Object.entries(own)) {
    for (const [namespace, bundle] of Object.entries(namespaces)) texts.add(localeTag(locale), namespace, bundle, true)
  }
  changed()
}

export type Translate = (key: TextKey, values?: TextValues) => string

/** A text in the present language. Outside components; inside, use `useT`. */
export const translate: Translate = (key, values) => texts.text(localeTag(wireLocale()), key, values)

/** The translator; the component draws again when the language or its texts change. */
export function useT(): Translate {
  const present = useSyncExternalStore(
    onLanguage,
    () => version,
    () => version,
  )
  // A new function for each version lets the compiler see that texts depend on the language.
  return translators(present)
}

let made: { version: number; translate: Translate } | undefined

function translators(present: number): Translate {
  if (made?.version !== present) made = { version: present, translate: (key, values) => translate(key, values) }
  return made.translate
}
