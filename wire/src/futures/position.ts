/** The futures host: positions, receipts, transactions and exports of a customer. */
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { asOfField, decimal, id, ms, optional, orderKey, switch01, text } from '../fields.ts'
import { contractFilter, coPageFields, coPageWithinBound, coRangeFields, marginCoin } from './fields.ts'
import { coAccountSchema, historyPositionSchema, positionSchema, receiptSchema, transactionSchema } from './position-types.ts'

const READS = { access: 'user', apiKey: 'read', feature: 'contract' } as const

/** Decimal text that may be below zero. */
const signedDecimal = z.string().check(z.trim(), z.regex(/^-?(0|[1-9][0-9]{0,17})(\.[0-9]{1,18})?$/), z.regex(/[1-9]/))

export const assetsList = call({
  method: 'POST',
  path: '/fe-co-api/position/get_assets_list',
  ...READS,
  query: ['pageSource'],
  request: z.object({
    /** 1: no positions. */
    onlyAccount: optional(z.union([z.literal(0), z.literal(1)])),
    marginCoin: optional(marginCoin),
    /** Of the page of assets: every margin coin, with or without funds. */
    pageSource: optional(z.literal('coAccount')),
  }),
  response: z.object({
    accountList: z.array(coAccountSchema),
    positionList: z.array(positionSchema),
    totalBalance: decimal,
    totalBalanceSymbol: z.string(),
    marginAmountUsd: decimal,
    accountBalanceUsd: decimal,
    unRealizedAmountUsd: decimal,
  }),
  weight: 2,
  errors: ['FEATURE_OFF'],
  summary: 'Accounts by margin coin, and open positions.',
})

export const positionHistory = call({
  method: 'POST',
  path: '/fe-co-api/position/history_position_list',
  ...READS,
  request: z.object({ ...contractFilter, ...coRangeFields, ...coPageFields, ...asOfField }).check(coPageWithinBound),
  response: z.object({
    count: z.int(),
    asOf: z.optional(z.int()),
    rebuilding: z.optional(z.int()),
    positionList: z.array(historyPositionSchema),
  }),
  weight: 2,
  errors: ['CONTRACT_NOT_FOUND', 'TIME_RANGE_INVALID', 'FEATURE_OFF'],
  summary: 'Closed positions, newest first.',
})

export const changeMargin = call({
  method: 'POST',
  path: '/fe-co-api/position/change_position_margin',
  access: 'user',
  apiKey: 'futures',
  sealed: 'digest',
  feature: 'contract',
  key: 'clientId',
  command: 'changePositionMargin',
  request: z.object({ positionId: id, /** Below zero takes out. */ amount: signedDecimal, clientId: optional(orderKey) }),
  response: positionSchema,
  errors: [
    'POSITION_NOT_FOUND',
    'MARGIN_CHANGE_RANGE',
    'MARGIN_INSUFFICIENT',
    'MARGIN_MODE_MISMATCH',
    'POSITION_IN_LIQUIDATION',
    'INDEX_UNAVAILABLE',
    'CONTRACT_NOT_OPENED',
    'ACCOUNT_FROZEN',
    'DECIMAL_SCALE',
    'IDEMPOTENCY_CONFLICT',
    'FEATURE_OFF',
    'ENGINE_BUSY',
  ],
  summary: 'Adds margin to an isolated position, or removes some.',
})

export const liquidationReceipt = call({
  method: 'POST',
  path: '/fe-co-api/position/liquidation_receipt',
  ...READS,
  request: z.object({ receiptId: id, /** 1: as it was when the house took the position over. */ first: optional(switch01) }),
  response: receiptSchema,
  errors: ['RECEIPT_NOT_FOUND', 'FEATURE_OFF'],
  summary: 'What happened in a liquidation or a deleveraging, signed: enough to compute it again.',
})

export const transactionList = call({
  method: 'POST',
  path: '/fe-co-api/record/get_transaction_list',
  ...READS,
  request: z
    .object({
      symbol: marginCoin,
      type: optional(z.int().check(z.minimum(0), z.maximum(12))),
      ...contractFilter,
      ...coRangeFields,
      ...coPageFields,
      ...asOfField,
    })
    .check(coPageWithinBound),
  response: z.object({
    count: z.int(),
    asOf: z.optional(z.int()),
    rebuilding: z.optional(z.int()),
    transList: z.array(transactionSchema),
  }),
  weight: 2,
  errors: ['COIN_NOT_FOUND', 'CONTRACT_NOT_FOUND', 'TIME_RANGE_INVALID', 'FEATURE_OFF'],
  summary: 'What changed the contract account of a coin, newest first.',
})

export const recordExport = call({
  method: 'POST',
  path: '/fe-co-api/record/export',
  access: 'user',
  feature: 'contract',
  request: z.object({
    kind: z.enum(['order', 'trade', 'bill', 'position']),
    ...contractFilter,
    beginTime: ms,
    endTime: ms,
    timezone: optional(text(1, 64)),
  }),
  response: z.string(),
  weight: 10,
  errors: ['EXPORT_TOO_LARGE', 'TIME_RANGE_INVALID', 'CONTRACT_NOT_FOUND', 'FEATURE_OFF'],
  summary: 'Ended orders, fills, transactions or positions as a CSV file, newest first.',
})
