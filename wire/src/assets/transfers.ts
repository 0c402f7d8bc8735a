/** assets-web: moving coins between a user's own accounts, at once and free. */
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { asOfField, decimal, decPositive, historyOf, id, optional, orderKey, pageFields, pageWithinBound, rangeFields } from '../fields.ts'
import { named } from '../named.ts'

const ROOT = '/api/assets-web/v1/transfer'

/** 1 spot, 2 contract, 3 financial. */
const account = z.union([z.literal(1), z.literal(2), z.literal(3)])

export const transferSchema = named(
  'Transfer',
  z.object({
    id: z.string(),
    coinId: z.string(),
    coinName: z.string(),
    amount: decimal,
    fromAccount: z.int(),
    toAccount: z.int(),
    status: z.literal(1),
    createTime: z.number(),
  }),
)
export type Transfer = z.output<typeof transferSchema>

export const transferAll = call({
  method: 'POST',
  path: `${ROOT}/all`,
  access: 'user',
  apiKey: 'trade',
  key: 'clientId',
  command: 'transferBetweenAccounts',
  request: z.object({ coinId: id, amount: decPositive, fromAccount: account, toAccount: account, clientId: optional(orderKey) }),
  response: transferSchema,
  errors: [
    'TRANSFER_SAME_ACCOUNT',
    'TRANSFER_CLOSED',
    'TRANSFER_EXCEEDS',
    'CONTRACT_NOT_OPENED',
    'COIN_NOT_FOUND',
    'DECIMAL_SCALE',
    'BALANCE_INSUFFICIENT',
    'ACCOUNT_FROZEN',
    'ACCOUNT_DISABLED',
    'IDEMPOTENCY_CONFLICT',
    'ENGINE_BUSY',
  ],
  summary: 'Moves coins between two accounts of the user, at once and free.',
})

export const transferRecords = call({
  method: 'POST',
  path: `${ROOT}/records`,
  access: 'user',
  apiKey: 'read',
  request: z
    .object({
      coinId: optional(id),
      fromAccount: optional(account),
      toAccount: optional(account),
      ...rangeFields,
      ...pageFields,
      ...asOfField,
    })
    .check(pageWithinBound),
  response: historyOf(transferSchema),
  weight: 2,
  errors: ['COIN_NOT_FOUND', 'TIME_RANGE_INVALID'],
  summary: 'Transfers between the accounts of the user, newest first.',
})

export const transferAvailable = call({
  method: 'POST',
  path: `${ROOT}/available`,
  access: 'user',
  request: z.object({ coinId: id, fromAccount: account }),
  response: z.object({ available: decimal }),
  errors: ['COIN_NOT_FOUND'],
  summary: 'What may be transferred out of an account.',
})
