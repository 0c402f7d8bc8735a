/** The AsyncAPI document: by the schema of its standard, complete, and what the sockets say fits it. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { gunzipSync } from 'node:zlib'
import { CO_CHANNELS } from '@agio/wire/futures/channels.ts'
import { CHANNELS } from '@agio/wire/socket/channels.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type HttpWorld, httpWorld } from '../../testing/http-world.ts'
import type { Json } from './components.ts'

interface Document {
  readonly asyncapi: string
  readonly servers: Readonly<Record<string, Json>>
  readonly channels: Readonly<
    Record<string, { readonly address: string; readonly messages: Readonly<Record<string, { readonly payload: Json }>> }>
  >
  readonly operations: Readonly<Record<string, { readonly action: string; readonly channel: { readonly $ref: string } }>>
  readonly components: { readonly schemas: Json }
}

interface Check {
  (value: unknown): boolean
  readonly errors?: unknown
}
interface JsonSchemas {
  compile(schema: Json): Check
  addSchema(schema: Json): unknown
}
type JsonSchemasOf = new (options: Json) => JsonSchemas

/** The validator of OpenAPI brings one for any JSON Schema. */
const brought = createRequire(createRequire(import.meta.url).resolve('@seriousme/openapi-schema-validator'))
const { Ajv } = brought('ajv') as { readonly Ajv: JsonSchemasOf }
const { Ajv2020 } = brought('ajv/dist/2020.js') as { readonly Ajv2020: JsonSchemasOf }

let world: HttpWorld
let text: string
let document: Document
beforeAll(async () => {
  world = await httpWorld()
  text = (await world.get('/api/asyncapi.json')).text
  document = JSON.parse(text)
})
afterAll(() => world.close())

/** The standard's own schema, as the AsyncAPI initiative gives it away (Apache-2.0). */
function standard(): Json {
  const file = new URL('../../testing/asyncapi-3.0.0.schema.json.gz', import.meta.url)
  return JSON.parse(gunzipSync(readFileSync(file)).toString('utf8'))
}

it('API-025 the AsyncAPI document is valid by the schema of its standard, and names the sockets as whoever asks reaches them', async () => {
  const ajv = new Ajv({ strict: false, logger: false, validateFormats: false })
  const isValid = ajv.compile(standard())
  expect(isValid(JSON.parse(text)) ? [] : isValid.errors).toEqual([])
  expect(isValid({ ...JSON.parse(text), channels: { 'gateway.depth': { messages: 7 } } })).toBe(false)
  const sockets = (from: string) =>
    Object.values((JSON.parse(from) as Document).servers).map(({ protocol, host, pathname }) => `${protocol}://${host}${pathname}`)
  expect(sockets(text)).toEqual(['ws://localhost:8080/ws', 'ws://localhost:8081/fe-co-api/ws'])
  const nova = (await world.get('/api/asyncapi.json', { host: 'nova.localhost' })).text
  expect(sockets(nova)).toEqual(['ws://nova.localhost:8080/ws', 'ws://nova.localhost:8081/fe-co-api/ws'])
})

it('API-025 [part] it has every channel of both hosts, what may be said on a connection, and no pointer into nowhere', () => {
  const names = [...Object.keys(CHANNELS).map((kind) => `gateway.${kind}`), ...Object.keys(CO_CHANNELS).map((kind) => `futures.${kind}`)]
  expect(Object.keys(document.channels).sort()).toEqual([...names, 'gateway.socket', 'futures.socket'].sort())
  expect(document.channels['gateway.kline']?.address).toBe('kline:{symbol}:{interval}')
  const sent = Object.values(document.operations).flatMap(({ action, channel }) => (action === 'send' ? [channel.$ref.slice(11)] : []))
  expect(sent.sort()).toEqual(Object.keys(document.channels).sort())
  const pointers = [...text.matchAll(/"\$ref":"#\/([^"]*)"/g)].map(([, path = '']) => path.split('/'))
  expect(pointers.length).toBeGreaterThan(100)
  for (const path of pointers) {
    const found = path.reduce<unknown>((place, part) => (place as Json | undefined)?.[part.replaceAll('~1', '/')], document)
    expect(found, path.join('/')).toBeDefined()
  }
})

it('API-025 [part] a program that was made from it reads what the server sends, and refuses what it does not', () => {
  const ajv = new Ajv2020({ strict: false, logger: false, validateFormats: false })
  ajv.addSchema({ $id: 'https://agio.invalid/', components: document.components })
  const payload = (name: string, message: string) => {
    const schema = document.channels[name]?.messages[message]?.payload
    return ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"https://agio.invalid/#/')))
  }
  const depth = payload('gateway.depth', 'push')
  const snapshot = { ch: 'depth:BTC/USDT', type: 'snapshot', seq: 1, prevSeq: null, time: 1 }
  const data = { symbol: 'BTC/USDT', bids: [['60000', '1']], asks: [], checksum: 7 }
  expect(depth({ ...snapshot, data })).toBe(true)
  expect(depth({ ...snapshot, data: { ...data, bids: [[60000, '1']] } })).toBe(false)
  expect(depth({ ...snapshot, prevSeq: 3, data })).toBe(false)
  const said = payload('gateway.socket', 'said')
  expect([said({ op: 'sub', args: ['tickers'] }), said({ op: 'sub', args: [] }), said({ op: 'shout' })]).toEqual([true, false, false])
})
