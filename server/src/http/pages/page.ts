/** The web application's files and pages. Pages are one document, filled for tenant, language and path; files are compressed at build time. */
import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { pageDescription } from '../../content/site-texts.ts'
import { steadyNow } from '../../core/clock.ts'
import { Failure } from '../../core/failure.ts'
import { addressKey } from '../../net/client-address.ts'
import type { Tenant } from '../../tenant/tenant.ts'
import { stateOf } from '../calls/request-state.ts'
import type { ServerContext } from '../context.ts'
import { COMMON_HEADERS, pageHeaders } from '../guard/security-headers.ts'
import { type Reach, reach } from '../hosts.ts'
import { sendFailure } from '../server.ts'
import { isCallPath } from './app-paths.ts'
import { bootstrapOf } from './bootstrap.ts'
import { firstAnswers } from './first-answers.ts'
import { type FirstPicture, loadFirstPicture } from './first-picture.ts'
import { bootJson, fillTemplate, type HeadFacts, themeColour } from './page-head.ts'
import { pageLanguage } from './page-language.ts'
import { type Shown, shownAt } from './shown.ts'

interface PageEntry {
  readonly path: string
  readonly title: string
  readonly texts: readonly string[]
  /** Name of the closed feature that the page stands for. */
  readonly closed?: string
  /** Name of the part of the product that it belongs to. */
  readonly feature?: string
  /** Scripts of the page that run before the entry. */
  readonly early?: readonly string[]
  /** Those that run behind it. */
  readonly late?: readonly string[]
}

/** The built application: its template, its table of pages, and the names of its files. */
interface WebBuild {
  readonly template: string
  readonly pages: readonly PageEntry[]
  readonly files: ReadonlySet<string>
}

const NO_BUILD: WebBuild = {
  template:
    '<!doctype html><html lang="en-US" dir="ltr"><head><title>Agio</title><!--agio:head--><!--agio:boot--></head><body></body></html>',
  pages: [{ path: '/', title: 'home', texts: [] }],
  files: new Set(),
}

const HIDDEN = /^(index\.html|routes\.json|(locales|prerender)\/.*|\..*)$|\.(br|gz)$/
const SHELL_TEXTS = ['shell', 'ui', 'pages']
/** A filled document is used again for this long: its prices are that old at most. */
const KEPT_MS = 1000
const KEPT_MAX = 200

function filesUnder(dir: string, prefix = ''): string[] {
  return readdirSync(join(dir, prefix), { withFileTypes: true }).flatMap((entry) => {
    const name = prefix === '' ? entry.name : `${prefix}/${entry.name}`
    return entry.isDirectory() ? filesUnder(dir, name) : [name]
  })
}

function readBuild(webDir: string): WebBuild {
  if (webDir === '' || !existsSync(join(webDir, 'index.html'))) return NO_BUILD
  const pages = JSON.parse(readFileSync(join(webDir, 'routes.json'), 'utf8')) as PageEntry[]
  const files = filesUnder(webDir).filter((file) => !HIDDEN.test(file))
  return { template: readFileSync(join(webDir, 'index.html'), 'utf8'), pages, files: new Set(files) }
}

/** The page of a path: an exact entry, or the longest one that ends in `/*` and covers it. */
export function pageOf<Entry extends { readonly path: string }>(pages: readonly Entry[], path: string): Entry | undefined {
  const covering = pages.filter((page) => {
    if (!page.path.endsWith('/*')) return matches(page.path, path)
    const base = page.path.slice(0, -2)
    return path === base || path.startsWith(`${base}/`)
  })
  return covering.sort((a, b) => b.path.length - a.path.length)[0]
}

/** `:name` places of a page's path stand for one part each. */
function matches(pattern: string, path: string): boolean {
  if (!pattern.includes(':')) return pattern === path
  const own = pattern.split('/')
  const given = path.split('/')
  return own.length === given.length && own.every((part, index) => part.startsWith(':') || part === given[index])
}

interface Filled {
  readonly html: string
  readonly at: number
}

class Pages {
  readonly #context: ServerContext
  readonly #build: WebBuild
  readonly #picture: FirstPicture
  readonly #filled = new Map<string, Filled>()

  constructor(context: ServerContext, build: WebBuild, picture: FirstPicture) {
    this.#context = context
    this.#build = build
    this.#picture = picture
  }

  has(file: string): boolean {
    return this.#build.files.has(file)
  }

