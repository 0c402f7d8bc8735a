/** W1 and W2: Lighthouse on a phone's settings and the first scripts' size, against the product as users start it. */
import { gzipSync } from 'node:zlib'
import lighthouse from 'lighthouse'
import { startChromium } from './chromium.ts'
import { type Measure, median } from './measure.ts'
import { startProduct } from './product.ts'

const RUNS = 3
const PAGES = [
  { path: '/', name: 'home', performance: 95, kilobytes: 155 },
  { path: '/marketData', name: 'markets', performance: 95, kilobytes: 0 },
  { path: '/trade?type=spot&symbol=BTC_USDT', name: 'terminal', performance: 90, kilobytes: 260 },
] as const

interface PageScore {
  readonly performance: number
  readonly accessibility: number
}

async function score(url: string, port: number): Promise<PageScore> {
  const result = await lighthouse(url, { port, output: 'json', logLevel: 'error', onlyCategories: ['performance', 'accessibility'] })
  const categories = result?.lhr.categories
  return { performance: (categories?.performance?.score ?? 0) * 100, accessibility: (categories?.accessibility?.score ?? 0) * 100 }
}

/** Scripts that a page fetches before and while it first shows, gzip, KB: counted from what the browser asked for. */
async function scriptKilobytes(url: string, port: number): Promise<number> {
  const result = await lighthouse(url, { port, output: 'json', logLevel: 'error', onlyAudits: ['network-requests'] })
  const details = result?.lhr.audits['network-requests']?.details as
    | { items?: readonly { url: string; resourceType?: string }[] }
    | undefined
  const scripts = (details?.items ?? []).filter((item) => item.resourceType === 'Script')
  let bytes = 0
  for (const script of scripts) bytes += gzipSync(Buffer.from(await (await fetch(script.url)).arrayBuffer()), { level: 9 }).length
  return bytes / 1024
}

export async function webMeasures(): Promise<Measure[]> {
  const product = await startProduct()
  const browser = await startChromium()
  try {
    const measures: Measure[] = []
    for (const page of PAGES) {
      const url = `${product.base}${page.path}`
      const scores: number[] = []
      for (let run = 0; run < RUNS; run += 1) scores.push((await score(url, browser.port)).performance)
      const performance = median(scores)
      measures.push({
        id: 'W1',
        title: `Lighthouse mobile, ${page.name}`,
        value: performance,
        unit: 'points',
        peer: '-',
        peerValue: 0,
        ratio: performance,
        goal: `>= ${page.performance}`,
      })
      if (page.kilobytes === 0) continue
      const kilobytes = await scriptKilobytes(url, browser.port)
      measures.push({
        id: 'W2',
        title: `first scripts, ${page.name}`,
        value: kilobytes,
        unit: 'KB gz',
        peer: '-',
        peerValue: 0,
        ratio: kilobytes,
        goal: `<= ${page.kilobytes}`,
      })
    }
    return measures
  } finally {
    await browser.stop()
    await product.stop()
  }
}
