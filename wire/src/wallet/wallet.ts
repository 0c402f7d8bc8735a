/** assets-web: deposits and withdrawals. */
import * as z from 'zod/mini'
import { codesSchema, methodSchema } from '../account/auth.ts'
import { call } from '../call.ts'
import {
  asOfField,
  dec,
  decimal,
  decPositive,
  exactlyOne,
  historyOf,
  id,
  ms,
  optional,
  orderKey,
  pageFields,
  pageWithinBound,
  rangeFields,
  switch01,
  switch12,
  text,
} from '../fields.ts'
import { walletTxDetailSchema, walletTxSchema } from './types.ts'

const ROOT = '/api/assets-web/v1'
const protocolType = z.string().check(z.trim(), z.regex(/^[A-Za-z0-9-]{1,20}$/))
const destination = text(1, 128)
const memo = text(0, 64)

const txFilter = {
  type: optional(switch12),
  coinId: optional(id),
  protocolType: optional(protocolType),
  status: optional(z.int().check(z.minimum(0), z.maximum(28))),
  txHash: optional(text(1, 128)),
  id: optional(id),
  clientId: optional(orderKey),
  ...rangeFields,
} as const

export const walletTxList = call({
  method: 'POST',
  path: `${ROOT}/withdraw-deposit/withdrawDepositList`,
  access: 'user',
  apiKey: 'read',
  request: z.object({ ...txFilter, ...pageFields, ...asOfField }).check(pageWithinBound),
  response: historyOf(walletTxSchema),
  weight: 2,
  errors: ['COIN_NOT_FOUND', 'TIME_RANGE_INVALID'],
  summary: 'Deposits and withdrawals, newest first.',
})

export const walletTxExport = call({
  method: 'POST',
  path: `${ROOT}/withdraw-deposit/export`,
  access: 'user',
  request: z.object({ ...txFilter, timezone: optional(text(1, 64)) }),
  response: z.string(),
  weight: 10,
  errors: ['COIN_NOT_FOUND', 'EXPORT_TOO_LARGE', 'TIME_RANGE_INVALID'],
  summary: 'Deposits and withdrawals as a CSV file.',
})

export const walletTxDetail = call({
  method: 'GET',
  path: `${ROOT}/withdraw-deposit/detail/:id`,
  access: 'user',
  apiKey: 'read',
  request: z.object({ id }),
  response: walletTxDetailSchema,
  errors: ['WITHDRAW_NOT_FOUND'],
  summary: 'One deposit or withdrawal, with each state it came through.',
})

const limitFields = { amountLimit: decimal, coin: z.string(), time: z.int() } as const

export const withdrawLimits = call({
  method: 'GET',
  path: `${ROOT}/withdraw-deposit/getUserALlLimit`,
  access: 'user',
  apiKey: 'read',
  request: z.object({ coinId: optional(id) }),
  response: z.object({
    ...limitFields,
    used: decimal,
    left: decimal,
    kycLevel: z.int(),
    levels: z.array(z.object({ level: z.int(), ...limitFields })),
  }),
  errors: ['COIN_NOT_FOUND'],
  summary: 'What may be withdrawn in a rolling time, and what is left of it.',
})

export const withdrawPreview = call({
  method: 'POST',
  path: `${ROOT}/withdraw-deposit/withdrawPreview`,
  access: 'user',
  request: z.object({ coinId: id, protocolType, address: optional(destination), amount: optional(dec) }),
  response: z.object({
    fee: decimal,
    arrivedAmount: decimal,
    min: decimal,
    /** The least of what is free, the network's bound and what is left of the limit. */
    max: decimal,
    /** What may leave. */
    balance: decimal,
    lockUntil: z.nullable(ms),
    lockCause: z.nullable(z.string()),
    isInternal: z.nullable(switch01),
    review: z.enum(['auto', 'manual']),
    expectTime: z.nullable(ms),
  }),
  errors: ['COIN_NOT_FOUND', 'COIN_NETWORK_NOT_FOUND', 'ADDRESS_INVALID'],
  summary: 'What a withdrawal would cost and bring.',
})

