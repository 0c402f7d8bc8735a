/** Writes a Brotli and a gzip copy beside every text file of the build, so that the server never compresses while it answers. */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

const TEXT = /\.(js|css|svg|json|txt|webmanifest)$/
/** Below this a packet is sent anyway and a compressed copy saves nothing. */
const SMALLEST_BYTES = 1024

/** What the server runs itself never travels. */
const serverOnly = (folder: string): string => join(folder, 'prerender')

function* filesUnder(folder: string): Generator<string> {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    if (statSync(path).isDirectory()) yield* filesUnder(path)
    else yield path
  }
}

export function compressFolder(folder: string): void {
  for (const path of filesUnder(folder)) {
    if (!TEXT.test(path) || path.startsWith(serverOnly(folder))) continue
    const bytes = readFileSync(path)
    if (bytes.length < SMALLEST_BYTES) continue
    writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }))
    const params = { [constants.BROTLI_PARAM_QUALITY]: 10, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
    writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params }))
  }
}

export function precompress(): Plugin {
  let folder = ''
  return {
    name: 'precompress',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir)
    },
    closeBundle: { sequential: true, order: 'post', handler: () => compressFolder(folder) },
  }
}
