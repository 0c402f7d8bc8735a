/**
 * Which language is on. Inside, a locale is a BCP 47 tag (`ar-SA`); on the wire and in storage it has an underscore (`ar_SA`). A locale
 * exists when a folder of texts exists for it, or when the server serves its texts; nothing here lists languages.
 */
import { nearestLocale } from '@agio/wire/nearest-locale.ts'

export const DEFAULT_LOCALE = 'en_US'

const FULL: Readonly<Record<string, string>> = { zh: 'zh_CN', ja: 'ja_JP', ko: 'ko_KR', en: 'en_US', tw: 'zh_TW' }
const SHORT: Readonly<Record<string, string>> = { zh_CN: 'zh', ja_JP: 'ja', ko_KR: 'ko', en_US: 'en', zh_TW: 'tw' }

/** `zh` → `zh_CN`; `tw` → `zh_TW`; any other code unchanged. */
export function fullLocale(code: string): string {
  return FULL[code] ?? code
}

/** `zh_CN` → `zh`; any other code unchanged. */
export function shortLocale(code: string): string {
  return SHORT[code] ?? code
}

/** `ar_SA` → `ar-SA`, for the lang attribute. */
export function localeTag(locale: string): string {
  return locale.replaceAll('_', '-')
}

/** Region of a language tag, `DE` of `de-DE`; undefined when it names none or is no tag at all, as the `C` of some systems. */
export function regionOf(tag: string): string | undefined {
  try {
    return new Intl.Locale(tag).region
  } catch {
    return undefined
  }
}

const tags = new Map<string, string>()

/** The tag for Intl, which throws at what is none: a code from storage or from an operator may be anything. English stands in. */
export function intlTag(locale: string): string {
  const known = tags.get(locale)
  if (known !== undefined) return known
  const tag = localeTag(locale)
  const taken = isTag(tag) ? tag : localeTag(DEFAULT_LOCALE)
  tags.set(locale, taken)
  return taken
}

/** False for what Intl throws at. */
export function isTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1
  } catch {
    return false
  }
}

/** The available code that fits the browser's languages best, in the order of the user's preference; en_US when none does. */
export function detectLocale(browserLanguages: readonly string[], available: readonly string[]): string {
  for (const language of browserLanguages) {
    const near = nearestLocale(language, available)
    if (near !== undefined) return near
  }
  return DEFAULT_LOCALE
}

const RTL_LANGUAGES: ReadonlySet<string> = new Set(['ar', 'fa', 'he', 'ur', 'ps', 'ckb', 'yi', 'dv'])

export function directionOf(locale: string): 'ltr' | 'rtl' {
  return RTL_LANGUAGES.has(locale.split('_')[0] ?? '') ? 'rtl' : 'ltr'
}

let current = DEFAULT_LOCALE

/** The wire locale in use. */
export function wireLocale(): string {
  return current
}

export function setWireLocale(locale: string): void {
  current = locale
}
