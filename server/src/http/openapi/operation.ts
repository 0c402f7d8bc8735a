/** One call of the API as an operation of OpenAPI. */
import type { Service } from '@agio/wire/call.ts'
import { DIGEST_FIELDS, PAYLOAD_FIELDS } from '@agio/wire/security.ts'
import type { AnyCall } from '../calls/route.ts'
import { isFuturesPath } from '../guard/futures-guard.ts'
import { type Components, type Json, pointer } from './components.ts'
import { entryOf, errorsOf } from './errors-of.ts'

/** Areas of the API: the path's service. */
export const AREAS: Readonly<Record<Area, string>> = {
  'home-web': 'Shell, configuration and market data',
  'inform-web': 'Announcements, messages and help',
  auth: 'Accounts: registration, login, second factors, sessions',
  'user-web': 'User centre, spot trading, conversion, savings, API keys, friends',
  oss: 'Pictures and files',
  'assets-web': 'Coins, balances and statements',
  futures: 'Perpetual contracts, on the futures host',
}
/** Stands where the address of the futures host has to. */
export const FUTURES_PLACE = 'https://futures.invalid'

type Area = Service | 'futures'
const isArea = (text: string): text is Area => Object.hasOwn(AREAS, text)

const JSON_BODY = 'application/json'

export const templated = (path: string): string => path.replace(/:(\w+)/g, '{$1}')
const placesOf = (path: string): string[] => [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '')
const partsOf = (path: string): string[] => path.split('/').filter((part) => part !== '' && part !== 'api' && part !== 'v1')

const areaOf = ({ path }: AnyCall): Area => (isFuturesPath(path) ? 'futures' : (partsOf(path).find(isArea) ?? 'home-web'))

/** `POST /api/user-web/v1/order/createOrder` is `userWebOrderCreateOrder`: whoever made a client keeps its names as long as the paths stay. */
export const operationIdOf = ({ path }: AnyCall): string =>
  partsOf(path)
    .filter((part) => !part.startsWith(':'))
    .join('-')
    .replace(/[^A-Za-z0-9]+(\w)/g, (_, letter: string) => letter.toUpperCase())

/** Ways to be known to a call; the permission that an API key needs stands with it. */
function securityOf({ access, apiKey, path }: AnyCall): Json[] {
  if (access === 'visitor') return []
  const session = isFuturesPath(path) ? { futuresSession: [] } : { session: [] }
  const signed = apiKey === undefined ? [] : [{ apiKey: [apiKey], apiTimestamp: [], apiSignature: [] }]
  return [...(access === 'optional' ? [{}] : []), session, ...signed]
}

/** Success in the envelope; a file where the answer is one. */
function successOf(call: AnyCall, components: Components): Json {
  const failed = pointer('FailedAnswer')
  if (call.response._zod.def.type === 'string') {
    const type = call.streams === true ? 'application/zip' : 'text/csv'
    return { [type]: { schema: { type: 'string' } }, [JSON_BODY]: { schema: failed } }
  }
  const properties = { code: { const: '0' }, message: { type: 'string' }, data: components.of(call.response, 'output') }
  return { [JSON_BODY]: { schema: { anyOf: [{ type: 'object', required: Object.keys(properties), properties }, failed] } } }
}

function responsesOf(call: AnyCall, components: Components): Json {
  const byStatus = new Map<number, string[]>()
  for (const { name, code, status } of errorsOf(call).map(entryOf))
    byStatus.set(status, [...(byStatus.get(status) ?? []), `${name} (${code})`])
  const failures = [...byStatus].filter(([status]) => status !== 200)
  const own = byStatus.get(200) ?? []
  return {
    200: { description: `Success has code "0". Refused: ${own.join(', ')}.`, content: successOf(call, components) },
    ...Object.fromEntries(
      failures.map(([status, names]) => [
        status,
        { description: `${names.join(', ')}.`, content: { [JSON_BODY]: { schema: pointer('FailedAnswer') } } },
      ]),
    ),
  }
}

/** Fields of a sealed report, beside the call's own. */
const sealedFields = (): Json =>
  Object.fromEntries(PAYLOAD_FIELDS.map((field) => [field, { $ref: `#/components/schemas/SecurityPayload/properties/${field}` }]))

const FILE: Json = {
  required: true,
  content: {
    'multipart/form-data': {
      schema: { type: 'object', required: ['file'], properties: { file: { type: 'string', format: 'binary' } } },
    },
  },
}

interface Fields {
  readonly request: Json
  readonly properties: Json
  readonly required: ReadonlySet<string>
}

/** @param elsewhere fields that travel in path or query */
function bodyOf(call: AnyCall, { request, properties, required }: Fields, elsewhere: ReadonlySet<string>): Json {
  if (call.method === 'GET') return {}
  if (call.upload === true) return { requestBody: FILE }
  const sealed = call.sealed === undefined || call.sealed === false ? {} : sealedFields()
  const own = Object.fromEntries(Object.entries(properties).filter(([name]) => !elsewhere.has(name)))
  const ofReport = call.sealed === true ? PAYLOAD_FIELDS : call.sealed === 'digest' ? DIGEST_FIELDS : []
  const needed = [...required].filter((name) => !elsewhere.has(name)).concat(ofReport)
  const schema = { ...request, properties: { ...own, ...sealed }, ...(needed.length > 0 && { required: needed }) }
  return { requestBody: { required: needed.length > 0, content: { [JSON_BODY]: { schema } } } }
}

export function operationOf(call: AnyCall, components: Components): Json {
  const { properties = {}, required = [], ...request } = components.of(call.request, 'input') as { properties?: Json; required?: string[] }
  const fields: Fields = { request, properties, required: new Set(required) }
  const places = placesOf(call.path)
  const inQuery =
    call.method === 'GET' || call.upload === true ? Object.keys(properties).filter((name) => !places.includes(name)) : (call.query ?? [])
  const parameter = (name: string, where: 'path' | 'query'): Json => ({
    name,
    in: where,
    required: where === 'path' || fields.required.has(name),
    schema: properties[name] ?? { type: 'string' },
  })
  return {
    operationId: operationIdOf(call),
    tags: [areaOf(call)],
    ...(isFuturesPath(call.path) && { servers: [{ url: FUTURES_PLACE }] }),
    summary: call.summary,
    security: securityOf(call),
    parameters: [...places.map((name) => parameter(name, 'path')), ...inQuery.map((name) => parameter(name, 'query'))],
    ...bodyOf(call, fields, new Set([...places, ...inQuery])),
    responses: responsesOf(call, components),
    'x-errors': errorsOf(call).map(entryOf),
  }
}
