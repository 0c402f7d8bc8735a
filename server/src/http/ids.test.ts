/** Every field of an answer that is an id has the form that the API gives ids, whichever call answers it. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seedInform } from '../content/inform/seed-inform.ts'
import { seedContent } from '../content/seed-content.ts'
import { lookOf } from '../demo/looks.ts'
import { addressOf, bodyOf } from '../testing/call-samples.ts'
import { type HttpWorld, httpWorld } from '../testing/http-world.ts'
import { servedCalls } from './calls/route.ts'

const ID = /^[A-Za-z0-9_-]{1,64}$/
/** Called like ids, and something else: a key that a customer chooses, numbers of pages and kinds, the host that WebAuthn binds to. */
const NO_IDS: ReadonlySet<string> = new Set(['clientOrderId', 'pageNo', 'typeId', 'rpId'])
const isIdName = (name: string): boolean => (/^(id|[a-z]\w*(Id|No))$/.test(name) && !NO_IDS.has(name)) || /^(id|\w+Id)(s|List)$/.test(name)

let world: HttpWorld
const tokens = new Map<string, string>()
beforeAll(async () => {
  world = await httpWorld()
  for (const { config, exchange } of [world.agio, world.nova]) {
    const look = lookOf(config.tenantId)
    await seedContent(exchange, config, look)
    await seedInform(exchange, config, world.clock.at)
  }
  for (const host of ['localhost', 'nova.localhost'])
    tokens.set(host, (await world.register(`ann@${host}.example`, undefined, { host })).data.token)
  for (const { content } of [world.agio, world.nova]) await content.load()
})
afterAll(() => world.close())

/** What is there at every id, with the way to it. */
function idsIn(value: unknown, at = ''): [string, unknown][] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => {
    const path = `${at}.${name}`
    const own =
      isIdName(name) && inner !== null ? (Array.isArray(inner) ? inner : [inner]).map((one): [string, unknown] => [path, one]) : []
    return [...own, ...idsIn(inner, path)]
  })
}

it('API-012 [part] ids are opaque texts of letters, digits, _ and -, in every answer of both tenants', async () => {
  const wrong: string[] = []
  let seen = 0
  for (const [host, token] of tokens) {
    for (const call of servedCalls(world.app).filter(({ path }) => !path.endsWith('/logout'))) {
      // A filter that fits by form alone would find nothing.
      for (const fields of [bodyOf(call), { lang: 'en_US', languageCode: 'en_US', symbol: 'BTC/USDT' }]) {
        const url = addressOf(call, fields)
        const { data } = await (call.method === 'GET' ? world.get(url, { token, host }) : world.post(url, fields, { token, host }))
        for (const [path, id] of idsIn(data)) {
          seen += 1
          if (typeof id !== 'string' || !ID.test(id)) wrong.push(`${host} ${call.path}${path}: ${JSON.stringify(id)}`)
        }
      }
    }
  }
  expect(seen).toBeGreaterThan(200)
  expect(wrong).toEqual([])
})

it('API-012 [part] slides that an earlier build seeded are told with ids that are allowed', async () => {
  const [slide] = (lookOf('agio')?.content.carousel ?? []) as { id: string }[]
  const saved = { kind: 'saveDocument', userId: 0 as never, collection: 'content', id: 'carousel', actor: 'system' } as const
  world.exchange.must({ ...saved, document: { value: [{ ...slide, id: 'agio.cost' }] as never } })
  await world.agio.content.load()
  const { data } = await world.post('/api/home-web/v1/open/carouselImageList')
  expect(data).toMatchObject([{ id: 'agio-cost', title: 'See spread, fee and slippage before you send' }])
})
