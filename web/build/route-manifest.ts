/**
 * Writes what the server must know about the pages: `routes.json` (path, access, title key, text namespaces) and the built-in texts
 * under `locales/`, so that status, title and first texts of a page are decided from the same table that the browser reads.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import { PAGES, type Page } from '../src/pages.ts'

const locales = join(import.meta.dirname, '..', 'src', 'i18n', 'locales')

/** Files of the pages that visitors land on; the document asks for their scripts, so that they load beside those of the entry. */
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

interface Scripts {
  /** Those that need nothing of the entry, each after what it imports: they are run before it, in tasks of their own. */
  readonly early: readonly string[]
  /** The others: fetched, and run when the entry asks for the page. */
  readonly preload: readonly string[]
}

/** The chunk of a page and what it imports at once, without what the entry brings anyway. */
function scriptsOf(page: Page, bundle: Rolldown.OutputBundle): Scripts {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const reach = (name: string, seen: Set<string>): Set<string> => {
    if (seen.has(name)) return seen
    // Its place is behind what it imports; the mark is there before, for imports that go round.
    seen.add(name)
    for (const next of chunks.find((chunk) => chunk.fileName === name)?.imports ?? []) reach(next, seen)
    seen.delete(name)
    return seen.add(name)
  }
  const source = LANDING[page.path]
  const chunk = chunks.find((one) => source !== undefined && one.facadeModuleId?.endsWith(source) === true)
  const entry = chunks.find((one) => one.isEntry)
  if (chunk === undefined || entry === undefined) return { early: [], preload: [] }
  const there = reach(entry.fileName, new Set())
  const own = [...reach(chunk.fileName, new Set())].filter((name) => !there.has(name))
  const early = own.filter((name) => !reach(name, new Set()).has(entry.fileName))
  return { early, preload: own.filter((name) => !early.includes(name)) }
}

export function routeManifest(): Plugin {
  return {
    name: 'route-manifest',
    apply: 'build',
    generateBundle(_options, bundle) {
      const pages = PAGES.map((page) => ({ ...page, ...scriptsOf(page, bundle) }))
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
