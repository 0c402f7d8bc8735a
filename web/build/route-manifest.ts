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
  '/financial': 'features/earn/earn-page.tsx',
  '/exchange': 'features/convert/convert-page.tsx',
  '/marketData': 'features/markets/markets-page.tsx',
  '/trade': 'features/contract/terminal/contract-page.tsx',
  '/spotTrade': 'features/terminal/spot-page.tsx',
}

const MARKETS_SOON = ['data/market/live-quotes.tsx', 'data/market/market-calls.ts']
const TERMINAL_SOON = ['terminal/book/book-panel.tsx', 'chart/klinecharts-port.ts']

/**
 * What these pages ask for once they stand. It is fetched with the rest, not one behind the other, and each script of it runs in a task of
 * its own behind the entry, not all in the task that asks.
 */
const SOON: Readonly<Record<string, readonly string[]>> = {
  '/': ['data/market/live-quotes.tsx'],
  '/marketData': MARKETS_SOON,
  '/trade': TERMINAL_SOON,
  '/spotTrade': TERMINAL_SOON,
}

/** Scripts of a page without what the entry brings anyway, each behind what it imports. Each is run in a task of its own. */
interface Scripts {
  /** Those of its first drawing that need nothing of the entry: they are run before it. */
  readonly early: readonly string[]
  /** The others, and what is asked for soon. */
  readonly late: readonly string[]
}

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
  const entry = chunks.find((one) => one.isEntry)
  if (entry === undefined) throw new Error('the build has no entry')
  const there = reach(entry.fileName, new Set())
  const scriptsFor = (source: string): string[] => {
    const chunk = chunks.find((one) => one.moduleIds.some((id) => id.endsWith(`/src/${source}`)))
    if (chunk === undefined) throw new Error(`no script has ${source}`)
    return [...reach(chunk.fileName, new Set())].filter((name) => !there.has(name))
  }
  const source = LANDING[page.path]
  const own = source === undefined ? [] : scriptsFor(source)
  const early = own.filter((name) => !reach(name, new Set()).has(entry.fileName))
  const all = new Set([...early, ...own, ...(SOON[page.path] ?? []).flatMap(scriptsFor)])
  return { early, late: [...all].filter((name) => !early.includes(name)) }
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
