/** The OpenAPI document: valid, complete, and good enough to make a client of that places an order. */
import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { asAssetId } from '@agio/engine/ids/id.ts'
import { CONTRACT_TYPES } from '@agio/wire/named.ts'
import { Validator } from '@seriousme/openapi-schema-validator'
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type HttpWorld, httpWorld, userIdOf } from '../../testing/http-world.ts'
import { servedCalls } from '../calls/route.ts'
import type { Json } from './components.ts'
import { templated } from './operation.ts'

interface Operation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly servers?: unknown
  readonly security: readonly Json[]
  readonly responses: Json
  readonly 'x-errors'?: readonly { readonly name: string; readonly code: string; readonly leaves: string; readonly beforeKey?: true }[]
}
interface Document {
  readonly openapi: string
  readonly servers: unknown
  readonly tags: readonly { readonly name: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Json; readonly securitySchemes: Json }
}

let world: HttpWorld
let text: string
let document: Document
const dirs: string[] = []
beforeAll(async () => {
  world = await httpWorld()
  text = (await world.get('/api/openapi.json')).text
  document = JSON.parse(text)
})
afterAll(async () => {
  await world.close()
  for (const dir of dirs) await rm(dir, { recursive: true, force: true })
})

const operations = (): Operation[] => Object.values(document.paths).flatMap((methods) => Object.values(methods))

it('API-025 [part] the OpenAPI document is valid', async () => {
  const validator = new Validator()
  const { valid, errors } = await validator.validate(JSON.parse(text))
  expect(errors).toBeUndefined()
  expect([valid, validator.version]).toEqual([true, '3.1'])
  expect(document.servers).toEqual([{ url: 'http://localhost:8080' }])
  const nova = JSON.parse((await world.get('/api/openapi.json', { host: 'nova.localhost' })).text)
  expect(nova.servers).toEqual([{ url: 'http://nova.localhost:8080' }])
})

it('API-012 API-025 [part] it has every call with a name, an area, its ways in and its errors, and the door of the socket', async () => {
  const calls = [...servedCalls(world.app), ...servedCalls(world.futures)]
  for (const call of calls) {
    const operation = document.paths[templated(call.path)]?.[call.method.toLowerCase()]
    const names = operation?.['x-errors']?.map(({ name }) => name) ?? []
    expect(names, call.path).toEqual(expect.arrayContaining([...call.errors]))
    expect(operation?.security.length, call.path).toBe({ visitor: 0, optional: 2 }[call.access as string] ?? (call.apiKey ? 2 : 1))
    expect(Object.keys(operation?.responses ?? {}), call.path).toEqual(expect.arrayContaining(['200', '418', '429', '500', '503']))
  }
  const ids = operations().map(({ operationId }) => operationId)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.length).toBe(new Set(calls.map((call) => `${call.method} ${call.path}`)).size + 1)
  expect(ids).toEqual(expect.arrayContaining(['userWebOrderCreateOrder', 'homeWebMenuSelectHomeMenuJson', 'openSocket']))
  expect(ids.filter((id) => !/^[a-z][A-Za-z0-9]*$/.test(id))).toEqual([])
  const areas = document.tags.map(({ name }) => name)
  expect(
    operations()
      .flatMap(({ tags }) => tags)
      .filter((tag) => !areas.includes(tag)),
  ).toEqual([])
  expect(document.paths['/ws']?.get?.responses).toHaveProperty('429')
  expect(document.paths['/fe-co-api/order/order_create']?.post?.servers).toEqual([{ url: 'http://localhost:8081' }])
  const page = (await world.get('/api/docs')).text
  expect(page).toContain('order/createOrder')
  expect(page).toContain('429 for too many connections')
})

it('API-024 API-025 [part] each error of a call says whether the deed may have happened, and the page says it too', async () => {
  const told = document.paths['/api/user-web/v1/order/createOrder']?.post?.['x-errors'] ?? []
  const of = (name: string) => told.find((entry) => entry.name === name)
  expect([of('BALANCE_INSUFFICIENT'), of('ENGINE_BUSY'), of('RATE_LIMIT_ORDERS')]).toMatchObject([
    { leaves: 'nothing' },
    { leaves: 'doubt' },
    { leaves: 'nothing', beforeKey: true },
  ])
  expect(of('BALANCE_INSUFFICIENT')).not.toHaveProperty('beforeKey')
  const page = (await world.get('/api/docs')).text
  expect(page).toContain('ENGINE_BUSY (99004, leaves doubt)')
  expect(page).not.toContain('BALANCE_INSUFFICIENT (60001, leaves doubt)')
})

it('API-024 [part] what a call is refused with at the door is known to tell nothing of its key', () => {
  const isAtDoor =
    /^(SESSION_|LOGIN_REQUIRED|SECURITY_|API_|RATE_LIMIT_|IP_BANNED|BODY_|MEDIA_TYPE_|ORIGIN_|SECOND_FACTOR_REQUIRED|MAINTENANCE)/
  const entries = operations().flatMap((operation) => operation['x-errors'] ?? [])
  // These three are of the session's own calls about sessions and keys, none about who calls.
  const own = new Set(['API_KEY_LIMIT', 'API_KEY_NOT_FOUND', 'SESSION_NOT_FOUND'])
  const untold = entries.filter(({ name, beforeKey }) => isAtDoor.test(name) && !own.has(name) && beforeKey !== true)
  expect(untold).toEqual([])
})