export const createWithdraw = call({
  method: 'POST',
  path: `${ROOT}/withdraw-deposit/createWithdrawDeposit`,
  access: 'user',
  apiKey: 'withdraw',
  key: 'clientId',
  command: 'requestWithdrawal',
  request: z
    .object({
      coinId: id,
      protocolType,
      addressId: optional(id),
      address: optional(destination),
      memo: optional(memo),
      /** With the fee. */
      amount: decPositive,
      remark: optional(text(0, 64)),
      clientId: optional(orderKey),
    })
    .check(exactlyOne(['addressId', 'address'])),
  response: z.object({
    id: z.string(),
    status: z.int(),
    /** Of which `checkWithdrawDeposit` wants a code each. */
    methods: z.array(methodSchema),
    masks: z.object({ email: z.optional(z.string()), phone: z.optional(z.string()) }),
    expireTime: ms,
    amount: decimal,
    fee: decimal,
    arrivedAmount: decimal,
  }),
  sealed: true,
  errors: [
    'FEATURE_OFF',
    'COIN_NOT_FOUND',
    'COIN_NETWORK_NOT_FOUND',
    'WITHDRAW_CLOSED',
    'WITHDRAW_HALTED',
    'ACCOUNT_FROZEN',
    'ADDRESS_NOT_FOUND',
    'ADDRESS_INVALID',
    'MEMO_REQUIRED',
    'MEMO_INVALID',
    'WITHDRAW_AMOUNT_RANGE',
    'WITHDRAW_SCALE',
    'BALANCE_INSUFFICIENT',
    'WITHDRAW_COOLDOWN',
    'ADDRESS_NOT_WHITELISTED',
    'ADDRESS_COOLDOWN',
    'WITHDRAW_LIMIT',
    'KYC_REQUIRED',
    'ADDRESS_SANCTIONED',
    'WITHDRAW_COUNT',
    'SECOND_FACTOR_REQUIRED',
    'ACCOUNT_DISABLED',
    'IDEMPOTENCY_CONFLICT',
    'IDEMPOTENCY_IN_PROGRESS',
    'ENGINE_BUSY',
  ],
  summary: 'Requests a withdrawal and sets its coins aside; the second factor comes next.',
})

const codeSent = z.object({ expireTime: ms, resendTime: ms })
const CODE_ERRORS = ['WITHDRAW_NOT_FOUND', 'WITHDRAW_STATE', 'CODE_RESEND_TOO_SOON', 'CODE_CHANNEL_UNAVAILABLE'] as const

export const withdrawCheckSms = call({
  method: 'POST',
  path: `${ROOT}/sms/send/withdrawalCheckSms`,
  access: 'user',
  request: z.object({ id }),
  response: codeSent,
  errors: CODE_ERRORS,
  summary: 'Sends the code for a withdrawal by SMS.',
})

export const withdrawCheckEmail = call({
  method: 'POST',
  path: `${ROOT}/email/send/withdrawalCheckEmail`,
  access: 'user',
  request: z.object({ id }),
  response: codeSent,
  errors: CODE_ERRORS,
  summary: 'Sends the code for a withdrawal by mail.',
})

export const checkWithdraw = call({
  method: 'POST',
  path: `${ROOT}/withdraw-deposit/checkWithdrawDeposit`,
  access: 'user',
  request: z.object({ id, codes: codesSchema }),
  response: walletTxSchema,
  sealed: true,
  errors: [
    'WITHDRAW_NOT_FOUND',
    'WITHDRAW_STATE',
    'SECOND_FACTOR_REQUIRED',
    'SECOND_FACTOR_INVALID',
    'CODE_EXPIRED',
    'CODE_TOO_MANY_TRIES',
    'CODE_USED',
    'LOGIN_LOCKED',
    'ACCOUNT_FROZEN',
    'ADDRESS_INVALID',
    'WITHDRAW_COOLDOWN',
    'ADDRESS_NOT_WHITELISTED',
    'ADDRESS_COOLDOWN',
    'WITHDRAW_LIMIT',
    'ADDRESS_SANCTIONED',
  ],
  summary: 'Confirms a withdrawal with codes of every method that it named.',
})

export const undoWithdraw = call({
  method: 'POST',
  path: `${ROOT}/withdraw-deposit/undoWithdrawDeposit`,
  access: 'user',
  apiKey: 'withdraw',
  request: z.object({ id: optional(id), clientId: optional(orderKey) }).check(exactlyOne(['id', 'clientId'])),
  response: walletTxSchema,
  errors: ['WITHDRAW_NOT_FOUND', 'WITHDRAW_STATE'],
  summary: 'Cancels a withdrawal that is not signed yet; repeating gives the same answer.',
})
