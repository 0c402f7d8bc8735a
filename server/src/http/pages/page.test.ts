/** The document of a page: language, theme, title, status and first facts, made from a small build in a folder of its own. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LIMIT_SIZES } from '../../limits/rate-limit.ts'
import { type HttpWorld, httpWorld } from '../../testing/http-world.ts'
import { pageOf } from './page.ts'
import { BOOT_BYTES_MAX, bootJson, themeColour } from './page-head.ts'
import { pageLanguage } from './page-language.ts'

const TEMPLATE =
  '<!doctype html><html lang="en-US" dir="ltr"><head><meta property="csp-nonce" nonce="__NONCE__"><title>Agio</title><!--agio:head--><script nonce="__NONCE__">day()</script><!--agio:boot--></head><body><script nonce="__NONCE__">start([/*agio:early*/"/app.js",/*agio:late*/])</script></body></html>'

let webDir: string
let world: HttpWorld
beforeAll(async () => {
  webDir = await mkdtemp(join(tmpdir(), 'agio-web-'))
  await mkdir(join(webDir, 'assets'))
  await writeFile(join(webDir, 'index.html'), TEMPLATE)
  const pages = [
    { path: '/', access: 'visitor', title: 'home', texts: ['home'], early: ['assets/prices-1.js'], late: ['assets/live-1.js'] },
    { path: '/helpCenter/*', access: 'visitor', title: 'help', texts: ['closed'] },
  ]
  await writeFile(join(webDir, 'routes.json'), JSON.stringify(pages))
  await writeFile(join(webDir, 'assets', 'app-1a2b.js'), 'console.log(1)')
  await writeFile(join(webDir, 'assets', 'app-1a2b.js.br'), brotliCompressSync('console.log(1)'))
  await writeFile(join(webDir, 'favicon.svg'), '<svg/>')
  await writeFile(join(webDir, '.sources'), 'mark of the build')
  for (const [lang, title] of [
    ['en_US', 'Home'],
    ['ar_SA', 'الرئيسية'],
  ] as const) {
    await mkdir(join(webDir, 'locales', lang), { recursive: true })
    await writeFile(join(webDir, 'locales', lang, 'pages.json'), JSON.stringify({ 'title.home': title }))
    await writeFile(join(webDir, 'locales', lang, 'shell.json'), JSON.stringify({ 'menu.main': title }))
    await writeFile(join(webDir, 'locales', lang, 'home.json'), JSON.stringify({ 'hero.title': title }))
  }
  world = await httpWorld({ webDir })
})
afterAll(async () => {
  await world.close()
  await rm(webDir, { recursive: true, force: true })
})

const bootOf = (html: string) => JSON.parse(/window\.__BOOT__=(.*?)<\/script>/.exec(html)?.[1] ?? 'null')

describe('document', () => {
  it('TEN-010 TEN-012 has the tenant’s name, colour and texts', async () => {
    const here = (await world.get('/')).text
    expect(here).toContain('<html lang="en-US" dir="ltr" style="--theme:#FF5F1F">')
    expect(here).toContain('<title>Home · Agio</title>')
    expect(here).toMatch(/<meta name="description" content="Buy and sell crypto assets at Agio: [^"]{60,}">/)
    expect(here).toMatch(/<script nonce="[^"]{20,}">start\(\["\/assets\/prices-1.js","\/app.js","\/assets\/live-1.js",\]\)<\/script>/)
    expect(bootOf(here)).toMatchObject({
      tenantName: 'Agio',
      lang: 'en_US',
      texts: { shell: { 'menu.main': 'Home' }, home: { 'hero.title': 'Home' } },
      first: { menus: expect.any(Array), footer: expect.any(Array), tickers: [{ symbol: 'BTC/USDT' }] },
      wsUrl: 'ws://localhost:8080/ws',
      futuresBase: 'http://localhost:8081',
    })
    const there = (await world.get('/', { host: 'nova.localhost' })).text
    expect(there).toContain('--theme:#4B5BFF')
    expect(there).toContain('<title>Home · Nova</title>')
    expect(there).not.toContain('Agio')
  })

  it('I18N-005 [part] opens in the stored or wished language, right to left where it is written so', async () => {
    const cookie = await world.get('/', { headers: { cookie: 'a=b; language=ar_SA', 'accept-language': 'zh-CN' } })
    expect(cookie.text).toContain('<html lang="ar-SA" dir="rtl"')
    expect(cookie.text).toContain('<title>الرئيسية · Agio</title>')
    expect((await world.get('/', { headers: { 'accept-language': 'fr,zh;q=0.9,en;q=0.1' } })).text).toContain('lang="zh-CN" dir="ltr"')
  })

  it('answers the shell with 404 for a path that no page has, and 200 below a covering page', async () => {
    expect([(await world.get('/')).status, (await world.get('/nowhere')).status, (await world.get('/helpCenter/a/b')).status]).toEqual([
      200, 404, 200,
    ])
    expect((await world.get('/nowhere')).headers['content-type']).toBe('text/html; charset=utf-8')
    expect((await world.get('/..%2f..%2fetc/passwd')).status).toBe(404)
    for (const name of ['routes.json', '.sources'])
      expect((await world.get(`/${name}`)).headers['content-type']).toBe('text/html; charset=utf-8')
  })

  it('compresses documents, and serves files compressed at build time for a year', async () => {
    const answer = await world.app.inject({ url: '/', headers: { host: 'localhost', 'accept-encoding': 'gzip, br' } })
    expect(answer.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(answer.rawPayload).toString()).toContain('window.__BOOT__=')
    const file = await world.app.inject({ url: '/assets/app-1a2b.js', headers: { host: 'localhost', 'accept-encoding': 'br' } })
    expect(file.headers).toMatchObject({ 'content-encoding': 'br', 'cache-control': 'public, max-age=31536000, immutable' })
    expect(file.headers['x-content-type-options']).toBe('nosniff')
    expect(brotliDecompressSync(file.rawPayload).toString()).toBe('console.log(1)')
    expect((await world.get('/favicon.svg')).headers['content-type']).toBe('image/svg+xml')
    expect((await world.get('/robots.txt')).text).toContain('Disallow: /api/')
  })
})

