/**
 * Serves the built application with invented data, for tests that need no exchange behind them. `behaviour` can be changed while it runs:
 * a test sets the answers and faults that it is about.
 */
import { existsSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { type WebSocket, WebSocketServer } from 'ws'
import type { UnreadInfo } from '../../../wire/src/content/inform.ts'
import { depthChecksum } from '../../../wire/src/market/depth-checksum.ts'
import { CLOSE_CODES, type ClientMessage, clientMessageSchema } from '../../../wire/src/socket/socket.ts'
import { answerText, pushText } from '../frames.ts'
import { FakeContracts } from './contracts.ts'
import { book, closes, footer, LANGUAGES, menus, pairs, RATES, tickers } from './data.ts'

/** The build to serve: `web/dist` unless a run brings its own. */
const dist = process.env.AGIO_E2E_DIST ?? join(import.meta.dirname, '..', '..', 'dist')
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
}

export interface Behaviour {
  /** Answers by the last part of the path, in place of the ordinary ones: data, or a failure. */
  answers: Record<
    string,
    unknown | { readonly fail: { readonly code: string; readonly message: string; readonly name: string; readonly params?: object } }
  >
  kv: Record<string, unknown>
  switches: { financialSwitch: number; flashConvertSwitch: number; contractSwitch: boolean; inviteSwitch: number }
  extraMenuItems: number
  /** Of what an operator may change; an open page that finds another one takes the changes. */
  siteVersion: string
  tenantName: string
  /** Calls, by the last part of the path, that end the session: every socket is told so and closed before they are answered. */
  endsSession: readonly string[]
  /** Every API call that came: `METHOD /path`, its query with the question mark, its headers and its body. */
  calls: { readonly call: string; readonly query: string; readonly headers: IncomingMessage['headers']; readonly body: unknown }[]
  /** Leaves `__BOOT__` out of the page, as a development server does. */
  withoutBoot: boolean
}

/** What the live connection says when a session ended. */
export const SESSION_OVER = 'This session has ended. Log in again.'

interface Fake {
  readonly behaviour: Behaviour
  readonly port: number
  readonly sockets: WebSocketServer
  readonly contracts: FakeContracts
}

const USER = {
  userId: '100001',
  avatarUrl: null,
  registerAccount: 'al***er@mail.com',
  nickname: '',
  registerType: 1,
  lang: 'en_US',
  kycLevel: 0,
  createTime: 1,
}

/** Nothing was published and nothing happened. */
function informAnswer(tail: string): unknown {
  if (tail === 'list') return { list: [], total: 0, pageNo: 1, pageSize: 10 }
  if (tail === 'unread-info') return { count: 0, latestId: null, messageCount: 0, byType: { account: 0, assets: 0, transaction: 0 } }
  if (tail === 'detailIdList') return { prevId: null, nextId: null, idList: [] }
  return tail === 'categoryList' || tail === 'getInformClassMenuList' ? [] : { updated: 0 }
}

function answerOf(path: string, query: URLSearchParams, behaviour: Behaviour): unknown {
  const tail = path.split('/').at(-1) ?? ''
  const name = path.includes('/menu/') || path.includes('trade_raking') ? path.split('/').slice(-2).join('/') : tail
  if (name.startsWith('selectHomeMenuJson/')) return menus(tail, behaviour.extraMenuItems)
  if (name.startsWith('selectHomeBottomJson/')) return footer()
  if (name.startsWith('selectHomeBottomFooter/')) return { html: '' }
  if (name === 'trade_raking/3')
    return tickers()
      .sort((a, b) => Number(b.priceChangePercent) - Number(a.priceChangePercent))
      .slice(0, 10)
  if (name === 'trade_raking/4')
    return tickers()
      .sort((a, b) => Number(a.priceChangePercent) - Number(b.priceChangePercent))
      .slice(0, 10)
  if (path.includes('hotMarketSymbol')) return tickers().slice(0, 5)
  if (tail === 'exchangeCoinAllPrice' || tail === 'tickers') return tickers()
  if (tail === 'exchangeCoinList') return pairs()
  if (tail === 'getExchangeGroup')
    return [{ id: '1', groupName: 'Main', groupStatus: 1, sort: 1, symbols: pairs().map((pair) => pair.symbol) }]
  if (tail === 'getClassLabel')
    return [
      { id: '1', labelName: 'Layer 1', sort: 1 },
      { id: '2', labelName: 'DeFi', sort: 2 },
    ]
  if (tail === 'sparklines') return Object.fromEntries(pairs().map((pair) => [pair.symbol, closes(pair.symbol)]))
  if (tail === 'klines')
    return closes(query.get('symbol') ?? '').map((close, index) => [index * 14_400_000, close, close, close, close, '1', '1', 1])
  if (tail === 'getUsdtPriceWithStables')
    return tickers().map((ticker) => ({ coinName: ticker.coinSymbol, price: ticker.price, isStable: 0 }))
  if (tail === 'exchangeRateQuery') return RATES
  if (tail === 'langQuery') return LANGUAGES
  if (tail === 'getLoginInfo') return USER
  if (tail === '1' && path.includes('userExchangeCoinTypeList')) return [{ exchangeCoinId: '1', symbol: 'SOL/USDT', sort: 1 }]
  if (tail === 'info' && path.includes('coin')) {
    const coinName = query.get('coinName') ?? ''
    return {
      coinId: '1',
      coinName,
      fullName: coinName,
      iconUrl: null,
      intro: `${coinName} is a coin of this test.`,
      issueTime: 1_230_940_800_000,
      totalSupply: '21000000',
      circulation: '19700000',
      website: 'https://coin.example',
      whitePaper: null,
      explorerUrl: 'https://explorer.example',
      rank: 1,
    }
  }
  if (path.includes('/inform-web/')) return informAnswer(tail)
  if (tail === 'langFile') return {}
  if (path.endsWith('/kv/config')) return behaviour.kv
  if (tail === 'homeSocialMediaList' || tail === 'carouselImageList') return []
  if (tail === 'addUserExchangeCoinType' || tail === 'canalUserExchangeCoinType') return { symbol: 'BTC/USDT', isFavorite: 1 }
  return {}
}

