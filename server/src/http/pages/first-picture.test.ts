/** The first screen in the document: drawn by the bundle of the build from the facts of the head, left out when that fails. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type HttpWorld, httpWorld } from '../../testing/http-world.ts'

const TEMPLATE =
  '<!doctype html><html lang="en-US" dir="ltr"><head><title>Agio</title><!--agio:head--><!--agio:boot--></head><body><div id="root"><!--agio:page--></div></body></html>'

/** Draws the address and what it was given; breaks on one page. */
const BUNDLE = `export const open = async () => ({
  themeStyle: (colour) => '--theme:' + colour.toLowerCase() + ';--on-theme:#000',
  draw: ({ pathname, search }, facts) => {
    if (pathname === '/marketData') throw new Error('cannot be drawn')
    return '<p>' + [pathname, search, facts.tenantName, facts.first.pairs.length].join(' ') + '</p>'
  },
})`

let webDir: string
let world: HttpWorld
beforeAll(async () => {
  webDir = await mkdtemp(join(tmpdir(), 'agio-web-'))
  await mkdir(join(webDir, 'prerender'))
  await writeFile(join(webDir, 'index.html'), TEMPLATE)
  const pages = ['/', '/marketData', '/trade'].map((path) => ({ path, access: 'visitor', title: 'home', texts: [] }))
  await writeFile(join(webDir, 'routes.json'), JSON.stringify(pages))
  await writeFile(join(webDir, 'package.json'), '{"type":"module"}')
  await writeFile(join(webDir, 'prerender', 'prerender.js'), BUNDLE)
  world = await httpWorld({ webDir })
})
afterAll(async () => {
  await world.close()
  await rm(webDir, { recursive: true, force: true })
})

it('stands in the document, with the tenant’s colour in the document’s own style', async () => {
  const { text } = await world.get('/')
  expect(text).toContain('<div id="root"><p>/  Agio 1</p></div>')
  expect(text).toContain('style="--theme:#ff5f1f;--on-theme:#000">')
  expect((await world.get('/', { host: 'nova.localhost' })).text).toContain('<p>/  Nova ')
})

it('knows the pair of an address in one spelling, and no pair that does not exist', async () => {
  expect((await world.get('/trade?utm=x&symbol=BTC_USDT&type=spot')).text).toContain('<p>/trade ?type=spot&symbol=BTC_USDT Agio')
  for (const spelt of ['btc_usdt', 'BTC%2FUSDT', 'btc-usdt'])
    expect((await world.get(`/trade?symbol=${spelt}`)).text).toContain('<p>/trade ?symbol=BTC_USDT Agio')
  const slashed = await world.get('/trade/?symbol=BTC_USDT')
  expect([slashed.status, slashed.text.includes('<p>/trade ?symbol=BTC_USDT Agio')]).toEqual([200, true])
  expect((await world.get('/trade?type=spot')).text).toContain('<p>/trade ?type=spot Agio')
  // What the browser will say of them is not what could be drawn here.
  for (const unknown of ['%3Cscript%3E', 'NOPE_USDT', ''])
    expect((await world.get(`/trade?type=spot&symbol=${unknown}`)).text).toContain('<div id="root"></div>')
})

it('is left out when it cannot be drawn, and its bundle is served to nobody', async () => {
  const { status, text } = await world.get('/marketData')
  expect([status, text.includes('<div id="root"></div>')]).toEqual([200, true])
  const file = await world.get('/prerender/prerender.js')
  expect([file.status, file.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
})
