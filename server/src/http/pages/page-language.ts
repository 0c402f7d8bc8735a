/** Which language a page opens in: the stored choice, then the browser's wish by prefix, then the default. */
import { DEFAULT_LANGUAGE } from '@agio/wire/headers.ts'
import { nearestLocale } from '@agio/wire/nearest-locale.ts'

interface Choice {
  readonly cookie: string | undefined
  readonly acceptLanguage: string | undefined
  /** Wire locales that the tenant offers. */
  readonly offered: readonly string[]
}

/** Value of a cookie, or ''. */
export function cookieOf(header: string | undefined, name: string): string {
  for (const part of (header ?? '').split(';')) {
    const [key = '', value = ''] = part.trim().split('=', 2)
    if (key === name) return value
  }
  return ''
}

/** Wishes of an Accept-Language header, strongest first; at most ten are read. */
function wishesOf(header: string | undefined): string[] {
  return (header ?? '')
    .slice(0, 200)
    .split(',', 10)
    .map((part) => {
      const [tag = '', weight = ''] = part.trim().split(';', 2)
      return { tag: tag.trim(), weight: weight.startsWith('q=') ? Number(weight.slice(2)) || 0 : 1 }
    })
    .sort((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag)
}

export function pageLanguage({ cookie, acceptLanguage, offered }: Choice): string {
  const stored = cookieOf(cookie, 'language')
  if (offered.includes(stored)) return stored
  for (const wish of wishesOf(acceptLanguage)) {
    const found = wish === '' || wish === '*' ? undefined : nearestLocale(wish, offered)
    if (found !== undefined) return found
  }
  return DEFAULT_LANGUAGE
}
