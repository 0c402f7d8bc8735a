/** Header menu, footer links and social links of the tenant, kept between visits so that the next first paint has them. */

import { homeSocialMediaList, selectHomeBottomFooter, selectHomeBottomJson, selectHomeMenuJson } from '@agio/wire/home-web.ts'
import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { z } from 'zod/mini'
import { onLanguage } from '../../i18n/i18n.ts'
import { fullLocale, wireLocale } from '../../i18n/locale.ts'
import { takeFirst } from '../boot.ts'
import { send } from '../http-client.ts'
import { readStored, writeStored } from '../storage.ts'
import { type FooterLink, footerOf, type MenuEntry, menuOf } from './menu-model.ts'

/** The locale in use; the component draws again, and asks again, when it changes. */
export function useWireLocale(): string {
  return useSyncExternalStore(onLanguage, wireLocale)
}

/** An answer that came with the page, when it fits the contract. */
export function firstAnswer<Schema extends z.ZodMiniType>(name: string, schema: Schema): z.output<Schema> | undefined {
  const value = takeFirst(name)
  if (value === undefined) return undefined
  const checked = schema.safeParse(value)
  return checked.success ? checked.data : undefined
}

function cached(part: string): { readonly locale: string; readonly value: unknown } | undefined {
  const entry = readStored('cachedMenus')?.[part]
  return typeof entry === 'object' && entry !== null && 'locale' in entry && typeof entry.locale === 'string' && 'value' in entry
    ? { locale: entry.locale, value: entry.value }
    : undefined
}

function keep(part: string, locale: string, value: unknown): void {
  writeStored('cachedMenus', { ...readStored('cachedMenus'), [part]: { locale, value } })
}

/** What the last visit kept of a part, in this language. */
function keptPart<Schema extends z.ZodMiniType>(part: string, locale: string, schema: Schema): z.output<Schema> | undefined {
  const entry = cached(part)
  if (entry === undefined || entry.locale !== locale) return undefined
  const checked = schema.safeParse(entry.value)
  return checked.success ? checked.data : undefined
}

async function loadMenu(locale: string): Promise<readonly MenuEntry[]> {
  const items = firstAnswer('menus', selectHomeMenuJson.response) ?? (await send(selectHomeMenuJson, { lang: fullLocale(locale) }))
  keep('header', locale, items)
  return menuOf(items)
}

/** Top-level entries of the header menu, hidden and unnamed ones left out. Empty while loading and after a failure. */
export function useMenu(): readonly MenuEntry[] {
  const locale = useWireLocale()
  const query = useQuery({
    queryKey: ['menu', locale],
    meta: { public: true },
    staleTime: 300_000,
    queryFn: () => loadMenu(locale),
    placeholderData: () => {
      const items = keptPart('header', locale, selectHomeMenuJson.response)
      return items === undefined ? undefined : menuOf(items)
    },
  })
  return query.data ?? []
}

async function loadFooter(locale: string): Promise<readonly FooterLink[]> {
  const items = firstAnswer('footer', selectHomeBottomJson.response) ?? (await send(selectHomeBottomJson, { lang: fullLocale(locale) }))
  return footerOf(items)
}

export function useFooterLinks(): readonly FooterLink[] {
  const locale = useWireLocale()
  return (
    useQuery({ queryKey: ['footer', locale], meta: { public: true }, staleTime: 300_000, queryFn: () => loadFooter(locale) }).data ?? []
  )
}

/** Configured footer HTML, not yet sanitised; asked for only when the tenant uses it. */
export function useFooterHtml(enabled: boolean): string {
  const locale = useWireLocale()
  const query = useQuery({
    queryKey: ['footer-html', locale],
    meta: { public: true },
    staleTime: 300_000,
    enabled,
    queryFn: async () => (await send(selectHomeBottomFooter, { lang: fullLocale(locale) })).html,
  })
  return query.data ?? ''
}

export interface SocialLink {
  readonly socialId: string
  readonly url: string
  readonly imageUrl: string
  readonly name: string
}

export function useSocialLinks(): readonly SocialLink[] {
  const query = useQuery({
    queryKey: ['social'],
    meta: { public: true },
    staleTime: 300_000,
    queryFn: async (): Promise<readonly SocialLink[]> => {
      const list = firstAnswer('social', homeSocialMediaList.response) ?? (await send(homeSocialMediaList, {}))
      return list.map((item) => ({ socialId: item.id, url: item.linkUrl, imageUrl: item.imgUrl, name: item.nameText }))
    },
  })
  return query.data ?? []
}
