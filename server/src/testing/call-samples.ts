/** Requests that calls of the contract take, made from their own schemas, so that a call cannot be forgotten. For tests only. */
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as z from 'zod/mini'
import type { AnyCall } from '../http/calls/route.ts'

const isCall = (value: unknown): value is AnyCall =>
  typeof value === 'object' && value !== null && 'path' in value && 'method' in value && 'access' in value

const WIRE = new URL('../../../wire/src/', import.meta.url)

/** Every call of the contract, from every file of it. */
export async function describedCalls(): Promise<readonly AnyCall[]> {
  const files = readdirSync(fileURLToPath(WIRE)).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  const modules = await Promise.all(files.map((file) => import(new URL(file, WIRE).href) as Promise<Record<string, unknown>>))
  return modules.flatMap((module) => Object.values(module).filter(isCall))
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
  if (schema.type === 'array') return schema.items === undefined ? [] : [sample(schema.items)]
  if (schema.type === 'object')
    return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, inner]) => [name, sample(inner)]))
  return 'text'
}

const LIMIT = { symbol: 'BTC/USDT', direction: 'BUY', type: 'LIMIT', price: '100', amount: '1' }
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
  '/api/user-web/v1/order/updateOrder': { orderId: '1', price: '101' },
  '/api/user-web/v1/order/detail': { orderId: '1' },
  '/api/user-web/v1/trade_convert/pre_trade/:send/:receive': { send: 'USDT', receive: 'BTC', sendAmount: '100' },
  '/api/assets-web/v1/withdraw-deposit/createWithdrawDeposit': { coinId: '1', protocolType: 'ERC20', address: '0x1', amount: '1' },
  '/api/assets-web/v1/withdraw-deposit/undoWithdrawDeposit': { id: '21' },
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