  /** Status and document, `__NONCE__` still in place. */
  fill(tenant: Tenant, url: string, lang: string, addresses: Reach): { readonly status: number; readonly html: string } {
    const [written = '/', query] = url.split('?', 2)
    // As the browser's table reads it: slashes at the end say nothing.
    const path = written.replace(/\/+$/, '') || '/'
    const page = pageOf(this.#build.pages, path)
    const status = page === undefined ? 404 : 200
    const shown = shownAt({ tenant, page: page?.path, path, query: new URLSearchParams(query) })
    // One entry for all that is left to the browser: unknown addresses must not fill the memory.
    const key = [tenant.tenantId, lang, addresses.web, shown.pathname + shown.search].join(' ')
    const now = steadyNow(this.#context.clock)
    const kept = this.#filled.get(key)
    if (kept !== undefined && now - kept.at < KEPT_MS) return { status, html: kept.html }
    const facts = this.#facts(tenant, page, shown, lang, addresses)
    const boot = bootJson(facts)
    const picture = shown.content === undefined ? '' : this.#picture.draw(shown, JSON.parse(boot))
    const style = this.#picture.themeStyle(themeColour(facts.bootstrap.kv.theme))
    const html = fillTemplate(this.#build.template, facts, { boot, picture, style })
    if (this.#filled.size >= KEPT_MAX) this.#filled.clear()
    this.#filled.set(key, { html, at: now })
    return { status, html }
  }

  /** The page of contracts shows a spot pair where the address asks for one, and while contracts are closed: with the spot terminal's scripts. */
  #scriptsOf(page: PageEntry | undefined, shown: Shown, contracts: boolean): PageEntry | undefined {
    if (page?.path !== '/trade') return page
    const isSpot = !contracts || new URLSearchParams(shown.search).get('type') === 'spot'
    return isSpot ? pageOf(this.#build.pages, '/spotTrade') : page
  }

  #facts(tenant: Tenant, page: PageEntry | undefined, shown: Shown, lang: string, addresses: Reach): HeadFacts {
    const all = tenant.content.texts()
    const texts = Object.fromEntries(
      [...SHELL_TEXTS, ...(page?.texts ?? [])].flatMap((namespace) => {
        const own = all[lang]?.[namespace]
        return own === undefined ? [] : [[namespace, own] as const]
      }),
    )
    const word = (namespace: string, key: string): string => all[lang]?.[namespace]?.[key] ?? all.en_US?.[namespace]?.[key] ?? ''
    const { text, answers } = shown.content?.(lang) ?? { answers: [] }
    const name = text?.title ?? word('pages', `title.${page?.title ?? 'notFound'}`)
    // What is closed says so before anybody comes to read it.
    const closedName = page?.closed ?? (tenant.content.leadsOn(page?.path ?? null) ? undefined : page?.feature)
    const closed = closedName === undefined ? '' : word('closed', `${closedName}.text`)
    const own = text?.description || closed || word('pages', `description.${page?.title ?? 'home'}`)
    const bootstrap = bootstrapOf(this.#context, tenant, lang, addresses)
    const scripts = this.#scriptsOf(page, shown, bootstrap.switches.contractSwitch)
    return {
      bootstrap,
      title: name === '' ? tenant.content.tenantName : `${name} · ${tenant.content.tenantName}`,
      description: own || pageDescription(lang, tenant.content.tenantName),
      address: shown.canonical === undefined ? undefined : addresses.web + shown.canonical,
      isArticle: text !== undefined,
      texts,
      early: scripts?.early ?? [],
      late: scripts?.late ?? [],
      first: firstAnswers(tenant, lang, page?.path ?? '', answers),
    }
  }
}

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

async function sendCompressed(request: FastifyRequest, answer: FastifyReply, html: string): Promise<FastifyReply> {
  const accepted = request.headers['accept-encoding'] ?? ''
  answer.header('vary', 'accept-encoding, accept-language, cookie')
  if (/\bbr\b/.test(accepted)) {
    const body = await brotli(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
    return answer.header('content-encoding', 'br').send(body)
  }
  if (/\bgzip\b/.test(accepted)) return answer.header('content-encoding', 'gzip').send(await zip(html, { level: 6 }))
  return answer.send(html)
}

function sendFile(answer: FastifyReply, file: string): FastifyReply {
  answer.removeHeader('content-security-policy')
  answer.headers({
    ...COMMON_HEADERS,
    'cache-control': file.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
  })
  return answer.sendFile(file)
}

/** What a page takes of its address's bucket of a minute. */
const PAGE_WEIGHT = 2

/** Everything that is no call: files of the build, robots.txt, and the document for every other address. */
export async function registerPages(app: FastifyInstance, context: ServerContext): Promise<void> {
  const pages = new Pages(context, readBuild(context.webDir), await loadFirstPicture(context.webDir, context.log))
  if (existsSync(context.webDir))
    await app.register(fastifyStatic, { root: context.webDir, serve: false, preCompressed: true, cacheControl: false })

  app.get('/robots.txt', { exposeHeadRoute: true }, (_request, answer) =>
    answer
      .headers({ ...COMMON_HEADERS, 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=3600' })
      .send('User-agent: *\nDisallow: /api/\nDisallow: /dev/\nDisallow: /userCenter\nDisallow: /assets/spot\n'),
  )

  app.get('/*', { exposeHeadRoute: true }, async (request, answer) => {
    const path = request.url.split('?', 1)[0] ?? '/'
    const isPage = (request.method === 'GET' || request.method === 'HEAD') && !isCallPath(path)
    if (!isPage || (request.arrival?.state ?? null) === null) return sendFailure(context, new Failure('PATH_NOT_FOUND'), request, answer)
    const file = path.slice(1)
    if (pages.has(file)) return sendFile(answer, file)
    const { tenant, limits, ip, way } = stateOf(request)
    // A page costs more than most calls: it is filled in and compressed for each visitor.
    limits.check(limits.takeAddress(addressKey(ip), PAGE_WEIGHT))
    const addresses = reach(tenant.config, way, context.addresses)
    const offered = tenant.content.languages().map(({ langEncode }) => langEncode)
    const lang = pageLanguage({ cookie: request.headers.cookie, acceptLanguage: request.headers['accept-language'], offered })
    const { status, html } = pages.fill(tenant, request.url, lang, addresses)
    const nonce = randomBytes(16).toString('base64url')
    answer.code(status).headers(pageHeaders(nonce, addresses, tenant.config.pictureHosts))
    return sendCompressed(request, answer, html.replaceAll('__NONCE__', nonce))
  })
}