it('keeps the injected facts within their size: first answers give way, texts stay', () => {
  const noise = (length: number): string => Array.from({ length }, (_, index) => Math.sin(index).toString(36).slice(2, 10)).join('')
  const bootstrap = { tenantName: 'Agio', lang: 'en_US', languages: [], kv: {} } as never
  const json = bootJson({
    bootstrap,
    texts: { shell: { a: 'kept' } },
    first: [
      ['menus', 'small'],
      ['tickers', noise(6000)],
    ],
  })
  expect(gzipSync(json).byteLength).toBeLessThanOrEqual(BOOT_BYTES_MAX)
  expect(JSON.parse(json)).toMatchObject({ texts: { shell: { a: 'kept' } }, first: { menus: 'small' } })
  expect(JSON.parse(json).first.tickers).toBeUndefined()
})

it('SHELL-031 [part] an unusable theme value is the built-in colour', () => {
  expect(['#4B5BFF', '{"color":"#00AA11"}', 'red', '#12345', '{"color":"red"}', 7, '"><script>'].map(themeColour)).toEqual([
    '#4B5BFF',
    '#00AA11',
    ...Array(5).fill('#FF5F1F'),
  ])
})

it('I18N-001 [part] a browser language picks the offered locale by prefix, anything else the default', () => {
  const pick = (acceptLanguage: string, cookie?: string) =>
    pageLanguage({ cookie, acceptLanguage, offered: ['en_US', 'ko_KR', 'zh_CN', 'zh_TW'] })
  expect([pick('ko-KR'), pick('ko'), pick('xx'), pick(''), pick('zh-TW'), pick('*'), pick('xx', 'language=ko_KR')]).toEqual([
    'ko_KR',
    'ko_KR',
    'en_US',
    'en_US',
    'zh_TW',
    'en_US',
    'ko_KR',
  ])
})

it('finds the page of a path: exact before covering, places for one part', () => {
  const pages = [{ path: '/help/*' }, { path: '/help/legal' }, { path: '/notice/:id' }]
  expect(['/help', '/help/x/y', '/help/legal', '/helpless', '/notice/7', '/notice/7/8'].map((path) => pageOf(pages, path)?.path)).toEqual([
    '/help/*',
    '/help/*',
    '/help/legal',
    undefined,
    '/notice/:id',
    undefined,
  ])
})

it('API-021 [part] pages count against their address, files of the build do not', async () => {
  const small = await httpWorld({ webDir, profile: 'demo', limitSizes: { ...LIMIT_SIZES, address: { size: 4, windowMs: 60_000 } } })
  const open = async (path: string) => (await small.get(path, { headers: { 'accept-encoding': 'br' } })).status
  expect([await open('/'), await open('/'), await open('/')]).toEqual([200, 200, 429])
  expect(await open('/assets/app-1a2b.js')).toBe(200)
  await small.close()
})