function bootOf(behaviour: Behaviour, lang: string, port: number) {
  return {
    version: behaviour.siteVersion,
    tenantName: behaviour.tenantName,
    lang,
    languages: LANGUAGES,
    kv: behaviour.kv,
    switches: behaviour.switches,
    rateDefault: 'USD',
    appUrl: `http://agio.example:${port}/`,
    futuresBase: `http://127.0.0.1:${port}`,
    wsUrl: `ws://127.0.0.1:${port}/ws`,
    futuresWsUrl: `ws://127.0.0.1:${port}/fe-co-api/ws`,
    serverTime: Date.now(),
    maintenance: false,
    halted: [],
    paused: [],
    stopped: [],
  }
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  try {
    return JSON.parse(Buffer.concat(chunks).toString() || '{}')
  } catch {
    return undefined
  }
}

function failureIn(value: unknown): { code: string; message: string; name: string; params?: object } | undefined {
  return typeof value === 'object' && value !== null && 'fail' in value
    ? (value.fail as { code: string; message: string; name: string; params?: object })
    : undefined
}

async function endSockets(sockets: WebSocketServer): Promise<void> {
  for (const socket of sockets.clients) {
    socket.send(answerText({ op: 'notice', kind: 'session', code: '10118', message: SESSION_OVER, time: Date.now() }))
    socket.close(CLOSE_CODES.sessionEnded)
  }
  await new Promise((resolve) => setTimeout(resolve, 200))
}

async function api(request: IncomingMessage, response: ServerResponse, { behaviour, port, sockets, contracts }: Fake): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://test')
  const body = await bodyOf(request)
  behaviour.calls.push({ call: `${request.method} ${url.pathname}`, query: url.search, headers: request.headers, body })
  const tail = Object.keys(behaviour.answers).find((name) => url.pathname.endsWith(name))
  const own = tail === undefined ? undefined : behaviour.answers[tail]
  const told = own ?? (url.pathname.startsWith('/fe-co-api/') ? contracts.answer(url.pathname, body) : undefined)
  const failure = failureIn(told)
  if (behaviour.endsSession.some((name) => url.pathname.endsWith(name))) await endSockets(sockets)
  const data = /\/(bootstrap|open\/site)$/.test(url.pathname)
    ? bootOf(behaviour, 'en_US', port)
    : (told ?? answerOf(url.pathname, url.searchParams, behaviour))
  const envelope =
    failure === undefined
      ? { code: '0', message: 'success', data }
      : {
          code: failure.code,
          message: failure.message,
          data: { name: failure.name, params: failure.params ?? {}, requestId: 'test-request' },
        }
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(envelope))
}

/** In English where the language has none. */
function textFile(lang: string, name: string): string {
  const own = join(dist, 'locales', lang, `${name}.json`)
  return existsSync(own) ? own : join(dist, 'locales', 'en_US', `${name}.json`)
}

/** The page as the server injects it: language, facts, first answers, texts. */
function page(request: IncomingMessage, behaviour: Behaviour, port: number): { status: number; html: string } {
  const template = readFileSync(join(dist, 'index.html'), 'utf8')
  const routes = JSON.parse(readFileSync(join(dist, 'routes.json'), 'utf8')) as {
    path: string
    texts: string[]
    early?: string[]
    late?: string[]
  }[]
  const path = new URL(request.url ?? '/', 'http://test').pathname
  const route = routes.find((one) => (one.path.endsWith('/*') ? path.startsWith(one.path.slice(0, -2)) : one.path === path))
  const lang = /language=(\w+)/.exec(request.headers.cookie ?? '')?.[1] ?? 'en_US'
  const dir = lang.startsWith('ar') ? 'rtl' : 'ltr'
  const texts = Object.fromEntries(
    ['shell', 'ui', 'pages', ...(route?.texts ?? [])].map((name) => [
      name,
      JSON.parse(readFileSync(textFile(lang, name), 'utf8')) as unknown,
    ]),
  )
  const first = { menus: menus(lang, behaviour.extraMenuItems), footer: footer(), rates: RATES }
  const facts = JSON.stringify({ ...bootOf(behaviour, lang, port), texts, first }).replaceAll('<', '\\u003c')
  const list = (files: readonly string[] = []): string => files.map((file) => `'/${file}',`).join('')
  const html = template
    .replaceAll('__NONCE__', 'test')
    .replace('<html lang="en-US" dir="ltr">', `<html lang="${lang.replace('_', '-')}" dir="${dir}">`)
    .replace('<!--agio:head-->', '<meta name="description" content="Test">')
    .replace('<!--agio:boot-->', behaviour.withoutBoot ? '' : `<script nonce="test">window.__BOOT__=${facts}</script>`)
    .replace('/*agio:early*/', list(route?.early))
    .replace('/*agio:late*/', list(route?.late))
  return { status: route === undefined ? 404 : 200, html }
}

