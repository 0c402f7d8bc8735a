/** Requests that calls of the API take, made from their own schemas, so that a call cannot be forgotten. For tests only. */
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as z from 'zod/mini'
import type { AnyCall } from '../http/calls/route.ts'

const isCall = (value: unknown): value is AnyCall =>
  typeof value === 'object' && value !== null && 'path' in value && 'method' in value && 'access' in value

const WIRE = new URL('../../../wire/src/', import.meta.url)

/** There are more; fewer would mean that a folder was not looked into. */
const CALLS_LEAST = 200

/** Every call of the API, from every file of it. @throws when there are too few to be all */
export async function describedCalls(): Promise<readonly AnyCall[]> {
  const isSource = (file: string): boolean => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.startsWith('testing')
  const files = readdirSync(fileURLToPath(WIRE), { recursive: true, encoding: 'utf8' }).filter(isSource)
  const modules = await Promise.all(files.map((file) => import(new URL(file, WIRE).href) as Promise<Record<string, unknown>>))
  const calls = modules.flatMap((module) => Object.values(module).filter(isCall))
  if (calls.length < CALLS_LEAST) throw new Error(`${calls.length} calls cannot be all`)
  return calls
}

export type JsonSchema = {
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly JsonSchema[]
  readonly type?: string
  readonly pattern?: string
  readonly allOf?: readonly JsonSchema[]
  readonly minimum?: number
  readonly items?: JsonSchema
  readonly properties?: Readonly<Record<string, JsonSchema>>
}

const TEXTS = ['BTC/USDT', 'LIMIT', '1', '100', 'USDT', 'ann@example.com', '123456', 'en_US', '2026-11-21', 'A'.repeat(43)]

/** A value that a schema takes, as far as its form tells. */
function sample(schema: JsonSchema): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum !== undefined) return schema.enum[0]
  const [first] = schema.anyOf ?? []
  if (first !== undefined) return sample(first)
  if (schema.type === 'string') {
    const patterns = [schema, ...(schema.allOf ?? [])].flatMap(({ pattern }) => (pattern === undefined ? [] : [new RegExp(pattern)]))
    return TEXTS.find((text) => patterns.every((pattern) => pattern.test(text))) ?? 'text'
  }
  if (schema.type === 'integer' || schema.type === 'number') return Math.max(1, schema.minimum ?? 1)
  // A boolean that may be null is told as a list of types.
  if (schema.type === 'boolean' || String(schema.type) === 'boolean,null') return false
  if (schema.type === 'array') return schema.items === undefined ? [] : [sample(schema.items)]
  if (schema.type === 'object')
    return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, inner]) => [name, sample(inner)]))
  return 'text'
}

const LIMIT = { symbol: 'BTC/USDT', direction: 'BUY', type: 'LIMIT', price: '100', amount: '1' }
const CONTRACT_ORDER = {
  ...{ contractId: '2', positionType: 1, open: 'OPEN', side: 'BUY', type: 1, leverageLevel: 20 },
  ...{ price: '59000', volume: '1', isConditionOrder: false },
}
const ACCOUNT = { type: 1, account: 'zoe@example.com' }

