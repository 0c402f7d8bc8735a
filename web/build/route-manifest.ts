/**
 * Writes what the server must know about the pages: `routes.json` (path, access, title key, text namespaces) and the built-in texts
 * under `locales/`, so that status, title and first texts of a page are decided from the same table that the browser reads.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import { PAGES, type Page } from '../src/pages.ts'

const locales = join(import.meta.dirname, '..', 'src', 'i18n', 'locales')

/** Files of the pages that visitors land on; their scripts are announced in the head, so that they load beside the first one. */
const LANDING: Readonly<Record<string, string>> = {
  '/': 'features/home/home-page.tsx',
  '/login': 'features/auth/login-page.tsx',
  '/register': 'features/auth/register-page.tsx',
  '/Notice': 'features/notices/notice-page.tsx',
  '/helpCenter/*': 'features/help/help-page.tsx',
  '/financial': 'features/closed/closed-page.tsx',
  '/exchange': 'features/closed/closed-page.tsx',
  '/marketData': 'features/markets/markets-page.tsx',
  '/trade': 'features/terminal/spot-page.tsx',
  '/spotTrade': 'features/terminal/spot-page.tsx',
}

/** The chunk of a page and what it imports at once, without what the entry brings anyway. */
function preloadsOf(page: Page, bundle: Rolldown.OutputBundle): readonly string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const reach = (name: string, seen: Set<string>): Set<string> => {
    if (seen.has(name)) return seen
    seen.add(name)
    for (const next of chunks.find((chunk) => chunk.fileName === name)?.imports ?? []) reach(next, seen)
    return seen
  }
  const source = LANDING[page.path]
  const chunk = chunks.find((one) => source !== undefined && one.facadeModuleId?.endsWith(source) === true)
  const entry = chunks.find((one) => one.isEntry)
  if (chunk === undefined || entry === undefined) return []
  const there = reach(entry.fileName, new Set())
  return [...reach(chunk.fileName, new Set())].filter((name) => !there.has(name))
}

export function routeManifest(): Plugin {
  return {
    name: 'route-manifest',
    apply: 'build',
    generateBundle(_options, bundle) {
      const pages = PAGES.map((page) => ({ ...page, preload: preloadsOf(page, bundle) }))
      this.emitFile({ type: 'asset', fileName: 'routes.json', source: JSON.stringify(pages) })
      for (const locale of readdirSync(locales)) {
        for (const file of readdirSync(join(locales, locale))) {
          const source = JSON.stringify(JSON.parse(readFileSync(join(locales, locale, file), 'utf8')))
          this.emitFile({ type: 'asset', fileName: `locales/${locale}/${file}`, source })
        }
      }
    },
  }
}
