/**
 * Which files of the application travel together. A request costs a browser some ten milliseconds of processor in all its parts, so what
 * several pages share comes in a few scripts, named by what they are for; the rest is cut along the pages that use it. A file named here
 * that is no more ends the build, because its code would silently go elsewhere.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..', '..').replaceAll('\\', '/')

/** Libraries that every page needs stay in one long-lived file. */
const EVERY_PAGE =
  /node_modules\/(react|react-dom|scheduler|react-router|@tanstack\/(react-query|query-core))\/(?!.*(mutationObserver|useMutation)\.js)/

/** Small things that most pages use: a file of its own for each costs more than its bytes. Nothing that needs the schemas. */
const COMMON =
  /web\/src\/(ui\/(?!choice|table|text-field|dialog|select|tabs|use-typed|use-select-all|use-modal|zone-note|order-cells)|i18n|theme|data\/(?!spot|live|http-client|account|inform|market|contract\/contract-order))|wire\/src\/(steps|pair-terms)\.ts|engine\/src\/|node_modules\/lucide-react\//

/** Controls of forms: home, markets and the terminal's first view have none, so they stay out of what those load. */
const FORMS = /web\/src\/ui\/(text-field|use-typed|use-select-all)\.tsx?/

/** Every file of a folder by name; the icons of lucide have a folder of their own. */
const inside = (folder: string, names: string): readonly string[] => names.split(' ').map((name) => `${folder}/${name}`)
const web = (folder: string, names: string): readonly string[] => inside(`web/src/${folder}`, names)
const icons = (names: string): readonly string[] =>
  inside(
    'node_modules/lucide-react/dist/esm/icons',
    names
      .split(' ')
      .map((name) => `${name}.mjs`)
      .join(' '),
  )

/**
 * Parts of the entry that other scripts need too: with them aside, the scripts of nearly every page need nothing of the entry, and run before
 * it in tasks of their own.
 */
const BASE = [
  ...web('data', 'idle.ts mounted.ts query-client.ts sealer.ts next-task.ts'),
  ...web('ui', 'near.ts error-panel.tsx torn.ts'),
  ...web('app', 'page-frame.tsx draw-into.ts'),
  ...icons('search rotate-cw unplug'),
]

/** What pages behind a login share, and a visitor's first page has no use for. */
const OWN = [
  ...web('ui', 'filter-fields.tsx filter-values.ts list-ends.tsx page-tabs.tsx tell-cut.ts use-action.ts'),
  ...icons('badge-check clock download gift id-card key-round log-out monitor-smartphone sliders-horizontal trash user'),
]

const SHARED: Readonly<Record<string, readonly string[]>> = {
  /** What every page with prices shows them with, the terminal too. */
  prices: [
    ...web('data', 'fiat.ts live/calm.ts live/flush-scheduler.ts market/decode.ts spot/pair-terms.ts'),
    // Any page that shows something of an account hears of changes; few of those that visitors see need the live line as well.
    ...web('data', 'live/live-store.ts spot/spot-changes.ts'),
    ...web('ui', 'coin-logo.tsx coin-artwork.ts zone-note.tsx'),
    ...icons('star arrow-down arrow-left arrow-right arrow-up'),
  ],
  /** What tables and cards of prices show. */
  quotes: [
    'web/src/data/inform/inform.ts',
    ...web('data/market', 'pairs.ts quotes.ts read-quote.ts market-model.ts sparklines.ts'),
    'web/src/ui/sparkline.tsx',
  ],
  /** Joins the two, once a page stands: neither needs the other before. */
  'live-quotes': ['web/src/data/market/live-quotes.tsx'],
  /** The live line. */
  live: [
    ...web('data/live', 'tickers.ts topic.ts live.ts socket-client.ts messages.ts connection.ts gap-detector.ts backoff.ts'),
    ...web('data/live', 'depth.ts book.ts'),
    'wire/src/market/depth-checksum.ts',
  ],
  /** What a page that trades knows. */
  trade: [
    ...web('data/spot', 'order.ts money-scale.ts my-orders.ts my-balances.ts order-actions.ts'),
    ...web('features/terminal', 'desk.ts later.ts orders/use-order-changes.ts'),
    ...web('features/terminal/model', 'order-words.ts ticket.ts context.ts'),
    'wire/src/spot/view.ts',
  ],
  dialogs: web('ui', 'dialog.tsx use-modal.ts'),
  /** What lists are chosen from and narrowed with, the footer's languages too. */
  controls: web('ui', 'select.tsx tabs.tsx choice.tsx'),
  tables: ['web/src/ui/table.tsx'],
  /** What everything about contracts knows of an order. Nothing that the calls of other pages need. */
  contract: ['web/src/data/contract/contract-order.ts', ...web('features/contract/terminal', 'desk.ts model/draft.ts')],
  /** Panels that a terminal has in every size. */
  panels: [
    ...web('terminal', 'market.ts arrangements.ts later.ts use-layout.ts model/grouping.ts'),
    ...web('chart', 'colours.ts throttle.ts chart-port.ts drawings.ts'),
    ...web('data/live', 'trades.ts candles.ts'),
    ...web('terminal/book', 'amount-text.ts book-row.tsx book-table.tsx use-ladders.ts use-rows.ts book-panel.tsx tape-panel.tsx'),
    ...web('terminal/chart', 'chart-toolbar.tsx use-bars.ts use-kept-drawings.ts chart-panel.tsx'),
    ...icons('activity camera chart-line maximize'),
  ],
  /** The API's schemas, in lots that are quick to evaluate, and the calls that every market page makes. */
  'spot-schemas': inside('wire/src/spot', 'order-fields.ts types.ts spot.ts'),
  calls: ['wire/src/call-target.ts', 'web/src/data/http-client.ts', 'web/src/data/balance-visibility.ts'],
  'market-schemas': inside('wire/src', 'market/market.ts market/types.ts assets/types.ts'),
  'market-calls': ['web/src/data/market/market-calls.ts'],
}

/** Tells whether a module is one of these files. Throws for a name that no file has. */
export function oneOf(files: readonly string[]): (id: string) => boolean {
  const gone = files.filter((file) => !existsSync(join(root, file)))
  if (gone.length > 0) throw new Error(`chunks.ts names what is no file: ${gone.join(', ')}`)
  const ids = new Set(files.map((file) => `${root}/${file}`))
  return (id) => ids.has(id)
}

const whole = { minShareCount: 1, includeDependenciesRecursively: false } as const

export const CHUNKS = [
  { name: 'base', test: oneOf(BASE), priority: 3, ...whole },
  { name: 'own', test: oneOf(OWN), priority: 3, ...whole },
  { name: 'libraries', test: EVERY_PAGE, priority: 2 },
  { name: 'common', test: COMMON, minShareCount: 5, priority: 1 },
  ...Object.entries(SHARED).map(([name, files]) => ({ name, test: oneOf(files), priority: 0, ...whole })),
  { name: 'forms', test: FORMS, minShareCount: 6, priority: 0 },
]

/** What the entry imports: a script that asks for another needs not ask for these. */
export const ALWAYS_THERE = /\/(rolldown-runtime|libraries|base|common|index)-[\w-]+\.js$/
