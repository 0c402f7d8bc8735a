/**
 * Writes what the server must know about the pages: `routes.json` (path, access, title key, text namespaces) and the built-in texts
 * under `locales/`, so that status, title and first texts of a page are decided from the same table that the browser reads.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { PAGES } from '../src/pages.ts'

const locales = join(import.meta.dirname, '..', 'src', 'i18n', 'locales')

export function routeManifest(): Plugin {
  return {
    name: 'route-manifest',
    apply: 'build',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'routes.json', source: JSON.stringify(PAGES) })
      for (const locale of readdirSync(locales)) {
        for (const file of readdirSync(join(locales, locale))) {
          const source = JSON.stringify(JSON.parse(readFileSync(join(locales, locale, file), 'utf8')))
          this.emitFile({ type: 'asset', fileName: `locales/${locale}/${file}`, source })
        }
      }
    },
  }
}
