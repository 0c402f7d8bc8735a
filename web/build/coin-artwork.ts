/** Serves the coin discs of cryptocurrency-icons (CC0) under /coins/<symbol>.svg; the list is the one that the coin logo reads. */
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'
import { COINS_WITH_ARTWORK } from '../src/ui/coin-artwork.ts'

const folder = join(dirname(createRequire(import.meta.url).resolve('cryptocurrency-icons/package.json')), 'svg', 'color')

export function coinArtwork(): Plugin {
  return {
    name: 'coin-artwork',
    configureServer(server) {
      server.middlewares.use('/coins', (request, response, next) => {
        const path = join(folder, (request.url ?? '').replace(/[^a-z0-9.]/g, ''))
        if (!existsSync(path)) return next()
        response.setHeader('content-type', 'image/svg+xml')
        response.end(readFileSync(path))
      })
    },
    generateBundle() {
      for (const symbol of COINS_WITH_ARTWORK) {
        const name = `${symbol.toLowerCase()}.svg`
        this.emitFile({ type: 'asset', fileName: `coins/${name}`, source: readFileSync(join(folder, name)) })
      }
    },
  }
}
