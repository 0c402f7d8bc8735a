/** Build of the web application: React with its compiler, Tailwind, coin artwork, and compressed copies of every text file. */
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { coinArtwork } from './build/coin-artwork.ts'
import { fetchAgain } from './build/fetch-again.ts'
import { firstLoad } from './build/first-load.ts'
import { precompress } from './build/precompress.ts'
import { prerender } from './build/prerender.ts'
import { routeManifest } from './build/route-manifest.ts'

/** Libraries that every page needs stay in one long-lived file; everything else is cut along the routes that use it. */
const EVERY_PAGE = /node_modules\/(react|react-dom|scheduler|react-router|cookie|@tanstack\/(react-query|query-core)|i18next)\//

/** Small things that most pages use travel together: a file of its own for each costs more than its bytes. Nothing that needs the schemas. */
const COMMON =
  /web\/src\/(ui\/(?!choice|text-field|dialog|select)|i18n|theme|data\/(?!spot|live|http-client|account|inform))|wire\/src\/(steps|pair-terms)\.ts|engine\/src\/|node_modules\/lucide-react\//

/** Controls of forms: home and the terminal's first screen have none, so they stay out of what those load. */
const FORMS = /web\/src\/ui\/(choice|text-field|dialog|select)\.tsx/

/** What the pages with prices share, each lot in one file: what all of them show, what tables and cards show, and the live line. */
const COINS = /web\/src\/(data\/(fiat|live\/calm)|ui\/coin-(logo|artwork))\.tsx?/
const QUOTES = /web\/src\/(data\/market\/(pairs|quotes|read-quote|market-model|sparklines)|ui\/sparkline)\.tsx?/
const LIVE =
  /web\/src\/data\/live\/(tickers|topic|live|live-store|socket-client|messages|connection|gap-detector|backoff|depth|book|flush-scheduler)\.ts|depth-checksum\.ts/

/** What the entry imports: a script that asks for another needs not ask for these. */
const ALWAYS_THERE = /\/(rolldown-runtime|libraries|common|index)-[\w-]+\.js$/

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
          groups: [
            { name: 'libraries', test: EVERY_PAGE, priority: 2 },
            { name: 'common', test: COMMON, minShareCount: 6, priority: 1 },
            { name: 'coins', test: COINS, minShareCount: 2, priority: 0, includeDependenciesRecursively: false },
            { name: 'quotes', test: QUOTES, minShareCount: 2, priority: 0, includeDependenciesRecursively: false },
            { name: 'live', test: LIVE, minShareCount: 2, priority: 0, includeDependenciesRecursively: false },
            { name: 'forms', test: FORMS, minShareCount: 6, priority: 0 },
          ],
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
