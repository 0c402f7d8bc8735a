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
  /web\/src\/(ui\/(?!choice|text-field|dialog|select)|i18n|theme|data\/(?!spot|live|http-client|account|inform|market))|wire\/src\/(steps|pair-terms)\.ts|engine\/src\/|node_modules\/lucide-react\//

/** Parts of the entry that other scripts need too: with them aside, the scripts of nearly every page need nothing of the entry, and run before it in tasks of their own. */
const BASE =
  /web\/src\/(data\/(idle|mounted|query-client|sealer|next-task)|ui\/(near|error-panel|select)|app\/(page-frame|draw-into))\.tsx?|lucide-react\/.*\/(search|rotate-cw|unplug)\./

/** Controls of forms: home and markets have none, so they stay out of what those load. */
const FORMS = /web\/src\/ui\/(choice|text-field|dialog)\.tsx/

/**
 * What pages share, each lot in one file, because each request costs a browser some ten milliseconds of processor in all its parts: what tables and
 * cards of prices show, the live line, what a page that trades knows, the panels of the terminal.
 */
const QUOTES =
  /web\/src\/(data\/(fiat|live\/calm|inform\/inform|market\/(pairs|quotes|read-quote|market-model|sparklines|decode))|ui\/(coin-(logo|artwork)|sparkline|tabs))\.tsx?|lucide-react\/.*\/(star|arrow-(down|left|right|up))\./
const LIVE =
  /web\/src\/data\/(live\/(tickers|topic|live|live-store|socket-client|messages|connection|gap-detector|backoff|depth|book|flush-scheduler)|market\/live-quotes)\.tsx?|depth-checksum\.ts/
const TRADE =
  /web\/src\/(data\/(spot\/(order|pair-terms|my-orders|my-balances|spot-changes|order-actions|order-lists)|balance-visibility)|features\/terminal\/(desk|later|use-layout|model\/(order-words|ticket|context|grouping)|orders\/use-order-changes))\.tsx?|wire\/src\/spot-view\.ts/
const PANELS =
  /web\/src\/(chart\/(colours|throttle|chart-port)|data\/live\/(trades|candles)|features\/terminal\/(book\/(book-row|book-table|use-ladders|use-rows|book-panel|tape-panel)|chart\/(chart-toolbar|use-bars|chart-panel)))\.tsx?|lucide-react\/.*\/(activity|camera|chart-line|maximize)\./

/** The contract's schemas, in lots that are quick to evaluate, and the calls that every market page makes. */
const SPOT_SCHEMAS = /wire\/src\/(order-fields|spot-types|spot|market-types|assets-types)\.ts/
const CALLS = /wire\/src\/(home-web|call-target)\.ts|web\/src\/data\/http-client\.ts/
const MARKET_CALLS = /wire\/src\/market\.ts|web\/src\/data\/market\/market-calls\.ts/

/** What the entry imports: a script that asks for another needs not ask for these. */
const ALWAYS_THERE = /\/(rolldown-runtime|libraries|base|common|index)-[\w-]+\.js$/

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
            { name: 'common', test: COMMON, minShareCount: 5, priority: 1 },
            { name: 'base', test: BASE, minShareCount: 1, priority: 3, includeDependenciesRecursively: false },
            ...Object.entries({
              quotes: QUOTES,
              live: LIVE,
              trade: TRADE,
              panels: PANELS,
              'spot-schemas': SPOT_SCHEMAS,
              calls: CALLS,
              'market-calls': MARKET_CALLS,
            }).map(([name, test]) => ({ name, test, minShareCount: 1, priority: 0, includeDependenciesRecursively: false })),
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
