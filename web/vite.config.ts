/** Build of the web application: React with its compiler, Tailwind, coin artwork, and compressed copies of every text file. */
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { ALWAYS_THERE, CHUNKS } from './build/chunks.ts'
import { coinArtwork } from './build/coin-artwork.ts'
import { fetchAgain } from './build/fetch-again.ts'
import { firstLoad } from './build/first-load.ts'
import { precompress } from './build/precompress.ts'
import { prerender } from './build/prerender.ts'
import { routeManifest } from './build/route-manifest.ts'

export default defineConfig({
  plugins: [
    react({ compiler: true }),
    tailwindcss(),
    coinArtwork(),
    fetchAgain(),
    firstLoad(),
    routeManifest(),
    precompress(),
    prerender(),
  ],
  html: { cspNonce: '__NONCE__' },
  build: {
    target: 'es2023',
    manifest: true,
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, files, { hostType }) => (hostType === 'js' ? files.filter((file) => !ALWAYS_THERE.test(file)) : files),
    },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: CHUNKS,
        },
      },
    },
  },
  server: {
    port: 5173,
    proxy: Object.fromEntries(
      ['/api', '/ws'].map((path) => [path, { target: process.env.AGIO_DEV_SERVER ?? 'http://localhost:8080', ws: path === '/ws' }]),
    ),
  },
})
