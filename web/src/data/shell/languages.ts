/** The languages of the tenant and the switch that stores one and reloads. */
import { useQuery } from '@tanstack/react-query'
import { rememberLanguage } from '../language-cookie.ts'
import { site } from '../site.ts'
import { writeStored } from '../storage.ts'

export interface Language {
  /** In its own words: `العربية`. */
  readonly label: string
  readonly locale: string
}

async function loadLanguages(): Promise<readonly Language[]> {
  const served = site().languages
  const list = served.length > 0 ? served : await (await import('./shell-calls.ts')).loadLanguageList()
  const languages = list.map((item) => ({ label: item.lang, locale: item.langEncode }))
  writeStored('languageList', languages)
  return languages
}

export function useLanguages(): { readonly pending: boolean; readonly languages: readonly Language[] } {
  const query = useQuery({ queryKey: ['languages'], meta: { public: true }, staleTime: 300_000, queryFn: loadLanguages })
  return { pending: query.isPending, languages: query.data ?? [] }
}

/** The switch of header and footer: stores the language, marks the change, reloads the same address. */
export function switchLanguage(locale: string): void {
  writeStored('language', locale)
  writeStored('selectedLanguage', locale)
  writeStored('languageChanged', true)
  rememberLanguage(locale)
  window.location.reload()
}

/** After a language switch: what was kept in the old language goes, then the mark itself. */
export function dropCachesOfOldLanguage(changed: boolean | undefined): void {
  if (changed !== true) return
  for (const key of ['cachedMenus', 'cachedBulletins', 'cachedRateData', 'languageList'] as const) writeStored(key, undefined)
  writeStored('languageChanged', undefined)
}
