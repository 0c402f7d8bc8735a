/** Header menu, footer links and social links of the tenant, kept between visits so that the next first paint has them. */
import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { onLanguage } from '../../i18n/i18n.ts'
import { wireLocale } from '../../i18n/locale.ts'
import { boot, firstAnswer } from '../boot.ts'
import { listOf, textOf } from '../live/read.ts'
import { readStored, writeStored } from '../storage.ts'
import { type FooterLink, footerOf, type MenuEntry, menuOf } from './menu-model.ts'

const FRESH_MS = 300_000
const calls = () => import('./shell-calls.ts')

/** The locale in use; the component draws again, and asks again, when it changes. */
export function useWireLocale(): string {
  return useSyncExternalStore(onLanguage, wireLocale, wireLocale)
}

/** An answer of the head in the language that the head was made for. */
export function firstInLanguage(name: string, locale: string): unknown {
  return locale === boot().lang ? firstAnswer(name) : undefined
}

/** What the last visit kept of a part, in this language. */
function keptPart(part: string, locale: string): unknown {
  const entry = readStored('cachedMenus')?.[part]
  return typeof entry === 'object' && entry !== null && 'locale' in entry && entry.locale === locale && 'value' in entry
    ? entry.value
    : undefined
}

/** Loads a part and keeps it for the next visit. */
async function loadAndKeep(part: string, locale: string, load: () => Promise<unknown>): Promise<unknown> {
  const value = await load()
  writeStored('cachedMenus', { ...readStored('cachedMenus'), [part]: { locale, value } })
  return value
}

function usePart<Entry>(
  part: string,
  first: string,
  load: (locale: string) => Promise<unknown>,
  read: (value: unknown) => readonly Entry[],
): readonly Entry[] {
  const locale = useWireLocale()
  const query = useQuery({
    queryKey: [part, locale],
    meta: { public: true },
    staleTime: FRESH_MS,
    queryFn: () => loadAndKeep(part, locale, () => load(locale)),
    initialData: () => firstInLanguage(first, locale),
    placeholderData: () => keptPart(part, locale),
  })
  return read(query.data)
}

/** Top-level entries of the header menu, hidden and unnamed ones left out. Empty while loading and after a failure. */
export function useMenu(): readonly MenuEntry[] {
  return usePart('header', 'menus', async (locale) => (await calls()).loadMenuItems(locale), menuOf)
}

export function useFooterLinks(): readonly FooterLink[] {
  return usePart('footer', 'footer', async (locale) => (await calls()).loadFooterItems(locale), footerOf)
}

/** Configured footer HTML, not yet sanitised; asked for only when the tenant uses it. */
export function useFooterHtml(enabled: boolean): string {
  const locale = useWireLocale()
  const query = useQuery({
    queryKey: ['footer-html', locale],
    meta: { public: true },
    staleTime: FRESH_MS,
    enabled,
    queryFn: async () => (await calls()).loadFooterHtml(locale),
  })
  return query.data ?? ''
}

export interface SocialLink {
  readonly socialId: string
  readonly url: string
  readonly imageUrl: string
  readonly name: string
}

/** What the page came with: its first paint asks for nothing. */
function socialInHead(): readonly SocialLink[] | undefined {
  const items = firstAnswer('social')
  if (!Array.isArray(items)) return undefined
  return listOf(items).map(({ id, linkUrl, imgUrl, nameText }) => ({
    socialId: textOf(id),
    url: textOf(linkUrl),
    imageUrl: textOf(imgUrl),
    name: textOf(nameText),
  }))
}

export function useSocialLinks(): readonly SocialLink[] {
  const query = useQuery({
    queryKey: ['social'],
    meta: { public: true },
    staleTime: FRESH_MS,
    queryFn: async (): Promise<readonly SocialLink[]> =>
      (await (await calls()).loadSocialLinks()).map((item) => ({
        socialId: item.id,
        url: item.linkUrl,
        imageUrl: item.imgUrl,
        name: item.nameText,
      })),
    initialData: () => socialInHead(),
  })
  return query.data ?? []
}
