/** assets-web: coins, balances, statement lines. */
import * as z from 'zod/mini'
import { call } from '../call.ts'
import {
  asOfField,
  decimal,
  historyOf,
  id,
  optional,
  pageFields,
  pageWithinBound,
  queryInt,
  rangeFields,
  switch01,
  text,
} from '../fields.ts'
import { balanceSchema, billSchema, coinSchema } from './types.ts'

const ROOT = '/api/assets-web/v1'
const empty = z.object({})

export const coins = call({
  method: 'POST',
  path: `${ROOT}/currency-coin/tenantCurrencyCoinAll`,
  access: 'user',
  apiKey: 'read',
  request: empty,
  response: z.array(coinSchema),
  errors: [],
  summary: 'Coins.',
})

export const coin = call({
  method: 'POST',
  path: `${ROOT}/currency-coin/tenantCurrencyCoin`,
  access: 'user',
  request: z.object({ coinId: id }),
  query: ['coinId'],
  response: coinSchema,
  errors: ['COIN_NOT_FOUND'],
  summary: 'One coin.',
})

export const userBalance = call({
  method: 'POST',
  path: `${ROOT}/user-wallet/userBalance`,
  access: 'user',
  apiKey: 'read',
  request: z.object({ coinId: id }),
  query: ['coinId'],
  response: balanceSchema,
  errors: ['COIN_NOT_FOUND'],
  summary: "The user's balance of one coin.",
})

export const userBalanceAll = call({
  method: 'POST',
  path: `${ROOT}/user-wallet/userBalanceAll`,
  access: 'user',
  apiKey: 'read',
  request: z.object({ accountType: optional(z.union([z.literal(1), z.literal(3)])), hideZero: optional(switch01) }),
  response: z.object({ totalU: decimal, availableU: decimal, frozenU: decimal, list: z.array(balanceSchema) }),
  errors: [],
  summary: "The user's balances, the most valuable first.",
})

export const balanceByDay = call({
  method: 'GET',
  path: `${ROOT}/user-wallet/getUserBalanceByDay`,
  access: 'user',
  request: z.object({ days: optional(queryInt(1, 365)), accountType: optional(queryInt(0, 3)) }),
  response: z.array(z.object({ day: z.string(), totalU: decimal, pnlU: decimal })),
  weight: 2,
  errors: [],
  summary: 'Total by UTC day, ascending; today last and live.',
})

export const walletOverview = call({
  method: 'GET',
  path: `${ROOT}/user-wallet/overview`,
  access: 'user',
  request: empty,
  response: z.object({
    totalU: decimal,
    spotU: decimal,
    contractU: decimal,
    financialU: decimal,
    todayPnlU: decimal,
    todayPnlPercent: decimal,
  }),
  errors: [],
  summary: 'Totals of the accounts.',
})

const billFilter = {
  category: optional(text(0, 20)),
  accountType: optional(z.union([z.literal(1), z.literal(3)])),
  coinId: optional(id),
  direction: optional(z.union([z.literal(1), z.literal(2)])),
  refId: optional(id),
  ...rangeFields,
} as const

export const billsByCategory = call({
  method: 'POST',
  path: `${ROOT}/bill/queryByCategory`,
  access: 'user',
  apiKey: 'read',
  request: z.object({ ...billFilter, ...pageFields, ...asOfField }).check(pageWithinBound),
  response: historyOf(billSchema),
  weight: 2,
  errors: ['COIN_NOT_FOUND', 'TIME_RANGE_INVALID'],
  summary: 'Every change of a balance, newest first.',
})

export const billExport = call({
  method: 'POST',
  path: `${ROOT}/bill/export`,
  access: 'user',
  request: z.object({ ...billFilter, timezone: optional(text(1, 64)) }),
  response: z.string(),
  weight: 10,
  errors: ['EXPORT_TOO_LARGE', 'TIME_RANGE_INVALID', 'COIN_NOT_FOUND'],
  summary: 'Statement lines as a CSV file.',
})

export const faucet = call({
  method: 'POST',
  path: `${ROOT}/demo/faucet`,
  access: 'user',
  request: z.object({ coinName: text(1, 20) }),
  response: z.object({ coinName: z.string(), amount: decimal, nextTime: z.number() }),
  strict: true,
  errors: ['COIN_NOT_FOUND', 'FAUCET_WAIT', 'FAUCET_EMPTY', 'ADDRESS_LIMIT', 'ACCOUNT_FROZEN', 'PATH_NOT_FOUND'],
  summary: 'Play money, once an hour a coin; demo and test profiles only.',
})
