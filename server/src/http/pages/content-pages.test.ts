/** Announcements and help in the document: drawn for their own address, named for search engines, left to the browser when unknown. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seedInform } from '../../content/inform/seed-inform.ts'
import { saveArticle, withdrawArticle } from '../../content/inform/write.ts'
import { type HttpWorld, httpWorld } from '../../testing/http-world.ts'

const TEMPLATE =
  '<!doctype html><html lang="en-US" dir="ltr"><head><title>Agio</title><!--agio:head--><!--agio:boot--></head><body><div id="root"><!--agio:page--></div></body></html>'

/** Draws the address and the titles of what it was given. */
const BUNDLE = `export const open = async () => ({
  themeStyle: () => '',
  draw: ({ pathname, search }, { lang, first }) => {
    const { helpArticle, helpList, helpCategories, bulletin, bulletins, bulletinAround } = first
    const list = (helpList ?? bulletins)?.list.map(({ id }) => id).join()
    const one = helpArticle ?? bulletin
    return ['<p>' + lang, pathname + search, 'list:' + list, 'one:' + one?.id, 'text:' + one?.content, Object.keys(bulletinAround?.titles ?? {}).join() + '</p>'].join('|')
  },
})`

const OPERATOR = { actor: 'eve', why: 'a test' }
const HERE = 'http://localhost:8080'
let webDir: string
let world: HttpWorld
beforeAll(async () => {
  webDir = await mkdtemp(join(tmpdir(), 'agio-web-'))
  await mkdir(join(webDir, 'prerender'))
  await mkdir(join(webDir, 'locales', 'en_US'), { recursive: true })
  await writeFile(join(webDir, 'locales', 'en_US', 'pages.json'), JSON.stringify({ 'title.financial': 'Earn' }))
  await writeFile(join(webDir, 'locales', 'en_US', 'closed.json'), JSON.stringify({ 'earn.text': 'Not open yet.' }))
  await writeFile(join(webDir, 'index.html'), TEMPLATE)
  const page = (path: string, title: string, more: object = {}) => ({ path, access: 'visitor', title, texts: [], ...more })
  const pages = [
    page('/', 'home'),
    page('/Notice', 'notice'),
    page('/helpCenter/*', 'help'),
    page('/financial', 'financial', { texts: ['closed'], closed: 'earn' }),
  ]
  await writeFile(join(webDir, 'routes.json'), JSON.stringify(pages))
  await writeFile(join(webDir, 'package.json'), '{"type":"module"}')
  await writeFile(join(webDir, 'prerender', 'prerender.js'), BUNDLE)
  world = await httpWorld({ webDir })
  await seedInform(world.exchange, world.agio.config, world.clock.at)
})
afterAll(async () => {
  await world.close()
  await rm(webDir, { recursive: true, force: true })
})

const drawnAt = async (address: string, lang = 'en_US') => {
  const { status, text } = await world.get(address, { headers: { cookie: `language=${lang}` } })
  const [language, place, list, one, content, around] = (/<p>(.*)<\/p><\/div>/s.exec(text)?.[1] ?? '').split('|')
  return { status, text, language, place, list, one, content, around }
}

const nameOf = (text: string) => ({
  title: /<title>([^<]*)/.exec(text)?.[1],
  description: /name="description" content="([^"]*)/.exec(text)?.[1],
  canonical: /<link rel="canonical" href="([^"]*)/.exec(text)?.[1],
  index: !text.includes('<meta name="robots" content="noindex">'),
})

it('NOTE-013 [part] the help centre, a class and an article stand in the document', async () => {
  const index = await drawnAt('/helpCenter?utm=x')
  expect([index.place, index.one]).toEqual(['/helpCenter', 'one:undefined'])
  expect(index.list).toContain('order-types')
  const fees = await drawnAt('/helpCenter/fees')
  expect([fees.place, fees.list]).toEqual(['/helpCenter/fees', 'list:trading-fees,spread-slippage,convert-price'])
  const article = await drawnAt('/helpCenter/order-types', 'ar_SA')
  expect([article.language, article.place, article.one]).toEqual(['ar_SA', '/helpCenter/order-types', 'one:order-types'])
  expect(article.content).toMatch(/[\u0600-\u06ff]/)
  const legal = await drawnAt('/helpCenter/legal/user_agreement')
  expect([legal.place, legal.one]).toEqual(['/helpCenter/legal/user_agreement', 'one:user_agreement'])
})

it('NOTE-001 [part] announcements, a class of them and one of them with its neighbours stand in the document', async () => {
  expect((await drawnAt('/Notice')).list).toMatch(/^list:welcome,/)
  const trading = await drawnAt('/Notice?class=trading&page=2')
  expect([trading.place, trading.list]).toEqual(['/Notice?class=trading', 'list:order-lists,trailing-stop,cancel-timer'])
  const one = await drawnAt('/Notice?utm=x&id=trailing-stop')
  expect([one.place, one.one]).toEqual(['/Notice?id=trailing-stop', 'one:trailing-stop'])
  expect(one.around?.split(',')).toHaveLength(2)
})

it('names each text for search engines under one address', async () => {
  const { text } = await drawnAt('/helpCenter/user_agreement')
  const { title, description, canonical, index } = nameOf(text)
  expect([title, canonical, index]).toEqual(['User agreement · Agio', `${HERE}/helpCenter/legal/user_agreement`, true])
  expect(text).toContain('<meta property="og:type" content="article">')
  expect(description).not.toBe(nameOf((await drawnAt('/helpCenter')).text).description)
  expect(nameOf((await drawnAt('/Notice?id=welcome&x=1')).text).canonical).toBe(`${HERE}/Notice?id=welcome`)
  expect(nameOf((await drawnAt('/financial')).text)).toEqual({
    title: 'Earn · Agio',
    description: 'Not open yet.',
    canonical: `${HERE}/financial`,
    index: true,
  })
})

it('leaves searches and what does not exist to the browser, and out of search engines', async () => {
  for (const address of [
    '/helpCenter?q=fee',
    '/helpCenter/nothing',
    '/helpCenter/legal',
    '/helpCenter/a/b',
    '/Notice?q=x',
    '/Notice?id=none',
    '/Notice?class=none',
    '/financial?rule=1',
    '/financial?type=1&term=30',
  ]) {
    const { status, text } = await drawnAt(address)
    expect([address, status, text.includes('<div id="root"></div>'), nameOf(text).index]).toEqual([address, 200, true, false])
  }
})

it('shows what was just published, cleaned, and to its own tenant only', async () => {
  const text = { title: 'Fresh', summary: 'A "new" one.', content: '<p onclick="x()">Words</p><script>x()</script>' }
  const facts = { id: 'fresh', categoryId: 'fees', sort: 9, updatedAt: world.clock.at, version: null }
  await saveArticle(world.exchange, { ...facts, texts: { en_US: text } }, OPERATOR)
  const here = await drawnAt('/helpCenter/fresh')
  expect([here.content, nameOf(here.text).description]).toEqual(['text:<p>Words</p>', 'A &quot;new&quot; one.'])
  const there = await world.get('/helpCenter/fresh', { host: 'nova.localhost' })
  expect(there.text).not.toContain('Words')
  await withdrawArticle(world.exchange, 'fresh', OPERATOR)
  expect((await drawnAt('/helpCenter/fresh')).place).toBeUndefined()
})