/** Calls whose fields depend on each other. */
const FIXED: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  '/api/auth/v1/open/sendCode': { ...ACCOUNT, scene: 'REGISTER' },
  '/api/auth/v1/open/register': { ...ACCOUNT, code: '123456', password: 'Correct-Horse-9', agreeTerms: 1 },
  '/api/auth/v1/open/resetPassword': { ...ACCOUNT, code: '123456', password: 'Correct-Horse-9' },
  '/api/auth/v1/open/login': { ...ACCOUNT, password: 'Correct-Horse-9' },
  '/api/user-web/v1/user/saveIdentityVerification': { level: 1, birthday: '1990-01-01' },
  '/api/user-web/v1/user/updateUserCenter': { nickname: 'Ann', lang: 'zh_CN', feeCoinSwitch: 1, notify: { marketing: 1 } },
  '/api/user-web/v1/order/cancelAllAfter': { timeout: 5000 },
  '/api/user-web/v1/order/export': { kind: 'spotOrder', timezone: 'UTC' },
  '/api/assets-web/v1/bill/export': { timezone: 'UTC' },
  '/api/user-web/v1/order/createOrder': LIMIT,
  '/api/user-web/v1/order/createOrder/test': LIMIT,
  '/api/user-web/v1/order/revocationOrder': { orderId: '1' },
  '/api/user-web/v1/order/updateOrders': { symbol: 'BTC/USDT', orders: [{ orderId: '1', price: '101' }] },
  '/api/user-web/v1/order/updateOrder': { orderId: '1', price: '101' },
  '/api/user-web/v1/order/detail': { orderId: '1' },
  '/api/user-web/v1/trade_convert/pre_trade/:send/:receive': { send: 'USDT', receive: 'BTC', sendAmount: '100' },
  '/api/assets-web/v1/withdraw-deposit/createWithdrawDeposit': { coinId: '1', protocolType: 'ERC20', address: '0x1', amount: '1' },
  '/api/assets-web/v1/withdraw-deposit/undoWithdrawDeposit': { id: '21' },
  '/fe-co-api/order/order_create': CONTRACT_ORDER,
  '/fe-co-api/order/order_preview': CONTRACT_ORDER,
  '/fe-co-api/order/order_update_many': { contractId: '2', orders: [{ orderId: '1', price: '59000' }] },
  '/fe-co-api/order/order_update': { contractId: '2', orderId: '1', price: '59000' },
  '/fe-co-api/order/order_cancel': { contractId: '2', orderId: '1' },
  '/fe-co-api/order/cancel_all_after': { timeout: 5000 },
  '/fe-co-api/order/order_tpsl_create': { positionId: '1', orders: [{ triggerType: 2, triggerPrice: '66000' }] },
  '/fe-co-api/record/export': { kind: 'order', beginTime: 0, endTime: 1, timezone: 'UTC' },
  '/fe-co-api/common/get_risk_account': { marginCoin: 'USDT' },
  '/fe-co-api/common/risk_balance_list': { marginCoin: 'USDT' },
  '/fe-co-api/record/get_transaction_list': { symbol: 'USDT' },
  '/api/auth/v1/dev/index': { coinName: 'USDT', price: '1' },
  // The first customer of an exchange.
  '/api/auth/v1/dev/grant': { userId: '100001', coinName: 'USDT', amount: '1' },
}

const propertiesOf = (call: AnyCall): Readonly<Record<string, JsonSchema>> =>
  (z.toJSONSchema(call.request, { io: 'input', unrepresentable: 'any' }) as JsonSchema).properties ?? {}

export const fieldsOf = (call: AnyCall): string[] => Object.keys(propertiesOf(call))

/** What a call takes, filled with values that fit their form. */
export function bodyOf(call: AnyCall): Record<string, unknown> {
  const fixed = FIXED[call.path]
  if (fixed !== undefined) return { ...fixed }
  return Object.fromEntries(Object.entries(propertiesOf(call)).map(([name, schema]) => [name, sample(schema)]))
}

/** Path of a call, its places filled in. */
export const filledPath = (call: AnyCall, place = 'en_US'): string => call.path.replace(/:\w+/g, encodeURIComponent(place))

const queryText = (value: unknown): string =>
  (typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)).toWellFormed()

/** Path and query of a request; what a GET call is asked with travels in the query, as does what a POST call has there. */
export function addressOf(call: AnyCall, fields: unknown, place?: string): string {
  const given = typeof fields === 'object' && fields !== null ? fields : {}
  const inQuery = Object.entries(given).filter(([name]) => call.method === 'GET' || call.query?.includes(name))
  const query = inQuery.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(queryText(value))}`).join('&')
  return query === '' ? filledPath(call, place) : `${filledPath(call, place)}?${query}`
}
