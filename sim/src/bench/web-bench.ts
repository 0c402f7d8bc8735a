/** W1 and W2: Lighthouse on a phone's settings and the first scripts' size, against the product as users start it. */
import { gzipSync } from 'node:zlib'
import lighthouse, { type Result } from 'lighthouse'
import { startChromium } from './chromium.ts'
import { type Measure, median } from './measure.ts'
import { startProduct } from './product.ts'

/** Visits of a page: the median of five varies half as much as that of one, says Lighthouse. */
const RUNS = 5
/** Tries of a visit. Lighthouse ends one in some sixteen without a score and asks to be run again. */
const TRIES = 3

interface BenchPage {
  readonly path: string
  readonly name: string
  readonly performance: number
  /** Bound of the first scripts; absent where there is none. */
  readonly kilobytes?: number
}

const PAGES: readonly BenchPage[] = [
  { path: '/', name: 'home', performance: 95, kilobytes: 147 },
  { path: '/marketData', name: 'markets', performance: 95 },
  { path: '/exchange', name: 'exchange', performance: 95, kilobytes: 165 },
  { path: '/financial', name: 'earn', performance: 95, kilobytes: 165 },
  { path: '/Notice', name: 'announcements', performance: 95 },
  { path: '/helpCenter', name: 'help centre', performance: 95 },
  { path: '/trade?type=spot&symbol=BTC_USDT', name: 'terminal', performance: 90, kilobytes: 252 },
  { path: '/trade', name: 'contract terminal', performance: 90, kilobytes: 275 },
]

/** Names of the categories as Lighthouse and as people say them; all but the first must be complete. */
const CATEGORIES = [
  ['performance', 'performance'],
  ['accessibility', 'accessibility'],
  ['best-practices', 'best practices'],
  ['seo', 'SEO'],
] as const
type Category = (typeof CATEGORIES)[number][0]

/** How far what a page shows may move while it loads. */
const SHIFT_MAX = 0.02

interface Visit {
  /** 0…100. */
  readonly scores: Readonly<Record<Category, number>>
  readonly shift: number
  /** How fast Lighthouse found the machine: 1,500 and more is a good desktop, and it slows down every machine by the same factor. */
  readonly machine: number
  /** Addresses of the scripts that the page fetched before and while it first showed. */
  readonly scripts: readonly string[]
}

/** @throws Error with Lighthouse's own words when no try came to scores: it must not count as a page of zero points */
async function report(url: string, port: number): Promise<Result> {
  const onlyCategories = CATEGORIES.map(([category]) => category)
  let fault: string | undefined
  for (let tries = 0; tries < TRIES; tries += 1) {
    const result = await lighthouse(url, { port, output: 'json', logLevel: 'error', onlyCategories })
    if (result !== undefined && result.lhr.runtimeError === undefined) return result.lhr
    fault = result?.lhr.runtimeError?.message
    process.stderr.write(`${url} is visited again: ${fault}\n`)
  }
  throw new Error(`${url} could not be measured: ${fault}`)
}

async function visit(url: string, port: number): Promise<Visit> {
  const { audits, categories, environment } = await report(url, port)
  const requests = audits['network-requests']?.details as { items?: readonly { url: string; resourceType?: string }[] } | undefined
  const scoreOf = (category: Category): number => (categories[category]?.score ?? 0) * 100
  return {
    scores: {
      performance: scoreOf('performance'),
      accessibility: scoreOf('accessibility'),
      'best-practices': scoreOf('best-practices'),
      seo: scoreOf('seo'),
    },
    shift: audits['cumulative-layout-shift']?.numericValue ?? Number.NaN,
    machine: environment.benchmarkIndex,
    scripts: (requests?.items ?? []).filter(({ resourceType }) => resourceType === 'Script').map((item) => item.url),
  }
}

/** Size of files, gzip, KB. */
async function kilobytesOf(urls: readonly string[]): Promise<number> {
  let bytes = 0
  for (const url of urls) bytes += gzipSync(Buffer.from(await (await fetch(url)).arrayBuffer()), { level: 9 }).length
  return bytes / 1024
}

const measure = (id: string, title: string, value: number, unit: string, goal: string): Measure => ({
  id,
  title,
  value,
  unit,
  peer: '-',
  peerValue: 0,
  ratio: value,
  goal,
})

async function pageMeasures(base: string, port: number, { path, name, performance, kilobytes }: BenchPage): Promise<Measure[]> {
  const visits: Visit[] = []
  for (let run = 0; run < RUNS; run += 1) visits.push(await visit(base + path, port))
  const middle = (read: (one: Visit) => number): number => median(visits.map(read))
  const measures = CATEGORIES.map(([category, words]) => {
    const goal = category === 'performance' ? performance : 100
    return measure(
      'W1',
      `Lighthouse mobile ${words}, ${name}`,
      middle(({ scores }) => scores[category]),
      'points',
      `>= ${goal}`,
    )
  })
  const [performanceMeasure] = measures
  // What the score was come by with: it falls on a slower machine.
  if (performanceMeasure !== undefined)
    measures[0] = { ...performanceMeasure, peer: 'benchmark index of the machine', peerValue: middle(({ machine }) => machine) }
  measures.push(
    measure(
      'W1',
      `layout shift, ${name}`,
      middle(({ shift }) => shift),
      '',
      `<= ${SHIFT_MAX}`,
    ),
  )
  if (kilobytes !== undefined) {
    // Of the visit that fetched most: what comes late must not be missed.
    const most = visits.reduce((one, other) => (other.scripts.length > one.scripts.length ? other : one))
    measures.push(measure('W2', `first scripts, ${name}`, await kilobytesOf(most.scripts), 'KB gz', `<= ${kilobytes}`))
  }
  return measures
}

export async function webMeasures(): Promise<Measure[]> {
  const product = await startProduct()
  const browser = await startChromium()
  try {
    const measures: Measure[] = []
    for (const page of PAGES) measures.push(...(await pageMeasures(product.base, browser.port, page)))
    return measures
  } finally {
    await browser.stop()
    await product.stop()
  }
}