function firstPush(channel: string, behaviour: Behaviour): string | undefined {
  const begin = { type: 'snapshot', seq: 1, prevSeq: null, time: Date.now() } as const
  if (channel === 'tickers') return pushText('tickers', { ...begin, data: tickers() })
  if (channel === 'messages') {
    const data = (behaviour.answers['announcement/unread-info'] ?? informAnswer('unread-info')) as UnreadInfo
    return pushText('messages', { ...begin, data })
  }
  if (!channel.startsWith('depth:')) return undefined
  const symbol = channel.slice('depth:'.length)
  const { bids, asks } = book(symbol)
  return pushText(`depth:${symbol}`, { ...begin, data: { symbol, bids, asks, checksum: depthChecksum(bids, asks) } })
}

/** Answers like a server at which anybody may do anything. */
function answerTo({ op, id }: ClientMessage, args: readonly string[]): string {
  if (op === 'ping') return answerText({ op: 'pong', id, time: Date.now() })
  const good = { id, code: '0', message: '' }
  if (op === 'auth') return answerText({ op, ...good, data: { userId: USER.userId, expireTime: Date.now() + 60_000 } })
  return answerText({ op, ...good, data: { ok: [...args], failed: [] } })
}

function serveSocket(socket: WebSocket, behaviour: Behaviour): void {
  socket.on('message', (raw) => {
    const message = clientMessageSchema.parse(JSON.parse(String(raw)))
    const args = 'args' in message ? message.args : []
    socket.send(answerTo(message, args))
    if (message.op !== 'sub') return
    for (const channel of args) {
      const first = firstPush(channel, behaviour)
      if (first !== undefined) socket.send(first)
    }
  })
}

export interface FakeServer {
  readonly base: string
  readonly behaviour: Behaviour
  readonly contracts: FakeContracts
  stop(): Promise<void>
}

function files(request: IncomingMessage, response: ServerResponse): boolean {
  const path = new URL(request.url ?? '/', 'http://test').pathname
  const file = join(dist, path)
  if (extname(path) === '' || path.includes('..') || !existsSync(file)) return false
  const compressed = existsSync(`${file}.br`) && String(request.headers['accept-encoding']).includes('br')
  response.writeHead(200, {
    'content-type': TYPES[extname(path)] ?? 'application/octet-stream',
    'cache-control': 'public, max-age=31536000, immutable',
    ...(compressed ? { 'content-encoding': 'br' } : {}),
  })
  response.end(readFileSync(compressed ? `${file}.br` : file))
  return true
}

export async function startFakeServer(port = 0): Promise<FakeServer> {
  const behaviour: Behaviour = {
    answers: {},
    kv: { theme: '#FF5F1F', tenant_cache_name: 'Agio' },
    switches: { financialSwitch: 2, flashConvertSwitch: 0, contractSwitch: false, inviteSwitch: 0 },
    extraMenuItems: 0,
    siteVersion: '1',
    tenantName: 'Agio',
    endsSession: [],
    calls: [],
    withoutBoot: false,
  }
  const contracts = new FakeContracts()
  const server: Server = createServer((request, response) => {
    const at = (server.address() as AddressInfo).port
    if (/^\/(api|fe-co-api)\//.test(request.url ?? '')) return void api(request, response, { behaviour, port: at, sockets, contracts })
    if (files(request, response)) return
    const { status, html } = page(request, behaviour, at)
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }).end(html)
  })
  const sockets = new WebSocketServer({ noServer: true })
  sockets.on('connection', (socket) => serveSocket(socket, behaviour))
  const contractSockets = new WebSocketServer({ noServer: true })
  contractSockets.on('connection', (socket) => contracts.serve(socket))
  server.on('upgrade', (request, socket, head) => {
    const line = (request.url ?? '').startsWith('/fe-co-api/') ? contractSockets : sockets
    line.handleUpgrade(request, socket, head, (made) => line.emit('connection', made, request))
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    behaviour,
    contracts,
    async stop() {
      contracts.stop()
      for (const socket of [...sockets.clients, ...contractSockets.clients]) socket.terminate()
      sockets.close()
      contractSockets.close()
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
