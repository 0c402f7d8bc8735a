/** Answers of the calls that a page would make first: they stand in its head, so that it is complete before its first request. */
import type { Tenant } from '../../tenant/tenant.ts'
import { contractRows } from '../routes/futures/common.ts'
import { classRows, coinRows, usdtPriceRows } from '../routes/market/market.ts'
import { groupRows, visitorPairs } from '../routes/spot/pairs.ts'
import { type Answers, bulletins } from './content-answers.ts'

/** Rows that the home page asks for first. */
const LATEST = 3
const RANKED = 10
const CONTRACTS = '/trade'
const TERMINALS: ReadonlySet<string> = new Set([CONTRACTS, '/spotTrade'])

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
      ...(path === CONTRACTS ? [['contracts', contractRows(tenant)] as const] : []),
      ['pairs', visitorPairs(tenant)],
      ['coins', coinRows(tenant)],
      ['tickers', feeds.tickers()],
    ]
  if (path === '/exchange')
    return [
      ['coins', coinRows(tenant)],
      ['usdtPrices', usdtPriceRows(tenant)],
    ]
  if (path === '/marketData')
    return [
      ['pairs', visitorPairs(tenant)],
      ['tickers', feeds.tickers()],
      ['groups', groupRows(tenant, lang)],
      ['classes', classRows(tenant, lang)],
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

/**
 * The most useful answers first: what does not fit into the head is left out from the end.
 * @param path of the page table. @param own answers that only this address has
 */
export const firstAnswers = (tenant: Tenant, lang: string, path: string, own: Answers): Answers => [
  ...shellAnswers(tenant, lang),
  ...own,
  ...pageAnswers(tenant, lang, path),
]
