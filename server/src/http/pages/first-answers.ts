/** Answers of the calls that a page would make first: they stand in its head, so that it is complete before its first request. */
import { announcementsOf, classesOf } from '../../content/inform/shelves.ts'
import type { Tenant } from '../context.ts'
import { classRows, coinRows } from '../routes/market.ts'
import { groupRows, visitorPairs } from '../routes/spot-pairs.ts'

/** As the announcements page and the home page ask first. */
const NOTICES = 10
const LATEST = 3

function bulletins({ inform, exchange }: Tenant, language: string, size: number) {
  const all = announcementsOf(inform.library, { language, now: exchange.now() })
  return { list: all.slice(0, size), total: all.length, pageNo: 1, pageSize: size }
}

type Answers = readonly (readonly [name: string, data: unknown])[]

const RANKED = 10
const TERMINALS: ReadonlySet<string> = new Set(['/trade', '/spotTrade'])

function shellAnswers({ content }: Tenant, lang: string): Answers {
  return [
    ['menus', content.menu(lang)],
    ['footer', content.footer(lang)],
    ['rates', content.rates().filter(({ status }) => status === 1)],
    ['social', content.social()],
  ]
}

function pageAnswers(tenant: Tenant, lang: string, path: string): Answers {
  const { content, feeds } = tenant
  if (TERMINALS.has(path))
    return [
      ['pairs', visitorPairs(tenant)],
      ['coins', coinRows(tenant)],
      ['tickers', feeds.tickers()],
    ]
  if (path === '/marketData')
    return [
      ['pairs', visitorPairs(tenant)],
      ['tickers', feeds.tickers()],
      ['groups', groupRows(tenant, lang)],
      ['classes', classRows(tenant, lang)],
    ]
  if (path === '/Notice')
    return [
      ['bulletins', bulletins(tenant, lang, NOTICES)],
      ['bulletinClasses', classesOf(tenant.inform.library, lang, tenant.exchange.now())],
    ]
  if (path !== '/') return []
  return [
    ['pairs', visitorPairs(tenant)],
    ['tickers', feeds.tickers()],
    ['carousel', content.carousel(lang)],
    ['announcements', bulletins(tenant, lang, LATEST)],
    ['hot', feeds.hot()],
    ['gainers', feeds.ranking('gainers', RANKED)],
    ['losers', feeds.ranking('losers', RANKED)],
  ]
}

/** The most useful answers first: what does not fit into the head is left out from the end. @param path of the page table */
export const firstAnswers = (tenant: Tenant, lang: string, path: string): Answers => [
  ...shellAnswers(tenant, lang),
  ...pageAnswers(tenant, lang, path),
]
