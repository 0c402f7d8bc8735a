/** Which of the offered locales fits a language tag of a browser best. */

/** Language and usual script: `zh-HK` → `zh Hant`, `zh_CN` → `zh Hans`. A tag that is none is its own language. */
function partsOf(tag: string): { readonly language: string; readonly script: string } {
  const clean = tag.replaceAll('_', '-')
  try {
    const { language = '', script = '' } = new Intl.Locale(clean).maximize()
    return { language, script }
  } catch {
    return { language: clean.split('-', 1)[0]?.toLowerCase() ?? '', script: '' }
  }
}

/** The same tag, else one of the same language and script, else one of the same language; undefined when none is. */
export function nearestLocale(wish: string, offered: readonly string[]): string | undefined {
  const same = wish.replaceAll('-', '_').toLowerCase()
  const exact = offered.find((locale) => locale.toLowerCase() === same)
  if (exact !== undefined) return exact
  const wanted = partsOf(wish)
  const near = offered.filter((locale) => partsOf(locale).language === wanted.language)
  return near.find((locale) => partsOf(locale).script === wanted.script) ?? near[0]
}
