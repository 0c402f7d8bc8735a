/** What an address shows: the part of it that counts, in one spelling, and the words and answers that only this address has. */
import { symbolFromQuery, symbolToQuery } from '@agio/wire/market/pair-address.ts'
import { isPublished, LEGAL } from '../../content/inform/shelves.ts'
import type { Tenant } from '../../tenant/tenant.ts'
import { type Answers, helpAnswers, helpIndexAnswers, noticeAnswers, noticeListAnswers, type ReadText } from './content-answers.ts'

/** What the head and the picture of an address are made of besides the page's own. */
export interface OwnContent {
  /** Of a text that is read here. */
  readonly text?: ReadText
  readonly answers: Answers
}

export interface Shown {
  /** As the drawing takes it. Path and query tell two kept documents of a page apart. */
  readonly pathname: string
  /** With its question mark, or empty. */
  readonly search: string
  /** Path and query under which search engines know it; undefined for what they shall not keep. */
  readonly canonical: string | undefined
  /** Undefined for what is left to the browser: the results of a search, a filter that does not exist, an unknown article. */
  readonly content: ((lang: string) => OwnContent) | undefined
}

const HELP = '/helpCenter'
const NOTICE = '/Notice'
const TERMINALS: ReadonlySet<string> = new Set(['/trade', '/spotTrade'])

interface Asked {
  readonly tenant: Tenant
  /** Of the table of pages; undefined for an address that has no page. */
  readonly page: string | undefined
  /** As it was asked for, without its query. */
  readonly path: string
  readonly query: URLSearchParams
}

const nothing = (): OwnContent => ({ answers: [] })

const drawn = (pathname: string, search = '', content: (lang: string) => OwnContent = nothing): Shown => ({
  pathname,
  search,
  canonical: pathname + search,
  content,
})

/** One document for all such addresses of a page: their number must not fill the memory. */
const inBrowser = (page: string): Shown => ({ pathname: page, search: '?', canonical: undefined, content: undefined })

const reading = (text: ReadText): OwnContent => ({ text, answers: text.answers })

/** A pair of the terminal, however it is spelt: `?type=spot&symbol=BTC_USDT`. Without one the first pair; of an unknown one the browser tells. */
function terminalAt({ tenant, path, query }: Asked): Shown {
  const asked = query.get('symbol')
  const symbol = symbolFromQuery(asked)
  const known = tenant.feeds.listings.shownPairs().some((pair) => pair.symbol === symbol)
  if (asked !== null && !known) return inBrowser(path)
  const parts = [
    ...(query.get('type') === 'spot' ? ['type=spot'] : []),
    ...(symbol === undefined ? [] : [`symbol=${symbolToQuery(symbol)}`]),
  ]
  return { ...drawn(path, parts.length === 0 ? '' : `?${parts.join('&')}`), canonical: path }
}

function noticesAt({ tenant, path, query }: Asked): Shown {
  const { library } = tenant.inform
  const [id, classId] = [query.get('id'), query.get('class')]
  if (id !== null) {
    if (!isPublished(library, id, tenant.exchange.now())) return inBrowser(path)
    return drawn(path, `?id=${encodeURIComponent(id)}`, (lang) => reading(noticeAnswers(tenant, lang, id)))
  }
  if ((query.get('q') ?? '') !== '' || (classId !== null && !library.classes.has(classId))) return inBrowser(path)
  const list = (lang: string): OwnContent => ({ answers: noticeListAnswers(tenant, lang, classId ?? undefined) })
  return drawn(path, classId === null ? '' : `?class=${encodeURIComponent(classId)}`, list)
}

const BELOW_HELP = /^\/helpCenter\/(?:legal\/)?([A-Za-z0-9_-]{1,64})$/

function helpAt({ tenant, path, query }: Asked): Shown {
  const { library } = tenant.inform
  if (path === HELP) {
    if ((query.get('q') ?? '').trim() !== '') return inBrowser(HELP)
    return drawn(HELP, '', (lang) => ({ answers: helpIndexAnswers(tenant, lang) }))
  }
  const id = BELOW_HELP.exec(path)?.[1] ?? ''
  const isLegal = library.articles.get(id)?.categoryId === LEGAL
  if (!library.articles.has(id) && (id === LEGAL || !library.categories.has(id))) return inBrowser(HELP)
  const canonical = isLegal ? `${HELP}/legal/${id}` : `${HELP}/${id}`
  return { ...drawn(path, '', (lang) => reading(helpAnswers(tenant, lang, id))), canonical }
}

const EARN = '/financial'
/** What filters the products of savings, or leads from them to the rule of one: the list as it is drawn here would be another one. */
const OF_EARN = ['type', 'coin', 'term', 'rate', 'payout', 'held', 'sort', 'q', 'rule'] as const

export function shownAt(asked: Asked): Shown {
  const { page } = asked
  if (page === undefined) return inBrowser('404')
  if (TERMINALS.has(page)) return terminalAt(asked)
  if (page === NOTICE) return noticesAt(asked)
  if (page === `${HELP}/*`) return helpAt(asked)
  if (page === EARN && OF_EARN.some((name) => asked.query.has(name))) return inBrowser(EARN)
  // Addresses with places in them are many.
  return page.includes('*') || page.includes(':') ? inBrowser(page) : drawn(page)
}
