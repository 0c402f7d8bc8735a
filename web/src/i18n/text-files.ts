/** The texts of the build, one file a language and namespace. Fetched with the first text that the head of the page does not hold. */
import { DEFAULT_LOCALE } from './locale.ts'

const files = import.meta.glob<Record<string, string>>('./locales/*/*.json', { import: 'default' })

/** Wire locales that the build has texts for. */
export const builtInLocales = (): readonly string[] => [...new Set(Object.keys(files).map((path) => path.split('/')[2] ?? ''))]

/** The texts of a namespace, in English where the build lacks the locale; none for a namespace that it lacks altogether. */
export async function builtInTexts(locale: string, namespace: string): Promise<Record<string, string>> {
  const load = files[`./locales/${locale}/${namespace}.json`] ?? files[`./locales/${DEFAULT_LOCALE}/${namespace}.json`]
  return load === undefined ? {} : load()
}