it('API-025 [part] every type of the API stands once, by its name, and every pointer leads to one', () => {
  const names = Object.keys(document.components.schemas)
  expect(names).toEqual(expect.arrayContaining([...CONTRACT_TYPES._idmap.keys()]))
  expect(names).toEqual(expect.arrayContaining(['MenuItem', 'Ticker', 'Pair', 'SpotOrder', 'SpotFill', 'SecurityInfo', 'Balance', 'Bill']))
  expect(names.filter((name) => name.startsWith('_'))).toEqual([])
  const pointers = [...text.matchAll(/"\$ref":"([^"]*)"/g)].map(([, target = '']) => target)
  expect(pointers.length).toBeGreaterThan(100)
  expect(pointers.filter((target) => !names.includes(/^#\/components\/schemas\/(\w+)/.exec(target)?.[1] ?? ''))).toEqual([])
  // A row that is told a second time inside a call would be a second type to whoever makes a client.
  const { Ticker, SpotOrder } = document.components.schemas
  for (const type of [Ticker, SpotOrder]) expect(text.split(JSON.stringify((type as Json).properties))).toHaveLength(2)
})

/** What a programmer would write against the types that were made. */
const PROGRAM = `
import createClient from 'openapi-fetch'
import type { components, paths } from './schema.d.ts'

export async function placeAndCancel(baseUrl: string, token: string): Promise<readonly string[]> {
  const client = createClient<paths>({ baseUrl, headers: { authorization: \`Bearer \${token}\` } })
  const order = { symbol: 'BTC/USDT', direction: 'BUY', type: 'LIMIT', price: '100', amount: '1' } as const
  const { data: placed } = await client.POST('/api/user-web/v1/order/createOrder', { body: order })
  if (placed?.code !== '0') throw new Error(placed?.data.name ?? 'no answer')
  const orderId = placed.data.orderId ?? ''
  const { data: found } = await client.GET('/api/user-web/v1/order/detail', { params: { query: { orderId } } })
  if (found?.code !== '0') throw new Error(found?.data.name ?? 'no answer')
  const before: components['schemas']['SpotOrder'] = found.data
  // @ts-expect-error a type of order that is sent with a number for its price does not compile
  void client.POST('/api/user-web/v1/order/createOrder', { body: { ...order, price: 100 } }).catch(() => undefined)
  const { data: refused } = await client.POST('/api/user-web/v1/order/createOrder', { body: { ...order, amount: '1000000' } })
  if (refused === undefined || refused.code === '0') throw new Error('taken')
  // @ts-expect-error a failure has no order
  void refused.data.orderId
  const { data: ended } = await client.POST('/api/user-web/v1/order/revocationOrder', { body: { orderId } })
  if (ended?.code !== '0') throw new Error(ended?.data.name ?? 'no answer')
  const { data: after } = await client.GET('/api/user-web/v1/order/detail', { params: { query: { orderId } } })
  if (after?.code !== '0') throw new Error(after?.data.name ?? 'no answer')
  return [before.status, before.price ?? '', before.symbol, refused.data.name, after.data.status]
}
`

it('API-025 [part] a client made from it compiles, tells success from failure by its code, places an order and cancels it', async () => {
  const repository = fileURLToPath(new URL('../../../../', import.meta.url))
  const dir = await mkdtemp(join(tmpdir(), 'agio-client-'))
  dirs.push(dir)
  await symlink(join(repository, 'node_modules'), join(dir, 'node_modules'))
  await writeFile(join(dir, 'schema.d.ts'), astToString(await openapiTS(JSON.parse(text) as OpenAPI3)))
  await writeFile(join(dir, 'program.ts'), PROGRAM)
  const options = { strict: true, noEmit: true, module: 'nodenext', target: 'es2024', allowImportingTsExtensions: true, skipLibCheck: true }
  await writeFile(join(dir, 'tsconfig.json'), JSON.stringify({ compilerOptions: { ...options, types: [] }, files: ['program.ts'] }))
  await writeFile(join(dir, 'package.json'), '{"type":"module"}')
  const compiler = join(repository, 'node_modules/typescript/bin/tsc')
  const { status, stdout } = spawnSync(process.execPath, [compiler, '-p', dir], { encoding: 'utf8' })
  expect([status, stdout]).toEqual([0, ''])

  const member = await world.register('client@example.com')
  const money = { assetId: asAssetId(1), amount: 10n ** 12n, cause: 'airdrop', reference: '' } as const
  world.exchange.must({ kind: 'creditUser', userId: userIdOf(member), ...money })
  await world.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = world.app.server.address() as AddressInfo
  const { placeAndCancel } = (await import(pathToFileURL(join(dir, 'program.ts')).href)) as {
    placeAndCancel(baseUrl: string, token: string): Promise<readonly string[]>
  }
  const told = await placeAndCancel(`http://127.0.0.1:${port}`, member.data.token)
  expect(told).toEqual(['NEW', '100', 'BTC/USDT', 'BALANCE_INSUFFICIENT', 'CANCELED'])
})
