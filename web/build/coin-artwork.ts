/**
 * Serves the coin discs of cryptocurrency-icons (CC0) under /coins: each as `<symbol>.svg`, and the common ones together in one file,
 * from which the coin logo takes them by name: a picture of its own is a request and a document, 12 ms or more of a browser's processor.
 */
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'
import { COINS_IN_ONE, COINS_WITH_ARTWORK, DISCS_IN_ONE } from '../src/ui/coin-artwork.ts'

const folder = join(dirname(createRequire(import.meta.url).resolve('cryptocurrency-icons/package.json')), 'svg', 'color')

/** A disc as part of a larger picture: names inside it would meet those of others, so what is drawn by name is drawn in place, without shadows. */
export function symbolOf(coin: string, disc: string): string {
  const named = new Map([...disc.matchAll(/<path ([^>]*)id="(\w+)"\/>/g)].map(([, shape = '', id = '']) => [id, shape]))
  const inside = disc
    .replace(/^<svg[^>]*>|<\/svg>$/g, '')
    .replace(/<defs>.*?<\/defs>/gs, '')
    .replace(/<use [^>]*filter=[^>]*>/g, '')
    .replace(/<use ([^>]*)xlink:href="#(\w+)"\/>/g, (_all, look: string, id: string) => `<path ${look}${named.get(id) ?? ''}/>`)
    // These two filters make black shapes white.
    .replace(/<g filter="[^"]*">(<path [^>]*?)fill="#\w+"/g, '<g>$1fill="#FFF"')
  if (/\bid=|url\(|<use|<defs|<style|href=/.test(inside)) throw new Error(`the disc of ${coin} draws something by name`)
  return `<symbol id="${coin}" viewBox="0 0 32 32">${inside}</symbol>`
}

const discOf = (coin: string): string => readFileSync(join(folder, `${coin.toLowerCase()}.svg`), 'utf8').trim()

export function commonDiscs(): string {
  const symbols = COINS_IN_ONE.map((coin) => symbolOf(coin, discOf(coin)))
  return `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>`
}

export function coinArtwork(): Plugin {
  return {
    name: 'coin-artwork',
    configureServer(server) {
      server.middlewares.use('/coins', (request, response, next) => {
        const name = (request.url ?? '').replace(/[^a-z0-9.-]/g, '')
        const isCommon = DISCS_IN_ONE.endsWith(`/${name}`)
        const path = join(folder, name)
        if (!isCommon && !existsSync(path)) return next()
        response.setHeader('content-type', 'image/svg+xml')
        response.end(isCommon ? commonDiscs() : readFileSync(path))
      })
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: DISCS_IN_ONE.slice(1), source: commonDiscs() })
      for (const coin of COINS_WITH_ARTWORK) {
        this.emitFile({ type: 'asset', fileName: `coins/${coin.toLowerCase()}.svg`, source: discOf(coin) })
      }
    },
  }
}
